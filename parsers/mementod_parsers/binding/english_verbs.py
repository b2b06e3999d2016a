"""The verbs that begin an order in English notes for agents. Data only.

A noun of the same form rarely begins a sentence there; those that often do (`note`, `state`, `support`) are left out.
"""

from __future__ import annotations

from mementod_parsers.word_lists import words

VERBS = words(
    """
    abandon abort accept access achieve acknowledge act activate adapt add address adhere adjust adopt advance agree
    aim alert align allow alter amend analyze anchor annotate announce answer anticipate appear append apply approve
    archive arrange ask assemble assert assess assign assist assume attach attempt audit authenticate automate avoid
    await back backup base batch be begin bind block bootstrap bound branch break bring build bump bundle bypass cache
    calculate calibrate call cancel capture carry cast catch centralize chain challenge change check cherry-pick
    choose chunk cite clarify classify clean click clone close co-locate coerce collaborate collect colocate combine
    comment commit communicate compare compile complete compose compress compute conclude conduct configure confirm
    conform connect consider consolidate construct consult consume contact continue convert coordinate copy correct
    count cover craft create cross customize cut debug declare decline decompose deduplicate defer define delegate
    delete deliver demonstrate demote depend deploy deprecate derive describe design destructure detect determine
    develop deviate disable discard discuss dismiss dispatch display disregard distinguish divide do document double
    double-check download draft drop dump duplicate edit elaborate elevate eliminate embed embrace emit emphasize
    employ enable encapsulate encode encourage encrypt enforce engage enhance ensure enter enumerate escalate escape
    establish estimate evaluate examine exclude execute exit expand expect explain explore export expose extend
    externalize extract factor fail favor feed fetch fill filter find finish fix flag flatten flush follow force
    force-push fork format formulate forward free freeze fulfill gate gather generate get give go grant grep group
    guarantee guard guess guide halt hand-edit handle hard-code hardcode hash have hide highlight hoist hold honor
    hook identify ignore implement import improve include incorporate increment indent index infer inform inherit
    initialize initiate inject inline insert inspect install instantiate instrument integrate interact intercept
    interpret interview introduce invalidate invent investigate invoke isolate iterate join jump justify keep label
    launch lazy-load lead learn leave let leverage limit link lint list listen load localize locate lock log look
    lower maintain make manage map mark mask match maximize measure memoize mention merge migrate minimize mirror mix
    mock model modify monitor monkey-patch mount move mutate name navigate nest normalize notify observe obtain offer
    offload omit open operate optimize order organize output over-engineer overcomplicate overengineer overload
    override overuse overwrite own paginate parallelize parameterize paraphrase parse partition pass paste patch pause
    pay perform persist pick pin place plan polish poll populate post prefer prefix prepare prepend present preserve
    prevent print prioritize proceed process produce profile promote prompt propagate propose protect prove provide
    prune publish pull purge pursue push put query quote raise re-check re-export re-read re-run reach read reason
    rebase rebuild recalculate receive recognize recommend recompute reconcile record recreate redact redirect reduce
    ref refactor refer reference refetch refresh refuse regenerate register reinvent reject rely remain remember
    remind remove rename render reopen repeat replace reply report reproduce request require rerun rescue research
    reset resolve respect respond restart restate restore restrict retain rethrow retire retrieve retry return reuse
    revert review revoke rewrite roll rotate round route run sacrifice sample sanitize save say scaffold scan schedule
    scope search see seed seek select self-check self-review send separate serialize serve set shadow share ship
    shorten show sign silence simplify simulate skip solve sort spawn speak specify spell split squash start stash
    stay step stick stop store stream strip strive structure stub study submit subscribe substitute suggest summarize
    supply suppress surface suspend swallow switch sync synchronize tackle tag tailor take talk target tell test think
    throttle throw tidy tie toggle touch trace track transfer transform translate traverse treat trigger trim truncate
    trust try tune turn tweak understand undo unify unwrap update upgrade upload upsert use utilize validate verify
    version view visit wait walk want warn watch weigh widen wire withhold work wrap write yield
    """
)
