"""The words by which English forbids, limits and obliges. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import Tongue, any_of, cue
from mementod_parsers.binding.english_bans import DENIES, FORBIDS
from mementod_parsers.binding.english_captions import CAPTIONS
from mementod_parsers.binding.english_duties import OBLIGES, OWES, STRESSES
from mementod_parsers.binding.english_limits import LIMITS, NARROWS
from mementod_parsers.binding.english_parts import VERB
from mementod_parsers.word_lists import words

# Words, or how they begin, of which every cue that forbids, limits, obliges or stresses needs one.
HINT = cue(
    r"n['’]t\b|\b(?:on|for|with|in|at) (?:any|all)\b|\b(?:has|have|up) to\b|\bjust one\b|\bat (?:most|the)\b"
    r"|\bwork (?:in|within|inside)\b",
    r"\b"
    + any_of(
        words(
            """
            no never dont cannot avoid refrain stop forbid prohibit bann disallow off unaccept under instead rather
            leave hands keep without unless zero only sole single max limit below less fewer within stay remain
            restrict confine scope must shall should always ensure sure certain remember forget ask halt pause wait
            before first mandator compuls obligator imperative requir need critical essential vital crucial strict
            exact exclusive every each when if once after prior chang adding modifying removing renaming editing
            updating deleting approv permission consent confirm authori important warning caution attention key hard
            golden pay care responsible declin refus abort escalat wherever default one may same but cap
            coverage nothing depend import live belong session pr issue patch contribution go last will can upon learn
            """
        )
    ),
)

ENGLISH = Tongue(
    void=cue(
        r"\b(?:do not|don['’]?t|no) need\b[^.;]{0,80}\bunless\b",
        r"\bi (?:do not|don['’]?t) (?:like|love|think|believe|know|understand|see|care)\b",
        r"\b(?:do not|don'?t|never) (?:worry|hesitate|mind|need|have to|know|exist|want|care)\b|^(?:do not"
        r"|don'?t) panic\b",
        r"\bnot (?:be )?(?:required|mandatory|necessary|recommended)\b|\bno need\b|\bnever mind\b",
        r"\b(?:to|helps?|can|will|that|which|would|could) (?:help )?avoid\b",
        r"\bshould(?: not|n['’]t) need\b|\bwhat must\b",
        r"\bmust-haves?\b|\bmust haves\b|\bmust (?:have|be) (?:been|had)\b",
        # what is so in a clause about a thing
        r"\b(?:that|which|who) (?:must|shall|should|cannot|can't)(?: not| never)?\b",
        r"\b(?:that|which) needs? to\b",
        r"\bwhose(?: \w+){1,3} (?:must|shall|should|cannot|can't)(?: not| never)?\b",
        r"(?<=\w )(?:do not|don't) (?:require|support|apply|affect|matter|work|belong|differ|crash|have)\b",
        r"^(?:[^:\x00]{1,40}: )?prefer\b[^.;]{1,120}?\bunless\b",
        r"^assume\b[^.;]{1,120}?\bunless\b",
        # a stage of a plan: "M-3 must be green before M-4"
        r"must be(?<=\d must be) (?:green|done|merged|complete|closed)\b",
        # what a value must be is asked of data, not of people
        r"\bmust be (?<!fields must be )(?<!names must be )(?<!ids must be )(?:(?:>|<|=|≥|≤)|non-?empty|unique"
        r"|positive|greater|between|exactly|one of|at least \d|\d"
        r"|an? (?:valid|number|integer|string|array)\b)",
        r"\bmust not be (?:zero|null|empty|negative)\b|\bhow (?:\w+ ){1,3}must\b",
        r"\b(?:if|as|when|where) (?:required|needed|necessary)\b|\b(?:40\d|http) forbidden\b",
        r"\b(?:to|and|that|which|will|helps?) ensure\b(?<!need to ensure)(?<!have to ensure)",
        r"\bread[- ]only (?:mode|view|transaction|replica|access to)\b",
        r"\b(?:if|when|because|since|that|which|who) (?:you|they|we|it) (?:do not|don'?t|cannot|can't|never|must"
        r"|always|only)\b",
        r"\b(?<!only )(?:if|when|whenever|where|what|all|things) you (?:have|need) to\b|\byou need to\W{0,3}$",
        r"\b(?:since|because|so that)\b[^.;]{0,80}\band avoids?\b",
        r"[—–,;-] ?(?:so )?you (?:don['’]t|do not)\b",
        r"(?<=\w )(?<!not )[\"“][^\"”]{0,60}\b(?:must|should|never|always)\b[^\"”]{0,60}[\"”]|\bthe [\"“](?:don't"
        r"|do not) [^\"”]{2,40}[\"”]",
        r"\bdon'?t repeat yourself\b",
        r"\bwe (?:don't|do not) (?:just|only|simply)\b|^(?:if|when|since|because)\b[^;.]{2,120}, we (?:can't|cannot)\b",
        r", not [^.;,]{2,60} (?:when|where|wherever|if) possible\b",
        r"^(?:consider|optionally)\b[^:]{0,60}:[^.;]{2,160}?\b(?:instead of|rather than)\b",
        r"\b(?:did|had) not\b"
        r"|\bdoes not\b(?! (?:directly |ever )?(?:import|depend|know|talk|reach|call|access|touch|us)e?\b)",
        r"(?<!, )\balways (?:\d|[\w-]+ing\b)|[\"“'](?:always|never|must|only)[\"”',]",
        r"\(e\.g\.[^()]{1,120}\)",
        # what somebody said
        r"(?:\bsa(?:ys?|id|ying)|\bwrote|\bwrites|\blike|\be\.g\.,?) [\"“][^\"”]{1,160}[\"”]",
    ),
    mute=cue(
        r"^(?:the )?user (?:prefers|likes|wants)\b",
        # people at run time, and the reader's own machine
        r"^(?:the |a |an |all |every |each |only |most |[^:\x00]{1,40}: (?:most "
        r"|all )?)?(?:end[- ])?(?:users?(?! \w+(?<!ly) (?:must|need|have|should|can))(?!-)|customers?|visitors?"
        r"|players?|passwords?|admins?|guests?|members?"
        r"|patients?|students?|owners?|emails?)\b[^,;:]{0,40}\b(?:must|need to|have to|should|can only|cannot)",
        r"\byou must have\b|\b(?:must be|ensure .{1,30} (?:is|are)) (?:installed|running|set up|logged in"
        r"|available|online|started)\b",
        r"^ensure .{1,40}\benvironment (?:has|is)\b",
        r"^(?!\w+\W{1,4}(?:never|do not|don['’]t|must|always|avoid|use)\b)(?:background|status|output|impact|goals?"
        r"|user)\b\W{0,3}:|^(?:pros?|cons?|symptoms?|problem|cause|root cause|result|examples?|why"
        r"|benefits?|advantages?|error prevention|earlier bug|purpose|reason"
        r"|rationale|prerequisites?)\b\W{0,3}:",
        r"^after (?:installation|initialization|initialisation)\W{0,3}:|^usage\W{0,3}:|^unless [^,:]{2,60}:\W{0,4}$"
        r"|^\x00\W{0,4}:\W{0,4}required\b",
        r"^(?:correct|incorrect|good|bad|wrong) ?[:(]",
        # a pointer, an option of a tool, what is done where it costs little
        r"^(?:see also|related|references?|sources?|more (?:info|information|details)|details)\b\W{0,3}: ?\x00"
        r"|^(?:add|use|pass|set) (?:the )?\x00 (?:flags?|options?|switch|parameter) (?:to|if|when)\b"
        r"|^(?:before|after|when|whenever|for) [^(]{2,160}\((?:when|where|if) (?:feasible|possible|practical)\b[^()]*\)"
        r"\W{0,3}$",
        r"^(?:type|default|required|optional|returns?|params?|parameters?)\b\W{0,3}(?::|\.|$)",
    ),
    forbids=FORBIDS,
    limits=LIMITS,
    obliges=OBLIGES,
    stresses=STRESSES,
    order=cue(
        # what a command is called: "Watch: `x`"; and other names
        r"(?!(?:watch|build|start|re-?generate|generate|test|lint|install|format|deploy|check|serve)\W{0,3}: ?\x00"
        r"|\w+ mode ?[:—–-]|base class)"
        rf"(?!(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+){{1,3}} ?: )(?!(?:\w+ly )?{VERB}\b))"  # a name: "Process Complexity:"
        rf"(?:[^:.\x00]{{1,40}}: |[^.—–\x00]{{1,40}} [—–-] )?"
        rf"(?:(?:when|if|before|after|for|on|in|below|above|within|inside|outside|under|during|with|to|where|unless|once"
        rf"|whenever|while|until|across) (?:[^:.(]|\.\w|\([^()]*\)){{1,120}}?, )?(?:(?:please|you|\w+ly) )?(?:{VERB})\b"
        rf"(?!['’]|,(?! (?:{VERB})\b[^.;]{{3,80}}\b(?:and|then) (?:then )?(?:{VERB})\b)"
        rf"|(?<!run)(?<!use)(?<!read)(?<!avoid)\W{{0,2}}:(?! \x00)"
        rf"|(?<!check)(?<!look)(?<!search)(?<!watch)(?<!test)(?<!scan) for\b| (?:of|codes?)\b"
        rf"| (?!(?:what|whatever|that|which|how|where|who)\b)(?:\w+ ){{0,2}}(?:is|are|was|were|has|have)\b)",
        # "One class per file": where rules are expected as good as an order
        r"(?:exactly |only |at most )?(?:one|a single) [\w\x00 -]{2,30} per \w",
    ),
    denies=DENIES,
    narrows=NARROWS,
    owes=OWES,
    permits=cue(
        r"\b(?:you|we|agents?) (?:may|can|are (?:now )?(?:allowed|free|welcome) to)\b.{0,20}\b(?:now|again"
        r"|freely|after all|from now on)\b",
        r"\b(?:you|we|agents?) (?:may|can) (?:now|again)\b|\b(?:it'?s|it is|is|are) (?:now )?(?:ok|okay|fine"
        r"|allowed) to\b",
        r"\bno longer (?:read-only|frozen|forbidden|prohibited|off[- ]limits|required|mandatory|necessary)\b",
        r"\b(?:may|can) (?:now )?be (?:edited|changed|modified|used|deleted|removed|touched)(?: again)?\b",
    ),
    captions=CAPTIONS,
    hint=HINT,
    softens=cue(
        r"\b(?:prefer(?:s|red|ably)?|try to|ideally|recommend(?:s|ed)?|consider|aim (?:for|to)|strive)\b"
        r"|\b(?:when|where|if|wherever|whenever|as far as) (?:possible|practical|feasible)\b"
        r"|^see\b|[—–-] sometimes\b|\boptional \(|\(optional[),:;]|\b(?:is|are) optional\b|\bshould\b(?! (?:not"
        r"|never|always)\b)"
    ),
)
