"""The words by which English obliges and stresses. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import cue
from mementod_parsers.binding.english_parts import (
    AT,
    CONSENT,
    HEAD,
    LABEL,
    MOMENT,
    NEXT,
    ORDER,
    SMALL,
    STEP,
    STRICT,
    TOLD,
    VERB,
    WHOSE,
    WORK,
)

_MOMENTS = (
    r"(?:(?:sub-?)?task|session|commit|change|edit|turn|response|conversation|pr|pull request|push|user request"
    r"|feature|release|merge|deploy|deployment|new \w+)s?"
)
# What is written for code, so that "X required" is a rule and not what a machine needs.
_WRITTEN = (
    r"(?:type (?:hints?|annotations?)|return types?|types?|annotations?|tests?|docstrings?|jsdoc|javadoc|comments?"
    r"|documentation|docs|coverage|changelog|headers?|reviews?|identifiers?|labels?|compliance|validation"
    r"|error handling|semicolons?|version bumps?|sign-?offs?|braces|(?:commits\x00?|commit|message)\W{0,30}format"
    r"|newlines?|changesets?|indentation|formatting|linting|consent)"
)

_STOPS = (
    r"(?:ask|stop(?! (?:it|the \w+(?: \w+)?) (?:first|or|and)\b)|halt|pause|wait|abort|decline|refuse|escalate"
    r"|do nothing|confirm with (?:the |your )?(?:user|human|maintainers?|me|us|team|owner))"
)
# What changes besides the code that was asked for.
_CHANGES = r"(?:\b(?:changes?\b[^,:;→]{0,60}|(?:is|are) (?:added|changed|modified|removed|renamed|updated)))"

OBLIGES = cue(
    r"\bmust\b(?! ~)|\bshall\b|\bshould always\b",
    rf"{AT}(?:(?:please )?always\b(?! (?:is|are|was|be|true|false|on|in|at|for|the|has|visible|available"
    r"|present|enabled|active|~|[a-z]+(?<!s)s|[a-z]+ed)\b)(?! ~| \x00\W{0,3}$)"
    r"|(?<!\bi )(?:first,? )?(?:ensure|make sure|be sure|make certain|remember to|don'?t forget|do not forget"
    rf"|never forget)\b|ask (?:first|before|for (?:\w+ ){{0,2}}{CONSENT}|(?:the )?(?:user|human|maintainer)s?|me|us)\b"
    rf"|(?:{VERB}) always\b|(?:{VERB}) .{{0,120}}?\bbefore (?:every |each |any )?(?:commit|push|merg|submit)\w*\b)"
    rf"|\bfirst and (?:ask|wait)\b",
    rf"{ORDER}.{{2,100}} always\W{{0,3}}$|{ORDER}.{{0,120}}\bexclusively\b",
    r"^[^:\x00]{1,40}: always (?:in|with|via|as|from|under|by|through|inside|at the) (?!least)\w"
    r"|\balways requires? [^.;]{0,40}(?:approval|permission|consent|confirmation|authori[sz]ation|review)\b",
    r"[\w\x00)] (?-i:Always)\b(?! (?:[a-z]+(?<!s)s|[a-z]+ed|[a-z]+ing)\b)",
    r"\b(?:you|agents?|claude|we) (?:will|are to) (?:always|never)\b",
    r"(?-i:\bALWAYS\b)(?! (?:is|are|[a-z]+ed)\b)",
    r"\b(?:is|are|be) (?:mandatory|compulsory|non-?negotiable|imperative|obligatory)\b"
    r"|^mandatory(?:(?: [\w-]+){0,3} ?[:|] ?\S| ?[—–-]|\W{0,3}$)"
    r"|\bmandatory (?:before|for|on|in) "
    r"|\bmandatory(?:[,;]|\W{0,3}$)",
    r"\b(?:names?|keys|files|titles|ids|messages|commits|branches|imports|tests|fields|columns|components"
    r"|functions|suites"
    r"|headers|constants|types|comments|paths|slugs|identifiers|docs)\b(?: in \w+)? (?:are always (?!true"
    r"|available|present)|always (?:follow|start|end|go|live|come|begin|match)\b)",
    r"^[^:\x00]{1,40}: [^.;:]{2,60} always(?: \([^()]*\))?\W{0,3}$",
    r"\b(?:you|humans?|authors?|contributors?|agents?|maintainers?|reviewers?|submitters?)\b.{0,20}"
    r"\b(?:is|are) responsible for \w+ing\b",
    rf"^(?!(?:this|that|it|these)\b)[^.;:(]{{2,80}}\brequires? (?:[\w\x00-]+ ){{0,4}}{_WRITTEN}(?! guard)\b",
    r"\b(?:changes?|modifications?|edits?|updates?|additions?|deletions?|renames|removals?) "
    r"(?<!these changes )(?<!this change )(?<!if changes )(?<!when changes )"
    r"(?:(?:to|in|of) [^.;:,]{2,50} )?(?:always |also )?(?<!may )(?<!might )requires? "
    r"(?!no\b|only\b)(?:[\w\x00/&-]+ ){0,5}(?:(?:code )?generat(?:ion|ing)|re-?generat\w+|codegen|migrations?"
    r"|reviews?|approval|updat\w+|bump\w*|semver\S*|tests?|changelog|documentation|docs|sign-?off|discussion|adrs?"
    r"|rfcs?|justification|evidence)\b",
    r"\brequired (?:for|on|in|across|before|after|with|by) (?:all|every|each|any|both|new)\b",
    rf"\b{_WRITTEN}\W{{1,4}}(?:(?:is|are) )?(?:always )?required\b",
    rf"{ORDER}.{{0,120}}?(?-i:\bBEFORE\b|\bAFTER\b|\bFIRST\b)",
    # what stops the work
    rf"{LABEL}(?:when|if) [^:;]{{3,120}}?, (?:(?:please|you|always|first|immediately|then) ){{0,2}}"
    rf"{_STOPS}\b",
    rf"^(?:when|if) [^:;,]{{3,90}}: (?:(?:always|first|immediately) )?{_STOPS}\b",
    rf"{HEAD}{_STOPS}\b[^;:]{{0,100}}?\b(?:if|when|whenever)\b",
    r"(?:\b(?:all|every|each|any|new)\b(?:(?! (?:unless|if|that|which|who|when)\b)[^,;]){2,60}|^any\b[^;]{2,120})"
    r"\b(?:(?:needs?|has|have) to|needs? (?:an?|both|at least))\b",
    r"(?:^|[,;:.!(—–]\s?|\b(?:and|then|so|but|that|if) )you (?:have|need) to\b(?! (?:install|have|be|know|set"
    r"|\w+ multiple))",
    r"\b(?:it is|it's) (?:extremely|very|absolutely) important (?:to|that)\b(?! (?:note|know|understand|remember)\b)",
    r"\b(?:it is|it's) (?:critical|essential|imperative|vital|crucial|mandatory) (?:to|that)\b",
    r"^(?:you |agents? |claude )?strictly (?:follow|adhere|enforce|observe)|\b(?:follow|adhere to|obey)\b"
    r".{1,60}\b(?:strictly|exactly|without exception)\b",
    # an order tied to a moment of every work
    rf"{LABEL}(?:before|after|prior to|whenever|once|(?:on|for|with) (?:each|every|any|all)) {SMALL}(?:{WORK}|tasks?"
    rf"|work|work session|session)\b(?:[^,:()]|\([^()]{{0,80}}\)){{0,80}}[,:—] "
    rf"(?:(?:please|you|first|then|immediately|also) ){{0,2}}(?:{VERB})\b",
    rf"{LABEL}(?:before|after) {SMALL}(?:{WORK}|tasks?)(?: [\w/\x00]+){{0,4}} {NEXT}\b",
    rf"^(?:before|after|every|each) [^,:]{{2,60}}: (?:\w+ly )?(?:{VERB})\b",
    rf"^(?:before|after) {SMALL}(?:(?:{WORK})|[\w/-]+ changes)[^,:]{{0,40}}: \x00(?:,| and\b| \(|[.;]?$)",
    # what is not done before something holds
    r"\bnot (?:considered |yet )?(?:done|complete|completed|finished) (?:until|unless)\b",
    # what each piece of work needs
    r"^(?:[^:\x00]{1,40}: )?(?:adding|changing|modifying|removing|renaming|editing|deleting|introducing) "
    r"[^.;:]{1,80}? requires? (?!no\b|only\b)(?:[\w-]+ ){0,3}(?:updat|add|re-?generat|rebuild|bump|migrat|review"
    r"|approval|tests?\b|request|entry|regist|doc|changeset|schema version|justif)\w*",
    r"^(?:[^:\x00]{1,40}: )?(?:(?:all|every|each|any|new) )?(?:[\w-]+ )?(?:prs?|pull requests?|commits|features?"
    r"|integrations?|contributions?|deviations?|exceptions?|dependenc(?:y|ies)|packages|endpoints?)\b[^.;,:]{0,30} "
    r"requires? (?:passing|explicit|genuine|prior|discussion|an? (?:review|adr|issue|test|approval|justification"
    r"|changeset)|updating|approval|reviews?|tests?|ci\b|documentation|justification)\b",
    r"^(?:[^:\x00]{1,40}: )?(?:all|every|each|any|new|public|behaviou?r(?:al)?|breaking) (?:[\w\x00/-]+ ){1,4}needs? "
    r"(?:[\w-]+ ){0,3}(?:tests?|coverage|docs|documentation|docstrings?|rustdoc|changesets?|adrs?|reviews?|approval"
    r"|justification|comments?)\b",
    rf"[—–;] read (?:it|this|that|them) before {SMALL}{WORK}",
    # what must not drift apart
    rf"{HEAD}(?:always )?keep (?:[^;:.]{{2,80}}, [^;:.]{{2,80}}|[^;:.,]{{2,80}} and [^;:.,]{{1,60}}) in "
    rf"(?:sync|lockstep|step)\b|{HEAD}(?:always )?keep [^;:.]{{2,100}}? (?:in (?:sync|lockstep|step)|synchroni[sz]ed) "
    rf"with\b",
    rf"[:;.(—–] (?:before|after|prior to) {SMALL}(?:{WORK})\b[^:;.()]{{0,100}}?[,:—] (?:\w+ly )?(?:{VERB})\b",
    rf"{ORDER}.{{0,200}}, always \w+ing\b",
    rf"{LABEL}(?:after|once) [^,:]{{2,60}} (?:is|are) (?:done|completed?|finished|merged|implemented), (?:{VERB})\b",
    rf"{LABEL}(?:(?:immediately|right|just|directly) )?(?:before|prior to) [^,:]{{3,100}}, (?:(?:please|you"
    rf"|first|then|also|always"
    rf"|\w+ly) ){{0,2}}(?:{VERB})\b",
    rf"{LABEL}(?:on|after|upon) [^:;.]{{2,80}}? (?:changes?|edits?|modifications?|completion|implementation|refactors?"
    rf"|refactorings?|merges?|release|deployment|deploys?|migrations?|updates?|upgrades?|commits?|pushes|fix(?:es)?)"
    rf"(?: [^,:;.]{{2,60}})?[,:—–] (?:{NEXT}|{VERB})\b",
    rf"{LABEL}(?:when|if) [^:;]{{3,100}}? {_CHANGES}(?:,| ?(?:->|→|=>)) (?:{STEP}|run\b(?! ?:))",
    rf"^[^:;.→]{{3,60}} changes? ?(?:->|→|=>) {STEP}",
    r"\brun [^.;()]{2,60}\b(?:if|when) (?:[\w-]+ ){1,4}changes\b",
    rf"^for (?:any |all )?(?:[\w/-]+ ){{0,3}}changes(?: (?:to|in) [^:;]{{2,100}}?)?, {STEP}",
    r"(?<!should )\bopen an issue (?:first|before)\b|^without [^,:;]{1,60}, (?:stop|refuse|abort|halt|ask)\b",
    # "Update the docs for any new option"
    rf"{HEAD}(?:update|regenerate|sync|bump|document)\b[^;:.]{{2,100}}? for (?:(?:any|every|each) new\b|(?:any "
    rf"|all |every |each )?(?:[\w-]+ ){{1,3}}changes\b)",
    # a part of a session as the label
    rf"^(?:(?:at |on )?(?:the )?(?:start|beginning|end) of (?:an? |the |each |every )?session|session (?:start|end)"
    rf"|(?:at|on) session (?:start|end)) ?[:—–-] ?(?:{VERB})\b",
    r"^non-?negotiables? ?[:—–-] ?\w",
    rf"{LABEL}(?:before|after) {SMALL}{WORK}[^:;.]{{0,160}}?[,—–] (?:or |and )?(?:\w+ly |always "
    rf"|first )?(?:{VERB})\b(?! or\b)",
    rf"{STRICT}[^;]{{0,80}}?\bafter [^,;]{{2,40}} (?:changes?|edits|updates|modifications|refactors)\b",
    rf"{LABEL}(?:when|if) (?:{SMALL}{WORK}ing|(?:you|we) {WORK})\b(?:[^,:]{{0,80}}[,:—]|[^:;.]{{0,140}}?,) (?:{STEP}"
    rf"|also (?:{VERB})\b)",
    rf"{MOMENT}(?!add\b){STEP}",
    rf"{HEAD}{STEP}[^;:]{{0,100}}?\b(?:when|if) (?:{SMALL}(?:{WORK})ing|(?:you|we) {WORK})\b",
    rf"{HEAD}{STEP}[^;:]{{0,100}}?\b(?:when|if) [^;]{{2,100}}?\b(?:changes?|(?:is|are|was|were|been) (?:added"
    rf"|changed|modified|removed|renamed|updated|made|moved))\b",
    rf"{ORDER}.{{0,160}}?\b(?:whenever(?! possible| practical| feasible| appropriate)|every time|each time)\b",
    rf"{LABEL}(?:(?:every|each|any) ?time|(?:whenever|wherever)(?! possible| practical"
    rf"| feasible))\b[^,:]{{3,120}}[,:—] (?:(?:please|also|always"
    rf"|first|then|\w+ly) ){{0,2}}(?:{VERB})\b",
    rf"{LABEL}(?:every|each) ?time (?:you|we) [^,:]{{3,80}}? {NEXT}\b",
    rf"{LABEL}(?:for|after|before|on|at|in|with) (?:each|every|any) [^:;]{{3,120}}?[,:—–] (?:also |always |please "
    rf"|\w+ly )?(?!(?:calculate|compute|fetch|return|render|emit|insert|query|parse)\b)(?:{VERB})\b",
    rf"{LABEL}(?:when|if) (?:the user|a user|the human|i|we|you are|someone) ?"
    rf"(?:(?:gives?|asks?|asked|requests?|says?|wants?|reports?)\b[^,]{{0,60}}, {STEP}|gives? (?:you )?a task\b)",
    rf"{STRICT}.{{0,160}}?\bin the same (?:\w+ )?(?:commit|pr|pull request|change|patch|changeset|diff)\b",
    rf"{STRICT}.{{0,250}}?\b(?<!/)(?:before|after|prior to) "
    rf"(?:{SMALL}{WORK}\b|(?:any )?(?:non-trivial|major|significant|substantial)\b"
    r"|(?:any|every) (?:[\w/-]+ ){0,2}(?:operations?|deletions?|removals?|implementation)\b"
    r"|(?:any |every |each |all )?(?:[\w/-]+ ){1,3}(?:changes|edits|refactors|modifications)\b)",
    rf"{STRICT}.{{0,250}}?\bafter [^,;]{{2,60}}\b(?:is|are|has been|have been) (?:pushed|merged|verified|approved"
    rf"|released|published|reviewed|tagged|done|complete)\b",
    rf"{ORDER}.{{0,160}}?\b(?:(?:for|on|at the (?:start|end) of|with|after|before|in) (?:every|each) (?:\w+ )?"
    rf"|at the (?:start|beginning|end) of (?:an? |any |new |the |your )?){_MOMENTS}\b"
    rf"|{ORDER}.{{0,160}}?\bat session (?:start|end)\b",
    # "Break every task into ...": the object is a moment of every work
    rf"{STRICT}(?: \w+){{0,2}} (?:every|each) (?:task|step|change|commit|edit|session|pr|pull request|phase)\b"
    rf"|{STRICT}.{{0,60}}?\bafter (?:every|each) \w",
    # a command and its moment, without a verb: "Rust: `x` before submitting"
    rf"{LABEL}\x00(?:(?: |, | and |, and )\x00){{0,3}} (?:before|after) {SMALL}{WORK}[^,;:]{{0,40}}$",
    rf"{LABEL}\x00 (?:[—–-] )?run (?:\w+ )?(?:before|after) (?:any|every|each) \S",
    rf"{LABEL}(?!.*\b(?:is|are|was|were|runs?|happens?|has|have)\b)[\w\x00,&/+ -]{{2,40}} before (?:every |each |any "
    rf"|you )?(?:commit|push|merg|submit|(?:opening )?(?:an? )?(?:pr|pull request)\b)\w*\W{{0,3}}$",
    rf"{LABEL}(?:before|after) (?:claude|codex|cursor|gemini|copilot|the agent) (?:starts|begins), (?:{VERB})\b",
    rf"{ORDER}.{{0,100}}?\b(?:if|when|once|after) (?:the |a |your |each |every )?(?:task|work|feature"
    rf"|change|implementation)s? "
    r"(?:succeeds?|passes|(?:is|are) (?:successful|done|complete|completed|finished))\b",
    rf"(?<!will )\b(?:wait for|get|obtain|requires?|needs?|request) {WHOSE}{CONSENT}\b",
)

STRESSES = cue(
    r"^(?:important|critical|remember|warning|caution|attention|key rule|hard rule|golden rule"
    r"|note to self)\b[^\w\x00]{0,3}[:!\u2014\u2013-][^\w\x00]{0,3}"
    rf"(?:you |please |all |when .{{1,60}}, )?(?:{VERB})\b",
    r"^(?:[^:\x00]{1,40}: )?(?:pay (?:\w+ )?attention to|be (?:very |extremely )?careful (?:to|with|when|not)|take care"
    r" (?:to|not|that|when))\b",
)

# Of all that is written: "Lists always use keys".
OWES = cue(
    rf"{TOLD}"
    r"(?:[^:.\x00]{1,40}: )?[\w\x00/ -]{2,60} always (?:use|go|lives?|start|end|follow|include|pass|call|import|come"
    r"|carry|name|ship|take|have|need|get|sit|match)\b",
)
