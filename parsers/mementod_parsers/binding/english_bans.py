"""The words by which English forbids and limits. Data only; see binding.py."""

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
    SIZES,
    STRICT,
    TOLD,
    VERB,
    WHOSE,
    WITHOUT,
)
from mementod_parsers.binding.phrases import joined

FORBIDS = cue(
    rf"{AT}(?:(?:always |to )?never\b{OF_A_THING}|(?:absolutely |always |to )?(?:do not|don['’]?t)\b(?! ~)"
    r"|(?:always )?(?:\w+ly )?(?:avoid:?(?![^;.]*\b(?:when|where|if|wherever|whenever) (?:possible|practical|feasible))"
    r"|refrain from|stop \w+ing) \S|(?:use|call|run|import)\b.{0,60}?, not (?!just"
    r"|only|to\b)\w)",
    r"(?<!had )(?<!has )(?<!was )(?<!were )(?<!have )(?-i:\bNEVER\b)(?! [a-z]+(?:s|ed)\b)",
    r"\b(?:must|should|shall|may|can|will) never\b",
    r"(?-i:\bDO NOT\b|\bDON'?T\b|\bMUST NOT\b|\bCANNOT\b|\b(?:must|may|should|can) NOT\b)",
    r"(?<!had )(?<!been )\bnever as (?:an? |the )?\w",
    # a sentence that begins without a sign before it
    rf"[\w\x00)] (?-i:Never|Do not|Don['’]t)\b{OF_A_THING}",
    r"\b(?:must|should|shall|ought)(?:n['’]?t| not)\b",
    rf"\b(?:you|we|agents?|claude|code|commits?|prs?) (?:cannot|can not|can['’]t|may not) "
    rf"(?!see|know|remember|tell|find)(?:{VERB}|be)\b",
    r"\b(?:cannot|can not|can['’]t|may not) be (?:edited|changed|modified|touched|hand-edited|deleted|removed"
    r"|renamed|committed|pushed|skipped|bypassed|weakened|relaxed|disabled)\b(?! (?:after|once|until|at run))",
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
    rf"{ORDER}[^.;]{{1,100}}; no (?:new )?[\w-]+(?: [\w-]+)?(?: (?:errors?|warnings?|issues|failures))?\W{{0,3}}$",
    r"\b(?:is|are|be|strictly|absolutely|explicitly) (?:strictly |absolutely |explicitly )?"
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
    r"^default to .{2,80}?\binstead of\b",
    r"^[^\s\w]{0,3}(?:\x00|[\"“'][^\"”']{1,40}[\"”'])(?:,? not| instead of) [\w\x00\"“']",
    rf"^instead(?: of [^,]{{2,80}}, (?:{VERB})|,? use)\b|{ORDER}.{{2,160}}?\binstead(?: \([^()]*\))?[.!)*]{{0,3}}$",
    r"\b(?:belongs?|goes|go|stays?|lives?) (?:in|into|to|under|on)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) "
    r"(?:directly |\w+ly |(?:co-?)?located |mixed |inline |scattered |next |placed )?(?:in|into|to|under|on)\b"
    r"|\b(?:belongs?|goes|go) (?:in|into|under|on|next to|beside|with|at)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) "
    r"(?!yet\b|just\b|only\b|needed|required|\w+ed\b)[\w\x00]"
    r"|\b(?:belongs?|goes?|stays?) (?:in|into|to|under|on)\b[^.;]{1,120}\binstead\W{0,3}$",
    r"\b(?:may|can) (?:only )?[^.;]{2,160}, but (?:not|never) \w",
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
    r"^(?!(?:if|when|because|since|as|this|it|that|they|you|we|note|why)\b)[^.;:?]{1,80}?\b(?:do not|does not"
    r"|don['’]?t"
    r"|doesn['’]?t|never|cannot|can['’]t) (?:directly |ever )?(?:(?:imports?|depends? (?:up)?on|know (?:about|of)"
    r"|talks? to|reach(?:es)? into|calls? into)\b|(?:calls?|access(?:es)?|touch(?:es)?|query|queries|references?|uses?"
    r"|instantiates?) [^.;]{1,60}\bdirectly\b|learns? )",
    r"^[^.;:?]{1,80}?\b(?:has|have) no (?:\w+ )?(?:knowledge of|dependenc(?:y|ies) on|imports? (?:from|of))\b",
    r"^(?:[^:\x00]{1,40}: )?no .{1,60}\bwithout\b",
    r"^(?:critical|important|warning|caution)\b\W{1,4}[^.;:]{1,120}?\b(?:cannot|can['’]t|may not)\b",
    r"\bnothing (?:is|gets|may be|ships|lands|merges|goes)\b.{0,40}\bwithout\b"
    r"|^no\b.{1,40}\b(?:is|are|ships?|lands?|merges?|gets?|goes)\b.{0,40}\bwithout\b",
    r"\b(?:should|must|use)\b.{0,160}[,(—–-] ?(?-i:NOT) \w",
    r"\bunless (?:explicitly|specifically|directly|i|you are|asked|told|instructed|the (?:user|task|issue"
    r"|request) "
    r"(?:\w+ )?(?:asks?|asked|says?|said|requests?|requested|tells|told|wants|approves|confirms|instructs"
    r"|requires"
    r"|changes))\b",
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
    r"\(never (?!\w+ed\b)\w[^)]{0,60}\)|(?:[,(\u2014;]| [-–]) ?never (?:\x00|logged|committed|hard-?coded|exposed"
    r"|stored|invented|edited|modified|used|skipped|deleted|shared|assumed)",
)

