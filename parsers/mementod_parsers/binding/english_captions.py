"""What English headings and introducing lines make of what stands under them. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import Caption, cue

_TAIL = r"[^\w\x00]{0,4}$"

CAPTIONS = (
    (
        Caption.TELLS,
        cue(
            r"^(?:pros?|cons?|(?:why|reasons?|rationale|background|motivation)(?: this matters| it matters)?"
            r"|benefits?"
            r"|advantages|disadvantages|drawbacks|limitations|trade-?offs|(?:\w+ )?features|results?|symptoms?"
            r"|causes?"
            r"|highlights|what (?:works|changed|was done)|achievements|impact|examples?(?: \w+){0,2}|e\.g\.?"
            r"|for example"
            r"|for instance|sample (?:\w+ )?output"
            r"|(?:project |core |business |key |primary |main |user experience )?(?:goals|objectives|vision))\W{0,4}$"
        ),
    ),
    (
        Caption.REMEDIES,
        cue(
            r"^(?:known |common )(?:issues|problems|errors)\b|^(?:[\w ]{1,40} )?(?:issues|problems|errors"
            r"|failures)\W{0,4}$"
            r"|^(?!.*\b(?:mandatory|required|must|critical)\b)(?:troubleshooting|faqs?|debugging)\b"
        ),
    ),
    (
        Caption.ADVISES,
        cue(
            r"^(?:what to (?:use|do)(?: instead)?|(?:use |do |allowed )?(?:instead|alternatives?))\W{0,4}$",
            r"^should(?: follow| do| have)?\W{0,4}$",
            r"^(?:\w+ )?(?:recommended|recommendations?|suggested|suggestions?|tips|optional"
            r"|nice[- ]to[- ]haves?|prefer(?:red"
            r"|ences?)?|consider|emergency|rollback|recovery)\b|\((?:optional|recommended|if \w+)\)\W{0,4}$",
        ),
    ),
    (
        Caption.FORBIDS,
        cue(
            r"^what (?:we|you) (?:will|do|can|won['’]t|don['’]t|can['’]t)(?: not)? (?:accept|merge|want|do"
            r"|need)\W{0,4}$",
            r"^(?:what (?:you )?(?:not|never|must not|must never|should not)(?: to)?|things (?:to (?:avoid"
            r"|never do)|not to do|you must (?:not|never))"
            r"|what not to do|(?:you |agents? |we |claude )?(?:must|should|may|shall|can)(?: ?not| ?n['’]?t| never)"
            r"|never|do not|don['’]?ts?|anti-?patterns?"
            r"|avoid|(?:strictly |absolutely )?(?:forbidden|prohibited|prohibitions?|not allowed"
            r"|off[- ]limits|banned)"
            r"|no-?gos?|(?!how )(?:\w+ ){1,4}to avoid|hard no'?s)\b"
            r"(?: (?:do|ever|use|these|this|the|following|of|things?|to avoid|actions?|patterns?|practices?"
            r"|operations?|commands?|list|rules?|under|any"
            r"|circumstances|in code|edit|modify|touch|changes?|commit|push|run|add|create|log|delete|store"
            r"|skip)){0,4}(?: ?\([^)]{0,40}\))?\W{0,4}$",
            rf"\b(?:must|should|shall|may|can)(?: ?not|n['’]t| never){_TAIL}|[:—–,-] ?(?:never|do not|don['’]t"
            rf"|avoid){_TAIL}"
            rf"|\b(?:forbidden|prohibited) (?:actions?|patterns?|practices?|operations?|commands?|changes?"
            rf"|edits?){_TAIL}",
        ),
    ),
    (
        Caption.CHECKS,
        cue(
            r"\b(?:pr|pull request|merge|commit|release|submission|contribution|review|validation|verification"
            r"|quality|accessibility|security|visual) check-?lists?\W{0,4}$",
            r"\b(?:pre-?commit|pre-?push|pre-?merge|pre-?flight|post-?task|final"
            r"|every (?:task|commit|change|pr)|each (?:task|commit|change|pr)|(?:task |work )?completion)\b.{0,20}"
            r"\bcheck-?lists?\b|\b(?:check-?lists?|gates?|checks)\b.{0,20}\b(?:every|each|before) \w+",
            r"^before (?:marking|claiming|considering|calling|declaring)\b.{0,40}\b(?:complete|completed|done"
            r"|finished)"
            r"\W{0,6}$|\brequired (?:run order|order|commands?|sequence|validation|verification|gates?)\W{0,6}$",
            r"\bmust (?:always |all )?(?:pass|hold|be true|be met)(?: before \w+)?\W{0,4}$",
            r"\bbefore (?:(?:each|every|any|you|the|a) )?(?:commit|push|merg|finish|finaliz|ship|submit|complet|pr\b"
            r"|pull)\w*(?: \w+){0,3}(?:, (?:ensure|verify|check|make sure|confirm)(?: that)?)?\W{0,20}$",
            r"^(?:when|once|after) (?:(?:you(?:'re| are|'ve| have)?|all|everything(?: is)?|work is) ){0,2}"
            r"(?:done|finish(?:ed|ing)?|complet(?:ed?|ing))(?: (?:with )?(?:an?|the|your|any|each|all) (?:\w+ )?"
            r"(?:tasks?|work|changes?|feature|implementation))?\W{0,6}$",
            r"\b(?:when|after|once) (?:a |the |your )?(?:task|work)s? (?:is|are)? ?(?:complet|done"
            r"|finish)\w*\W{0,6}$|\bdefinition of done\b",
        ),
    ),
    (
        Caption.BINDS,
        cue(
            r"\((?:frozen|locked|immutable)\)\W{0,4}$",
            r"[(—–:-] ?(?:do not|don['’]t|never) (?:change|modify|alter|break|touch|violate|deviate)\W{0,4}$",
            r"^(?:(?:you |we |agents? )?(?:must|always)(?: (?:do|follow|remember))?(?: these| this)?|required"
            r"|mandatory)[^\w\x00]{0,4}$",
            r"(?<!no )\b(?:hard|golden|strict|absolute|iron|cardinal|unbreakable) (?:rules?|constraints?"
            r"|requirements?"
            r"|limits?|laws?)\b|\bnon-?negotiables?\W{0,4}$"
            r"|\b(?:mandatory|required|non-?negotiable) (?:\w+ )?(?:rules?|patterns?|practices?|conventions?"
            r"|standards?"
            r"|principles)\b",
        ),
    ),
    (
        Caption.OBLIGES,
        cue(
            r"^(?:you |we |agents? )?(?:must|always)(?: (?:do|follow|remember|read|be|use"
            r"|know))?[^\w\x00]{0,4}$|\bmust[- ](?:follow|do|read|pass)s?\b"
            rf"|\b(?:must|shall|always|ensure|make sure)(?: that)?(?: (?:they|it|you|the following|these))?{_TAIL}",
            r"\bworkflow rules\W{0,4}$|(?<!communication )(?<!wire )(?<!api )(?<!network )\bprotocol\W{0,4}$",
            r"\b(?:task|work) completion\b|\bpost-task\b",
            r"\b(?:mandatory|non-?negotiables?|inviolable|constraints|invariants)\b",
            r"(?<!no )\b(?:hard|strict|safety|ground) (?:\w+ )?(?:rules?|constraints?|requirements?|limits?)\b"
            r"|\bguardrails\b",
            r"^requirements\b|\b(?:tests?|testing|cod(?:e|ing)|security|quality|documentation|commits?|style|review|pr"
            r"|pull request|language|typescript|development|git|accessibility|naming|types?"
            r"|compliance) requirements\b",
            r"\brequired (?:steps?|actions?|workflow|process|checks?|practices?|reading|before|after"
            r"|for (?:all|every|each))\b"
            r"|[(—–:-] ?(?:required|strict|strictly enforced|enforced|must)\W{0,4}$|^required:",
            # a moment of every work
            r"^before (?:(?:you|any|every|each) \w+|starting|doing|making|writing|changing|modifying|editing|coding"
            r"|touching|implementing|claiming|considering|marking|responding|beginning|refactoring|deploy\w*"
            r"|releas\w+)\b",
            r"^(?:after|post)[- ](?:(?:any|every|each|all) \w+|completing|finishing|(?:code |making )?changes"
            r"|making|editing"
            r"|task)\b|^(?:every|each|at the (?:start|end) of (?:every|each|a)|on every|for every|on each) "
            r"(?:session|task|commit|change|turn|pr)\b|^session (?:start|end|init)\w*\b|^(?:start|end"
            r"|beginning) of (?:an? |the |each |every )?session\b",
        ),
    ),
    (
        Caption.STRESSES,
        cue(
            r"\b(?:critical|important|key|highest precedence)(?:[ -]\w+){0,2}[ -](?:rules?|constraints?"
            r"|(?<!key )(?<!important )requirements?|instructions?|guidelines?"
            r"|reminders?|directives?|policy|policies)\b",
            r"\b(?:critical|important)(?: [\w-]+){0,2} (?:notes?|conventions?|standards?|practices|principles|points"
            r"|patterns|considerations)\b",
            r"^(?:critical|important|highest precedence)[^\w\x00]{0,4}$|^(?:critical|important) ?[:!—–-]"
            r"|[(—–:-] ?(?:critical|important)\W{0,4}$",
        ),
    ),
    (
        Caption.RULES,
        cue(
            r"\b(?:rules?|policy|policies|never|boundaries|restrictions|style|conventions?"
            r"|standards?|guidelines?"
            r"|(?:doc|design|working|coding|engineering|development|code|writing) principles|best practices"
            r"|hygiene|check-?lists?|(?<!vs )cod(?:e|ing)(?! agents?\b)|testing|practices|guidance|preferences|naming"
            r"|error handling|formatting|comments|commits|compliance)\b"
        ),
    ),
)
