"""The words by which English forbids and limits. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import cue
from mementod_parsers.binding.english_parts import (
    AT,
    CONSENT,
    FACT,
    HANDLED,
    OF_A_THING,
    ORDER,
    SIZES,
    STRICT,
    TOLD,
    VERB,
    WHOSE,
    WITHOUT,
)

FORBIDS = cue(
    rf"{AT}(?:(?:always |to )?never\b{OF_A_THING}|(?:absolutely |always |to )?(?:do not|don['’]?t)\b(?! ~)"
    r"|(?:always )?(?:\w+ly )?(?:avoid:?(?![^;.]*\b(?:when|where|if|wherever|whenever) (?:possible|practical|feasible))"
    r"|refrain from|stop \w+ing) \S|(?:use|call|run|import)\b.{0,60}?, not (?!just"
    r"|only|to\b)\w)",
    r"(?<!had )(?<!has )(?<!was )(?<!were )(?<!have )(?-i:\bNEVER\b)(?! [a-z]+(?:s|ed)\b)",
    r"\b(?:must|should|shall|may|can|will) never\b",
    r"(?-i:\bDO NOT\b|\bDON'?T\b|\bMUST NOT\b|\bCANNOT\b)",
    # a sentence that begins without a sign before it
    rf"[\w\x00)] (?-i:Never|Do not|Don['’]t)\b{OF_A_THING}",
    r"\b(?:must|should|shall|ought)(?:n['’]?t| not)\b",
    rf"\b(?:you|we|agents?|claude|code|commits?|prs?) (?:cannot|can not|can['’]t|may not) "
    rf"(?!see|know|remember|tell|find)(?:{VERB}|be)\b",
    r"\b(?:cannot|can not|can['’]t|may not) be (?:edited|changed|modified|touched|hand-edited|deleted|removed"
    r"|renamed|committed|pushed|skipped|bypassed|weakened|relaxed|disabled)\b(?! (?:after|once|until|at run))",
    r"^(?:any |all )?(?:prs?|pull requests?|changes|contributions|issues|patches)\b[^.;]{0,200}\bwill "
    r"(?:not be (?:accepted|merged|reviewed|considered)|be (?:closed|rejected))\b",
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
    rf"{ORDER}[^;—]{{0,160}}?(?:[,(\u2014] ?(?:and )?(?:not|never)|\x00 not) (?!only|just|yet|found|sure"
    rf"|necessar|be\b|have\b|need|recommended)[\"“']?[\w\x00]",
    r"^default to .{2,80}?\binstead of\b",
    r"^[^\s\w]{0,3}(?:\x00|[\"“'][^\"”']{1,40}[\"”'])(?:,? not| instead of) [\w\x00\"“']",
    rf"^instead(?: of [^,]{{2,80}}, (?:{VERB})|,? use)\b|{ORDER}.{{2,160}}?\binstead(?: \([^()]*\))?[.!)*]{{0,3}}$",
    r"\b(?:belongs?|goes|go|stays?) (?:in|into|to|under|on)\b.{1,120}?[,—–;-] ?(?:and )?(?:not|never) (?:directly )?"
    r"(?:in|into|to|under|on)\b",
    r"\b(?:may|can) (?:only )?[^.;]{2,160}, but (?:not|never) \w",
    r"[,(—–-] ?(?-i:NOT) (?:in|into|on|under|at|from|via|for|by|to|with|through)\b",
    r"^no\b.{1,60}\b(?:may|must|should) be\b|[—–] use [^.;—]{2,80}\binstead of\b",
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
    r"|instantiates?) [^.;]{1,60}\bdirectly\b)",
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
    r"^no\b.{1,80}\b(?:unless|allowed|whatsoever)\b|^no\b.{1,60}\(ever\)|^(?-i:NO [A-Z]{2,}\b)",
    r"^(?:[^:\x00]{1,40}: )?no .{1,60}[(:\u2014-] ?(?:always )?use\b",
    rf"^(?:[^:]{{1,40}}: )?(?:no|zero) (?:{WITHOUT}|inline|raw|magic|secrets?|credentials?|wildcard"
    rf"|\x00 (?:types?|anywhere|in|calls?|imports?|blocks?|statements?|casts?|assertions?|keys?|usage)\b){FACT}",
    rf"^(?:(?!\b(?:is|are|has|have|had|was|were|uses|contains?)\b).){{1,200}}?(?:[,;(—–] ?"
    rf"| - )(?:and )?no {WITHOUT}{FACT}",
    rf"\(no {WITHOUT}{FACT}",
    r"\(never (?!\w+ed\b)\w[^)]{0,60}\)|[,(\u2014;] ?never (?:\x00|logged|committed|hard-?coded|exposed"
    r"|stored|invented|edited|modified|used|skipped|deleted|shared|assumed)",
)

LIMITS = cue(
    rf"{AT}(?:only (?:(?:{VERB})\b|(?:when|if|in|from|on|with|for)\b.{{1,60}},? (?:may|must|should|can|do|use)\b)"
    rf"|(?!(?:run|show|list|test|build|see|view|start|install|deploy|lint|check) )(?<!also )(?:{VERB}) only (?!if\b"
    rf"|when (?:needed|necessary)))",
    rf"{ORDER}.{{0,240}}?(?<!not )\bonly\b(?: (?:in|on|to|when|from|with|by|within|inside|under|at|for|if|after|as|via"
    rf"|through|where|what|your own)\b|[^\w)]{{0,6}}$|; |: (?!\x00)| \()|{ORDER}[^,;:]{{1,60}} only, ",
    r"^(?!needed|used|required|called|available|exists?|applies|runs?|works?|shown|loaded|triggered"
    r"|happens|fires|the only|not|it|this)"
    r"(?:(?!(?:sets|used?|uses|is|are|was|runs|needed|required|loaded|supported)\b)[\w\x00-]+ ){1,4}only (?:for"
    r"|in|when|if|via|through) (?!\d)",
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
    r"\bnothing more,? (?:and )?nothing less\b|\bcap .{2,60} (?:at|to) \W?\d",
    r"\bdependenc(?:y|ies) (?:points?|flows?|goe?s?)\b[^.;]{0,60}\bonly\b",
    r"\b(?:english|chinese|japanese|korean) only\b",
    r"\b(?:is|are|be) the (?:only|sole|single) (?:place|file|module|component|layer|package|class|folder"
    r"|directory) (?:that|where|which|to|allowed|permitted)\b",
    r"\b(?:treat|keep|stays?|is|are|as|consider)\b.{0,40}\bread[- ]only\b(?! (?:getters?|propert|fields?|access"
    r"|methods?|views?))",
    rf"\b(?:max(?:imum)?|at most|no more than|not exceed|limit(?:ed)?|under|below|less than|fewer than"
    rf"|up to|within)\b"
    rf".{{0,30}}?\b\d{{1,5}}[ -]{SIZES}\b|\b\d{{1,5}} {SIZES} (?:max|maximum|or (?:less|fewer))\b",
    r"\bmax(?:imum)? (?:line|function|file|method|class) (?:length|size)\b.{0,10}\d",
    r"^(?:stay|remain|work) (?:within|inside|in)\b",
    r"^(?:limit|restrict|confine|scope) (?:your |the |all )?(?:changes|edits|work|modifications|yourself"
    r"|scope)\b",
)

DENIES = cue(
    rf"{TOLD}[^.;?]{{2,80}}(?:, (?:and )?not| [—–] (?:and )?not|\x00 not|\binstead of|\brather than) (?!only|just|yet"
    rf"|sure|necessar|(?:\w+ )?\w+ed\b)[\w\x00\"'“]",
    rf"(?!no\b){TOLD}[^.;?()]{{2,45}} \(not (?!\w+(?:ed|al)\b|default|an? )[^()]{{1,40}}\)\W{{0,3}}$",
    rf"{TOLD}(?!.*\bnot? \w*(?:need|key|cost|issue|error)\w*)[^.;?()]{{2,80}} \(no (?!longer|need|one\b|\d|(?:\w+ )?"
    rf"(?:parameters|arguments|circles))[^()]{{2,40}}\)\W{{0,3}}$",
    rf"{TOLD}[^.;?]{{2,80}}(?: [—–] no (?!need|longer|one\b)[\w\x00]|(?:, | \()no (?:\x00|tabs|classes|mocks))",
    # conventions between commas: "Single quotes, no semicolons, two spaces"
    rf"{TOLD}(?:[^.;:?,()]{{2,40}}, ){{1,6}}(?:and )?no (?!longer|need|one\b|issues?|errors?|problems?|changes?)"
    rf"[\w-]+(?: [\w-]+){{0,2}}(?:, |\W{{0,3}}$)",
    r"[^.;?]{3,160}, no (?:external|third-party|new|additional|extra) (?:[\w-]+ ){0,2}(?:librar(?:y|ies)|frameworks?"
    r"|dependenc(?:y|ies)|packages?)\b",
    r"(?:this|the|our) (?:package|project|repo|repository|codebase|app|library) uses [^,.;]{2,40}, (?:and )?not "
    r"(?!only|just|yet|found|sure)\w",
    r"no (?!longer|need|one\b)[\w\x00/ -]{3,60}: (?=[^.;]{2,80}, not )",
    # of a part of the code, where rules are expected
    r"(?!(?:if|when|because|since|it|this|these)\b)[^.;:(,]{3,60}(?<!that )(?<!which )(?<!who )"
    r"\b(?:never|do not|don't) (?!need"
    r"|(?:returns|throws|fails|blocks|expires|changes|happens|exits|raises|matches|contradicts|crashes"
    r"|panics|justify|imply|guarantee|mean|prove|cause|loses|waits|reclaims|count|overlap|conflict|respect|interfere"
    r"|runs|leaves|shows|appears|ends|goes)\b|require|support|exist|have|know|want"
    r"|been\b)\w+",
    # what a project lacks is no rule
    r"(?:(?!no |critical|high|medium|low|warning|status|current|error)[^:.]{1,60}: )?(?:no|zero) (?!longer"
    r"|need|one\b|exceptions?\W*$|(?:\w+ )?(?:issues?|errors?|problems?|bugs?|changes?|tests?"
    r"|linting|formatter|linter|typechecker)\b)"
    r"(?!(?:automated|formal|explicit|special|additional|established|dedicated|major|manual|critical|clear"
    r"|significant|built-in)\b)"
    rf"{FACT}[^\s?]",
)