LIMITS = cue(
    rf"{AT}(?:only (?:(?:{VERB})\b|(?:when|if|in|from|on|with|for|under|after|by|via|through|during"
    rf"|where)\b.{{1,60}},? (?:may|must|should|can|do|use)\b)"
    rf"|(?!(?:run|show|list|test|build|see|view|start|install|deploy|lint|check) )(?<!also )(?:{VERB}) only (?!if\b"
    rf"|when (?:needed|necessary)))",
    rf"{ORDER}.{{0,240}}?(?<!not )\bonly\b(?: (?:in|on|to|when|from|with|by|within|inside|under|at|for|if|after|as|via"
    rf"|through|where|what|your own)\b|[^\w)]{{0,6}}$|; |: (?!\x00)| \()"
    rf"|{ORDER}[^()]{{0,160}}?(?<!not )\bonly(?: ?[—–])|{ORDER}[^,;:]{{1,60}} only, ",
    r"^(?!needed|used|required|called|available|exists?|applies|runs?|works?|shown|loaded|triggered"
    r"|happens|fires|the only|not|it|this)"
    r"(?:(?!(?:sets|used?|uses|is|are|was|runs|needed|required|loaded|supported)\b)[\w\x00/&-]+ ){1,4}only (?:for"
    r"|in|when|if|via|through) (?!\d)",
    r"^(?:use|keep|import|allow|accept|write|store|put|name|read|edit|touch|change) [^:;.]{2,60} only: ",
    r"^(?:[^:\x00]{1,40}: )?only [^.;,]{2,80} (?:may|must)\b"
    r"|^(?:[^:\x00]{1,40}: )?all [^.;,:]{2,60} (?:is|are|stays?|live|go|happen) [^.;,:]{2,60} only\W{0,3}$",
    r"[(;,—–] ?use [^;,()]{1,40} only (?:for|in|when|inside|at)\b",
    r"\b(?:stored|kept|placed|defined|declared|put|configured) (?:in|under|on|inside) [\w\x00 /-]{2,40} only(?:[.,;]"
    r"|$)",
    r" may (?<!you may )(?<!it may )(?<!users may )(?<!this may )(?:import|depend on|use|call|access|reference"
    r"|contain|know"
    r"|touch|edit|modify) [^.;]{2,100} only\W{0,3}$",
    r"\bmay\b(?! not)[^.;]{2,120}\bonly (?:when|if|after|with|for|by|from|in|on|via|through|where)\b",
    r"^(?:[^:]{1,40}: )?[\w\x00./ -]{2,40} for [\w\x00 -]{2,30} only(?:[;,.]|$)",
    r"\b(?:controllers?|services?|handlers?|models?|views?|viewmodels?|routes?|hooks?|components?|repositories|layers?"
    r"|crates?|modules?|packages?|\x00) (?:only )?(?:handles?|owns?|contains?|holds?|does|do|calls?|delegates?"
    r"|depends? on|imports?|uses?|access(?:es)?|are|is"
    r"|talks?) (?:only )?(?:pure )?[\w/\x00-]+(?: [\w/\x00-]+){0,6} only(?:[.,;]|$)",
    r"\b(?:only|exactly|just) one\b.{1,60}\bat a time\b",
    r"(?-i:(?<!-)\bONLY\b)(?! (?:is|are)\b)|\b(?:must|may|shall) (?:\w+ ){0,2}only\b",
    r"\bonly\b.{1,60}\b(?:allowed|permitted|accepted)\b",
    r"\b(?:components?|classes|functions|imports?|exports?|styles|css|tailwind(?: css)?"
    r"|icons?)(?: with \w+)? only(?: \([^)]{0,60}\))?(?:[,;]|\W{0,2}$)",
    r"\x00 only (?<=[→>:] \x00 only )(?:after|once) \w",
    r"\b(?:tags?|releases?|branch(?:es)?|prs?|commits?) (?:is|are) \w+ed only (?:after|once|when|by|from) \w",
    r"^[^.;,]{2,80}\b(?:is|are) [^.;]{0,80}\bfor [^.;]{2,160} only[.)*]{0,3}$",
    r"\bonly as (?:a |the )?last resort\b|\b(?:depends? only (?:up)?on|imports? only from)\b",
    r"\b(?:lives?|belongs?|goes|go|stays?|remains?) (?:only (?:in|under|on|inside) |(?:in|under|on"
    r"|inside) [^.;]{2,60} only\b)",
    r"^(?!if\b|when\b)[^.;,]{2,60}\b(?:is|are) only for\b",
    r"^only (?:the )?[\w\x00 -]{2,30} (?:writes?|edits?|touch(?:es)?|calls?|imports?|modif(?:y|ies)|commits?) ",
    r"\bkeep\b.{1,80}\b(?:confined|limited|restricted) to\b",
    r"^(?-i:[A-Z])\w+ (?:owns?|handles?|contains?|presents?) [\w/, -]{3,60} only[.;]",
    r"^(?-i:[A-Z])[\w/-]*(?: [\w/-]+)? (?:code|scripts?|layers?|modules?|hooks?|agents?|tests?) only "
    r"(?!runs|works|needs)[a-z]+s?\b (?!if\b|when\b)",
    r"\bmax(?:imum)? \d{1,5} [\w -]{2,30} per \w|^\x00 \(max(?:imum)? \d"
    r"|^\x00: max(?:imum)?(?: of)? \d{1,3}(?: \([^()]*\)| [\w ]{2,20})?\W{0,2}$",
    r"^(?:[^:\x00]{1,40}: )?(?:one|two|three|\d{1,3}) [\w-]+ (?:max|maximum)\b",
    r"\bexclusively (?:owns?|handles?|uses?|through|via|in|from|by)\b",
    r"^(?!.*\b(?:is|are|was|were|creates?|has|have)\b.*\bper\b)[^.;]{0,60}\b(?:one|a single) [\w -]{2,40} per "
    r"(?:pr|pull request|commit|branch)\b",
    r"\b(?:complexity|nesting|depth|parameters|params|line (?:length|width)|file length)\b[^.;\d]{0,30}?"
    r"\b(?:max(?:imum)?|at most|up to|limit|under)\W{0,3}(?:of )?\d|\bmax(?:imum)?[- ](?:\w+ )?(?:complexity|nesting"
    r"|depth|params|parameters|line (?:length|width))\b[^.;\d]{0,10}\d",
    r"\bcoverage (?:requirements?|minimum|floor|gate|threshold)(?::| is| of| \() ?(?!aim|target)[^.;\d]{0,20}\d"
    r"|\bcoverage\b(?<!for coverage)(?<!the coverage)"
    r"(?! (?:is|was)\b|[^.;\d]{0,30}\b(?:aim|targets?|goal|reports?|analysis|ziel|should)\b)[^.;\d]{0,30}"
    r"(?:\b(?:at least|minimum(?: of)?|no less than) ?|≥ ?|>= ?)\d",
    r"^one [\w ]{2,24} = one\b|^the only (?:acceptable|allowed|permitted) ",
    r"\bnothing more,? (?:and )?nothing less\b|\bcap .{2,60} (?:at|to) \W?\d",
    r"\bdependenc(?:y|ies) (?:points?|flows?|goe?s?)\b[^.;]{0,60}\bonly\b",
    r"\b(?:english|chinese|japanese|korean) only\b",
    r"\b(?:is|are|be) the (?:only|sole|single) (?:places?|files?|modules?|component|layer|package|class|functions?"
    r"|folder"
    r"|directory) (?:that|where|which|to|allowed|permitted)\b",
    r"\b(?:treat|keep|stays?|is|are|as|consider)\b.{0,40}\bread[- ]only\b(?! (?:getters?|propert|fields?|access"
    r"|methods?|views?))",
    rf"\b(?:max(?:imum)?|at most|no more than|not exceed|limit(?:ed)?|under|below|less than|fewer than"
    rf"|up to|within)\b"
    rf".{{0,30}}?\b\d{{1,5}}[ -]{SIZES}\b|\b\d{{1,5}} {SIZES} (?:max|maximum|or (?:less|fewer))\b",
    r"\bmax(?:imum)? (?:line|function|file|method|class) (?:length|size)\b.{0,10}\d",
    r"^(?:stay|remain) (?:within|inside|in)\b|^work (?:only )?(?:within|inside)\b|^work (?:only in|in (?:the|\x00"
    r"|your))\b",
    r"^(?:limit|restrict|confine|scope) (?:your |the |all )?(?:changes|edits|work|modifications|yourself"
    r"|scope)\b",
)

