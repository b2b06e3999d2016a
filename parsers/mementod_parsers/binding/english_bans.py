"""The words by which English forbids. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import cue
from mementod_parsers.binding.english_parts import (
    AT,
    CONSENT,
    FACT,
    HANDLED,
    LABEL,
    OF_A_THING,
    ORDER,
    STRICT,
    TOLD,
    VERB,
    WHOSE,
    WITHOUT,
)
from mementod_parsers.binding.phrases import joined

FORBIDS = cue(
    rf"{AT}(?:(?:always |to )?never\b{OF_A_THING}|(?:absolutely |always |to )?(?:do not|don['’]?t)\b(?! ~)"
    r"|(?:always )?(?:\w+ly )?(?:avoid:?(?![^;.—–]*\b(?:when|where|if|wherever|whenever) (?:possible|practical"
    r"|feasible))|refrain from|stop \w+ing) \S|(?:use|call|run|import)\b.{0,60}?, not (?!just|only|to\b)\w)",
    r"(?-i:\bNEVER\b)(?<!had never)(?<!has never)(?<!was never)(?<!were never)(?<!have never)(?! [a-z]+(?:s|ed)\b)",
    r"\b(?:must|should|shall|may|can|will) never\b",
    r"(?-i:\bDO NOT\b|\bDON'?T\b|\bMUST NOT\b|\bCANNOT\b|\b(?:must|may|should|can) NOT\b)",
    r"(?<!had )(?<!been )\bnever as (?:an? |the )?\w",
    # a sentence that begins without a sign before it
    rf"[\w\x00)] (?-i:Never|Do not|Don['’]t)\b{OF_A_THING}",
    r"\b(?:must|should|shall|ought)(?:n['’]?t| not)\b",
    rf"\b(?:you|we|agents?|claude|codex|copilot|code|commits?|prs?) (?:cannot|can not|can['’]t|may not) "
    rf"(?!see|know|remember|tell|find)(?:{VERB}|be)\b",
    r"\b(?:cannot|can not|can['’]t|may not) be (?:edited|changed|modified|touched|hand-edited|deleted|removed"
    r"|renamed|committed|pushed|merged|skipped|bypassed|weakened|relaxed|disabled)\b(?! (?:after|once|until|at run))",
    r"^(?:any |all )?(?:prs?|pull requests?|changes|contributions|issues|patches)\b[^.;]{0,200}\bwill "
    r"(?:not be (?:accepted|merged|reviewed|considered)|be (?:closed|rejected))\b",
    r" may not (?<!it may not )(?<!they may not )(?<!that may not )(?<!which may not )(?<!users may not )"
    r"(?<!clients may not )(?<!change may not )(?:directly |ever )?"
    r"(?:imports?|depend|reference|call|access|modify|edit|introduce|bypass|skip|commit|push|merge|delete|instantiate"
    r"|mutate|weaken|invoke|rewrite|rely|add|exceed)\b",
    rf"\b(?:may not|(?:is|are) not to) be {HANDLED}\b"
    r"|\b(?:is|are) never (?:hand-?edited|edited|modified|committed|amended|hard-?coded|skipped|bypassed|mocked)\b",
    r"\b(?:projects?|repo|repository|policy|we|codebase|team|conventions?)\b.{0,30}"
    r"\b(?:prohibits?|forbids?|bans|disallows?|(?:do(?:es)?|will|can) ?(?:not|n['’]t) (?:accept|allow|permit))\b",
    rf"{ORDER}[^.;]{{1,100}}; no (?:new )?[\w/-]+(?: [\w-]+)?(?: (?:errors?|warnings?|issues|failures)"
    r"| (?:in|inside|on|at|outside) [^;]{1,60})?\W{0,3}$",
    r"^[^:\x00]{1,40}: (?:cannot|can['’]t) (?:use|import|edit|modify|commit|push)\b",
    r"[❌🚫⛔] (?-i:Never|Don['’]t|Do not|Avoid) [\w\x00]",
    r"\b(?:is|are|be|strictly|absolutely|explicitly) (?:strictly |absolutely |explicitly |still |also )?"
    r"(?:forbidden|prohibited|banned|disallowed|off[- ]limits|unacceptable)\b",
    r"\bnot (?:allowed|permitted|acceptable)\b|\bunder no circumstances\b|^(?:strictly )?(?:forbidden"
    r"|prohibited|banned)\b|\bnothing but\b",
    # use this, not that
    rf"{ORDER}[^;—]{{0,160}}?(?:[,(\u2014] ?(?:and )?(?:not|never)|[\x00)] not) (?!only|just|yet|found|sure"
    rf"|necessar|be\b|have\b|need|recommended)[\"“']?[\w\x00]",
    rf"{ORDER}.{{0,200}}?(?:[;,—–-]|\(|: ) ?(?:and )?never (?:an?|the|in|on|from|to|by|with|as|at|via|through|for|into"
    rf"|your|raw|direct|hand|\x00|[\"“])",
    rf"{ORDER}.{{2,200}}? [—–-] not (?!only|just|yet|sure|necessar|needed|required|recommended"
    rf"|an?\b.{{1,30}}\bissue)\w",
    r"^package manager\W{1,4}[\w\x00]+ \(not \S|^[\w ]{2,30} ?: [\w\x00-]{1,20} \((?-i:NOT) [\w\x00]",
    r"^no [^.;:]{2,60}\b(?:lives?|belongs?|goes?) (?:here|in|outside)\b",
    r"\b(?:is|are) (?-i:NEVER) (?:exposed|logged|committed|stored|sent|shared|edited|hard-?coded|skipped|trusted)\b"
    r"|\b(?:neither|none of (?:them|these|those))\b[^.;]{0,60}\bmay\b(?! not)",
    rf"{ORDER}[^.;]{{2,100}}?[—–] ?no [\w -]{{3,40}}, no [\w -]{{3,40}}\W{{0,3}}$",
    r"^no (?:[\w-]+ ){0,2}(?:features?|abstractions?|error handling|helpers?|wrappers?|layers?|options?) (?:for"
    r"|beyond)\b|^no [^.;:]{3,80}\bthat (?:was|were|is|are) ?(?:not|n['’]t) (?:requested|asked|needed)\b",
    r"^no (?:speculative|premature|unnecessary|unrelated|gratuitous|needless) \w+(?: \w+){0,2}[.!]?$",
    rf"^no \x00(?: \x00)?(?:, (?:no )?\x00){{1,4}}{FACT}",
    r"^(?:the )?ai (?:cannot|can['’]t) (?!see\b|know\b|tell\b)",
    r"^default to .{2,80}?\binstead of\b",
    rf"[;—–] ?(?:{VERB}) [^.;:—]{{2,60}}, not (?!only|just|yet|necessar|part of|built|\w+ed\b)[\w\x00]",
    r"^[^\s\w]{0,3}(?:\x00|[\"“'][^\"”']{1,40}[\"”'])(?:,? not| instead of) [\w\x00\"“']",
    rf"^instead(?: of [^,]{{1,80}}, (?:{VERB})| ?[,:] (?:modify|edit|change|update|call|create|add|put|write|treat"
    rf"|import"
    rf"|extend|define|pass|return|move|keep)|,? use)\b|{ORDER}.{{2,160}}?\binstead(?: \([^()]*\))?[.!)*]{{0,3}}$",
    r"\b(?:belongs?|goes|go|stays?|lives?) (?:in|into|to|under|on)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) "
    r"(?:directly |\w+ly |(?:co-?)?located |mixed |inline |scattered |next |placed )?(?:in|into|to|under|on)\b"
    r"|\b(?:belongs?|goes|go) (?:in|into|under|on|next to|beside|with|at)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) "
    r"(?!yet\b|just\b|only\b|needed|required|\w+ed\b)[\w\x00]"
    r"|\b(?:belongs?|goes?|stays?) (?:in|into|to|under|on)\b[^.;]{1,120}\binstead\W{0,3}$",
    r"\b(?:may|can) (?:only )?[^.;]{2,160}, but (?:not|never) (?!\d|necessar)\w",
    r"[,(—–-] ?(?-i:NOT) (?:in|into|on|under|at|from|via|for|by|to|with|through)\b",
    rf"{LABEL}no (?!one\b|user)(?:(?!exists?\b|is\b|are\b|was\b)[\w\x00/-]+ ){{1,7}}(?:may|must|shall"
    rf"|should) (?:be|ever|have|{VERB})\b"
    r"|[—–] use [^.;—]{2,80}\binstead of\b",
    rf"{ORDER}.{{0,80}}[\"”'],? not [\"“']",
    r"\bleave (?:no|nothing)\b|^(?:in|for|during|within|on|with)\b[^.;:]{2,60}?,? avoid \w",
    rf"(?!use (?:this|it|these) (?:to|for|when)\b){STRICT}.{{0,100}}?\b(?:instead of|rather than)\b",
    r"\bleave .{1,40} (?:alone|untouched|unchanged|as[- ]is)\b|\bhands off\b|\bkeep (?:out of|away from"
    r"|your hands off)\b|\bkeep .{1,240} out of\b",
    r"^leave .{1,60} to (?:the (?:user|human|maintainers?|owner|ci|pipeline|release)|me|us|ci|humans)\b",
    rf"\bwithout (?:asking|{WHOSE}{CONSENT})\b",
    # who may know whom in the code
    r"(?:^(?:[^:\x00]{1,40}: )?|; )(?!(?:if|when|because|since|as|this|it|that|they|you|we|note|why)\b)"
    r"[^.;:?]{1,80}?\b(?:do not|does not|don['’]?t"
    r"|doesn['’]?t|never|cannot|can['’]t) (?:directly |ever )?(?:(?:imports?|depends? (?:up)?on|know (?:about|of)"
    r"|talks? to|reach(?:es)? into|calls? into)\b|(?:calls?|access(?:es)?|touch(?:es)?|query|queries|references?|uses?"
    r"|instantiates?) [^.;]{1,60}\bdirectly\b|learns? )",
    r"^[^.;:?]{1,80}?\b(?:has|have) no (?:\w+ )?(?:knowledge of|dependenc(?:y|ies) on|imports? (?:from|of))\b",
    r"^(?:[^:\x00]{1,40}: )?no [^:]{1,60}\bwithout\b",
    r"^(?:critical|important|warning|caution)\b\W{1,4}[^.;:]{1,120}?\b(?:cannot|can['’]t|may not)\b",
    r"\bnothing (?:is|gets|may be|ships|lands|merges|goes)\b.{0,40}\bwithout\b"
    r"|^no\b[^:]{1,40}\b(?:is|are|ships?|lands?|merges?|gets?|goes)\b.{0,40}\bwithout\b",
    r"\b(?:should|must|use)\b.{0,160}[,(—–-] ?(?-i:NOT) \w",
    r"\bunless (?:explicitly|specifically|directly|i|you are|asked|told|instructed|the (?:user|task|issue|request) "
    r"(?:\w+ )?(?:asks?|asked|says?|said|requests?|requested|tells|told|wants|approves|confirms|instructs"
    r"|requires|names|includes|specifies|states|changes))\b",
    r"\bunless\b[^.;,]{1,60}\bexplicitly (?:approved|requested|asked|authori[sz]ed|permitted|agreed)\b",
    rf"^(?:[^:\x00]{{1,40}}: )?no {FACT}.{{1,80}}\b(?:except|until|other than)\b"
    r"|^no\b.{1,40}\bbeyond (?:what|the task|the request)\b"
    r"|^no\b.{1,80}\b(?:unless|allowed|whatsoever)\b|^no\b.{1,60}\(ever\)|^(?-i:NO [A-Z]{2,}\b)",
    r"^(?:[^:\x00]{1,40}: )?no .{1,60}[(:;,.\u2014-] ?(?:always )?use\b",
    rf"^(?:[^:]{{1,40}}: )?(?:no|zero) (?:{WITHOUT}|inline|raw|magic|secrets?|credentials?|wildcard"
    rf"|\x00 (?:types?|anywhere|in|calls?|imports?|blocks?|statements?|casts?|assertions?|keys?|usage)\b){FACT}",
    rf"^(?:(?!\b(?:is|are|has|have|had|was|were|uses|contains?)\b).){{1,200}}?(?:[,;(—–] ?"
    rf"| - )(?:and )?no {WITHOUT}{FACT}",
    rf"\(no {WITHOUT}{FACT}",
    r"[—–] no [\w -]{3,30}, (?:[\w -]{3,30}, )?(?:or|and) [\w -]{3,40}\W{0,3}$",
    r"\b(?:get|take|read|use|put|store|keep|write|import|define|place)\b[^.;]{2,60}, not (?:from|in|on|via|by"
    r"|through|inside|into|with|under) ",
    r"\(never (?!\w+(?:ed|(?<![su])s(?<!imports)(?<!calls))\b)\w[^)]{0,60}\)|(?:[,(\u2014;]| [-–]) ?never (?:\x00"
    r"|logged|transmitted|persisted|printed|cached|committed|hard-?coded|exposed"
    r"|stored|invented|edited|modified|used|skipped|deleted|shared|assumed)",
)

# Of a sentence that does not tell how things are.
_PLAIN_DENIALS = (
    r"(?:[^.;?]{2,60}; )?[^.;?]{2,80}(?:, (?:and )?not| [—–] (?:and )?not|\x00 not|\binstead of|\brather than)"
    r" (?!only|just|yet|sure|necessar|(?:\w+ )?[\w-]+ed\b)[\w\x00\"'“]",
    r"(?!no\b)[^.;?()]{2,90} \(not (?!just\b|only\b|necessarily\b|\w+(?:ed|al)\b|default|an? )[^()]{1,60}\)\W{0,3}$",
    r"(?!.*\bnot? \w*(?:need|key|cost|issue|error|strict)\w*)[^.;?()]{2,80} \(no (?!longer|need|one\b|\d"
    r"|[^()]*\b(?:needed|required|configured|found|used)\b|(?:\w+ )?"
    r"(?:parameters|arguments|circles))[^()]{2,40}\)\W{0,3}$",
    r"[^.;?]{2,80}(?: [—–] no (?!need|longer|one\b|[^.;]*\bneeded\b)[\w\x00]|(?:, | \()no (?:\x00|tabs|classes|mocks))",
    # conventions between commas: "Single quotes, no semicolons, two spaces"; "Enums: plain names, no prefix"
    r"(?:[^.;:?,()]{2,40}, ){1,6}(?:and )?no (?!longer|need|one\b|issues?|errors?|problems?|changes?)"
    r"[\w-]+(?: [\w-]+){0,2}(?:, |\W{0,3}$)",
    r"(?:[\w -]{2,30}: )?[^.;:?()]{2,60}, no (?!longer|need|one\b|issues?|errors?|problems?|changes?)"
    r"[\w-]+ ?(?:\([^()]*\))?\W{0,3}$",
    r"[^.;?]{2,120}(?:[,;] | [—–-] |\()never (?!\w+(?:s|ed)\b)[\w\x00\"“]",
)

DENIES = cue(
    rf"(?=.*\b(?:not|no|never|only|instead|rather)\b){TOLD}(?:{joined(_PLAIN_DENIALS)})",
    r"[^.;?]{3,160}, no (?:external|third-party|new|additional|extra) (?:[\w-]+ ){0,2}(?:librar(?:y|ies)|frameworks?"
    r"|dependenc(?:y|ies)|packages?)\b",
    r"(?:this|the|our) (?:package|project|repo|repository|codebase|app|library) uses [^,.;]{2,40}, (?:and )?not "
    r"(?!only|just|yet|found|sure)\w",
    r"no (?!longer|need|one\b)[\w\x00/ -]{3,60}: (?=[^.;]{2,80}, not )",
    r"(?:[\w -]{2,40}: )?(?:(?:all|new) )?[\w-]+s (?:do|must|should) NOT [a-z]",
    # of a part of the code, where rules are expected
    r"(?!(?:if|when|because|since|it|this|these)\b)[^.;:(,\"“]{3,60}(?<!that )(?<!which )(?<!who )"
    r"\b(?:never|do not|don't) (?!need"
    r"|(?:returns|throws|fails|blocks|expires|changes|happens|exits|raises|matches|contradicts|crashes"
    r"|panics|justify|imply|guarantee|mean|prove|cause|loses|waits|reclaims|count|overlap|conflict|respect|interfere"
    r"|runs|leaves|shows|appears|ends|goes)\b|require|support|exist|have|know|want|been\b)\w+",
    # what a project lacks is no rule
    r"(?:(?!no |critical|high|medium|low|warning|status|current|error)[^:.]{1,60}: )?(?:no|zero) (?!longer"
    r"|disruption|downtime|impact|cost|need|one\b|exceptions?\W*$|(?:\w+ )?(?:issues?|errors?|problems?|bugs?"
    r"|changes?(?! to)|tests?|linting|formatter|linter|typechecker)\b)"
    r"(?!(?:automated|formal|strict|separate|comprehensive|explicit|special|additional|established|dedicated|major"
    r"|manual|critical|clear|significant|built-in)\b)"
    rf"{FACT}[^\s?]",
)
