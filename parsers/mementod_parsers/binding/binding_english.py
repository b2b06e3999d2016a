"""The words by which English forbids, limits and obliges. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import Caption, Tongue, cue
from mementod_parsers.binding.english_verbs import VERBS

_VERB = rf"(?:{'|'.join(sorted(VERBS, key=len, reverse=True))})"
_LABEL = r"^(?:[^:\x00]{1,40}(?:: | [—–-] ))?"
_HEAD = r"(?:^(?:[^:\x00]{1,40}(?:: | [—–-] ))?|; )"
_ORDER = (
    rf"{_HEAD}(?:(?:if|when|whenever|for|in|after|before|where)\b[^,:]{{2,100}}, )?(?:please |then |first,? "
    rf"|instead,? )?(?:{_VERB})\b"
)
# Where an order may begin: the head of the sentence, behind a sign, or behind one of these words.
_AT = (
    r"(?:^(?:[^:\x00]{1,40}:\s)?|[,;:.!(|\u2014\u2013\u2192\"“]\s*|\s[-/]\s"
    r"|\b(?:and|but|or|then|please|so|also|just|you|we|i|claude|instead|simply|still|therefore|otherwise)\s)"
)
# What somebody who works here does, and a program at run time does not.
_WORK = (
    r"(?:commit|push|pull request|PR\b|merg|finish|complet|edit|chang|modif|writ|implement|submit|deploy"
    r"|releas|cod(?:e|ing)\b|mak|add"
    r"|creat|delet|refactor|claim|mark|start|begin|touch|fix|open|propos|hand(?:ing|off)|updat|remov|renam"
    r"|publish|answer|respon|solv|plan"
    r"|deliver|proceed|consider|trust|rely|attempt)\w*"
)
_SMALL = r"(?:(?:you|we|the|a|an|any|each|every|all|your|it|it's|is|are|new|code|make|making|this) ){0,4}"
# What is done beside the work itself, so that "when changing X" makes it a duty.
_CARE = (
    r"update|run|re-?run|check|verify|review|read|re-?read|sync|regenerate|test|document|bump|consult|ask|rebuild"
    r"|add tests?"
)
_SIZES = r"(?:lines?|loc|characters?|chars?|columns?|parameters?|arguments?|args|levels?|words?|statements?|sentences?)"
# "never returns null", "never called": a fact.
_OF_A_THING = (
    r"(?! (?:been|had|was|is|are|again)\b)"
    r"(?! (?!access|process|pass|bypass|express|cross|miss|press|discuss|address|assess|dismiss|focus|guess"
    r"|suppress|compress)[a-z]+s\b)"
    r"(?! (?!need|embed|feed|seed|exceed|proceed|succeed|shed)[a-z]+ed\b)"
)
_CONSENT = r"(?:approval|permission|consent|confirmation|authori[sz]ation)"
_WHOSE = r"(?:(?:explicit|prior|user|my|our|written|human|the user'?s) ){0,2}"

ENGLISH = Tongue(
    void=cue(
        r"\b(?:do not|don'?t|never) (?:worry|hesitate|mind|need|have to|panic|know|exist)\b",
        r"\bnot (?:be )?(?:required|mandatory|necessary)\b|\bno need\b|\bnever mind\b",
        r"\b(?:to|helps?|can|will|that|which|would|could) (?:help )?avoid\b",
        r"\bmust-haves?\b|\bmust haves\b|\bmust (?:have|be) (?:been|had)\b",
        # what a value must be is asked of data, not of people
        r"\bmust be (?:(?:>|<|=|≥|≤)|non-?empty|unique|positive|greater|between|one of|at least \d|\d"
        r"|an? (?:valid|number|integer|string|array)\b)",
        r"\b(?:if|as|when|where) (?:required|needed|necessary)\b|\b(?:40\d|http) forbidden\b",
        r"\b(?:to|and|that|which|will|helps?) ensure\b",
        r"\bread[- ]only (?:mode|view|transaction|replica|access to)\b",
        r"\b(?:if|when|because|since|that|which|who) (?:you|they|we|it) (?:do not|don'?t|never|must|always|only)\b",
        r"\b(?:did|does|had) not\b",
        r"\balways \d|[\"“'](?:always|never|must|only)[\"”',]",
    ),
    mute=cue(
        # people at run time, and the reader's own machine
        r"^(?:the |a |an |all |every |each |only |most |[^:\x00]{1,40}: (?:most "
        r"|all )?)?(?:end[- ])?(?:users?|customers?|visitors?|players?|passwords?|admins?|guests?|members?"
        r"|patients?|students?|owners?|emails?)\b[^,;]{0,40}\b(?:must|need to|have to|should|can only|cannot)",
        r"\byou must have\b|\b(?:must be|ensure .{1,30} (?:is|are)) (?:installed|running|set up|logged in"
        r"|available|online|started)\b",
        r"^(?:pros?|cons?|symptoms?|problem|cause|root cause|background|status|result|output|example)\b\W{0,3}:",
        r"^(?:type|default|required|optional|returns?|params?|parameters?)\b\W{0,3}(?::|\.|$)",
    ),
    forbids=cue(
        rf"{_AT}(?:always |to )?never\b{_OF_A_THING}",
        r"(?<!had )(?<!has )(?<!was )(?<!were )(?<!have )(?-i:\bNEVER\b)(?! [a-z]+(?:s|ed)\b)",
        r"\b(?:must|should|shall|may|can|will) never\b",
        rf"{_AT}(?:absolutely |always |to )?(?:do not|don['’]?t)\b(?! ~)",
        r"(?-i:\bDO NOT\b|\bDON'?T\b|\bMUST NOT\b)",
        r"\b(?:must|should|shall|ought)(?:n['’]?t| not)\b",
        r"\b(?:is|are|be|strictly|absolutely|explicitly) (?:strictly |absolutely |explicitly )?"
        r"(?:forbidden|prohibited|banned|disallowed|off[- ]limits|unacceptable)\b",
        r"\bnot (?:allowed|permitted|acceptable)\b|\bunder no circumstances\b|^(?:strictly )?(?:forbidden"
        r"|prohibited|banned)\b",
        rf"{_AT}(?:always )?(?:avoid|refrain from|stop \w+ing) \S",
        # use this, not that
        rf"{_ORDER}.{{0,100}}?(?:[,(\u2014] ?(?:and )?(?:not|never)|\x00 not) (?!only|just|yet|found|sure"
        rf"|necessar|be\b|have\b|need)[\w\x00]",
        rf"(?!.{{0,100}}\b(?:prefer|consider|when (?:appropriate|possible)|(?:if"
        rf"|where) possible)\b){_ORDER}.{{0,100}}?\b(?:instead of|rather than)\b",
        r"\bleave .{1,40} (?:alone|untouched|unchanged|as[- ]is)\b|\bhands off\b|\bkeep (?:out of|away from"
        r"|your hands off)\b|\bkeep .{1,60} out of\b",
        rf"\bwithout (?:asking|{_WHOSE}{_CONSENT})\b",
        r"\bnothing (?:is|gets|may be|ships|lands|merges|goes)\b.{0,40}\bwithout\b",
        r"\b(?:should|must|use)\b.{0,160}[,(] ?(?-i:NOT) \w",
        r"\bunless (?:explicitly|specifically|directly|the user|i|you are|asked|told|instructed)\b",
        r"^no\b.{1,80}\b(?:unless|allowed|whatsoever)\b|^no\b.{1,60}\(ever\)|^(?-i:NO [A-Z]{2,}\b)",
        r"^(?:[^:\x00]{1,40}: )?no .{1,60}[(:\u2014-] ?(?:always )?use\b",
        r"^(?:[^:\x00]{1,40}: )?no (?:hard-?coded|inline|raw|magic|emojis?|secrets?|credentials?|placeholders?"
        r"|commented-out|dead code|wildcard"
        r"|\x00 (?:types?|anywhere|in|calls?|imports?|blocks?|statements?|casts?|assertions?))\b"
        r"(?!.{0,60}\b(?:needed|required|yet|currently|found|exists?|configured|detected|was|were|is|are)\b)",
        r"\(never (?!\w+ed\b)\w[^)]{0,60}\)|[,(\u2014;] ?never (?:\x00|logged|committed|hard-?coded|exposed"
        r"|stored|invented|edited|modified|used|skipped|deleted|shared|assumed)",
        rf"{_AT}(?:use|call|run|import)\b.{{0,60}}?, not (?!just|only|to\b)\w",
    ),
    limits=cue(
        rf"{_AT}only (?:{_VERB})\b",
        rf"{_AT}(?:edit|modify|change|touch|use|write|work|commit|add|import) only\b",
        rf"{_AT}only (?:when|if|in|from|on|with|for)\b.{{1,60}},? (?:may|must|should|can|do|use)\b",
        rf"{_ORDER}.{{0,80}}?\bonly\b(?: (?:in|on|to|when|from|with|by|within|inside|under|at|for|if|after|as|via"
        rf"|through|where|what)\b|\W{{0,6}}$)",
        r"^(?!needed|used|required|called|available|exists?|applies|runs?|works?|shown|loaded|triggered"
        r"|happens|fires|the only|not|it|this)"
        r"(?:[\w\x00-]+ ){1,4}only (?:for|in|when|if|via|through) (?!\d)",
        r"(?-i:\bONLY\b)(?! (?:is|are)\b)|\b(?:must|may|should|shall) only\b",
        r"\b(?:components?|classes|functions|imports?|exports?"
        r"|icons?)(?: with \w+)? only(?: \([^)]{0,60}\))?\W{0,2}$",
        r"\b(?:treat|keep|stays?|is|are|as|consider)\b.{0,40}\bread[- ]only\b",
        rf"\b(?:max(?:imum)?|at most|no more than|not exceed|limit(?:ed)?|under|below|less than|fewer than"
        rf"|up to|within)\b"
        rf".{{0,30}}?\b\d{{1,5}}[ -]{_SIZES}\b|\b\d{{1,5}} {_SIZES} (?:max|maximum|or (?:less|fewer))\b",
        r"\bmax(?:imum)? (?:line|function|file|method|class) (?:length|size)\b.{0,10}\d",
        r"^(?:stay|remain|work) (?:within|inside|in)\b",
        r"^(?:limit|restrict|confine|scope) (?:your |the |all )?(?:changes|edits|work|modifications|yourself"
        r"|scope)\b",
    ),
    obliges=cue(
        r"\bmust\b(?! ~)|\bshall\b|\bshould always\b",
        rf"{_AT}(?:please )?always\b(?! (?:is|are|was|be|true|false|on|in|at|the|has|visible|available"
        r"|present|enabled|active|[a-z]+(?<!s)s|[a-z]+ed)\b)",
        r"(?-i:\bALWAYS\b)(?! (?:is|are|[a-z]+ed)\b)",
        rf"{_AT}(?:ensure|make sure|be sure|make certain)\b",
        r"\b(?:is|are|be) (?:mandatory|compulsory|non-?negotiable|imperative|obligatory)\b|^mandatory\b"
        r"|\bmandatory\W{0,3}$",
        r"\brequired (?:for|on|in|before|after|with|by) (?:all|every|each|any|both|new)\b",
        r"\b(?:all|every|each|any|new)\b[^,;]{2,60}\b(?:needs?|has|have) to\b",
        r"\byou (?:have|need) to\b(?! (?:install|have|be|know|set))",
        rf"{_AT}(?:remember to|don'?t forget|do not forget|never forget)\b",
        r"\b(?:it is|it's) (?:critical|essential|imperative|vital|crucial|mandatory) (?:to|that)\b",
        r"^strictly (?:follow|adhere|enforce|observe)|\b(?:follow|adhere to|obey)\b.{1,60}\b(?:strictly"
        r"|exactly|without exception)\b",
        # an order tied to a moment of every work
        rf"{_LABEL}(?:before|after|prior to|whenever|when|once|on|for|with) {_SMALL}(?:{_WORK}|tasks?"
        rf"|work session|session)\b(?:[^,:()]|\([^()]{{0,80}}\)){{0,80}}[,:—] "
        rf"(?:(?:please|you|first|then|immediately|also) ){{0,2}}(?:{_VERB})\b",
        rf"{_HEAD}(?:{_CARE})\b[^;]{{0,100}}?\b(?:when|whenever|if) {_SMALL}(?:{_WORK})ing\b",
        rf"{_LABEL}for (?:each|every|any) [^,:]{{3,80}}[,:—] (?:{_VERB})\b",
        rf"{_LABEL}(?:when|whenever|if|once) (?:the user|a user|i|we|you are|someone) ?"
        rf"(?:gives?|asks?|asked|requests?|says?|wants?|reports?)\b[^,]{{0,60}}, (?:{_VERB})\b",
        rf"{_ORDER}.{{0,100}}?\b(?:before|after|prior to) {_SMALL}{_WORK}\b",
        rf"{_ORDER}.{{0,100}}?\b(?:for|on|at the (?:start|end) of|with|after|before|in) (?:every|each) (?:\w+ )?"
        r"(?:task|session|commit|change|edit|turn|response|conversation|pr|pull request|request|feature)s?\b",
        rf"{_ORDER}.{{0,100}}?\b(?:if|when|once|after) (?:the |a |your |each |every )?(?:task|work|feature"
        rf"|change|implementation)s? "
        r"(?:succeeds?|passes|(?:is|are) (?:successful|done|complete|completed|finished))\b",
        rf"{_AT}ask (?:first|before|for (?:explicit )?{_CONSENT}|(?:the )?(?:user|human|maintainer)s?|me|us)\b"
        rf"|\bfirst and (?:ask|wait)\b",
        rf"\b(?:wait for|get|obtain|requires?|needs?|request) {_WHOSE}{_CONSENT}\b",
    ),
    stresses=cue(
        r"^(?:important|critical|remember|warning|caution|attention|key rule|hard rule|golden rule"
        r"|note to self)\b[^\w\x00]{0,3}[:!\u2014\u2013-][^\w\x00]{0,3}"
        rf"(?:you |please |all |when .{{1,60}}, )?(?:{_VERB})\b"
    ),
    order=cue(
        rf"(?:[^:.\x00]{{1,40}}: |[^.—–\x00]{{1,40}} [—–-] )?(?:please |you )?(?:{_VERB})\b(?!['’]| (?:for"
        rf"|of|codes?)\b| (?:\w+ ){{0,2}}(?:is|are|was|were|has|have)\b)"
    ),
    denies=cue(
        # what a project lacks is no rule
        r"no (?!longer|need|one\b|(?:\w+ )?(?:issues?|errors?|problems?|bugs?|changes?|tests?"
        r"|linting|formatter|linter|typechecker)\b)"
        r"(?!(?:automated|formal|explicit|special|additional|established|dedicated|major|manual|critical|clear"
        r"|significant|built-in)\b)"
        r"(?!.{0,80}\b(?:needed|required|yet|currently|found|exists?|configured|detected|was|were|is|are)\b)[^\s?]"
    ),
    permits=cue(
        r"\b(?:you|we|agents?) (?:may|can|are (?:now )?(?:allowed|free|welcome) to)\b.{0,20}\b(?:now|again"
        r"|freely|after all|from now on)\b",
        r"\b(?:you|we|agents?) (?:may|can) (?:now|again)\b|\b(?:it'?s|it is|is|are) (?:now )?(?:ok|okay|fine"
        r"|allowed) to\b",
        r"\bno longer (?:read-only|frozen|forbidden|prohibited|off[- ]limits|required|mandatory|necessary)\b",
        r"\b(?:may|can) (?:now )?be (?:edited|changed|modified|used|deleted|removed|touched)(?: again)?\b",
    ),
    captions=(
        (
            Caption.TELLS,
            cue(
                r"^(?:pros?|cons?|benefits?|advantages|disadvantages|drawbacks|limitations|trade-?offs|(?:key "
                r"|main )?features|results?"
                r"|known issues|highlights|what (?:works|changed|was done)|achievements|impact)\W{0,4}$"
            ),
        ),
        (
            Caption.FORBIDS,
            cue(
                r"^(?:what (?:you )?(?:not|never|must not|must never|should not)(?: to)?|things (?:to (?:avoid"
                r"|never do)|not to do|you must (?:not|never))"
                r"|what not to do|(?:you |agents? |we |claude )?(?:must|should|may|shall)(?: not|n't| never)"
                r"|never|do not|don'?ts?|anti-?patterns?"
                r"|avoid|(?:strictly |absolutely )?(?:forbidden|prohibited|prohibitions?|not allowed"
                r"|off[- ]limits|banned)"
                r"|no-?gos?|(?:common )?(?:mistakes|pitfalls) to avoid|hard no'?s)\b"
                r"(?: (?:do|ever|use|these|this|the|following|things?|to avoid|actions?|patterns?|practices?"
                r"|operations?|commands?|list|rules?|under|any"
                r"|circumstances|in code|edit|modify|touch|changes?)){0,4}(?: ?\([^)]{0,40}\))?\W{0,4}$"
            ),
        ),
        (
            Caption.CHECKS,
            cue(
                r"\b(?:pre-?commit|pre-?push|pre-?merge|pre-?flight|post-?task|final"
                r"|every (?:task|commit|change|pr)|each (?:task|commit|change|pr)|(?:task |work )?completion)\b.{0,20}"
                r"\bcheck-?lists?\b|\b(?:check-?lists?|gates?|checks)\b.{0,20}\b(?:every|each|before) \w+",
                r"\bbefore (?:(?:each|every|any|you|the|a) )?(?:commit|push|merg|finish|submit|complet|pr\b"
                r"|pull)\w*(?: \w+){0,3}\W{0,20}$",
                r"\b(?:when|after|once) (?:a |the |your )?(?:task|work)s? (?:is|are)? ?(?:complet|done"
                r"|finish)\w*\W{0,6}$|\bdefinition of done\b",
            ),
        ),
        (
            Caption.OBLIGES,
            cue(
                r"^(?:you |we |agents? )?(?:must|always)(?: (?:do|follow|remember|read|be|use"
                r"|know))?[^\w\x00]{0,4}$|\bmust[- ](?:follow|do|read)s?\b|\b(?:you|agents?|we) must\W{0,3}$",
                r"\b(?:mandatory|non-?negotiables?|inviolable|constraints|invariants)\b",
                r"\b(?:hard|golden|strict|absolute|iron|cardinal|unbreakable|ground|safety) (?:rules?"
                r"|constraints?|requirements?|limits?|laws?)\b",
                r"\brequired (?:steps?|actions?|workflow|process|checks?|practices?|reading)\b",
            ),
        ),
        (
            Caption.STRESSES,
            cue(
                r"\b(?:critical|important|key|highest precedence)(?: \w+){0,2} (?:rules?|constraints?"
                r"|(?<!key )(?<!important )requirements?|instructions?|guidelines?"
                r"|reminders?|directives?|policy|policies)\b",
                r"^(?:critical|important|highest precedence)[^\w\x00]{0,4}$",
            ),
        ),
        (
            Caption.RULES,
            cue(
                r"\b(?:rules?|policy|policies|never|guardrails|boundaries|restrictions|style|conventions?|standards?|guidelines?"
                r"|best practices|principles|hygiene|philosophy|check-?lists?)\b"
            ),
        ),
    ),
)
