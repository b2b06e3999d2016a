"""The words by which English forbids, limits and obliges. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import Tongue, cue
from mementod_parsers.binding.english_captions import CAPTIONS
from mementod_parsers.binding.english_parts import (
    AT,
    CARE,
    CONSENT,
    FACT,
    HEAD,
    LABEL,
    MOMENT,
    NEXT,
    OF_A_THING,
    ORDER,
    SIZES,
    SMALL,
    STEP,
    STRICT,
    TOLD,
    VERB,
    WHOSE,
    WITHOUT,
    WORK,
)

_MOMENTS = (
    r"(?:(?:sub-?)?task|session|commit|change|edit|turn|response|conversation|pr|pull request|push|request"
    r"|feature|release"
    r"|merge|deploy|deployment|new \w+)s?"
)
# What is written for code, so that "X required" is a rule and not what a machine needs.
_WRITTEN = (
    r"(?:type (?:hints?|annotations?)|return types?|types?|annotations?|tests?|docstrings?|jsdoc|javadoc|comments?"
    r"|documentation|docs|coverage|changelog|headers?|reviews?|identifiers?|labels?|compliance|validation|error handling)"
)

ENGLISH = Tongue(
    void=cue(
        r"\b(?:do not|don'?t|never) (?:worry|hesitate|mind|need|have to|panic|know|exist|want|care)\b",
        r"\bnot (?:be )?(?:required|mandatory|necessary|recommended)\b|\bno need\b|\bnever mind\b",
        r"\b(?:to|helps?|can|will|that|which|would|could) (?:help )?avoid\b",
        r"\bmust-haves?\b|\bmust haves\b|\bmust (?:have|be) (?:been|had)\b",
        # what is so in a clause about a thing
        r"\b(?:that|which|who) (?:must|shall|should|cannot|can't)(?: not| never)?\b",
        r"\bwhose(?: \w+){1,3} (?:must|shall|should|cannot|can't)(?: not| never)?\b",
        r"(?<=\w )(?:do not|don't) (?:require|support|apply|affect|matter|work|belong|differ|crash|have)\b",
        # what a value must be is asked of data, not of people
        r"\bmust be (?:(?:>|<|=|≥|≤)|non-?empty|unique|positive|greater|between|one of|at least \d|\d"
        r"|an? (?:valid|number|integer|string|array)\b)",
        r"\b(?:if|as|when|where) (?:required|needed|necessary)\b|\b(?:40\d|http) forbidden\b",
        r"\b(?:to|and|that|which|will|helps?) ensure\b",
        r"\bread[- ]only (?:mode|view|transaction|replica|access to)\b",
        r"\b(?:if|when|because|since|that|which|who) (?:you|they|we|it) (?:do not|don'?t|never|must|always|only)\b",
        r"\b(?:if|when|whenever|where|what|all|things) you (?:have|need) to\b|\byou need to\W{0,3}$",
        r"\b(?:did|does|had) not\b",
        r"\balways (?:\d|[\w-]+ing\b)|[\"“'](?:always|never|must|only)[\"”',]",
        r"\(e\.g\.[^()]{1,120}\)",
        # what somebody said
        r"(?:\bsa(?:ys?|id|ying)|\bwrote|\bwrites|\blike|\be\.g\.,?) [\"“][^\"”]{1,160}[\"”]",
    ),
    mute=cue(
        # people at run time, and the reader's own machine
        r"^(?:the |a |an |all |every |each |only |most |[^:\x00]{1,40}: (?:most "
        r"|all )?)?(?:end[- ])?(?:users?|customers?|visitors?|players?|passwords?|admins?|guests?|members?"
        r"|patients?|students?|owners?|emails?)\b[^,;:]{0,40}\b(?:must|need to|have to|should|can only|cannot)",
        r"\byou must have\b|\b(?:must be|ensure .{1,30} (?:is|are)) (?:installed|running|set up|logged in"
        r"|available|online|started)\b",
        r"^(?:pros?|cons?|symptoms?|problem|cause|root cause|background|status|result|output|examples?|why"
        r"|benefits?|advantages?|impact|goals?|purpose|reason"
        r"|rationale|prerequisites?|user)\b\W{0,3}:",
        r"^(?:correct|incorrect|good|bad|wrong) ?[:(]",
        r"^(?:type|default|required|optional|returns?|params?|parameters?)\b\W{0,3}(?::|\.|$)",
    ),
    forbids=cue(
        rf"{AT}(?:(?:always |to )?never\b{OF_A_THING}|(?:absolutely |always |to )?(?:do not|don['’]?t)\b(?! ~)"
        r"|(?:always )?(?:avoid|refrain from|stop \w+ing) \S|(?:use|call|run|import)\b.{0,60}?, not (?!just"
        r"|only|to\b)\w)",
        r"(?<!had )(?<!has )(?<!was )(?<!were )(?<!have )(?-i:\bNEVER\b)(?! [a-z]+(?:s|ed)\b)",
        r"\b(?:must|should|shall|may|can|will) never\b",
        r"(?-i:\bDO NOT\b|\bDON'?T\b|\bMUST NOT\b|\bCANNOT\b)",
        # a sentence that begins without a sign before it
        rf"[\w\x00)] (?-i:Never|Do not|Don['’]t)\b{OF_A_THING}",
        r"\b(?:must|should|shall|ought)(?:n['’]?t| not)\b",
        rf"\b(?:you|we|agents?|claude|code|commits?|prs?) (?:cannot|can not|can['’]t|may not) (?:{VERB}|be)\b",
        r"\b(?:cannot|can not|can['’]t|may not) be (?:edited|changed|modified|touched|hand-edited|deleted|removed"
        r"|renamed|committed|pushed|skipped|bypassed|weakened|relaxed|disabled)\b",
        r"\b(?:is|are|be|strictly|absolutely|explicitly) (?:strictly |absolutely |explicitly )?"
        r"(?:forbidden|prohibited|banned|disallowed|off[- ]limits|unacceptable)\b",
        r"\bnot (?:allowed|permitted|acceptable)\b|\bunder no circumstances\b|^(?:strictly )?(?:forbidden"
        r"|prohibited|banned)\b|\bnothing but\b",
        # use this, not that
        rf"{ORDER}.{{0,100}}?(?:[,(\u2014] ?(?:and )?(?:not|never)|\x00 not) (?!only|just|yet|found|sure"
        rf"|necessar|be\b|have\b|need|recommended)[\"“']?[\w\x00]",
        r"^[^\s\w]{0,3}(?:\x00|[\"“'][^\"”']{1,40}[\"”'])(?:,? not| instead of) [\w\x00\"“']",
        rf"^instead(?: of [^,]{{2,80}})?, (?:{VERB})\b|{ORDER}.{{2,160}}?\binstead\W{{0,3}}$",
        r"\b(?:belongs?|goes|go|stays?) (?:in|into|to|under|on)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) (?:in|into|to|under|on)\b",
        r"\bleave (?:no|nothing)\b|^(?:in|for|during|within|on|with)\b[^.;:]{2,60}?,? avoid \w",
        rf"{STRICT}.{{0,100}}?\b(?:instead of|rather than)\b",
        r"\bleave .{1,40} (?:alone|untouched|unchanged|as[- ]is)\b|\bhands off\b|\bkeep (?:out of|away from"
        r"|your hands off)\b|\bkeep .{1,60} out of\b",
        r"^leave .{1,60} to (?:the (?:user|human|maintainers?|owner|ci|pipeline|release)|me|us|ci|humans)\b",
        rf"\bwithout (?:asking|{WHOSE}{CONSENT})\b",
        # who may know whom in the code
        r"^(?!(?:if|when|because|since|as|this|it|that|they|you|we|note|why)\b)[^.;:?]{1,80}?\b(?:do not|does not|don['’]?t"
        r"|doesn['’]?t|never|cannot|can['’]t) (?:directly |ever )?(?:(?:imports?|depends? (?:up)?on|know (?:about|of)"
        r"|talks? to|reach(?:es)? into|calls? into)\b|(?:calls?|access(?:es)?|touch(?:es)?|query|queries|references?|uses?"
        r"|instantiates?) [^.;]{1,60}\bdirectly\b)",
        r"^[^.;:?]{1,80}?\b(?:has|have) no (?:\w+ )?(?:knowledge of|dependenc(?:y|ies) on|imports? (?:from|of))\b",
        r"^(?:[^:\x00]{1,40}: )?no .{1,60}\bwithout\b",
        r"\bnothing (?:is|gets|may be|ships|lands|merges|goes)\b.{0,40}\bwithout\b"
        r"|^no\b.{1,40}\b(?:is|are|ships?|lands?|merges?|gets?|goes)\b.{0,40}\bwithout\b",
        r"\b(?:should|must|use)\b.{0,160}[,(—–-] ?(?-i:NOT) \w",
        r"\bunless (?:explicitly|specifically|directly|i|you are|asked|told|instructed|the (?:user|task|issue"
        r"|request) "
        r"(?:\w+ )?(?:asks?|asked|says?|said|requests?|requested|tells|told|wants|approves|confirms|instructs"
        r"|requires"
        r"|changes))\b",
        r"^no\b.{1,80}\b(?:unless|allowed|whatsoever)\b|^no\b.{1,60}\(ever\)|^(?-i:NO [A-Z]{2,}\b)",
        r"^(?:[^:\x00]{1,40}: )?no .{1,60}[(:\u2014-] ?(?:always )?use\b",
        rf"^(?:[^:]{{1,40}}: )?(?:no|zero) (?:{WITHOUT}|inline|raw|magic|secrets?|credentials?|wildcard"
        rf"|\x00 (?:types?|anywhere|in|calls?|imports?|blocks?|statements?|casts?|assertions?|keys?|usage)\b){FACT}",
        rf"^(?:(?!\b(?:is|are|has|have|had|was|were|uses|contains?)\b).){{1,200}}?(?:[,;(—–] ?"
        rf"| - )(?:and )?no {WITHOUT}{FACT}",
        r"\(never (?!\w+ed\b)\w[^)]{0,60}\)|[,(\u2014;] ?never (?:\x00|logged|committed|hard-?coded|exposed"
        r"|stored|invented|edited|modified|used|skipped|deleted|shared|assumed)",
    ),
    limits=cue(
        rf"{AT}(?:only (?:(?:{VERB})\b|(?:when|if|in|from|on|with|for)\b.{{1,60}},? (?:may|must|should|can|do|use)\b)"
        rf"|(?!(?:run|show|list|test|build|see|view|start|install) )(?:{VERB}) only (?!if\b|when (?:needed"
        rf"|necessary)))",
        rf"{ORDER}.{{0,80}}?\bonly\b(?: (?:in|on|to|when|from|with|by|within|inside|under|at|for|if|after|as|via"
        rf"|through|where|what)\b|[^\w)]{{0,6}}$)",
        r"^(?!needed|used|required|called|available|exists?|applies|runs?|works?|shown|loaded|triggered"
        r"|happens|fires|the only|not|it|this)"
        r"(?:[\w\x00-]+ ){1,4}only (?:for|in|when|if|via|through) (?!\d)",
        r"^(?:[^:]{1,40}: )?[\w\x00./ -]{2,40} for [\w\x00 -]{2,30} only(?:[;,.]|$)",
        r"(?-i:\bONLY\b)(?! (?:is|are)\b)|\b(?:must|may|shall) only\b",
        r"\bonly\b.{1,60}\b(?:allowed|permitted|accepted)\b",
        r"\b(?:components?|classes|functions|imports?|exports?|styles|css|tailwind(?: css)?"
        r"|icons?)(?: with \w+)? only(?: \([^)]{0,60}\))?(?:[,;]|\W{0,2}$)",
        r"\b(?:english|chinese|japanese|korean) only\b",
        r"\b(?:is|are|be) the (?:only|sole|single) (?:place|file|module|component|layer|package|class|folder"
        r"|directory) (?:that|where|which|to|allowed|permitted)\b",
        r"\b(?:treat|keep|stays?|is|are|as|consider)\b.{0,40}\bread[- ]only\b",
        rf"\b(?:max(?:imum)?|at most|no more than|not exceed|limit(?:ed)?|under|below|less than|fewer than"
        rf"|up to|within)\b"
        rf".{{0,30}}?\b\d{{1,5}}[ -]{SIZES}\b|\b\d{{1,5}} {SIZES} (?:max|maximum|or (?:less|fewer))\b",
        r"\bmax(?:imum)? (?:line|function|file|method|class) (?:length|size)\b.{0,10}\d",
        r"^(?:stay|remain|work) (?:within|inside|in)\b",
        r"^(?:limit|restrict|confine|scope) (?:your |the |all )?(?:changes|edits|work|modifications|yourself"
        r"|scope)\b",
    ),
    obliges=cue(
        r"\bmust\b(?! ~)|\bshall\b|\bshould always\b",
        rf"{AT}(?:(?:please )?always\b(?! (?:is|are|was|be|true|false|on|in|at|the|has|visible|available"
        r"|present|enabled|active|~|[a-z]+(?<!s)s|[a-z]+ed)\b)(?! ~)"
        r"|(?:ensure|make sure|be sure|make certain|remember to|don'?t forget|do not forget|never forget)\b"
        rf"|ask (?:first|before|for (?:explicit )?{CONSENT}|(?:the )?(?:user|human|maintainer)s?|me|us)\b"
        rf"|(?:{VERB}) .{{0,120}}?\bbefore (?:every |each |any )?(?:commit|push|merg|submit)\w*\b)"
        rf"|\bfirst and (?:ask|wait)\b",
        r"[\w\x00)] (?-i:Always)\b(?! (?:[a-z]+(?<!s)s|[a-z]+ed|[a-z]+ing)\b)",
        r"(?-i:\bALWAYS\b)(?! (?:is|are|[a-z]+ed)\b)",
        r"\b(?:is|are|be) (?:mandatory|compulsory|non-?negotiable|imperative|obligatory)\b|^mandatory\b"
        r"|\bmandatory\W{0,3}$",
        r"\brequired (?:for|on|in|before|after|with|by) (?:all|every|each|any|both|new)\b",
        rf"\b{_WRITTEN} (?:(?:is|are) )?(?:always )?required\b",
        r"\b(?:all|every|each|any|new)\b[^,;]{2,60}\b(?:needs?|has|have) to\b",
        r"\byou (?:have|need) to\b(?! (?:install|have|be|know|set))",
        r"\b(?:it is|it's) (?:critical|essential|imperative|vital|crucial|mandatory) (?:to|that)\b",
        r"^strictly (?:follow|adhere|enforce|observe)|\b(?:follow|adhere to|obey)\b.{1,60}\b(?:strictly"
        r"|exactly|without exception)\b",
        # an order tied to a moment of every work
        rf"{LABEL}(?:before|after|prior to|whenever|once|on|for|with) {SMALL}(?:{WORK}|tasks?"
        rf"|work session|session)\b(?:[^,:()]|\([^()]{{0,80}}\)){{0,80}}[,:—] "
        rf"(?:(?:please|you|first|then|immediately|also) ){{0,2}}(?:{VERB})\b",
        rf"{LABEL}(?:before|after) {SMALL}(?:{WORK}|tasks?)(?: [\w/\x00]+){{0,4}} {NEXT}\b",
        rf"^(?:before|after|every|each) [^,:]{{2,60}}: (?:{VERB})\b",
        rf"{LABEL}(?:before|prior to) [^,:]{{3,100}}, (?:(?:please|you|first|then|also|always"
        rf"|\w+ly) ){{0,2}}(?:{VERB})\b",
        rf"{LABEL}(?:for|on|with|after) [^,:]{{2,60}} changes, (?:{VERB})\b",
        rf"{LABEL}(?:when|if) [^:;]{{3,100}}? (?:changes?|(?:is|are) (?:added|changed|modified|removed|renamed"
        rf"|updated)), {STEP}",
        rf"{HEAD}(?:{CARE})\b[^;]{{0,80}}?\bafter [^,;]{{2,40}} changes?\b",
        rf"{LABEL}(?:when|if) (?:{SMALL}{WORK}ing|(?:you|we) {WORK})\b[^,:]{{0,80}}[,:—] (?:{STEP}|also (?:{VERB})\b)",
        rf"{MOMENT}{STEP}",
        rf"{HEAD}{STEP}[^;]{{0,100}}?\b(?:when|if) (?:{SMALL}(?:{WORK})ing|(?:you|we) {WORK})\b",
        rf"{HEAD}{STEP}[^;]{{0,100}}?\b(?:when|if) [^,;]{{2,60}}\b(?:changes?|(?:is|are|was|were|been) (?:added"
        rf"|changed|modified|removed|renamed|updated|made|moved))\b",
        rf"{ORDER}.{{0,160}}?\b(?:whenever|every time|each time)\b",
        rf"{LABEL}(?:every|each) time\b[^,:]{{3,120}}[,:—] (?:please |\w+ly )?(?:{VERB})\b",
        rf"{LABEL}(?:for|after|before|on|at|in|with) (?:each|every|any) [^:;]{{3,120}}?[,:—] (?:{VERB})\b",
        rf"{LABEL}(?:when|if) (?:the user|a user|the human|i|we|you are|someone) ?"
        rf"(?:(?:gives?|asks?|asked|requests?|says?|wants?|reports?)\b[^,]{{0,60}}, {STEP}|gives? (?:you )?a task\b)",
        rf"{STRICT}.{{0,250}}?\b(?:before|after|prior to) "
        rf"(?:{SMALL}{WORK}\b|(?:any )?(?:non-trivial|major|significant|substantial)\b)",
        rf"{ORDER}.{{0,160}}?\b(?:for|on|at the (?:start|end) of|with|after|before|in) (?:every|each) (?:\w+ )?"
        rf"{_MOMENTS}\b",
        rf"{ORDER}.{{0,100}}?\b(?:if|when|once|after) (?:the |a |your |each |every )?(?:task|work|feature"
        rf"|change|implementation)s? "
        r"(?:succeeds?|passes|(?:is|are) (?:successful|done|complete|completed|finished))\b",
        rf"(?<!will )\b(?:wait for|get|obtain|requires?|needs?|request) {WHOSE}{CONSENT}\b",
    ),
    stresses=cue(
        r"^(?:important|critical|remember|warning|caution|attention|key rule|hard rule|golden rule"
        r"|note to self)\b[^\w\x00]{0,3}[:!\u2014\u2013-][^\w\x00]{0,3}"
        rf"(?:you |please |all |when .{{1,60}}, )?(?:{VERB})\b",
        r"^(?:[^:\x00]{1,40}: )?(?:pay (?:\w+ )?attention to|be (?:very |extremely )?careful (?:to|with|when|not)|take care"
        r" (?:to|not|that|when))\b",
    ),
    order=cue(
        rf"(?!(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+){{1,3}} ?: )(?!(?:\w+ly )?{VERB}\b))"  # a name: "Process Complexity:"
        rf"(?:[^:.\x00]{{1,40}}: |[^.—–\x00]{{1,40}} [—–-] )?(?:(?:please|you|\w+ly) )?(?:{VERB})\b"
        rf"(?!['’,]| (?:for|of|codes?)\b| (?:\w+ ){{0,2}}(?:is|are|was|were|has|have)\b)"
    ),
    denies=cue(
        rf"{TOLD}[^.;?]{{2,80}}(?:, (?:and )?not| \(not|\x00 not|\binstead of|\brather than) (?!only|just|yet|sure|necessar)"
        rf"[\w\x00\"'“]",
        # of a part of the code, where rules are expected
        r"(?!(?:if|when|because|since|it|this|these)\b)[^.;:(,]{3,60}\b(?:never|do not|don't|cannot) (?!need"
        r"|require|support|exist|have|know|want|been\b)\w+",
        # what a project lacks is no rule
        r"(?:(?!no |critical|high|medium|low|warning|status|current|error)[^:.]{1,60}: )?(?:no|zero) (?!longer"
        r"|need|one\b|(?:\w+ )?(?:issues?|errors?|problems?|bugs?|changes?|tests?"
        r"|linting|formatter|linter|typechecker)\b)"
        r"(?!(?:automated|formal|explicit|special|additional|established|dedicated|major|manual|critical|clear"
        r"|significant|built-in)\b)"
        rf"{FACT}[^\s?]",
    ),
    permits=cue(
        r"\b(?:you|we|agents?) (?:may|can|are (?:now )?(?:allowed|free|welcome) to)\b.{0,20}\b(?:now|again"
        r"|freely|after all|from now on)\b",
        r"\b(?:you|we|agents?) (?:may|can) (?:now|again)\b|\b(?:it'?s|it is|is|are) (?:now )?(?:ok|okay|fine"
        r"|allowed) to\b",
        r"\bno longer (?:read-only|frozen|forbidden|prohibited|off[- ]limits|required|mandatory|necessary)\b",
        r"\b(?:may|can) (?:now )?be (?:edited|changed|modified|used|deleted|removed|touched)(?: again)?\b",
    ),
    captions=CAPTIONS,
    softens=cue(
        r"\b(?:prefer(?:s|red|ably)?|try to|ideally|recommend(?:s|ed)?|consider|aim (?:for|to)|strive)\b"
        r"|\b(?:when|where|if|wherever|whenever|as far as) (?:possible|practical|feasible)\b"
        r"|\bshould\b(?! (?:not|never|always)\b)"
    ),
)
