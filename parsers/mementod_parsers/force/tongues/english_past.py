"""How English says that a thing is gone, was moved, or was once there. Data only; see words.py."""

from __future__ import annotations

REMOVED = (
    "removed|deleted|expunged|dropped|eliminated|purged|retired|decommissioned|scrapped|ripped out|excised|unshipped"
)
ODD = "when|if|by default|automatically|on exit|on every|before|after each|every|at runtime|upon|whenever|unless|until"
STALE = (
    "unused|dead|stale|old|legacy|duplicated?|obsolete|redundant|outdated|deprecated|temporary|hard-?coded"
    "|unnecessary|empty|orphaned|broken|superfluous"
)
# What is removed from a file, so that "`a.py` - removed unused imports" says nothing of `a.py`.
PARTS = (
    "imports?|references?|usages?|uses|code|lines?|logic|methods?|functions?|fields?|calls?|props?|param(eter)?s?"
    "|comments?|checks?|sections?|entry|entries|rows?|columns?|support|handling|dependency|dependencies|variables?"
    "|constants?|styles?|duplicates|duplication|exports?|attributes?|buttons?|links?|branches|cases?|values?"
)
# What may stand under a heading of removals.
THINGS = (
    "files?|documents?|docs|documentation|code|features?|components?|modules?|class(es)?|functions?|symbols?"
    "|director(y|ies)|folders?|scripts?|paths?|apis?|endpoints?|tests?|dependenc(y|ies)|items?|packages?|fields?"
    "|columns?|tables?|options?|flags?|methods?|services?|artifacts?|assets?|helpers?|hooks?|routes?|pages?|views?"
    "|types?|notes?|plans?|guides?|reports?|workflows?|commands?|systems?|projects?|configs?|configurations?"
    "|variables?|utilit(y|ies)|implementations?|trackers?|prompts?|rules?|agents?|skills?|templates?|snapshots?"
    "|widgets?|screens?|controllers?|models?|stuff|things"
)
DETERMINERS = "the|this|that|these|those|two|three|four|five|six|several|both|all|our|its|some|many|a|an"
DEAD = (
    "deleted|removed|retired|obsolete|defunct|former|abandoned|discarded|decommissioned|scrapped|vanished"
    "|now-deleted|now-removed|since-deleted|since-removed|long-gone|no-longer-existing"
)
WORD = (
    "(?!(in|from|by|to|of|with|for|and|or|via|using|when|on|at|as|that|which|is|are|was|were|rows?|records?|items?"
    "|users?|entry|entries|messages?|events?|elements?|data|lines?|posts?|accounts?|objects?|state|status|flag)\\b)"
    "[\\w-]{2,18}"
)
BE = (
    "was|were|has been|have been|had been|got|been|got been|now|already|since|all|both"
    "|(has|have|had) (since|now|also|all|both|already|recently|long) been|later|then|recently|fully|completely"
    "|entirely|also|subsequently|just|finally|itself"
)

