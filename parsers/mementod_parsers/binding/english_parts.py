"""The pieces of which the English patterns are put together: where an order begins, what work is. Data only."""

from __future__ import annotations

from mementod_parsers.binding.binding import any_of
from mementod_parsers.binding.english_verbs import VERBS

# The second part is an order only before such words: "State clearly where", not "State management".
VERB = (
    r"(?:(?!react\b|pull requests?\b|pre-commit\b|design (?:patterns?|decisions?|systems?|documents?|docs?|tokens?)\b)"
    rf"(?:re-?|pre-)?{any_of(VERBS)}(?![\w-])"
    r"|clear(?= (?:the|your|any|all|out|browser|cache|it)\b)|end(?= (?:with|every|each|all|your|commits?)\b)"
    r"|(?:state|default)(?= (?:on|that|\w+ly|it|this|to|your|why|which|what|how)\b))"
)
LABEL = r"^(?:\w+ly, )?(?:[^:\x00]{1,40}(?:: | [—–-] ))?"
HEAD = r"(?:^(?:(?:\x00 (?=\w))?[^:\x00]{1,40}(?:: | [—–-] ))?|; )"
_REST = (
    r"(?:(?: ?~ |(?:if|when|whenever|any ?time|for|in|after|before|where|unless|to)\b)[^:]{2,160}?, )?(?:please |then "
    rf"|first,? |instead,? )?(?:{VERB})\b"
)
ORDER = HEAD + _REST
# "Adding a route: update the map": the moment is the label.
MOMENT = r"^(?:adding|changing|modifying|removing|renaming|editing|updating|deleting) [^:]{2,60}: "
# An order that does not only prefer.
_ADVICE = r"(?:reuse|prefer|recommend|favou?r|consider|(?:when|if|where) (?:appropriate|possible))"
STRICT = rf"{HEAD}(?!.{{0,100}}\b{_ADVICE}\b){_REST}"
# Where an order may begin: the head of the sentence, behind a sign, or behind one of these words.
AT = (
    r"(?:^(?:[^:\x00]{1,40}:\s)?|[,;:.!(|—–→>]\s*|^[\"“]|\s(?:--?|/)\s"
    r"|\b(?:and|but|or|then|please|so|also|just|we|i|claude|agents?|instead|simply|still|therefore|otherwise)\s"
    r"|(?<!if )(?<!when )\byou\s)"
)
# What somebody who works here does, and a program at run time does not.
WORK = (
    r"(?:commit|push|pull request|PR\b|merg|finish|complet|edit|chang|modif|writ|implement|submit|deploy"
    r"|releas|cod(?:e|ing)\b|mak|add"
    r"|creat|delet|refactor|claim|mark|start|begin|touch|fix|open|propos|hand(?:ing|off)|updat|remov|renam"
    r"|publish|answer|respon|solv|plan|explor|declar|report|referencing|sharing|bumping"
    r"|deliver|proceed|ending|falling back|finaliz|considering (?:[\w\x00]+ ){1,5}(?:complete|done|finished)"
    r"|trust|rely|attempt|bump|generat|regenerat|rebas"
    r"|upgrad|migrat|configur|using\b|clos|switch|adopt|restructur|tagg|review|applying|executing"
    r"|cutting|producing|doing anything|taking (?:any )?action|breaking down|continuing|spawning|posting|commenting"
    r"|integrating|presenting|moving (?!to\b|on\b)|shell commands"
    r"|handling (?:external |any )?(?:prs?|issues)|triaging|landing|debugging|hard-?coding|asserting|assuming"
    r"|asking|guessing|rewriting|splitting|requesting (?:a |code |re-)*review|ship(?:s|ping)?\b|rais(?:e|ing) (?:an? "
    r"|the )?(?:prs?|pull requests?)|staging files"
    r"|extending|expanding|escalating|concluding|resuming|installing"
    r"|sending (?:\w+ )?(?:prs?|pull requests?|patches)|trying anything|calling (?:\w+ )?(?:done|complete)"
    r"|running (?:the |any |all )?(?:\w+ )?tests)\w*"
)
SMALL = (
    r"(?:(?:you|we|do|doing|the|a|an|any|each|every|all|your|it|it's|is|are|new|code|make|making|this|major|non-trivial"
    r"|live|production|final|public|official|significant|large|big|risky|destructive|breaking|existing) ){0,4}"
)
# What keeps two things in step, or stops the work: "when changing X, also ..." binds only with one of these.
STEP = (
    r"(?:(?:also|always|please|you|first|then|immediately|\w+ly) ){0,2}(?:(?:re-?)?(?:update|generate|sync|build"
    r"|compile|index)|synchroni[sz]e|bump|refresh|document|(?<=also )run|run(?=\b[^.;]{0,160}\b(?:re-?generat|rebuild"
    r"|sync|updat|codegen))|re-?export|mirror(?! an? existing)|propagate|register|adjust|align"
    r"|ask|stop|wait|halt|confirm|escalate|add"
    r"|(?:check|verify|see) (?:whether|if|that) [^.;]{2,120}? (?:(?:also )?needs? (?:\w+ )?(?:updat|chang"
    r"|adjust|bump)|still "
    r"(?:match|work|hold|pass|build|compile|apply)|(?:is|are|stays?|remains?) (?:in sync|up[ -]to[ -]date|aligned"
    r"|consistent))\w*"
    r"|(?:review|check|verify|re-?read) [^,;]{2,80} and (?:update|sync|adjust)|keep [^,;]{1,60} (?:in sync"
    r"|up[ -]to[ -]date|updated|aligned|current|in step|consistent)"
    r"|(?:keep|maintain|preserve) (?:[\w-]+ ){0,3}(?:consistency|parity|compatibility|alignment))\b"
)
# What is done beside the work itself.
CARE = (
    r"update|ensure|make sure|confirm|run|re-?run|check|verify|review|read|re-?read|sync|regenerate|test|document"
    r"|bump|consult|ask|rebuild"
    r"|refresh|reference|add tests?"
)
NEXT = rf"(?:{CARE}|always|create|mark|put|commit|make|tell|notify|use|write|wait|stop)"
SIZES = (
    r"(?:lines?|loc|params|characters?|chars?|columns?|parameters?|arguments?|args|levels?|words?|statements?"
    r"|sentences?|kb|tokens|instructions|(?:public )?methods|properties|attributes)"
)
# "never returns null", "never called": a fact.
OF_A_THING = (
    r"(?! (?:been|had|was|is|are|again|wanted|want|quite|really|just|an?)\b)"
    r"(?! (?!access|process|pass|bypass|express|cross|miss|press|discuss|address|assess|dismiss|focus|guess"
    r"|suppress|compress)[a-z]+s\b)"
    r"(?! (?!need|embed|feed|seed|exceed|proceed|succeed|shed)[a-z]+ed\b)"
)
# What people do to a file, a rule or a test, and a program at run time rarely does.
HANDLED = (
    r"(?:(?:hand-?)?edited|changed|modified|touched|deleted|removed|renamed|committed|pushed|merged|amended|skipped"
    r"|bypassed|weakened|relaxed|disabled|written|rewritten|added|introduced|hard-?coded|duplicated|copied|mixed|mocked"
    r"|imported|published|shared|reverted|used|invented|guessed|suppressed)"
)
CONSENT = r"(?:approval|permission|consent|confirmation|authori[sz]ation)"
WHOSE = r"(?:(?:explicit|separate|specific|express|prior|user|my|our|written|human|the user'?s) ){0,2}"
# What code is told to go without; of other things "no X" mostly says that there is none.
WITHOUT = (
    r"(?:\w+[ -]){0,2}(?:silent (?:failures?|fallbacks?|errors?)|cross-\w+ dependencies|(?:cross-[\w-]+ "
    r"|circular |upward |relative |default |wildcard |star |barrel |deep )?imports?"
    r"|inline (?:styles?|css|scripts?|sql)|css modules?|class components?|classes|globals?|global (?:state|variables)"
    r"|mutations?|side[- ]effects?|hard-?cod\w+(?: \w+)?|magic (?:numbers?|strings?|values?)|raw (?:sql|strings?|hex)"
    r"|arbitrary values|default exports|barrel files|semicolons|emojis?|placeholders?|mocks?|stubs?|todos?|shortcuts"
    r"|workarounds|abbreviations|sensitive (?:data|information)|[\"“]?god[\"”]? (?:files|objects|classes)|(?:phi"
    r"|pii) in|(?:committed )?secrets"
    r"|credentials|(?:time|effort|cost) (?:or \w+ )?estimates|blocking (?:i/o|calls?)|any types?|mock(?:ing"
    r"|ed)\b[\w/ ]*|faking|\x00 (?:types?|casts?|imports?|assertions?"
    r"|usage|calls?)|business logic|(?:ui|data|domain) logic|console\.\w+|commented-out \w+"
    r"|dead code|legacy \w+|force[- ]push\w*|ad-hoc \w+|manual \w+ edit\w*|direct (?:\w+ )?(?:access|calls?"
    r"|imports?|edits?|queries|commits?|pushes|use|usage))\b"
)
# Words by which a sentence with "no X" in it tells how things are.
FACT = (
    r"(?!(?:(?!\b(?:when|unless|where)\b).){0,80}\b(?:needed|required|yet|currently|found|exists?|configured"
    r"|detected|was|were|is|are|observed|uses|available|weren't|wasn't|enforced|policy)\b)"
)
# Words by which a sentence with "X, not Y" in it tells how things are.
TOLD = (
    r"(?!for example|e\.g|where\b|.{0,160}(?:\b(?:(?:is|are)(?! (?:named|called)\b)|was|were|has|have|had|uses"
    r"|used (?:in|rarely)|not found|comes?|adoption|returns|runs|owns|tracks?"
    r"|appl(?:y|ies)|talks|means|does|gets|will|can|it"
    r"|this|that|currently|most|generally|usually|typically|often"
    r"|provides|supports|exists?|skipped|focused|continue|doubt)\b| \| ))"
)
