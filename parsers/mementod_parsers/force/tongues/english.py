"""The cues of English. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.english_past import (
    ASIDE_BEFORE,
    MOVED_AFTER,
    ONCE_BEFORE,
    PAST_AFTER,
    PAST_BEFORE,
    PAST_LABELS,
    THAT_ONE,
    THOSE,
)
from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

ENGLISH = Words(
    negated_heads=(
        (
            "(never|don'?t|do not|must not|should not|avoid|no more)( ever)? (use|using|add"
            "|adding|create|creating|introduce|write|writing|call|calling|invoke)"
        ),
        "(forbidden|prohibited|banned|disallowed|not allowed|avoid)",
    ),
    signs=word_list("the is a to of and in for with not was are it this use be as that"),
    fillers=word_list(
        """following
        the a an all both our its their this that these those any old legacy unused obsolete stale
        dead redundant duplicate duplicated deprecated former existing now-unused unnecessary entire
        earlier prior singular single
        whole last two three four five six several many new file files module modules class classes
        function functions method methods script scripts folder folders directory directories
        component components helper helpers test tests flag flags option options field fields column
        columns table tables endpoint endpoints command commands parameter parameters param
        dependency package packages hook hooks type types interface enum constant constants variable
        variables config setting settings key keys route routes page pages service services library
        lib action workflow job property  called named standalone
        local custom raw plain direct global hardcoded hard-coded another separate internal external
        wrapper alias shim stub v\\d[\\d.]{0,6} [a-z-]{3,14}(ed|less|over) remaining temporary
        workflow workflows schema job jobs script template templates memory skill skills hook
        guide utility doc docs document documents note notes guide tracker trackers
        """
    ),
    after_fillers=word_list(
        """
        file files module modules class classes function functions method methods script scripts
        folder folders directory directories component components helper helpers test tests flag
        option field column table endpoint command parameter hook type package service property
        workflow workflows job jobs hooks schema template templates guide doc docs document documents
        page pages utility utilities library libraries system systems wrapper wrappers note notes
        itself which that constant variable setting key route page wrapper
        """
    ),
    past_before=PAST_BEFORE,
    past_after=PAST_AFTER,
    moved_after=MOVED_AFTER,
    aside_before=ASIDE_BEFORE,
    once_before=ONCE_BEFORE,
    those=THOSE,
    that_one=THAT_ONE,
    negated_before=(
        (
            "(do not|don't|dont|never|must not|mustn't|should not|shouldn't|cannot|can't|may not"
            "|not to|won't|will not)( ever| directly| try to| attempt to)?( \\w{2,12} (or|and))?"
            " (use|using|import|importing|require|create|add|introduce|reintroduce|re-introduce|re-add|restore|revive"
            "|resurrect|recreate|re-create|bring back|rely on|depend on|install|run|adopt|look"
            " for|expect|invent|write|go back to|revert to|reach for|reference)"
        ),
        '(never|do not|don\'t|must not) (use|say|write|mention|call it)( "[^"]{1,40}"(,|,? (or|nor|and))){1,4}',
        (
            "(never|avoid|avoids|avoiding)( (duplicate|copy|put|place|move|store|save|create|add|duplicat(e|ing|ion))"
            " (to|in|into|under|at|of))?( use of| using| adding| creating| introducing| relying"
            " on| the use of| running)?"
        ),
        (
            "(do not|don't|never|must not|should not|avoid) (ever )?(create|creating|add|adding|put"
            "|putting|place|placing|write|writing|store|storing|commit"
            "|committing)( [\\w-]{2,16}){1,3} (in|into|to|under|inside|at)"
        ),
        (
            "(instead of|rather than|in place of|as opposed to|in lieu of|as a substitute for)("
            " using| calling| running| importing| adding| creating| passing| raw)?"
        ),
        (
            f"(prefer|prefers|preferred|favou?r|use|choose|pick)( \\w{{1,12}}){{0,3}} {chr(0)}+("
            f" \\w{{1,12}}){{0,3}} over"
        ),
        "(not|nor|neither)( via| in| from| with| through| using| as| to| by| under| at)?",
        ("(there is|there's|there are|there was|has|have|with|contains|exposes|currently|currently has) no( such)?"),
        "(no|without)( such| more| need for| use of| usage of| duplication (to|of|in)| copies in)?( using)?",
        (
            "(cannot|can't|could not|couldn't|failed to|unable to) (read|open|find|load|resolve|locate|stat|import"
            "|access|execute|parse)( \\w{1,12}){0,3}"
        ),
        "(lacks|lacking|missing|lack)( a| an| the)?",
        (
            "(does not|doesn't|do not|don't|did not|didn't|isn't|is not|aren't|are not|not|never"
            "|cannot|can't) (use|uses|have|include|contain|provide|support|maintain|keep|ship|know( of| about)?"
            "|exist in|exist at|live in|exist|using|in|part of)( any)?( separate| own)?"
        ),
    ),
    uncalled_before=(
        (
            "(do not|don't|dont|never|must not|mustn't|should not|shouldn't|cannot|can't|may not|avoid)( ever| try to)?"
            " (call|calling|invoke|invoking)"
        ),
    ),
    bounded_after=(
        "(directly|manually|again|twice|more than|outside|inside|within|before|after|without|from|in|on|at|while|during"
        "|until|with|if|when|unless|except|by hand|as|to|for|and|or)\\b",
    ),
    negated_after=(
        (
            "(is|are|was|were|remains?|remain) (strictly )?(forbidden|prohibited|banned"
            "|disallowed|not allowed|not permitted|nonexistent|non-existent|absent|missing|never"
            " used|imaginary|fictional)"
        ),
        (
            "(must|should|may|can|shall|do|does|did)(n't| not|not| never) (ever )?be (used"
            "|called|invoked|created|added|introduced|imported|relied on|reintroduced|restored)"
        ),
        "(does not|doesn't|do not|don't|did not|didn't|never|do NOT) (actually )?exist(ed|s)?(?! yet)",
        (
            "(is|are|was|were)(n't| not|not) (a thing|present|there|found|in (this|the) (repo"
            "|repository|tree|codebase)|available|part of|in the repo|provided|shipped|supported"
            "|defined|tracked here|real)"
        ),
        (
            "\\W{0,3}((is|are|stays?|remains?|kept)( all| also| both| intentionally| deliberately)? )?"
            "(git-?ignored|ignored by git|not (git-)?(tracked|committed|checked in|versioned)"
            "( (in|by|to|into) git)?)\\b"
        ),
        "not found",
        "\\W{0,3}(forbidden|prohibited|banned|not allowed|wrong|bad|never|missing|does not exist|nonexistent)(?! ?\\w)",
    ),
    planned_before=(
        "(todo|fixme|to-?do)\\W{0,3}(to )?(create|add|write|implement|introduce|build|extract|make)",
        (
            "(will|shall|would|going to|plan to|plans to|planned to|planning to|want to|intend to"
            "|to be|about to|needs? to|later) (then |also |eventually |soon |be )?(be )?(add"
            "|added|create|created|introduce|introduced|implement|implemented|write|built|build"
            "|extract|ship|generate|move to|be moved to|live in|become)( a| an| to)?"
        ),
        "(planned|proposed|upcoming|future|hypothetical|not-yet-created|yet-to-be-created|prospective)",
        (
            "(generate|produce|write|save|create|draft|prepare|compile)s? (an?|the|your|its)( [\\w-]{2,16}){0,3}"
            " (report|summary|analysis|findings|checklist|transcript|log)( (to|at|in|as|under|into))?"
        ),
        "(proposal|plan|plans|idea) (to add|to create|to introduce)",
        "(not yet|haven't|hasn't|have not|has not) (created|added|implemented|written|built|introduced)",
    ),
    planned_after=(
        (
            "\\W{0,3}(to be|will be|shall be|should be|would be|needs? to be|must be|could be|yet"
            " to be|is to be|are to be|has yet to be|going to be) (then |eventually |later"
            " )?(created|added|introduced|implemented|written|built|extracted|provided|defined)"
        ),
        (
            "\\W{0,3}(planned|proposed|tbd|tba|future|not yet|coming soon|upcoming|to be created"
            "|to be added|todo|to do|wip|not implemented|unimplemented|not started|pending|does"
            " not exist yet|doesn't exist yet|to create|to add|hypothetical)\\b"
        ),
        (
            "(is|are|was|were)( still| only| currently)? (planned|proposed|not yet|unimplemented"
            "|a proposal|a todo|hypothetical|yet to be|not implemented|on the roadmap|future"
            " work)"
        ),
        "(does not|doesn't|do not|don't|did not|didn't) (yet exist|exist yet|exist at the time)",
        "(has not|hasn't|have not|haven't) been (created|added|implemented|written|built|introduced)",
        "(will|would) (then |eventually |later )?(exist|live|become|replace|be placed)",
    ),
    created_first=(
        (
            "(create|add|write|introduce|scaffold|make|new|draft)( a| an| the| new)?( new)?( file"
            "| module| folder| directory| script)?( at| in| under| named| called)?:?"
        ),
    ),
    removed_first=(
        ("(remove|delete|drop|rename|replace|retire|eliminate|rip out|purge|get rid of|migrate from|move)"),
    ),
    example_before=(
        "optional(ly)?( the| an?)?",
        (
            "(examples? \\(|e\\.? ?g\\.?|i\\.e\\. something like|for (example|instance)|ex\\.|examples?( of"
            " [\\w -]{1,30})?(( include| are| is|s include)|\\W{0,2}:)|such as|hypothetically"
            "|something like|anything like)\\W{0,3}"
        ),
        "(e\\.? ?g\\.?|for (example|instance)|such as)[^().;\\n]{1,70}:",
        f"(e\\.? ?g\\.?|for (example|instance)|such as),? ?{chr(0)}+ ?(→|[-=]>)",
        (
            f"named? ((the|your|each|every|an?) )?(\\w{{2,14}} ){{1,3}}(the same as|after|like)( the| its| your)?"
            f" \\w{{2,14}}\\W{{1,3}}({chr(0)}+ ?(→|[-=]>))?"
        ),
        f'(good|bad|better|right|wrong|correct)\\W{{1,5}}["“][^"“”{chr(0)}]{{2,60}}',  # a message to be written
        ("conventions?( for [\\w ]{1,20}?)?[,:]?( like| such as| \\()\\W{0,2}"),
        "(output|report|destination|export)( \\w{1,12}){0,4} \\(defaults?( to)?\\W{0,3}",
        (
            "(descriptive|meaningful|clear|explicit|expressive|self-explanatory|intention-revealing)"
            "( (and|variable|function|class|method|file|attribute|parameter|clear|consistent)){0,3} names?[,:]?"
        ),
        (
            "(looks?|named|called|names|naming|patterns?|style|format|form|in the form|of the"
            " form) (like|as in|such as|similar to)"
        ),
        "(are|be) named as",
    ),
    example_after=("\\W{0,3}(for example|for instance|as an example|\\(example\\)|example only)\\b",),
    elsewhere_before=(
        "(your|the user'?s|their) (own )?(project|repo|repository|app|application|codebase|workspace)('?s)?( root)?",
        "(upstream|upstream's|third-party)( repo| repository| project)?('s)?",
        (
            "(sister|sibling|separate|external|other|another|different|parent|companion|private"
            "|sibling's) (repo|repository|project|codebase|workspace)('s)?:?"
        ),
        (
            f"(from|in|of) (the )?({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository"
            f"|codebase|project)('s)?:?( at| in| under)?"
        ),
    ),
    elsewhere_after=(
        (
            "\\W{0,2}(in|from|of|at|inside|lives? in|is in|are in|belongs? to|comes? from|provided"
            " by|maintained in)( the| an| a| its| your| their)?( own)? (upstream|sister|sibling"
            "|separate|external|other|another|different|companion|private|parent)("
            " [\\w\x00-]{1,40}){0,1} (repo|repository|project|codebase|package|plugin|library)"
        ),
        (
            f"\\W{{0,2}}(in|from|of|inside|lives in|is in|are in|belongs to)( the)? (?!this |the "
            f"|our |same |current |main |root |whole |entire |local |parent |project |test |every"
            f" |each |any )({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository"
            f"|codebase)\\b"
        ),
        "\\W{0,2}(upstream|external repo|other repo|separate repo|sibling repo|in upstream|from upstream)\\b",
    ),
    conditional=(
        (
            "(if|when|whenever|once|unless|in case|until|assuming|whether|before|after|where"
            "|should|while|as long as)( \\w{1,12}){0,2}"
        ),
    ),
    from_cues=(
        "renamed",
        "moved",
        "migrated",
        "relocated",
        "switched",
        "changed",
        "rename",
        "move",
        "migration",
        "migrate",
        "transition(ed)?",
        "converted",
        "ported",
        "refactored",
        "upgraded",
        "replaced",
    ),
    from_words=("from",),
    past_labels=PAST_LABELS,
    negated_labels=(
        (
            "(❌ ?)?(bad|wrong|don'?t|do not( use)?|never( use)?|avoid|incorrect|deprecated|anti-?patterns?("
            " to avoid)?|forbidden|prohibited|not allowed|not used|not included|bad examples?"
            "|wrong way|incorrect usage)"
        ),
    ),
    planned_labels=(
        f"proposed( (?!by\\b|in\\b|on\\b)[\\w/{chr(0)}-]{{2,24}}){{1,4}}",
        (
            "(planned|proposed|missing|to be created|to be added|to create|new files( to create)?|files"
            " to (create|add|be created)|not yet (implemented|created|built)|future (files"
            "|structure|layout)|planned (files|structure|layout|architecture|additions)|(proposed"
            "|target|desired) (files|structure|layout|architecture|api|design)|create|(new"
            " )?files? created?)"
        ),
    ),
    example_labels=(
        (
            "((recent|real|real[- ]world|concrete|past) )?(naming )?"
            "(examples?( files? (in|inside|from|under|of) .{1,30})?"
            "|example (names|naming|usage|output|file|note|entry|layout|response)"
            "|sample( output)?|for example|illustrative( example)?|hypothetical( example)?"
            "|((file|code|variable|component|function|test|branch) )?naming (conventions?|patterns?|rules?|standards?))"
        ),
        "((type|class|file|name) )?(suffix(es)?|prefix(es)?|postfix(es)?)",
        "(recommended|suggested|ideal) (directory |project |folder |file )?(structure|layout|organi[sz]ation)",
        "(directory |project |folder |file )?(structure|layout|organi[sz]ation) \\((recommended|suggested|ideal)\\)?",
    ),
    elsewhere_labels=(
        (
            "(upstream|(sibling|sister|other|external|related|companion|separate) (repos?"
            "|repositor(y|ies)|projects?|codebases?))( .{0,30})?"
        ),
    ),
    source_labels=(
        "(additional |supporting |further |direct |primary |original )?evidence( from .{1,30}| of .{1,30})?",
        "provenance",
        "citations?",
        "(derived|extracted|distilled|learned|learnt|adapted|discovered|observed|first (seen|observed)) (from|in|on)",
        "(source|original|related|originating) (sessions?|conversations?|retrospectives?|retros?)",
        "sessions? (logs?|notes?|summary|summaries|files?|transcripts?|references?|validation|context)",
        "(all |key |main |the )?files? (analy[sz]ed|reviewed|examined|inspected|consulted|studied|touched)",
        "(all |key |main |the |source )?files? (successfully )?(modified|changed|updated|edited|fixed|refactored)",
        "(analy[sz]ed|reviewed|examined|modified|changed|updated|touched|fixed) files",
        "(changes|fixes|modifications|edits) (made|applied|done)",
        "real[- ]world (incident|case)",
    ),
    source_words=("sessions?", "sources?", "references?", "based on", "origin", "verified", "validated( in| by)?"),
)
