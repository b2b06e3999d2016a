"""The words by which English limits. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import cue
from mementod_parsers.binding.english_parts import AT, ORDER, SIZES, TOLD, VERB
from mementod_parsers.binding.phrases import joined

LIMITS = cue(
    rf"{AT}(?:only (?:ever )?(?:(?:{VERB})\b|(?:when|if|in|from|on|with|for|under|after|by|via|through|during"
    rf"|where)\b.{{1,60}},? (?:may|must|should|can|do|use)\b)"
    rf"|(?!(?:run|show|list|test|build|see|view|start|install|deploy|lint|check) )(?<!also )(?:{VERB}) only (?!if\b"
    rf"|when (?:needed|necessary)))",
    rf"{ORDER}.{{0,240}}?(?<!not )\bonly\b(?: (?:in|on|to|when|from|with|by|within|inside|under|at|for|if|after|as|via"
    rf"|through|where|what|your own|one|a single)\b|[^\w)]{{0,6}}$|; |: (?!\x00)| \()"
    rf"|{ORDER}[^()]{{0,160}}?(?<!not )\bonly(?: ?[—–])|{ORDER}[^,;:]{{1,60}} only, ",
    r"^(?!\w+(?<!s)s (?!only\b|of\b|in\b|from\b|for\b|with\b|and\b|or\b)\w+ |\x00 \w+s only\b|needed|used|required"
    r"|called|available|exists?|applies|runs?|works?|shown|loaded|triggered|happens|fires|the only|not|it|this)"
    r"(?:(?!(?:sets|used?|uses|is|are|was|runs|needed|required|loaded|supported)\b)[\w\x00/&-]+ ){1,4}only (?:for"
    r"|in|when|if|via|through) (?!\d)",
    r"^(?:use|keep|import|allow|accept|write|store|put|name|read|edit|touch|change) [^:;.]{2,60} only: ",
    r"^(?:[^:\x00]{1,40}: )?only [^.;,]{2,80} (?:may|must)\b"
    r"|^(?:[^:\x00]{1,40}: )?all [^.;,:]{2,60} (?:is|are|stays?|live|go|happen) [^.;,:]{2,60} only\W{0,3}$",
    r"[(;,—–] ?use [^;,()]{1,40} only (?:for|in|when|inside|at)\b",
    r"\b(?:stored|kept|placed|defined|declared|put|configured) (?:in|under|on|inside) [\w\x00 /-]{2,40} only(?:[.,;]"
    r"|$)",
    r" may (?<!you may )(?<!it may )(?<!users may )(?<!this may )(?:import|depend on|use|call|access|reference"
    r"|contain|know|touch|edit|modify) [^.;]{2,100} only\W{0,3}$",
    r"\bmay\b(?! not)[^.;]{2,120}\bonly (?:when|if|after|with|for|by|from|in|on|via|through|where)\b",
    r"^(?:[^:]{1,40}: )?[\w\x00./ -]{2,40} for [\w\x00 -]{2,30} only(?:[;,.]|$)",
    r"\b(?:controllers?|services?|handlers?|models?|views?|viewmodels?|routes?|hooks?|components?|repositories|layers?"
    r"|crates?|modules?|packages?|\x00) (?:only )?(?:handles?|owns?|contains?|holds?|does|do|calls?|delegates?"
    r"|depends? on|imports?|uses?|access(?:es)?|are|is"
    r"|talks?) (?:only )?(?:pure )?[\w/\x00-]+(?: [\w/\x00-]+){0,6} only(?:[.,;]|$)",
    r"\b(?:only|exactly|just) one\b.{1,60}\bat a time\b",
    r"(?-i:\bONLY\b)(?<!-only)(?<!has only)(?<!have only)(?! (?:is|are)\b)|\b(?:must|may|shall) (?:\w+ ){0,2}only\b",
    r"\bonly\b(?:(?!\b(?:was|were)\b).){1,60}\b(?:allowed|permitted|(?:is|are|be) accepted)\b",
    r"\b(?:components?|classes|functions|imports?|exports?|styles|css|tailwind(?: css)?"
    r"|icons?)(?: with \w+)? only(?: \([^)]{0,60}\))?(?:[,;]|\W{0,2}$)",
    r"\x00 only (?<=[→>:] \x00 only )(?:after|once) \w",
    r"\b(?:tags?|releases?|branch(?:es)?|prs?|commits?) (?:is|are) \w+ed only (?:after|once|when|by|from) \w",
    r"^[^.;,]{2,80}\b(?:is|are) (?!kept\b)[^.;]{0,80}\bfor [^.;]{2,160} only[.)*]{0,3}$",
    r"\bonly as (?:a |the )?last resort\b|\b(?:depends? only (?:up)?on|imports? only from)\b",
    r"\b(?:lives?|belongs?|goes|go|stays?|remains?) (?:only (?:in|under|on|inside) |(?:in|under|on"
    r"|inside) [^.;]{2,60} only\b)",
    r"^(?!if\b|when\b)[^.;,]{2,60}\b(?:is|are) only for\b",
    r"^only (?:the )?[\w\x00 -]{2,30} (?:writes?|edits?|touch(?:es)?|calls?|imports?|modif(?:y|ies)|commits?) ",
    r"\bkeep\b.{1,80}\b(?:confined|limited|restricted) to\b",
    r"^(?-i:[A-Z])\w+ (?:owns?|handles?|contains?|presents?) [\w/, -]{3,60} only[.;]",
    r"^(?-i:[A-Z])[\w/-]*(?: [\w/-]+)? (?:code|scripts?|layers?|modules?|hooks?|agents?|tests?) only (?<!script only )"
    r"(?!runs|works|needs)[a-z]+s?\b (?!if\b|when\b)",
    r"^(?:[^:;.,]{0,80}[:,(] ?)?max(?:imum)? \d{1,5} [\w -]{2,30} per \w|^\x00 \(max(?:imum)? \d"
    r"|^\x00: max(?:imum)?(?: of)? \d{1,3}(?: \([^()]*\)| [\w ]{2,20})?\W{0,2}$",
    r"^(?:[^:\x00]{1,40}: )?(?:one|two|three|\d{1,3}) [\w-]+ (?:max|maximum)\b",
    r"\bexclusively (?:owns?|handles?|uses?|through|via|in|from|by)\b",
    r"^(?!.*\b(?:is|are|was|were|creates?|opens|has|have)\b.*\bper\b)[^.;]{0,60}\b(?:one|a single) [\w -]{2,40} per "
    r"(?:pr|pull request|commit|branch)\b",
    r"\b(?:complexity|nesting|depth|parameters|params|line (?:length|width)|file length)\b[^.;\d]{0,30}?"
    r"\b(?:max(?:imum)?|at most|up to|limit|under)\W{0,3}(?:of )?\d|\bmax(?:imum)?[- ](?:\w+ )?(?:complexity|nesting"
    r"|depth|params|parameters|line (?:length|width))\b[^.;\d]{0,10}\d",
    r"\bcoverage (?:requirements?|minimum|floor|gate|threshold)(?::| is| of| \() ?(?!aim|target)[^.;\d]{0,20}\d"
    r"|\bcoverage\b(?<!for coverage)(?<!the coverage)"
    r"(?! (?:is|was)\b|[^.;\d]{0,30}\b(?:aim|targets?|goal|reports?|analysis|ziel|should)\b)[^.;\d]{0,30}"
    r"(?:\b(?:at least|minimum(?: of)?|no less than) ?|≥ ?|>= ?)\d",
    r"\b(?:allowed|permitted|accepted|acceptable|ok|okay|complete|done|finished) only "
    r"(?:when|if|in|for|with|by|from|after|inside|under|on|as"
    r"|once|where|to|via|through)\b|^[^:\x00]{1,40}: \x00 only[.;]?$|\bin one direction only\b"
    r"|\bonly acceptable (?:when|if|in|for|with)\b",
    r"^one [\w ]{2,24} = one\b|^the only (?:acceptable|allowed|permitted) ",
    r"\bnothing more,? (?:and )?nothing less\b|\bcap .{2,60} (?:at|to) \W?\d",
    r"\bdependenc(?:y|ies) (?:points?|flows?|goe?s?)\b[^.;]{0,60}\bonly\b",
    r"\b(?:english|chinese|japanese|korean|spanish|german|french|portuguese)(?: \([^()]{1,20}\))? only\b"
    r"|→ use [^.;→]{2,40} only\W{0,3}$",
    r"^(?:[^:\x00]{1,40}: )?keep (?:all |your |the )?(?:work|changes|edits|modifications|code) (?:inside|within)\b",
    r"^(?:[^:\x00]{1,40}: )?(?:at least|minimum) \d{1,3}%? (?:\w+ ){0,2}coverage\b",
    r"\b(?:is|are|be) the (?:only|sole|single) (?:places?|files?|modules?|component|layer|package|class|functions?"
    r"|folder|directory) (?:that|where|which|to|allowed|permitted)\b",
    r"\b(?:treat|keep|stays?|is|are|as|consider)\b.{0,40}\bread[- ]only\b(?! (?:getters?|propert|fields?|access"
    r"|methods?|views?|(?:\w+ )?(?:tools?|clients?|servers?|apis?|viewers?|dashboards?)\b))",
    rf"\b(?:max(?:imum)?|at most|no more than|not exceed|limit(?:ed)?|under|below|less than|fewer than|up to|within)\b"
    rf".{{0,30}}?\b\d{{1,5}}[ -](?:function )?{SIZES}\b(?!.*\b(?:uses|falls|sends|triggers|returns)\b)"
    rf"|\b\d{{1,5}} {SIZES} (?:max|maximum|or (?:less|fewer))\b",
    r"\bmax(?:imum)? (?:line|function|file|method|class) (?:length|size)\b.{0,10}\d",
    r"^(?:stay|remain) (?:within|inside|in)\b|^work (?:only )?(?:within|inside)\b|^work (?:only in|in (?:the|\x00"
    r"|your))\b",
    r"^(?:limit|restrict|confine|scope) (?:your |the |all )?(?:changes|edits|work|modifications|yourself|scope)\b",
)

# Of a sentence that does not tell how things are.
_PLAIN_LIMITS = (
    r"(?!no\b|\x00)[^.?]{3,200}\([\w\x00 ]{2,20} only (?:with|when|if|after|for|in)\b",
    # "Regular expressions only at the top", "Vectors - only after profiling"
    r"[^.;:?]{3,120}(?: [—–-] |, |\()only (?:after|when|if|for|in|with|as|via|where|what|inside|within|from)\b"
    r"(?!.*\b(?:shown|visible|available|needed|supported|runs?|triggers?|fires?)\b)",
    r"(?!\x00 [-–—:]|test|dev|prod|read|run|build|show|list)"
    r"(?:(?!at\b|on\b|for\b|adds\b|in\b)(?:[\w\x00/-]+|[+&]) ){1,6}"
    r"only(?: by default)?(?:;| \([^()]{1,60}\)?[.]?\W{0,2}$|[.]?\W{0,2}$)",
)

NARROWS = cue(
    rf"(?=.*\bonly\b){TOLD}(?:{joined(_PLAIN_LIMITS)})",
    # "Secrets: only in the vault", "Production: only what is needed"
    r"(?:[^:.\x00]{2,40}: )(?:[\w-]+ )?only (?!if\b|when\b|available|used|needed|shown|visible|supported|\d"
    r"|\w+s\b(?<!classes)(?<!functions)(?<!types))"
    r"(?!.*\b(?:is|are|was|were|has|have|runs?|works?|shows?|applies|loaded)\b)\w",
)