# Of a sentence that does not tell how things are.
_PLAIN_DENIALS = (
    r"(?:[^.;?]{2,60}; )?[^.;?]{2,80}(?:, (?:and )?not| [—–] (?:and )?not|\x00 not|\binstead of|\brather than)"
    r" (?!only|just|yet|sure|necessar|(?:\w+ )?\w+ed\b)[\w\x00\"'“]",
    r"(?!no\b|\x00)[^.?]{3,200}\([\w\x00 ]{2,20} only (?:with|when|if|after|for|in)\b",
    r"(?!no\b)[^.;?()]{2,90} \(not (?!just\b|only\b|necessarily\b|\w+(?:ed|al)\b|default|an? )[^()]{1,60}\)\W{0,3}$",
    r"(?!.*\bnot? \w*(?:need|key|cost|issue|error)\w*)[^.;?()]{2,80} \(no (?!longer|need|one\b|\d|[^()]*\b(?:needed"
    r"|required)\b|(?:\w+ )?"
    r"(?:parameters|arguments|circles))[^()]{2,40}\)\W{0,3}$",
    r"[^.;?]{2,80}(?: [—–] no (?!need|longer|one\b)[\w\x00]|(?:, | \()no (?:\x00|tabs|classes|mocks))",
    # conventions between commas: "Single quotes, no semicolons, two spaces"; "Enums: plain names, no prefix"
    r"(?:[^.;:?,()]{2,40}, ){1,6}(?:and )?no (?!longer|need|one\b|issues?|errors?|problems?|changes?)"
    r"[\w-]+(?: [\w-]+){0,2}(?:, |\W{0,3}$)",
    r"(?:[\w -]{2,30}: )?[^.;:?()]{2,60}, no (?!longer|need|one\b|issues?|errors?|problems?|changes?)"
    r"[\w-]+ ?(?:\([^()]*\))?\W{0,3}$",
    r"[^.;?]{2,120}(?:[,;] | [—–-] |\()never (?!\w+(?:s|ed)\b)[\w\x00\"“]",
    # "Regular expressions only at the top", "Vectors - only after profiling"
    r"[^.;:?]{3,120}(?: [—–-] |, |\()only (?:after|when|if|for|in|with|as|via|where|what|inside|within|from)\b"
    r"(?!.*\b(?:shown|visible|available|needed|supported|runs?|triggers?|fires?)\b)",
    r"(?!\x00 [-–—:]|test|dev|prod|read|run|build|show|list)(?:(?!at\b|on\b|for\b|adds\b|in\b)(?:[\w\x00/-]+"
    r"|[+&]) ){1,6}only"
    r"(?: \([^()]{1,60}\))?[.]?\W{0,2}$",
    # of all that is written: "Lists always use keys"
    r"(?:[^:.\x00]{1,40}: )?[\w\x00/ -]{2,60} always (?:use|go|live|start|end|follow|include|pass|call|import|come"
    r"|carry|name|ship|take|have|need|get|sit|match)\b",
)

