"""The verbs that begin an order in English notes for agents. Data only.

A noun of the same form rarely begins a sentence there; those that often do (`note`, `state`, `support`) are left out.
"""

from __future__ import annotations

from mementod_parsers.word_lists import words

VERBS = words(
    """
    abandon abort absorb abuse accept access accommodate achieve acknowledge acquire act activate adapt add address
    adhere adjust adopt advance advise agree aim alert align allow alphabetize alter amend analyze anchor annotate
    announce answer anticipate appear append apply approve archive arrange ask assemble assert assess assign assist
    assume attach attempt audit authenticate auto-fix automate avoid await back backfill backup ban base batch be become
    begin bind block bootstrap bound branch break bring build bump bundle bypass cache calculate calibrate call cancel
    capture carry cast catch centralize chain challenge change check cherry-pick choose chunk cite clamp clarify
    classify clean click clone close co-locate coerce collaborate collect colocate combine comment commit communicate
    compare compile complete compose compress compute concatenate conclude conduct configure confirm conflate conform
    connect consider consolidate construct consult consume contact continue contrast converge convert convey coordinate
    copy correct corrupt count cover craft create cross customize cut debug decide declare decline decode decompose
    decouple deduplicate defer define delegate delete deliver demonstrate demote depend deploy deprecate derive describe
    design destroy destructure detect determine develop deviate disable discard discover discuss dismiss dispatch
    display disregard distinguish diverge divide do document double double-check downgrade download draft drop dump
    duplicate echo edit elaborate elevate eliminate embed embrace emit emphasize employ enable encapsulate encode
    encourage encrypt enforce engage enhance ensure enter enumerate escalate escape establish estimate evaluate examine
    exclude execute exit expand expect explain explore export expose extend externalize extract fabricate facilitate
    factor fail fall fast-forward favor feed fetch fill filter find finish fix flag flatten flush focus follow force
    force-push fork format formulate forward free freeze fulfill gate gather gauge generate get give go grant grep group
    guarantee guard guess guide halt hand-edit hand-write handle hard-code hardcode hash have hide highlight hit hoist
    hold honor hook hot-edit identify ignore implement import improve include incorporate increment indent index
    indicate infer inform inherit initialize initiate inject inline insert inspect install instantiate instrument
    integrate interact intercept interpolate interpret interview introduce invalidate invent investigate invoke isolate
    iterate join judge jump justify keep kill label launch lazy-load lead leak learn leave let leverage limit link lint
    list listen load localize locate lock log look lower maintain make manage map mark mask match maximize measure meet
    memoize mention merge migrate minimize mirror mix mock model modify monitor monkey-patch mount move mutate name
    narrate navigate nest normalize notify observe obtain offer offload omit open operate optimize orchestrate order
    organize output over-engineer overcomplicate overengineer overload override overuse overwrite own paginate
    parallelize parameterize paraphrase parse partition pass paste patch pattern-match pause pay perform persist pick
    pin place plan polish poll populate post prefer prefix prepare prepend present preserve prevent print prioritize
    proceed process produce profile promote prompt propagate propose protect prove provide prune publish pull purge
    pursue push put query quote raise re-check re-export re-read re-run reach read reason rebase rebuild recalculate
    receive recognize recommend recompute reconcile record recover recreate redact redirect reduce ref refactor refer
    reference refetch refine reflect refresh refuse regenerate register reinvent reject rely remain remember remind
    remove rename render reopen repeat replace reply report represent reproduce repurpose request require rerun rescue
    research reserve reset resolve respect respond restart restate restore restrict resume retain rethrow retire
    retrieve retry return reuse reveal reverse revert review revoke rewrite roll rotate round route run rush sacrifice
    sample sanitize satisfy save say scaffold scan schedule scope search see seed seek select self-check self-review
    send separate serialize serve set settle shadow share ship shorten show sign silence simplify simulate skim skip
    solve sort spawn speak specify spell spend split sprinkle squash standardize start stash stay step stick stop store
    stream strip strive structure stub study submit subscribe substitute suggest summarize supply suppress surface
    suspend swallow switch sync synchronize tackle tag tailor take talk target teach tell terminate test think throttle
    throw tick tidy tie toggle touch trace track transcribe transfer transform translate traverse treat trigger trim
    truncate trust try tune turn tweak understand undo unify unwrap update upgrade upload upsert use utilize validate
    verify version view visit visualize wait walk want warn waste watch weaken weigh widen wire withhold work wrap write
    yield
    """
)
