#!/bin/sh
# mementod run-hook v1 (managed; `mementod uninstall` removes it)
# Every hook of every agent and repository comes here. Only a commit that is denied ends with another code than 0.
[ "${MEMENTOD-}" = 0 ] && exit 0
if [ "${1-}" = git ]; then
    case ",${SKIP-}," in *,mementod,*) exit 0 ;; esac
    [ "${HUSKY-}" = 0 ] || [ "${LEFTHOOK-}" = 0 ] && exit 0
fi
run() {
    python=$1 client=$2
    shift 2
    [ -x "$python" ] && [ -r "$client" ] || return 1
    "$python" -I -S "$client" "$@"
    code=$?
}
if @RUN@; then
    [ "$1" = git ] && [ "$code" = 1 ] && exit 1
    exit 0
fi
state=${XDG_STATE_HOME:-${HOME-}/.local/state}/mementod
today=$(date +%Y-%m-%d)
[ "$(cat "$state/gone" 2>/dev/null)" = "$today" ] && exit 0
{ mkdir -p "$state" && echo "$today" >"$state/gone"; } 2>/dev/null
echo "mementod: the program is gone, so nothing is checked; install it again, then \`mementod uninstall\` removes its hooks" >&2
exit 0
