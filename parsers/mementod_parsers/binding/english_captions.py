"""What English headings and introducing lines make of what stands under them. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import Caption, cue

_TAIL = r"[^\w\x00]{0,4}$"

CAPTIONS = (
    (
        Caption.TELLS,
        cue(
            r"^(?:pros?|cons?|(?:why|reasons?|rationale|background|motivation)(?: this matters| it matters)?|benefits?"
            r"|\w+ benefits|(?:high|medium|low) priority technical debt|advantages|disadvantages|drawbacks|limitations"
            r"|trade-?offs|(?:\w+ )?features(?: (?:&|and) \w+)?"
            r"|comprehensive features(?: (?:&|and) \w+)?|results?|symptoms?|causes?"
            r"|highlights|what (?:works|changed|was done)|achievements|impact|examples?(?: (?!integrations?"
            r"|apps?\b|applications?|projects?|packages?|rules|guidelines"
            r"|conventions|standards|requirements|polic|development|maintenance)\w+){0,2}|e\.g\.?|for example"
            r"|for instance|sample (?:\w+ )?output"
            r"|(?:project |core |business |key |primary |main |user experience )?(?:goals|objectives|vision)"
            r"|(?:\w+ )?goals and requirements"
            r"|success metrics)\W{0,4}$"
        ),
    ),
    (
        Caption.REMEDIES,
        cue(
            r"^(?:known |common )(?:issues|problems|errors)\b"
            r"|^(?!(?:no|zero|working|handling|reporting|filing|about|when|writing|creating"
            r"|triaging)\b)(?:[\w ]{1,40} )?(?:issues|problems|errors|failures)\W{0,4}$"
            r"|^(?!.*\b(?:mandatory|required|must|critical)\b)(?:troubleshooting|faqs?|debugging)\b"
        ),
    ),
    (
        Caption.ADVISES,
        cue(
            r"^(?:what to (?:use|do)(?: instead)?|(?:use |do |allowed )?(?:instead|alternatives?))\W{0,4}$",
            r"^should(?: follow| do| have)?\W{0,4}$",
            r"^(?:\w+ )?(?:recommended|recommendations?|suggested|suggestions?|tips|optional"
            r"|nice[- ]to[- ]haves?|prefer(?:red|ence)?|consider|emergency|rollback|recovery)\b"
            r"|\((?:optional|recommended|if (?!applicable|needed|relevant|required)\w+)\)\W{0,4}$",
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
            r"|avoid|(?:strictly |absolutely )?(?:forbidden|prohibited|prohibitions?|not allowed|off[- ]limits|banned)"
            r"|no-?gos?|(?!how )(?:[\w-]+ ){1,4}to avoid|hard no'?s)\b"
            r"(?: (?:do|ever|use|these|this|the|following|of|things?|to avoid|actions?|patterns?|practices?"
            r"|operations?|commands?|list|rules?|under|any"
            r"|circumstances|in code|edit|modify|touch|changes?|commit|push|run|add|create|log|delete|store"
            r"|skip)){0,4}(?: ?\([^)]{0,40}\))?\W{0,4}$",
            r"^(?:files?|things?|what|directories|folders|paths|commands|patterns|code|anything|anti-?patterns?"
            r"|topics|areas)\b"
            r"[^.;:]{0,40}(?<!does )(?<!do )(?<!did )(?<!is )(?<!are )\b(?:never|not)(?: to)? (?:touch|edit|modify"
            r"|change|do|use|include|commit|write|create|delete"
            r"|run|remove|add|store|log)\b[^.;:]{0,40}[:]?\W{0,4}$",
            r"^(?:never|do not|don['’]t) \w+ (?:these|the following|any of (?:these|the following)"
            r"|without)\b[^.;]{0,40}\W{0,4}$",
            # what is open until its list: "Never push to:", "Do not edit or move:"
            r"^(?:never|do not|don['’]t) (?:\w+ly )?(?:\w+)(?: (?:or|and) (?:\w+ly )?\w+)? ?:\W{0,4}$"
            r"|^(?:never|do not|don['’]t)(?: [\w-]+){1,4} (?:to|on|in|from|into|at|with|if|when) ?:\W{0,4}$",
            r"^what (?:i|we|you|agents?) (?:do not|don['’]t|never|must not|will not) do\W{0,4}$"
            r"|\babsolute prohibitions?\b|^must[- ]nots?\W{0,4}$",
            r"^banned\b|^critical [\"“]?do not[\"”]? rules\W{0,4}$",
            rf"\b(?:must|should|shall|may|can)(?: ?not|n['’]t| never){_TAIL}|[:—–,-] ?(?:never|do not|don['’]t"
            rf"|avoid){_TAIL}"
            rf"|(?-i:\bNEVER){_TAIL}|\b(?:forbidden|prohibited|banned) (?:actions?|patterns?|practices?|operations?"
            rf"|commands?|changes?|edits?|examples?|usages?|uses?|approaches|items|libraries|dependencies|imports"
            rf"|words|phrases"
            rf"|terms|apis?|constructs|language|behaviou?rs?|styles?){_TAIL}|\((?:do not|don['’]t|never) (?:use"
            rf"|do)\){_TAIL}",
        ),
    ),
    (
        Caption.CHECKS,
        cue(
            r"\b(?:pr|pull request|merge|commit|release|submission|contribution|review|validation|verification"
            r"|quality(?: assurance| control)?|qa|accessibility|security|visual|deploy(?:ment)?|publishing|maintenance"
            r"|documentation|code quality|pre-\w+) check-?lists?\W{0,4}$",
            r"\bcheck-?lists? for (?:(?:adding|creating|editing|changing|writing|implementing|modifying|all|every|each"
            r"|any|new|code|documentation) ){1,3}\w+\W{0,4}$",
            r"\bpre-?(?:commit|push|merge|flight|pr|pull request) (?:checks?|validation|verification|steps"
            r"|requirements)\W{0,4}$",
            # what may be done only when somebody was asked
            r"^(?:always )?ask (?:first|before)\W{0,4}$|^(?:requires?|needs?) (?:explicit |user |human )?(?:approval"
            r"|confirmation|permission)\W{0,4}$",
            r"^always (?:before|after) |^must-do\b|^always (?:use|include|add|run|check|verify|test)[^\w\x00]{0,4}$"
            r"|\b(?:every|each|all) (?:task|change|commit|pr|feature|pull request)s? must\b",
            r"\b(?:pre-?commit|pre-?push|pre-?merge|pre-?flight|post-?task|final"
            r"|every (?:task|commit|change|pr)|each (?:task|commit|change|pr)|(?:task |work )?completion)\b.{0,20}"
            r"\bcheck-?lists?\b|\b(?:check-?lists?|gates?|checks)\b.{0,20}\b(?:every|each|before) \w+",
            r"^before (?:marking|claiming|considering|calling|declaring)\b.{0,40}\b(?:complete|completed|done|finished)"
            r"\W{0,6}$|\brequired (?:run order|order|commands?|sequence|validation|verification|gates?)\W{0,6}$",
            r"\bmust (?:always |all )?(?:pass|hold|be true|be met)(?: before \w+)?\W{0,4}$",
            r"\bbefore (?:(?:each|every|any|you|the|a) )?(?:commit|push|merg|finish|finaliz|ship|submit|complet|pr\b"
            r"|pull)\w*(?: \w+){0,3}(?:, (?:ensure|verify|check|make sure|confirm)(?: that)?)?\W{0,20}$",
            r"^(?:when|once|after) (?:(?:you(?:'re| are|'ve| have)?|all|everything(?: is)?|work is) ){0,2}"
            r"(?:done|finish(?:ed|ing)?|complet(?:ed?|ing))(?: (?:with )?(?:an?|the|your|any|each|all) (?:\w+ )?"
            r"(?:tasks?|work|changes?|feature|implementation))?\W{0,6}$",
            r"^(?:when|once|after) (?:you )?(?:complet|finish)\w* (?:an?|any|the|each|all|every"
            r"|your) [^,:]{0,40}?\b(?:tasks?|work|changes?|features?)\b[^:]{0,70}:\W{0,4}$"
            r"|^(?:when|once|after) (?:an?|the|any|each|every|your) (?:[\w-]+ ){0,3}(?:task|feature|change"
            r"|work) is (?:complet|done|finish|implement)\w*[^:]{0,70}:\W{0,4}$",
            r"\b(?:when|after|once) (?:a |the |your )?(?:\w+ )?(?:task|work)s? (?:is|are)? ?(?:complet|done"
            r"|finish)\w*\W{0,6}$|\b(?:definition of done|done conditions)\b",
        ),
    ),
    (
        Caption.BINDS,
        cue(
            r"\((?:frozen|locked|immutable)\)\W{0,4}$",
            r"[(—–:-] ?(?:do not|don['’]t|never) (?:change|modify|alter|break|touch|violate|deviate)\W{0,4}$",
            r"^strictly (?:observe|follow|enforce) ?:\W{0,4}$",
            r"\b(?:always|must) (?:follow|obey|respect) (?:these|the following|all) rules\b",
            r"^(?:(?:you |we |agents? )?(?:must|always)(?: (?:do|follow|remember))?(?: these| this)?|required"
            r"|mandatory)[^\w\x00]{0,4}$",
            r"(?<!no )\b(?:hard|golden|strict|absolute|iron|cardinal|unbreakable) (?:rules?|boundaries|constraints?"
            r"|requirements?|limits?|laws?)\b|\bnon-?negotiables?\b"
            r"|\b(?:mandatory|required|non-?negotiable) (?:\w+ )?(?:rules?|patterns?|practices?|conventions?|standards?"
            r"|principles)\b",
        ),
    ),
    (
        Caption.OBLIGES,
        cue(
            r"^(?:you |we |agents? )?(?:must|always)(?: (?:do|follow|remember|read|be|use"
            r"|know))?[^\w\x00]{0,4}$|\bmust[- ](?:follow|do|read|pass)s?\b"
            rf"|\b(?:must|shall|always|ensure|make sure)(?: that)?(?: (?:they|it|you|the following|these))?{_TAIL}",
            r"(?<!development )\bworkflow rules\W{0,4}$",
            r"(?<!communication )(?<!wire )(?<!api )(?<!network )\bprotocol\W{0,4}$",
            r"\b(?:task|work) completion\b|\bpost-task\b",
            r"\b(?:mandatory|non-?negotiables?|inviolable|constraints|invariants)\b",
            r"(?<!no )\b(?:hard|strict|safety|ground) (?:\w+ )?(?:rules?|constraints?|requirements?|limits?)\b"
            r"|\bguardrails\b",
            # of what is written, not of machines, users and products
            r"^(?!.*\b(?:system|environment|platform|hardware|software|python|node|php|ruby|java|go|rust|installation"
            r"|runtime"
            r"|database|user|functional|business|product|mvp|secrets?|dependency|dependencies|infrastructure|server"
            r"|version"
            r"|network|memory|os|browser|client|deployment|account|access|permissions?|core|technical|api key|minimum"
            r"|prerequisites|project|feature|game|integration|phase|next|component|authentication|sprint|milestone"
            r"|week)\b)(?:[\w/&-]+ ){1,4}requirements(?: (?:for|when|of) [^.;:]{2,50})?"
            r"(?: ?\([^()]*\))?\W{0,4}$",
            r"^requirements\b|\b(?:tests?|testing|cod(?:e|ing)|security|quality|documentation|commits?|style|review|pr"
            r"|pull request|language|typescript|development|git|accessibility|naming|types?"
            r"|compliance|coverage|validation|performance) requirements\b",
            r"\brequired (?:steps?|actions?|workflow|process|checks?|practices?|reading|before|after"
            r"|for (?:all|every|each))\b"
            r"|^required (?:\w+ )?(?:sections?|fields|content|elements|structure|format|headers|metadata|tests|docs"
            r"|documentation|behaviou?rs?|output|patterns?|attributes|coverage|handling|updates?|workflow|layout"
            r"|reports?|evidence|style|order|conventions?|review|logging|tests?|testing)\W{0,4}(?:\([^()]*\))?\W{0,4}$"
            r"|\((?:mandatory|required|binding|strict|enforced|critical)\b[^()]{0,60}\)\W{0,4}$"
            r"|[(—–:-] ?(?:required|strict|strictly enforced|enforced|must(?: enforce| follow)?)\W{0,4}$|^required:",
            r"\b(?:updates?|reading|tests?|checks?|sections?|steps|approval|documentation) required\W{0,4}$"
            r"|^required (?:route|sections)\b|[(—–:-] ?(?:do not|don['’]t|never) (?:omit|skip|reinvent)\b[^.;:]{0,20}$",
            # a moment of every work
            r"^always (?:[\w-]+ ){0,4}(?:after|before|during|on|for) (?:(?:an?|the|any|all|each|every) )?\w+"
            r"|^before (?:(?:you|any|every|each) \w+|(?!running\b|installing\b|using\b|getting\b)\w+ing|deploy\w*"
            r"|releas\w+)\b",
            r"^(?:after|post)[- ](?:(?:any|every|each|all) \w+|completing|finishing|(?:code |making )?changes"
            r"|making|editing"
            r"|updating|adding|changing|modifying|implementing|writing|creating|refactoring|merging|committing|pushing"
            r"|task)\b|^(?:every|each|at the (?:start|end) of (?:every|each|a)|(?:on|for|with|in) (?:every|each|any"
            r"|all)) "
            r"(?:[\w-]+ ){0,2}(?:session|task|commit|change|turn|pr|pull request|feature|release|edit)s?\b"
            r"|^session (?:start|end|init)\w*\b|^(?:start|end"
            r"|beginning) of (?:an? |the |each |every )?session\b",
        ),
    ),
    (
        Caption.STRESSES,
        cue(
            r"\b(?:critical|important|key|essential|highest precedence)(?:[ -]\w+){0,2}[ -](?:rules?|constraints?"
            r"|(?<!key )(?<!important )requirements?|instructions?|guidelines?"
            r"|reminders?|directives?|policy|policies)\b",
            r"\b(?:critical|important)(?: [\w-]+){0,2} (?:notes?|conventions?|standards?|practices|principles|points"
            r"|patterns|considerations)\b",
            r"^(?:critical|important|remember(?: (?:always|these|this))?|highest precedence)[^\w\x00]{0,4}$"
            r"|^(?:critical|important) ?[:!—–-]"
            r"|[(—–:-] ?(?:critical|important|critically important)\W{0,4}$",
        ),
    ),
    (
        Caption.RULES,
        cue(
            r"^(?:imports?|commit messages?|pull requests?|prs?|styling|type (?:hints?|safety)|typescript|javascript"
            r"|python|rust|enums?|functions?|components?|tailwind(?: css)?|design system|accessibility|secrets"
            r"|security|migrations|versioning|(?:unit |integration |e2e )?tests)\W{0,4}$"
            r"|\b(?:rules?|policy|policies|never|boundaries|restrictions|style|conventions?|standards?|guidelines?"
            r"|(?<!product )principles|philosophy|tripwires|best practices|discipline|etiquette|dos and don['’]?ts"
            r"|(?:git|commit|branch(?:ing)?|review) workflow"
            r"|hygiene|check-?lists?|(?<!vs )cod(?:e|ing)(?! agents?\b)|testing|practices|guidance|preferences|naming"
            r"|error handling|formatting|comments|commits|compliance)\b"
        ),
    ),
)