DENIES = cue(
    rf"(?=.*\b(?:not|no|never|only|always|instead|rather)\b){TOLD}(?:{joined(_PLAIN_DENIALS)})",
    r"[^.;?]{3,160}, no (?:external|third-party|new|additional|extra) (?:[\w-]+ ){0,2}(?:librar(?:y|ies)|frameworks?"
    r"|dependenc(?:y|ies)|packages?)\b",
    r"(?:this|the|our) (?:package|project|repo|repository|codebase|app|library) uses [^,.;]{2,40}, (?:and )?not "
    r"(?!only|just|yet|found|sure)\w",
    r"no (?!longer|need|one\b)[\w\x00/ -]{3,60}: (?=[^.;]{2,80}, not )",
    # "Secrets: only in the vault", "Production: only what is needed"
    r"(?:[^:.\x00]{2,40}: )(?:[\w-]+ )?only (?!if\b|when\b|available|used|needed|shown|visible|supported|\d"
    r"|\w+s\b(?<!classes)(?<!functions)(?<!types))"
    r"(?!.*\b(?:is|are|was|were|has|have|runs?|works?|shows?|applies|loaded)\b)\w",
    r"(?:[\w -]{2,40}: )?(?:(?:all|new) )?[\w-]+s (?:do|must|should) NOT [a-z]",
    # of a part of the code, where rules are expected
    r"(?!(?:if|when|because|since|it|this|these)\b)[^.;:(,]{3,60}(?<!that )(?<!which )(?<!who )"
    r"\b(?:never|do not|don't) (?!need"
    r"|(?:returns|throws|fails|blocks|expires|changes|happens|exits|raises|matches|contradicts|crashes"
    r"|panics|justify|imply|guarantee|mean|prove|cause|loses|waits|reclaims|count|overlap|conflict|respect|interfere"
    r"|runs|leaves|shows|appears|ends|goes)\b|require|support|exist|have|know|want"
    r"|been\b)\w+",
    # what a project lacks is no rule
    r"(?:(?!no |critical|high|medium|low|warning|status|current|error)[^:.]{1,60}: )?(?:no|zero) (?!longer"
    r"|disruption|downtime|impact|cost|need|one\b|exceptions?\W*$|(?:\w+ )?(?:issues?|errors?|problems?|bugs?"
    r"|changes?(?! to)|tests?"
    r"|linting|formatter|linter|typechecker)\b)"
    r"(?!(?:automated|formal|explicit|special|additional|established|dedicated|major|manual|critical|clear"
    r"|significant|built-in)\b)"
    rf"{FACT}[^\s?]",
)
