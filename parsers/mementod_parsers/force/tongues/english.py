"""The cues of English. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_EN_REMOVED = (
    "removed|deleted|expunged|dropped|eliminated|purged|retired|decommissioned|scrapped|ripped out|excised|unshipped"
)
_EN_ODD = (
    "when|if|by default|automatically|on exit|on every|before|after each|every|at runtime|upon|whenever|unless|until"
)
_EN_STALE = (
    "unused|dead|stale|old|legacy|duplicated?|obsolete|redundant|outdated|deprecated|temporary|hard-?coded"
    "|unnecessary|empty|orphaned|broken|superfluous"
)
# What is removed from a file, so that "`a.py` - removed unused imports" says nothing of `a.py`.
_EN_PARTS = (
    "imports?|references?|usages?|uses|code|lines?|logic|methods?|functions?|fields?|calls?|props?|param(eter)?s?"
    "|comments?|checks?|sections?|entry|entries|rows?|columns?|support|handling|dependency|dependencies|variables?"
    "|constants?|styles?|duplicates|duplication|exports?|attributes?|buttons?|links?|branches|cases?|values?"
)
# What may stand under a heading of removals.
_EN_THINGS = (
    "files?|documents?|docs|documentation|code|features?|components?|modules?|class(es)?|functions?|symbols?"
    "|director(y|ies)|folders?|scripts?|paths?|apis?|endpoints?|tests?|dependenc(y|ies)|items?|packages?|fields?"
    "|columns?|tables?|options?|flags?|methods?|services?|artifacts?|assets?|helpers?|hooks?|routes?|pages?|views?"
    "|types?|notes?|plans?|guides?|reports?|workflows?|commands?|systems?|projects?|configs?|configurations?"
    "|variables?|utilit(y|ies)|implementations?|trackers?|prompts?|rules?|agents?|skills?|templates?|snapshots?"
    "|widgets?|screens?|controllers?|models?|stuff|things"
)
_EN_DETERMINERS = "the|this|that|these|those|two|three|four|five|six|several|both|all|our|its|some|many|a|an"
_EN_DEAD = (
    "deleted|removed|retired|obsolete|defunct|former|abandoned|discarded|decommissioned|scrapped|vanished"
    "|now-deleted|now-removed|since-deleted|since-removed|long-gone|no-longer-existing"
)
_EN_WORD = (
    "(?!(in|from|by|to|of|with|for|and|or|via|using|when|on|at|as|that|which|is|are|was|were|rows?|records?|items?"
    "|users?|entry|entries|messages?|events?|elements?|data|lines?|posts?|accounts?|objects?|state|status|flag)\\b)"
    "[\\w-]{2,18}"
)
_EN_BE = (
    "was|were|has been|have been|had been|got|been|got been|now|already|since|all|both"
    "|(has|have|had) (since|now|also|all|both|already|recently|long) been|later|then|recently|fully|completely"
    "|entirely|also|subsequently|just|finally|itself"
)

ENGLISH = Words(
    negated_heads=(
        (
            "(never|don'?t|do not|must not|should not|avoid|no more)( ever)? (use|using|add"
            "|adding|create|creating|introduce|write|writing)"
        ),
        "(forbidden|prohibited|banned|disallowed|not allowed|avoid)",
    ),
    signs=word_list("the is a to of and in for with not was are it this use be as that"),
    fillers=word_list(
        """following
        the a an all both our its their this that these those any old legacy unused obsolete stale
        dead redundant duplicate duplicated deprecated former existing now-unused unnecessary entire
        whole last two three four five six several many new file files module modules class classes
        function functions method methods script scripts folder folders directory directories
        component components helper helpers test tests flag flags option options field fields column
        columns table tables endpoint endpoints command commands parameter parameters param
        dependency package packages hook hooks type types interface enum constant constants variable
        variables config setting settings key keys route routes page pages service services library
        lib action workflow job property  called named standalone
        local custom raw plain direct global hardcoded hard-coded another separate internal external
        wrapper alias shim stub v\\d[\\d.]{0,6} [a-z-]{3,14}(ed|less|over) remaining temporary
        workflow workflows schema job jobs script template templates memory skill skills hook
        guide utility doc docs document documents note notes guide tracker trackers
        """
    ),
    after_fillers=word_list(
        """
        file files module modules class classes function functions method methods script scripts
        folder folders directory directories component components helper helpers test tests flag
        option field column table endpoint command parameter hook type package service property
        workflow workflows job jobs hooks schema template templates guide doc docs document documents
        page pages utility utilities library libraries system systems wrapper wrappers note notes
        itself which that constant variable setting key route page wrapper
        """
    ),
    past_before=(
        f"({_EN_REMOVED})",
        "(removes|deletes|drops|eliminates|retires)(?= )",
        "(removal|deletion) of",
        "(replaced|superseded|supplanted|renamed|retiring|removing|deleting|dropping|eliminating)",
        "(replaces|supersedes|supplants)",
        "replacement (for|of)",
        "(formerly|previously)( (known as|called|named|at|in|in the|located (at|in)|a|an|as))?",
        (
            "(was|were) (previously |formerly |originally |once )?(located|defined|stored|kept"
            "|placed|found|implemented|housed|living) (in|at|under|inside)"
        ),
        "(used to|once) (be|live|lived|reside|sit|exist|stand)( in| at| under| inside)?",
        (
            "(old|former|deleted|removed|defunct|obsolete|abandoned|discarded|discontinued|decommissioned"
            "|erstwhile|retired|now-deleted|now-removed"
            "|nonexistent|non-existent|vanished)"
        ),
        (
            "no longer (uses?|needs?|requires?|calls?|imports?|exists? in|has|have|depends? on"
            "|relies on|reads?|exports?|contains?|includes?|using)"
        ),
        "(stopped|stop) (using|calling|importing)",
        "(got|get|getting) rid of",
        ("(moved|migrated|switched|transitioned|converted|moving|migrating|switching) (away |off )?(from|off|out of)"),
        (
            "(merged|split|split (off|out)|extracted|ported|factored out|carved out|spun (off|out)|consolidated|folded"
            "|combined) (out |off |over )?(from|of)"
        ),
        f"({_EN_DETERMINERS}) (now |long |already )?({_EN_DEAD})( [\\w.-]{{1,16}}){{0,2}} ({_EN_THINGS})",
        f"({_EN_DETERMINERS}) (now |long |already )?({_EN_DEAD})( {_EN_WORD}){{1,2}}(?=\\s?\\()",
        "in place of the (old|former)",
    ),
    past_after=(
        (
            f"\\W{{0,3}}((files?|scripts?|modules?|class|function) )?(\\([^()]{{1,40}}\\) ?)?"
            f"(({_EN_BE}) ){{0,4}}({_EN_REMOVED})\\b(?! (the|a|an|all|any|its|their|one"
            f"|two|three|several|some|many|both|this|that|{_EN_ODD}) | ?{chr(0)}"
            f"| (({_EN_STALE}) ){{0,2}}({_EN_PARTS})\\b)"
        ),
        (
            f"\\W{{1,4}}(cleaned up|clean(ed)? out|merged (into|with)|folded into|superseded by|replaced (by|with))"
            f"\\b(?! (({_EN_STALE}) ){{0,2}}({_EN_PARTS})\\b)"
        ),
        (
            f"(is|are)( now| already| also| both| all| fully| completely| entirely){{0,2}}"
            f" ({_EN_REMOVED})\\b(?! (by|from|during|on|with|for|via|the|{_EN_ODD})\\b)"
        ),
        (
            "\\W{0,4}(no longer|does not any more) (exists?|used|needed|required|present|available"
            "|supported|in use|part of|lives?|there|necessary|applies|imported|called|referenced"
            "|defined|calls?|shipped|maintained)"
        ),
        (
            "(is|are|was|were) (now )?(no longer|not) (present|available|supported|needed"
            "|required|used|in use|there|in the (repo|tree|codebase)|part of|necessary|shipped"
            "|defined) any ?more"
        ),
        "(is|are|was|were) no longer",
        "(is|are|was|were|has|have)( now| long| since| already)? gone(?! through)",
        "\\W{0,3}gone\\b",
        (f"(({_EN_BE}) ){{0,3}}(replaced|superseded|supplanted|obsoleted|subsumed|absorbed) (by|with|in favou?r)"),
        (
            f"(({_EN_BE}) ){{0,3}}(renamed|consolidated|merged|folded|rolled|split|rewritten"
            f"|turned|inlined|collapsed|converted) (to|into|as|onto|across)(?! (the )?(cli|user"
            f"|client|production|server|disk|main|master|develop))"
        ),
        f"(({_EN_BE}) ){{0,3}}(merged|consolidated|combined|unified) with",
        "(became|becomes|turned into)",
        f"(({_EN_BE}) ){{1,3}}(replaced|renamed|inlined|superseded|reverted|undone|unshipped)\\b",
        "(was|were) (previously|formerly|originally)\\b",
        "used to",
        "(does not|doesn't|do not|don't|didn't|did not) exist any ?more",
        "(existed|lived) (until|before|previously)",
        (
            "(existed|(was|were) (duplicated|copied|repeated|scattered|spread)) (in|across|over)"
            " (two|three|four|five|several|many|multiple|both|\\d{1,2})( \\w{2,14}){0,2}"
        ),
        "\\W{0,3}(retired|obsolete|defunct|removed in|deleted in|dropped in)\\b",
    ),
    moved_after=(
        (
            f"(({_EN_BE}) ){{0,3}}(relocated|moved|migrated|extracted|ported|refactored"
            f"|flattened) (to|into|under|out|onto|across|from|up)\\b(?! (the )?(cli|user|client"
            f"|production|server|disk|main|master))"
        ),
    ),
    aside_before=("(was|were|ex|née|prev|previously|old|formerly)( in| at)?",),
    once_before=(
        (
            "(previously|formerly)( \\w{1,12}){0,2} (was|were|contain(ed)?|held|had|included?|lived?|resided?"
            "|housed?|exported"
            "|defined|provided|used|called|imported|depended on|consisted of|sat|kept|stored|served|implemented)"
        ),
        (
            "(contained|held|had|included|lived|resided|housed|exported|defined|provided|used|kept|stored)"
            " (previously|formerly)"
        ),
        (
            "(?<!is\\s)(?<!are\\s)(?<!be\\s)(?<!was\\s)(?<!were\\s)(?<!been\\s)(?<!being\\s)used to"
            "( also)? (contain|live|reside|sit|exist|have|depend on|consist of|house|import)"
        ),
    ),
    those=(
        (
            f"(these|those|all (of )?(these|those)|the|both|all|both of (these|those)|each of (these|those))"
            f"( (two|three|four|five|old|legacy|\\d{{1,3}})){{0,2}}( of (these|them|those))?( ({_EN_THINGS}))?"
        ),
        "(they|everything above|all of (them|the above)|none of (them|these))( all| both)?",
    ),
    that_one=(
        "(it|this|that|this one)",
        f"(this|that|the)( old| legacy)? ({_EN_THINGS})",
    ),
    negated_before=(
        (
            "(do not|don't|dont|never|must not|mustn't|should not|shouldn't|cannot|can't|may not"
            "|not to|won't|will not)( ever| directly| try to| attempt to)?( \\w{2,12} (or|and))?"
            " (use|using|create|add|introduce|reintroduce|re-introduce|re-add|restore|revive"
            "|resurrect|recreate|re-create|bring back|rely on|depend on|install|run|adopt|look"
            " for|expect|invent|write|go back to|revert to|reach for|reference)"
        ),
        (
            "(never|avoid|avoids|avoiding)( (duplicate|copy|put|place|move|store|save|create|add|duplicat(e|ing|ion))"
            " (to|in|into|under|at|of))?( use of| using| adding| creating| introducing| relying"
            " on| the use of| running)?"
        ),
        (
            "(do not|don't|never|must not|should not|avoid) (ever )?(create|creating|add|adding|put"
            "|putting|place|placing|write|writing|store|storing|commit"
            "|committing)( [\\w-]{2,16}){1,3} (in|into|to|under|inside|at)"
        ),
        (
            "(instead of|rather than|in place of|as opposed to|in lieu of|as a substitute for)("
            " using| calling| running| importing| adding| creating| passing| raw)?"
        ),
        (
            f"(prefer|prefers|preferred|favou?r|use|choose|pick)( \\w{{1,12}}){{0,3}} {chr(0)}+("
            f" \\w{{1,12}}){{0,3}} over"
        ),
        "(not|nor|neither)( via| in| from| with| through| using| as| to| by| under| at)?",
        ("(there is|there's|there are|there was|has|have|with|contains|exposes|currently|currently has) no( such)?"),
        "(no|without)( such| more| need for| use of| usage of| duplication (to|of|in)| copies in)?( using)?",
        (
            "(cannot|can't|could not|couldn't|failed to|unable to) (read|open|find|load|resolve|locate|stat|import"
            "|access|execute|parse)( \\w{1,12}){0,3}"
        ),
        "(lacks|lacking|missing|lack)( a| an| the)?",
        (
            "(does not|doesn't|do not|don't|did not|didn't|isn't|is not|aren't|are not|not|never"
            "|cannot|can't) (use|uses|have|include|contain|provide|support|exist in|exist at|live"
            " in|exist|using|in|part of)( any)?"
        ),
    ),
    negated_after=(
        (
            "(is|are|was|were|remains?|remain) (strictly )?(forbidden|prohibited|banned"
            "|disallowed|not allowed|not permitted|nonexistent|non-existent|absent|missing|never"
            " used|imaginary|fictional)"
        ),
        (
            "(must|should|may|can|shall|do|does|did)(n't| not|not| never) (ever )?be (used"
            "|created|added|introduced|imported|relied on|reintroduced|restored)"
        ),
        "(does not|doesn't|do not|don't|did not|didn't|never|do NOT) (actually )?exist(ed|s)?(?! yet)",
        (
            "(is|are|was|were)(n't| not|not) (a thing|present|there|found|in (this|the) (repo"
            "|repository|tree|codebase)|available|part of|in the repo|provided|shipped|supported"
            "|defined|tracked here|real)"
        ),
        (
            "\\W{0,3}((is|are|stays?|remains?|kept)( all| also| both| intentionally| deliberately)? )?"
            "(git-?ignored|ignored by git|not (git-)?(tracked|committed|checked in|versioned)"
            "( (in|by|to|into) git)?)\\b"
        ),
        "not found",
        "\\W{0,3}(forbidden|prohibited|banned|not allowed|wrong|bad|never|missing|does not exist|nonexistent)(?! ?\\w)",
    ),
    planned_before=(
        "(todo|fixme|to-?do)\\W{0,3}(to )?(create|add|write|implement|introduce|build|extract|make)",
        (
            "(will|shall|would|going to|plan to|plans to|planned to|planning to|want to|intend to"
            "|to be|about to|needs? to|later) (then |also |eventually |soon |be )?(be )?(add"
            "|added|create|created|introduce|introduced|implement|implemented|write|built|build"
            "|extract|ship|generate|move to|be moved to|live in|become)( a| an| to)?"
        ),
        "(planned|proposed|upcoming|future|hypothetical|not-yet-created|yet-to-be-created|prospective)",
        "(proposal|plan|plans|idea) (to add|to create|to introduce)",
        "(not yet|haven't|hasn't|have not|has not) (created|added|implemented|written|built|introduced)",
    ),
    planned_after=(
        (
            "\\W{0,3}(to be|will be|shall be|should be|would be|needs? to be|must be|could be|yet"
            " to be|is to be|are to be|has yet to be|going to be) (then |eventually |later"
            " )?(created|added|introduced|implemented|written|built|extracted|provided|defined)"
        ),
        (
            "\\W{0,3}(planned|proposed|tbd|tba|future|not yet|coming soon|upcoming|to be created"
            "|to be added|todo|to do|wip|not implemented|unimplemented|not started|pending|does"
            " not exist yet|doesn't exist yet|to create|to add|hypothetical)\\b"
        ),
        (
            "(is|are|was|were)( still| only| currently)? (planned|proposed|not yet|unimplemented"
            "|a proposal|a todo|hypothetical|yet to be|not implemented|on the roadmap|future"
            " work)"
        ),
        "(does not|doesn't|do not|don't|did not|didn't) (yet exist|exist yet|exist at the time)",
        "(has not|hasn't|have not|haven't) been (created|added|implemented|written|built|introduced)",
        "(will|would) (then |eventually |later )?(exist|live|become|replace|be placed)",
    ),
    created_first=(
        (
            "(create|add|write|introduce|scaffold|make|new|draft)( a| an| the| new)?( new)?( file"
            "| module| folder| directory| script)?( at| in| under| named| called)?:?"
        ),
    ),
    removed_first=(
        ("(remove|delete|drop|rename|replace|retire|eliminate|rip out|purge|get rid of|migrate from|move)"),
    ),
    example_before=(
        (
            "(examples? \\(|e\\.? ?g\\.?|i\\.e\\. something like|for (example|instance)|ex\\.|examples?( of"
            " [\\w -]{1,30})?(( include| are| is|s include)|\\W{0,2}:)|such as|hypothetically"
            "|something like|anything like)\\W{0,3}"
        ),
        "(e\\.? ?g\\.?|for (example|instance)|such as)[^().;\\n]{1,70}:",
        ("conventions?( for [\\w ]{1,20}?)?[,:]?( like| such as| \\()\\W{0,2}"),
        "(output|report|destination|export)( \\w{1,12}){0,4} \\(defaults?( to)?\\W{0,3}",
        (
            "(descriptive|meaningful|clear|explicit|expressive|self-explanatory|intention-revealing)"
            "( (and|variable|function|class|method|file|attribute|parameter|clear|consistent)){0,3} names?[,:]?"
        ),
        (
            "(looks?|named|called|names|naming|patterns?|style|format|form|in the form|of the"
            " form) (like|as in|such as|similar to)"
        ),
        "(are|be) named as",
    ),
    example_after=("\\W{0,3}(for example|for instance|as an example|\\(example\\)|example only)\\b",),
    elsewhere_before=(
        "(upstream|upstream's|third-party)( repo| repository| project)?('s)?",
        (
            "(sister|sibling|separate|external|other|another|different|parent|companion|private"
            "|sibling's) (repo|repository|project|codebase|workspace)('s)?:?"
        ),
        (
            f"(from|in|of) (the )?({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository"
            f"|codebase|project)('s)?:?( at| in| under)?"
        ),
    ),
    elsewhere_after=(
        (
            "\\W{0,2}(in|from|of|at|inside|lives in|is in|are in|belongs to|comes from|provided"
            " by|maintained in)( the| an| a| its| your| their)?( own)? (upstream|sister|sibling"
            "|separate|external|other|another|different|companion|private|parent)("
            " \\w{1,20}){0,1} (repo|repository|project|codebase)"
        ),
        (
            f"\\W{{0,2}}(in|from|of|inside|lives in|is in|are in|belongs to)( the)? (?!this |the "
            f"|our |same |current |main |root |whole |entire |local |parent |project |test |every"
            f" |each |any )({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository"
            f"|codebase)\\b"
        ),
        "\\W{0,2}(upstream|external repo|other repo|separate repo|sibling repo|in upstream|from upstream)\\b",
    ),
    conditional=(
        (
            "(if|when|whenever|once|unless|in case|until|assuming|whether|before|after|where"
            "|should|while|as long as)( \\w{1,12}){0,2}"
        ),
    ),
    from_cues=(
        "renamed",
        "moved",
        "migrated",
        "relocated",
        "switched",
        "changed",
        "rename",
        "move",
        "migration",
        "migrate",
        "transition(ed)?",
        "converted",
        "ported",
        "refactored",
        "upgraded",
        "replaced",
    ),
    from_words=("from",),
    past_labels=(
        (
            f"((the |all |which |what |these |those )?(({_EN_STALE}) )?({_EN_THINGS}) )?((that|which) )?((we|was|were"
            f"|have been|has been|got|are) )?((now|already|recently|to be|being|previously) )?(removed|deleted|dropped"
            f"|retired|gone|cleaned[ -]?up|obsolete|obsoleted|discontinued|decommissioned|purged|eliminated|no longer"
            f" exists?|moved away)(/(removed|deleted|dropped|retired|moved|merged|replaced|renamed|archived))?"
            f"( or (removed|deleted|dropped|retired))?( (({_EN_STALE}|core|main|source|test|backup|doc) ){{0,2}}"
            f"({_EN_THINGS}))?( (entirely|completely|today))?( and (\\w{{1,12}} )?({_EN_THINGS}))?"
            f"( (in|from|on|by|since|at|as of|during|after|with|for) .{{1,40}})?"
        ),
        f"(removals?|deletions?)( of)?( ({_EN_STALE})){{0,2}}( ({_EN_THINGS}))?",
        (
            f"({_EN_REMOVED}) (all |the )?(\\d{{1,4}}|{_EN_DETERMINERS})"
            f"( (?!of\\b|from\\b|in\\b)[\\w./{chr(0)}-]{{1,40}}){{0,4}} ({_EN_THINGS})"
        ),
        f"(clean[- ]?up|removal|deletion) of( ({_EN_STALE})){{0,2}} ({_EN_THINGS})",
        f"(({_EN_STALE}) )?({_EN_THINGS}) (cleanup list|to (be )?(remove|delete|drop|clean up|retire)d?"
        f"|no longer \\w{{2,10}})",
        ("nothing here any ?more"),
        (
            "(before|old|previous|previously|formerly|was|old (path|name|location|structure"
            "|layout|api|code|file|way|architecture|approach|implementation|pattern|version|value"
            "|symbol|import|system|format|design|flow|behaviou?r)s?|(before|old|previous)"
            " \\(.{1,40}\\)|previous (path|name|location|structure|layout|implementation|approach"
            "|architecture|state|version)|original (path|name|location)|former (path|name"
            "|location)|before (migration|refactoring|the refactor|refactor|change|the change|fix"
            "|the fix)|legacy (path|name|location))"
        ),
        "deprecated (files?|modules?|components?|code|scripts?|paths?|and removed.{0,20})",
        "(what was|what we|files|things) (removed|deleted|dropped)",
        "(removed|deleted)/.{1,30}",
    ),
    negated_labels=(
        (
            "(❌ ?)?(bad|wrong|don'?t|do not( use)?|never( use)?|avoid|incorrect|anti-?patterns?("
            " to avoid)?|forbidden|prohibited|not allowed|not used|not included|bad examples?"
            "|wrong way|incorrect usage)"
        ),
    ),
    planned_labels=(
        f"proposed( (?!by\\b|in\\b|on\\b)[\\w/{chr(0)}-]{{2,24}}){{1,4}}",
        (
            "(planned|proposed|missing|to be created|to be added|to create|new files( to create)?|files"
            " to (create|add|be created)|not yet (implemented|created|built)|future (files"
            "|structure|layout)|planned (files|structure|layout|architecture|additions)|(proposed"
            "|target|desired) (files|structure|layout|architecture|api|design)|create|(new"
            " )?files? created?)"
        ),
    ),
    example_labels=(
        (
            "((recent|real|real[- ]world|concrete|past) )?(naming )?"
            "(examples?( files? (in|inside|from|under|of) .{1,30})?"
            "|example (names|naming|usage|output|file|note|entry|layout|response)"
            "|sample( output)?|for example|illustrative( example)?|hypothetical( example)?"
            "|((file|code|variable|component|function|test|branch) )?naming (conventions?|patterns?|rules?|standards?))"
        ),
        "((type|class|file|name) )?(suffix(es)?|prefix(es)?|postfix(es)?)",
        "(recommended|suggested|ideal) (directory |project |folder |file )?(structure|layout|organi[sz]ation)",
        "(directory |project |folder |file )?(structure|layout|organi[sz]ation) \\((recommended|suggested|ideal)\\)?",
    ),
    elsewhere_labels=(
        (
            "(upstream|(sibling|sister|other|external|related|companion|separate) (repos?"
            "|repositor(y|ies)|projects?|codebases?))( .{0,30})?"
        ),
    ),
    source_labels=(
        "(additional |supporting |further |direct |primary |original )?evidence( from .{1,30}| of .{1,30})?",
        "provenance",
        "citations?",
        "(derived|extracted|distilled|learned|learnt|adapted|discovered|observed|first (seen|observed)) (from|in|on)",
        "(source|original|related|originating) (sessions?|conversations?|retrospectives?|retros?)",
        "sessions? (logs?|notes?|summary|summaries|files?|transcripts?|references?|validation|context)",
        "(all |key |main |the )?files? (analy[sz]ed|reviewed|examined|inspected|consulted|studied|touched)",
        "(all |key |main |the |source )?files? (successfully )?(modified|changed|updated|edited|fixed|refactored)",
        "(analy[sz]ed|reviewed|examined|modified|changed|updated|touched|fixed) files",
        "(changes|fixes|modifications|edits) (made|applied|done)",
        "real[- ]world (incident|case)",
    ),
    source_words=("sessions?", "sources?", "references?", "based on", "origin", "verified", "validated( in| by)?"),
)
