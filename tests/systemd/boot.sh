#!/bin/bash
# Boots this machine's own root under its own systemd, in a container, and runs "$@" there in a login session of the
# user `ada`; its output and its exit code are ours, 77 where none can be booted. The root is read-only below, what is
# written is lost. Needs root, systemd-nspawn, and for the session dbus-user-session and libpam-systemd.
#   OPEN    paths, a line each, whose folders ada may pass through there, whatever their mode is here
#   LIMIT   seconds until all is killed
set -euo pipefail

# Never from the machine's own cgroup: a systemd would move all its processes. So first into one of our own.
MOUNTS=$(awk '($3 == "cgroup" && /name=systemd/) || $3 == "cgroup2" {print $2}' /proc/mounts)
GROUP=mementod-test-$$
leave() {
    for mount in $MOUNTS; do
        find "$mount/$GROUP" -depth -type d -exec rmdir {} + 2>/dev/null || true
    done
}
trap leave EXIT

inside() {
    local at=$1
    shift
    mount -t tmpfs tmpfs "$at" || exit 77
    mkdir "$at"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=/,upperdir=$at/upper,workdir=$at/work" "$at/root" || exit 77
    local root=$at/root
    rm -f "$root"/etc/systemd/system/{multi-user,timers,getty,sysinit}.target.wants/* # what this machine runs itself
    ln -sf /dev/null "$root/etc/tmpfiles.d/tmp.conf" # what is under test may lie in /tmp
    ln -sf /dev/null "$root/etc/systemd/system/tmp.mount"
    : >"$root/etc/machine-id"
    chroot "$root" useradd --create-home --shell /bin/bash ada
    mkdir -p "$root/var/lib/systemd/linger"
    touch "$root/var/lib/systemd/linger/ada" # so that a user's manager runs
    local path
    while IFS= read -r path; do
        while [ -n "$path" ] && [ "$path" != / ]; do
            [ ! -d "$root$path" ] || chmod o+x "$root$path"
            path=$(dirname "$path")
        done
    done <<<"${OPEN:-}"
    { echo '#!/bin/bash'; echo "exec $(printf '%q ' "$@")"; } >"$root/usr/local/bin/probe"
    chmod 755 "$root/usr/local/bin/probe"
    cat >"$root/etc/systemd/system/probe.service" <<'UNIT'
[Unit]
After=user@@UID@.service dbus.service
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
ExecStart=/usr/local/bin/probe
User=ada
PAMName=login
WorkingDirectory=/home/ada
Environment=LANG=C.UTF-8
StandardOutput=append:/probe.log
StandardError=inherit
UNIT
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -s ../probe.service "$root/etc/systemd/system/multi-user.target.wants/"
    sed -i "s/@UID@/$(chroot "$root" id -u ada)/" "$root/etc/systemd/system/probe.service"
    local code=0
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 SYSTEMD_NSPAWN_TMPFS_TMP=0 systemd-nspawn --quiet --directory="$root" \
        --machine="$GROUP" --register=no --keep-unit --private-network --console=pipe --boot \
        >"$at/console" 2>&1 || code=$?
    [ -f "$root/probe.log" ] || { tail -n 30 "$at/console"; exit 77; }
    cat "$root/probe.log"
    return $code
}
export -f inside
export GROUP OPEN
AT=$(mktemp -d)
code=0
(
    for mount in $MOUNTS; do
        mkdir "$mount/$GROUP" || exit 77
        echo $BASHPID >"$mount/$GROUP/cgroup.procs"
    done
    exec timeout --kill-after=5 "${LIMIT:-60}" \
        unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
        bash -c 'set -euo pipefail; inside "$@"' boot "$AT" "$@" </dev/null
) || code=$?
rmdir "$AT"
exit $code