PAST_BEFORE = (
    f"({REMOVED})",
    "(removes|deletes|drops|eliminates|retires)(?= )",
    "(removal|deletion) of",
    "(replaced|superseded|supplanted|renamed|retiring|removing|deleting|dropping|eliminating)",
    "(replaces|supersedes|supplants)",
    "(replaces|replaced|supersedes) the (earlier|former|previous|old|prior|original)( [\\w-]{2,16}){1,3} of",
    "replacement (for|of)",
    "(formerly|previously)( (known as|called|named|at|in|in the|located (at|in)|a|an|as"
    "|(linked|pointed|referred) to|(documented|described|referenced) (in|at|by)))?",
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
    "(was|were|been|(detected|discovered|reproduced|found) and) (fixed|resolved|corrected) in",
    "commented out(( [\\w-]{2,16}){1,2} (like|such as))?",
    ("(moved|migrated|switched|transitioned|converted|moving|migrating|switching) (away |off )?(from|off|out of)"),
    (
        "(merged|split|split (off|out)|extracted|ported|factored out|carved out|spun (off|out)|consolidated|folded"
        "|combined) (out |off |over )?(from|of)"
    ),
    f"({DETERMINERS}) (now |long |already )?({DEAD})( [\\w.-]{{1,16}}){{0,2}} ({THINGS})",
    f"({DETERMINERS}) (now |long |already )?({DEAD})( {WORD}){{1,2}}(?=\\s?\\()",
    "in place of the (old|former)",
)
PAST_AFTER = (
    (
        f"\\W{{0,3}}((files?|scripts?|modules?|class|function) )?(\\([^()]{{1,40}}\\) ?)?"
        f"(({BE}) ){{0,4}}({REMOVED})\\b(?! (the|a|an|all|any|its|their|one"
        f"|two|three|several|some|many|both|this|that|{ODD}) | ?{chr(0)}"
        f"| (({STALE}) ){{0,2}}({PARTS})\\b)"
    ),
    (
        f"\\W{{1,4}}(cleaned up|clean(ed)? out|merged (into|with)|folded into|superseded by|replaced (by|with))"
        f"\\b(?! (({STALE}) ){{0,2}}({PARTS})\\b)"
    ),
    (
        f"(is|are)( now| already| also| both| all| fully| completely| entirely){{0,2}}"
        f" ({REMOVED})\\b(?! (by|from|during|on|with|for|via|the|{ODD})\\b)"
    ),
    (
        "\\W{0,4}((these|those|they|both|all)( all| both)? )?"
        "(no longer|does not any more) (exists?|used|needed|required|present|available"
        "|supported|in use|part of|lives?|there|necessary|applies|imported|called|referenced"
        "|defined|calls?|shipped|maintained)"
    ),
    (
        "(is|are|was|were) (now )?(no longer|not) (present|available|supported|needed"
        "|required|used|in use|there|in the (repo|tree|codebase)|part of|necessary|shipped"
        "|defined) any ?more"
    ),
    "(is|are|was|were) no longer",
    f"((is|are) (\\w{{2,12}} ){{1,3}}and )?(must|should|shall|has to|have to) (stay|remain) ({REMOVED}|gone)",
    "(is|are|was|were|has|have)( now| long| since| already)? gone(?! through)",
    "\\W{0,3}gone\\b",
    (f"(({BE}) ){{0,3}}(replaced|superseded|supplanted|obsoleted|subsumed|absorbed) (by|with|in favou?r)"),
    (
        f"(({BE}) ){{0,3}}(renamed|consolidated|merged|folded|rolled|split|rewritten"
        f"|turned|inlined|collapsed|converted) (to|into|as|onto|across)(?! (the )?(cli|user"
        f"|client|production|server|disk|main|master|develop))"
    ),
    f"(({BE}) ){{0,3}}(merged|consolidated|combined|unified) with",
    "(became|becomes|turned into)",
    "(is|are|stays?|remains?)( kept| only| just){0,2}( as)? an? (read|legacy|read-only|compatibility) fallback",
    f"(({BE}) ){{1,3}}(replaced|renamed|inlined|superseded|reverted|undone|unshipped)\\b",
    "(was|were) (previously|formerly|originally)\\b",
    "(was|were) (the|our|my|an?) (old|former|previous|earlier|original) (advice|rule|way|guidance|convention|approach)",
    "used to",
    "(does not|doesn't|do not|don't|didn't|did not) exist any ?more",
    "(existed|lived) (until|before|previously)",
    "(was|were|had been|got) (pasted|copy-pasted|duplicated) (in|into|across|over)",
    (
        "(existed|(was|were) (duplicated|copied|repeated|scattered|spread)) (in|across|over)"
        " (two|three|four|five|several|many|multiple|both|\\d{1,2})( \\w{2,14}){0,2}"
    ),
    "\\W{0,3}(retired|obsolete|defunct|removed in|deleted in|dropped in)\\b",
)
MOVED_AFTER = (
    (
        f"(({BE}) ){{0,3}}(relocated|moved|migrated|extracted|ported|refactored"
        f"|flattened) (to|into|under|out|onto|across|from|up)\\b(?! (the )?(cli|user|client"
        f"|production|server|disk|main|master))"
    ),
)
ASIDE_BEFORE = ("(was|were|ex|née|prev|previously|old|formerly)( in| at)?",)
ONCE_BEFORE = (
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
)
THOSE = (
    (
        f"(these|those|all (of )?(these|those)|the|both|all|both of (these|those)|each of (these|those))"
        f"( (two|three|four|five|old|legacy|\\d{{1,3}})){{0,2}}( of (these|them|those))?( ({THINGS}))?"
    ),
    "(they|everything above|all of (them|the above)|none of (them|these))( all| both)?",
)
THAT_ONE = (
    "(it|this|that|this one)",
    f"(this|that|the)( old| legacy)? ({THINGS})",
)
PAST_LABELS = (
    (
        f"((the |all |which |what |these |those )?(({STALE}) )?({THINGS}) )?((that|which) )?((we|was|were"
        f"|have been|has been|got|are) )?((now|already|recently|to be|being|previously) )?(removed|deleted|dropped"
        f"|retired|gone|cleaned[ -]?up|obsolete|obsoleted|discontinued|decommissioned|purged|eliminated|no longer"
        f" exists?|moved away)(/(removed|deleted|dropped|retired|moved|merged|replaced|renamed|archived))?"
        f"( or (removed|deleted|dropped|retired))?( (({STALE}|core|main|source|test|backup|doc) ){{0,2}}"
        f"({THINGS}))?( (entirely|completely|today))?( and (\\w{{1,12}} )?({THINGS}))?"
        f"( (in|from|on|by|since|at|as of|during|after|with|for) .{{1,40}})?"
    ),
    f"(removals?|deletions?)( of)?( ({STALE})){{0,2}}( ({THINGS}))?",
    (
        f"({REMOVED}) (all |the )?(\\d{{1,4}}|{DETERMINERS})"
        f"( (?!of\\b|from\\b|in\\b)[\\w./{chr(0)}-]{{1,40}}){{0,4}} ({THINGS})"
    ),
    f"(clean[- ]?up|removal|deletion) of( ({STALE})){{0,2}} ({THINGS})",
    f"(({STALE}) )?({THINGS}) (cleanup list|to (be )?(remove|delete|drop|clean up|retire)d?|no longer \\w{{2,10}})",
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
)
