"""The words, a language each, that say with what force a citation is said. Data only; force.py reads it.

A phrase is a regular expression in small: a blank stands for any white space, alternatives stand in brackets.
Each phrase must stand directly beside the citation (fillers apart); nothing here is looked for "anywhere".
"""

from __future__ import annotations

from mementod_parsers.word_lists import word_list

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One language. `before` phrases end where the citation begins, `after` phrases begin where it ends."""

    fillers: tuple[str, ...] = ()  # may stand between a cue and the citation
    after_fillers: tuple[str, ...] = ()  # may stand between the citation and a cue
    past_before: tuple[str, ...] = ()
    past_after: tuple[str, ...] = ()
    moved_after: tuple[str, ...] = ()  # past for a path, not for a symbol: it moved and lives on
    negated_before: tuple[str, ...] = ()
    negated_after: tuple[str, ...] = ()
    negated_heads: tuple[str, ...] = ()  # a label that begins so forbids the list behind its colon
    kept_after: tuple[str, ...] = ()  # verbs behind: `never X commit` forbids no X
    planned_before: tuple[str, ...] = ()
    planned_after: tuple[str, ...] = ()
    created_first: tuple[str, ...] = ()  # imperatives that make a file, at the head of a sentence
    removed_first: tuple[str, ...] = ()  # imperatives that remove or replace, at the head of a sentence
    example_before: tuple[str, ...] = ()
    example_after: tuple[str, ...] = ()
    elsewhere_before: tuple[str, ...] = ()
    elsewhere_after: tuple[str, ...] = ()
    conditional: tuple[str, ...] = ()  # before a citation: what follows is a case, not a report
    from_cues: tuple[
        str, ...
    ] = ()  # "renamed": with `from_words` directly before the citation, that one is old
    from_words: tuple[str, ...] = ()
    past_labels: tuple[str, ...] = ()  # a whole heading, lead-in, cell or column title
    negated_labels: tuple[str, ...] = ()
    planned_labels: tuple[str, ...] = ()
    example_labels: tuple[str, ...] = ()
    elsewhere_labels: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()  # common words: a sentence with those of other languages only is not in this one
    spaced: bool = True  # words are separated by blanks


_EN_REMOVED = (
    "removed|deleted|dropped|eliminated|purged|retired|decommissioned|scrapped|ripped out|excised|unshipped"
)
_EN_ODD = "when|if|by default|automatically|on exit|on every|before|after each|every|at runtime|upon|whenever|unless|until"
_EN_BE = "was|were|has been|have been|had been|got|been|got been|now|already|since|all|both|later|then|recently|fully|completely|entirely|also|subsequently|just|finally|itself"

ENGLISH = Words(
    negated_heads=("(never|don'?t|do not|must not|should not|avoid|no more)( ever)? (use|using|add|adding|create|creating|introduce|write|writing)", "(forbidden|prohibited|banned|disallowed|not allowed|avoid)",),
    signs=word_list("the is a to of and in for with not was are it this use be as that"),
    fillers=word_list(
        """following 
        the a an all both our its their this that these those any old legacy unused obsolete stale
        dead redundant duplicate duplicated deprecated former existing now-unused unnecessary entire
        whole last two three four five six several many new file files module modules class classes
        function functions method methods script scripts folder folders directory directories
        component components helper helpers test tests flag flags option options field fields column
        columns table tables endpoint endpoints command commands parameter parameters param
        dependency package packages hook hooks type types interface enum constant constants variable
        variables config setting settings key keys route routes page pages service services library
        lib action workflow job property  called named standalone
        local custom raw plain direct global hardcoded hard-coded another separate internal external
        wrapper alias shim stub
        """
    ),
    after_fillers=word_list(
        """
        file files module modules class classes function functions method methods script scripts
        folder folders directory directories component components helper helpers test tests flag
        option field column table endpoint command parameter hook type package service property
        itself which that constant variable setting key route page wrapper
        """
    ),
    past_before=(
        f"({_EN_REMOVED})",
        "(removes|deletes|drops|eliminates|retires)(?= )",
        "(removal|deletion) of",
        "(replaced|superseded|supplanted|renamed|retiring|removing|deleting|dropping|eliminating)",
        "(replaces|supersedes|supplants)",
        "replacement (for|of)",
        "(formerly|previously)( (known as|called|named|at|in|in the|located (at|in)|a|an|as))?",
        "(was|were) (previously |formerly |originally |once )?(located|defined|stored|kept|placed|found|implemented|housed|living) (in|at|under|inside)",
        "(used to|once) (be|live|lived|reside|sit|exist|stand)( in| at| under| inside)?",
        "(old|former|deleted|removed|defunct|erstwhile|retired|now-deleted|now-removed|nonexistent|non-existent|vanished)",
        "no longer (uses?|needs?|requires?|calls?|imports?|exists? in|has|have|depends? on|relies on|reads?|exports?|contains?|includes?|using)",
        "(stopped|stop) (using|calling|importing)",
        "(got|get|getting) rid of",
        "(moved|migrated|switched|transitioned|converted|moving|migrating|switching) (away |off )?(from|off|out of)",
        "(?<=\\()(was|were|ex|n\u00e9e|prev|previously|old|formerly|from)",
        "(pre-|ex-)",
        "in place of the (old|former)",
    ),
    past_after=(
        f"\\W{{0,3}}(({_EN_BE}) ){{0,4}}({_EN_REMOVED})\\b(?! (the|a|an|all|any|its|their|{_EN_ODD}) | ?{chr(0)})",
        f"(is|are)( now| already| also| both| all| fully| completely| entirely){{0,2}} ({_EN_REMOVED})\\b(?! (by|from|during|on|with|for|via|the|{_EN_ODD})\\b)",
        "(no longer|does not any more) (exists?|used|needed|required|present|available|supported|in use|part of|lives?|there|necessary|applies|imported|called|referenced|defined|calls?|shipped|maintained)",
        "(is|are|was|were) (now )?(no longer|not) (present|available|supported|needed|required|used|in use|there|in the (repo|tree|codebase)|part of|necessary|shipped|defined) any ?more",
        "(is|are|was|were) no longer",
        "(is|are|was|were|has|have)( now| long| since| already)? gone(?! through)",
        "\\W{0,3}gone\\b",
        f"(({_EN_BE}) ){{0,3}}(replaced|superseded|supplanted|obsoleted|subsumed|absorbed) (by|with|in favou?r)",
        f"(({_EN_BE}) ){{0,3}}(renamed|consolidated|merged|folded|rolled|split|rewritten|turned|inlined|collapsed|converted) (to|into|as|onto|across)(?! (the )?(cli|user|client|production|server|disk|main|master|develop))",
        "(became|becomes|turned into)",
        f"(({_EN_BE}) ){{1,3}}(replaced|renamed|inlined|superseded|reverted|undone|unshipped)\\b",
        "(was|were) (previously|formerly|originally)\\b",
        "used to",
        "(does not|doesn't|do not|don't|didn't|did not) exist any ?more",
        "(existed|lived) (until|before|previously)",
        "\\W{0,3}(retired|obsolete|defunct|removed in|deleted in|dropped in)\\b",
    ),
    moved_after=(
        f"(({_EN_BE}) ){{0,3}}(relocated|moved|migrated|extracted|ported|refactored|flattened) (to|into|under|out|onto|across|from|up)\\b(?! (the )?(cli|user|client|production|server|disk|main|master))",
    ),
    negated_before=(
        "(do not|don't|dont|never|must not|mustn't|should not|shouldn't|cannot|can't|may not|not to|won't|will not)( ever| directly| try to| attempt to)?( \\w{2,12} (or|and))? (use|using|create|add|introduce|reintroduce|re-introduce|re-add|restore|revive|resurrect|recreate|re-create|bring back|rely on|depend on|install|run|adopt|look for|expect|invent|write|go back to|revert to|reach for|reference)",
        "(never|avoid|avoids|avoiding)( use of| using| adding| creating| introducing| relying on| the use of| running)?",
        "(instead of|rather than|in place of|as opposed to|in lieu of|as a substitute for)( using| calling| running| importing| adding| creating| raw)?",
        f"(prefer|prefers|preferred|favou?r|use|choose|pick)( \\w{{1,12}}){{0,3}} {chr(0)}+( \\w{{1,12}}){{0,3}} over",
        "(not|nor|neither)( via| in| from| with| through| using| as| to| by| under| at)?",
        "(there is|there's|there are|there was|has|have|with|contains|exposes|currently|currently has) no( such)?",
        "(no|without)( such| more| need for| use of| usage of)?( using)?",
        "(lacks|lacking|missing|lack)( a| an| the)?",
        "(does not|doesn't|do not|don't|did not|didn't|isn't|is not|aren't|are not|not|never|cannot|can't) (use|uses|have|include|contain|provide|support|exist in|exist at|live in|exist|using|in|part of)( any)?",
        "(forbidden|prohibited|banned|disallowed)( to use)?:?",
    ),
    negated_after=(
        "(is|are|was|were|remains?|remain) (strictly )?(forbidden|prohibited|banned|disallowed|not allowed|not permitted|nonexistent|non-existent|absent|missing|never used|imaginary|fictional)",
        "(must|should|may|can|shall|do|does|did)(n't| not|not| never) (ever )?be (used|created|added|introduced|imported|relied on|reintroduced|restored)",
        "(does not|doesn't|do not|don't|did not|didn't|never|do NOT) (actually )?exist(ed|s)?(?! yet)",
        "(is|are|was|were)(n't| not|not) (a thing|present|there|found|in (this|the) (repo|repository|tree|codebase)|available|part of|in the repo|provided|shipped|supported|defined|tracked here|real)",
        "not found",
        "\\W{0,3}(forbidden|prohibited|banned|not allowed|wrong|bad|never|missing|does not exist|nonexistent)\\b",
    ),
    planned_before=(
        "(todo|fixme|to-?do)\\W{0,3}(to )?(create|add|write|implement|introduce|build|extract|make)",
        "(will|shall|would|going to|plan to|plans to|planned to|planning to|want to|intend to|to be|about to|needs? to|later) (then |also |eventually |soon |be )?(be )?(add|added|create|created|introduce|introduced|implement|implemented|write|built|build|extract|ship|generate|move to|be moved to|live in|become)( a| an| to)?",
        "(planned|proposed|upcoming|future|hypothetical|not-yet-created|yet-to-be-created|prospective)",
        "(proposal|plan|plans|idea)( to add| to create| for)?:?",
        "(not yet|haven't|hasn't|have not|has not) (created|added|implemented|written|built|introduced)",
    ),
    planned_after=(
        "\\W{0,3}(to be|will be|shall be|should be|would be|needs? to be|must be|could be|yet to be|is to be|are to be|has yet to be|going to be) (then |eventually |later )?(created|added|introduced|implemented|written|built|extracted|provided|defined)",
        "\\W{0,3}(planned|proposed|tbd|tba|future|not yet|coming soon|upcoming|to be created|to be added|todo|to do|wip|not implemented|unimplemented|not started|pending|does not exist yet|doesn't exist yet|to create|to add|hypothetical)\\b",
        "(is|are|was|were)( still| only| currently)? (planned|proposed|not yet|unimplemented|a proposal|a todo|hypothetical|yet to be|not implemented|on the roadmap|future work)",
        "(does not|doesn't|do not|don't|did not|didn't) (yet exist|exist yet|exist at the time)",
        "(has not|hasn't|have not|haven't) been (created|added|implemented|written|built|introduced)",
        "(will|would) (then |eventually |later )?(exist|live|become|replace|be placed)",
    ),
    created_first=(
        "(create|add|write|introduce|scaffold|make|new|draft)( a| an| the| new)?( new)?( file| module| folder| directory| script)?( at| in| under| named| called)?:?",
    ),
    removed_first=(
        "(remove|delete|drop|rename|replace|retire|eliminate|rip out|purge|get rid of|migrate from|move)",
    ),
    example_before=(
        "(e\\.? ?g\\.?|i\\.e\\. something like|for (example|instance)|ex\\.|examples?( of [\\w -]{1,30})?( include| are| is|s)?|such as|hypothetically|something like|anything like)\\W{0,3}",
        "(looks?|named|called|names|naming|patterns?|style|format|form|in the form|of the form) (like|as in|such as|similar to)",
    ),
    example_after=("\\W{0,3}(for example|for instance|as an example|\\(example\\)|example only)\\b",),
    elsewhere_before=(
        "(upstream|upstream's|third-party)( repo| repository| project)?('s)?",
        "(sister|sibling|separate|external|other|another|different|parent|companion|private|sibling's) (repo|repository|project|codebase|workspace)('s)?:?",
        f"(from|in|of) (the )?({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository|codebase|project)('s)?:?( at| in| under)?",
    ),
    elsewhere_after=(
        "\\W{0,2}(in|from|of|at|inside|lives in|is in|are in|belongs to|comes from|provided by|maintained in)( the| an| a| its| your| their)?( own)? (upstream|sister|sibling|separate|external|other|another|different|companion|private|parent)( \\w{1,20}){0,1} (repo|repository|project|codebase)",
        f"\\W{{0,2}}(in|from|of|inside|lives in|is in|are in|belongs to)( the)? (?!this |the |our |same |current |main |root |whole |entire |local |parent |project |test |every |each |any )({chr(0)}+|(?-i:[A-Z])[\\w.-]{{1,30}})('s)? (repo|repository|codebase)\\b",
        "\\W{0,2}(upstream|external repo|other repo|separate repo|sibling repo|in upstream|from upstream)\\b",
    ),
    conditional=(
        "(if|when|whenever|once|unless|in case|until|assuming|whether|before|after|where|should|while|as long as)( \\w{1,12}){0,2}",
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
    past_labels=(
        "(files? |code |now |already |recently )?(removed|deleted|dropped|retired|gone|obsolete|decommissioned|no longer exists?|eliminated)( (files?|code|features?|components?|modules?|class(es)?|functions?|symbols?|director(y|ies)|folders?|scripts?|paths?|apis?|endpoints?|tests?|dependenc(y|ies)|items?|packages?|fields?|columns?|tables?|options?|flags?|methods?|services?|entirely|completely|(in|from|on|by|since|at|as of|during) .{1,40})){0,3}",
        "(before|old|previous|previously|formerly|was|old (path|name|location|structure|layout|api|code|file|way|architecture|approach|implementation|pattern|version|value|symbol|import|system|format|design|flow|behaviou?r)s?|(before|old|previous) \\(.{1,40}\\)|previous (path|name|location|structure|layout|implementation|approach|architecture|state|version)|original (path|name|location)|former (path|name|location)|before (migration|refactoring|the refactor|refactor|change|the change|fix|the fix)|legacy (path|name|location))",
        "deprecated (files?|modules?|components?|code|scripts?|paths?|and removed.{0,20})",
        "(what was|what we|files|things) (removed|deleted|dropped)",
        "(removed|deleted)/.{1,30}",
    ),
    negated_labels=(
        "(❌ ?)?(bad|wrong|don'?t|do not( use)?|never( use)?|avoid|incorrect|anti-?patterns?( to avoid)?|forbidden|prohibited|not allowed|not used|not included|bad examples?|wrong way|incorrect usage)",
    ),
    planned_labels=(
        "(planned|proposed|to be created|to be added|to create|new files( to create)?|files to (create|add|be created)|not yet (implemented|created|built)|future (files|structure|layout)|planned (files|structure|layout|architecture|additions)|(proposed|target|desired) (files|structure|layout|architecture|api|design)|create|(new )?files? created?)",
    ),
    example_labels=(
        "(naming )?(examples?|example (names|usage|output|file|note|entry|layout|response)|sample( output)?|for example|illustrative( example)?|hypothetical( example)?|naming (conventions?|patterns?))",
    ),
    elsewhere_labels=(
        "(upstream|(sibling|sister|other|external|related|companion|separate) (repos?|repositor(y|ies)|projects?|codebases?))( .{0,30})?",
    ),
)

CHINESE = Words(
    negated_heads=("(❌ ?)?(不要|禁止|严禁|避免|切勿|请勿)(使用|创建|添加|新增|用)?",),
    spaced=False,
    fillers=(
        "以下", "下列", "以下的", "如下",
        "了",
        "掉",
        "的",
        "旧的",
        "旧",
        "原有的",
        "原来的",
        "原",
        "文件",
        "目录",
        "函数",
        "类",
        "方法",
        "模块",
        "组件",
        "废弃的",
        "无用的",
        "多余的",
        "所有",
        "整个",
        "新的",
        "新",
        "一个",
        "脚本",
        "字段",
        "接口",
        "参数",
    ),
    after_fillers=(
        "文件",
        "目录",
        "函数",
        "类",
        "方法",
        "模块",
        "组件",
        "脚本",
        "字段",
        "接口",
        "参数",
        "均",
        "都",
        "也",
        "现",
        "现在",
        "目前",
        "等",
    ),
    past_before=(
        "(已|已经|现已|均已|并|后)?(删除|移除|去除|去掉|删掉|删去|废除|废弃|弃用|淘汰|清理|剔除|下线)(了|掉了|过)",
        "(已|已经|现已|均已)(被)?(删除|移除|去除|去掉|删掉|废弃|弃用|淘汰|清理|下线|替换|取代)(了)?",
        "(不再|不再需要|不再使用|不再依赖|不再有|不再调用|停止使用)(使用|依赖|需要|调用)?",
        "(取代|替代|替换|代替)(了|掉了|原来的|旧的|原有的)?",
        "(原名|曾用名|旧名|旧称|前身为|前身是|原先的|以前的|之前的|旧版|旧的|原来的|曾经的|已删除的|已移除的|被删除的|被移除的|已废弃的)",
        "(原|曾|以前|之前|原先|原来)(位于|在|叫|名为|称为|放在|存放于|定义于|定义在)",
    ),
    past_after=(
        "\\W{0,3}(已经|已|均已|现已|都已|都被|已被|被|早已)(被|全部|彻底|完全)?(删除|移除|去除|去掉|删掉|废除|废弃|弃用|淘汰|清理|下线|取代|替换|替代|重命名|改名|更名|合并|拆分|迁移|移动|不存在|不再)",
        "\\W{0,3}(删除|移除|废弃|弃用|删掉|去掉)(了|掉了|完毕|完成)",
        "(已)?不再(存在|使用|需要|被使用|维护|支持|有效|可用|依赖)",
        "(已|已经)(不存在|没有了|不在)",
        "(重命名|改名|更名|改|替换|替换成|迁移|移动|移|改写|升级|拆分|合并|转换|变更)(为|成|到|至|入)",
        "\\W{0,2}(已删除|已移除|已废弃|已弃用|已下线|删除)(?=\\W|$)",
        "(变成|变为)了?",
    ),
    negated_before=(
        "(不要|请勿|勿|别|切勿|禁止|严禁|不得|不能|不可|不应|不应该|不允许|不准|避免|绝不|从不|永远不要|绝对不要|不许|不)(再|直接)?(使用|用|采用|引入|新建|创建|新增|添加|依赖|运行|执行|恢复|重新引入)",
        "(而不是|而非|并非|不是|取代|代替|替代|不在|不用|不含|不包含|不存在|没有|无|无需|缺少|缺失|不需要)(使用|用)?",
        "(避免|禁止|严禁|禁用|禁止使用|避免使用)",
    ),
    negated_after=(
        "(已)?(不存在|并不存在|不可用)",
        "(被)?(禁止|禁用|不允许|不可使用|不得使用|不能使用|严禁使用)",
        "\\W{0,2}(禁止|错误|禁用|不存在)(?=\\W|$)",
    ),
    planned_before=(
        "(待|计划|打算|准备|将|将会|将要|拟|未来|后续|需要|应该|应|需|以后)(要|会)?(新增|添加|创建|新建|增加|实现|引入|编写|补充)(一个|新的)?",
        "(计划中的|规划中的|待创建的|未来的|拟议的)",
        "(TODO|todo|待办)\\W{0,2}(新增|添加|创建|新建|实现)?",
    ),
    planned_after=(
        "\\W{0,3}(待创建|待新增|待实现|待添加|未实现|尚未实现|尚未创建|尚不存在|还不存在|还没有|计划中|规划中|待定|待开发|未创建|待办|将被创建|将会创建)",
    ),
    created_first=("(新增|新建|创建|添加|编写)(文件|目录|模块|脚本|一个|新的)*",),
    removed_first=("(删除|移除|去掉|去除|废弃|重命名|替换|弃用)",),
    example_before=("(例如|比如|譬如|诸如|举例|示例|例子|例|如|形如|类似|类似于|像|命名如)\\W{0,2}",),
    example_after=("(之类|为例|这样的|这类)",),
    elsewhere_before=("(上游|另一个|其他|外部|独立的?|别的|兄弟)(仓库|项目|代码库)(的|中的|里的)?",),
    elsewhere_after=(
        "\\W{0,2}(位于|在|属于|来自)?(上游|另一个|其他|外部|独立的?|单独的)(仓库|项目|代码库)",
        f"(位于|在|属于|来自) ?({chr(0)}+|[A-Za-z][\\w.-]+) ?(仓库|代码库)",
    ),
    conditional=("(如果|若|当|假如|一旦|除非|万一|假设)",),
    from_cues=(
        "重命名",
        "改名",
        "更名",
        "迁移",
        "移动",
        "改为",
        "替换",
        "改成",
        "升级",
        "切换",
        "重构",
        "变为",
        "移到",
        "移至",
    ),
    from_words=("从", "由"),
    past_labels=(
        "(已|已经|被)?(删除|移除|废弃|弃用|下线)(的)?(文件|代码|功能|模块|组件|接口|目录|内容|列表|项)*",
        "(旧|之前|以前|原|原来|修改前|重构前|改动前|变更前|旧路径|旧名称|原路径|原名称|旧架构|旧结构|旧版|迁移前|优化前|修复前|旧代码|原文件)",
    ),
    negated_labels=("(❌ ?)?(错误|禁止|不要|错误示例|反例|禁止事项|不推荐|错误做法|错误写法)",),
    planned_labels=("(待创建|待实现|计划(中|新增)|规划结构|待新增(文件)?|目标结构|拟新增)",),
    example_labels=("(示例|例子|举例|样例|命名示例|命名规范|命名约定)",),
    elsewhere_labels=("(上游|其他|相关|外部)(仓库|项目)",),
)

JAPANESE = Words(
    kept_after=("を?(編集|変更|削除|コミット|修正|上書き)",),
    negated_heads=("(❌ ?)?(禁止|使用禁止|使わない)",),
    spaced=False,
    fillers=(
        "以下の", "次の","の", "古い", "旧", "不要な", "ファイル", "クラス", "関数", "メソッド", "新しい"),
    after_fillers=(
        "ファイル",
        "クラス",
        "関数",
        "メソッド",
        "モジュール",
        "ディレクトリ",
        "フォルダ",
        "コンポーネント",
        "スクリプト",
        "フィールド",
        "テーブル",
        "等",
        "など",
        "も",
        "すべて",
        "全て",
        "既に",
        "すでに",
        "現在",
        "すでに",
        "は",
        "が",
        "を",
        "の",
        "、",
    ),
    past_before=(
        "(旧|以前の|かつての|元の|削除済みの|削除された|廃止された|旧名|旧称|旧名称|古い|以前は|かつては|もともと|元々)\\W{0,2}",
    ),
    past_after=(
        "\\W{0,2}(削除|撤去|除去|廃止|破棄|撤廃|廃棄|削除済)(済み|済|され|した|しました|しています|している|されています|されました|された|ずみ)",
        "\\W{0,2}(削除|廃止)(?=[)）、。\\]】]|$)",
        "(もう|現在は|すでに|既に)?(存在しなく|使われなく|使用しなく|使わなく|不要に)な(った|り|りました)",
        "(もう|もはや|現在は)(存在し|使用し|使用され|使われて|使って|利用し|必要)(ない|ません|ていない|ていません|おらず|いない|いません)",
        "(から) ?\\x00+ ?(へ|に|)(名称)?(変更|改名|リネーム|移動|移行|置換|置き換え|切り替え|移設|統合|改称)",
        "(から) ?[^。\\n]{0,30}(へ|に)(名称)?(変更|改名|リネーム|移動|移行|置換|置き換え|切り替え|移設|改称)",
        "\\x00+ ?(へ|に)(名称)?(変更|改名|リネーム|移動|移行|置換|置き換え|改称|統合|分割)",
        "(リネーム|改名)(され|した|しました|済)",
        "(でした|だった|にあった|に存在した|にありました)",
    ),
    negated_before=("(禁止|NG|使用禁止|非推奨)[:：]?",),
    negated_after=(
        "(の)?(代わり|かわり)(に|として)",
        "(では|じゃ)(なく|ない|ありません)",
        "(より|よりも) ?\\x00",
        "(使わ|使用し|使用は|利用し|用い|導入し|追加し|作成し|作ら|実行し)(ない|ません|ないこと|ないで|ず|禁止|てはいけ|てはなら|ちゃだめ|てはだめ)",
        "(使用|利用|作成|追加|実行|導入)?(は|の使用は|の利用は)?(禁止|不可|厳禁|NG|避ける|避け)",
        "(存在し|あり|見つかり)(ない|ません|ませんでした)(?!と|場合)",
        "は(無い|ない|存在せず)",
        "\\W{0,2}(禁止|不可|使用禁止|存在しない|なし)(?=\\W|$)",
    ),
    planned_before=("(今後|将来|将来的に|予定:?|計画中の?|TODO:?|未作成の|未実装の)\\W{0,2}",),
    planned_after=(
        "\\W{0,2}(を)?(新規)?(追加|作成|実装|導入|新設|新規作成|移行|用意)(する)?予定",
        "\\W{0,2}(未作成|未実装|作成予定|実装予定|追加予定|予定|計画中|検討中|今後作成|これから作成|まだ存在しない|まだない|まだありません|まだ無い)",
    ),
    example_before=("(例えば|たとえば|例|例として|具体例|例:|例：)\\W{0,2}",),
    example_after=("(のような|のように|みたいな|といった|のごとき)",),
    elsewhere_before=(
        "(別|他|上流|外部|別の|他の|アップストリーム)の?(リポジトリ|プロジェクト|レポジトリ)の?",
    ),
    elsewhere_after=("\\W{0,2}(は|も)?(別|他の|上流|外部|別の)(リポジトリ|プロジェクト|レポジトリ)",),
    conditional=("(もし|万一)",),
    from_cues=(),
    from_words=(),
    past_labels=(
        "(削除|廃止|撤去|削除済み|廃止済み|削除された|廃止された)(した)?(ファイル|コード|機能|モジュール|クラス|項目|もの)*",
        "(旧|以前|変更前|修正前|リファクタ前|移行前|旧パス|旧名称|旧構成|旧構造|元のパス|旧ファイル|改善前|旧名)",
    ),
    negated_labels=("(❌ ?)?(悪い例|禁止|禁止事項|NG|NG例|誤り|アンチパターン|やってはいけないこと)",),
    planned_labels=("(予定|作成予定|追加予定|新規作成予定|未実装|未作成|目標構成)",),
    example_labels=("(例|サンプル|命名例|具体例|命名規則|命名規約)",),
    elsewhere_labels=("(関連|別|外部|他の)(リポジトリ|プロジェクト)",),
)

KOREAN = Words(
    kept_after=("(을|를)? ?(수정|삭제|변경|커밋|편집)",),
    negated_heads=("(❌ ?)?(금지|사용 ?금지|사용하지)",),
    spaced=False,
    fillers=(
        "다음", "다음의", "아래","기존", "이전", "오래된", "구", "불필요한", "파일", "클래스", "함수", "새", "새로운", " "),
    after_fillers=(
        "파일",
        "클래스",
        "함수",
        "메서드",
        "메소드",
        "모듈",
        "디렉토리",
        "디렉터리",
        "폴더",
        "컴포넌트",
        "스크립트",
        "필드",
        "테이블",
        "은",
        "는",
        "이",
        "가",
        "을",
        "를",
        "도",
        "의",
        "모두",
        "이미",
        "현재",
        "등",
        "더 이상",
        "완전히",
        "전부",
        " ",
    ),
    past_before=(
        "(이전|구|기존의|예전|옛|삭제된|제거된|폐기된|이전에는|원래|구버전|이전의|예전의|옛날)\\W{0,2}",
    ),
    past_after=(
        "\\W{0,2}(삭제|제거|폐기|폐지|철거|퇴역)(됨|되었|되어|됐|된 |했|하였|함|완료|하고|됩니다|한 )(?!면)",
        "\\W{0,2}(삭제|제거|폐기)(?=[)）,.\\]]|$)",
        "(존재하지|사용되지|사용하지|쓰이지|필요하지|쓰지|지원하지|지원되지) ?않(음|는다|습니다|게|고|으며|아)",
        "(은|는|이|가)? ?(사라졌|없어졌|사라짐|없어짐)",
        "에서 ?\\x00+ ?(으로|로) ?(이름이 |이름을 )?(변경|이동|이름 ?변경|리네임|마이그레이션|이전|전환|교체|대체|개명|개편|통합)",
        "\\x00+ ?(으로|로) ?(이름이 |이름을 )?(변경|이동|이름 ?변경|리네임|마이그레이션|교체|대체|개명|통합|분리|이관|대체)",
        "(이었|였)(음|다|습니다|고)",
        "에 ?있었",
    ),
    negated_before=("(사용 ?금지|금지)[:：]?\\W{0,2}",),
    negated_after=(
        "\\W{0,2}대신",
        "(이|가)? ?아니라",
        "(이|가)? ?아닌",
        "(을|를)? ?(사용|추가|생성|도입|실행|작성|설치)(하지|해서는|하면) ?(마|말|않|안|안 ?됨|안 ?된)",
        "\\W{0,2}(의 )?(사용|생성|추가|실행|도입)?(은|이|을)? ?(금지|불가|피)",
        "(이|가|은|는)? ?(없음|없다|없습니다|없으며|없고|존재하지 ?않)",
        "(을|를)? ?쓰지 ?(마|말|않)",
        "\\W{0,2}보다 ?\\x00",
    ),
    planned_before=("(향후|앞으로|추후|예정:?|계획된|계획 중인|TODO:?|미구현)\\W{0,2}",),
    planned_after=(
        "\\W{0,2}(을|를)? ?(추가|생성|구현|작성|도입|신설|개발|제공)(할|될|하는)? ?(예정|계획)",
        "\\W{0,2}(미구현|미작성|미생성|예정|계획 ?중|계획됨|추가 ?필요|생성 ?필요|아직 ?없음|아직 존재하지)",
    ),
    example_before=("(예|예시|예를 ?들어|예를 ?들면|예컨대|가령|이를테면)\\W{0,2}",),
    example_after=("(과|와)? ?같은", "처럼", "(이|가)? ?그 ?예"),
    elsewhere_before=(
        "(별도|다른|상위|외부|업스트림)(의)? ?(저장소|레포|레포지토리|리포지토리|프로젝트)(의)?\\W{0,2}",
    ),
    elsewhere_after=(
        "\\W{0,2}(은|는|이|가)? ?(별도|다른|외부|업스트림)(의)? ?(저장소|레포|레포지토리|리포지토리|프로젝트)",
    ),
    conditional=("(만약|만일)",),
    past_labels=(
        "(삭제|제거|폐기)(된|한|됨)?( ?(파일|코드|기능|모듈|클래스|목록|항목))*",
        "(이전|변경 ?전|수정 ?전|기존|기존 구조|이전 구조|구 경로|이전 경로|리팩토링 ?전|구버전|개선 ?전)",
    ),
    negated_labels=("(❌ ?)?(잘못된 예|나쁜 예|금지|금지 ?사항|사용 ?금지)",),
    planned_labels=("(예정|추가 ?예정|생성 ?예정|미구현|목표 ?구조)",),
    example_labels=("(예|예시|예제|명명 ?규칙|네이밍 ?규칙)",),
    elsewhere_labels=("(관련|외부|다른) ?(저장소|프로젝트)",),
)

_RU_REMOVED = "удал[её]н(а|о|ы|ный|ная|ное|ные|ного)?|удалил(и|а)?|убран(а|о|ы)?|убрал(и|а)?|выпилен(а|о|ы)?|выпилил(и|а)?|исключ[её]н(а|о|ы)?|снес[её]н(а|о|ы)?|вырезан(а|о|ы)?|упраздн[её]н(а|о|ы)?|ликвидирован(а|о|ы)?|отказались от|избавились от"

RUSSIAN = Words(
    negated_heads=("(никогда не|не|нельзя|запрещено) (используй|использ|создавай|добавляй|применя)",),
    fillers=word_list(
        """следующие следующий файлы 
        файл файлы файла модуль класс классы функция функцию метод папка папку каталог скрипт поле
        таблица таблицу старый старую старые все весь всю устаревший устаревшую неиспользуемый
        неиспользуемые дублирующий компонент параметр эндпоинт и код из
        """
    ),
    after_fillers=word_list(
        """
        файл модуль класс функция метод папка каталог скрипт поле таблица компонент параметр
        эндпоинт
        """
    ),
    past_before=(
        f"({_RU_REMOVED})",
        "(удаление|устранение)",
        "(переименован(а|о|ы)?|перенес[её]н(а|о|ы)?|перемещ[её]н(а|о|ы)?) из",
        "(ранее|раньше|прежде|бывш(ий|ая|ее|ие|его)|прежн(ий|яя|ее|ие|его)|стар(ый|ая|ое|ые|ого))( в| находил(ся|ась|ось|ись) в| располагал(ся|ась) в| назывался)?",
        "(заменил(и|а)?|заменяет|вытеснил)",
        "больше не (использует|используем|нужен|нужна|нужно|вызывает|требует|зависит от)",
        "(находил(ся|ась|ось)|располагал(ся|ась)|был|была|было|были) в",
    ),
    past_after=(
        f"\\W{{0,3}}((был|была|было|были|уже|полностью|теперь|также|и) ){{0,3}}({_RU_REMOVED})",
        "больше (не|нет)",
        "((был|была|было|были|уже) ){0,2}(переименован(а|о|ы)?|перенес[её]н(а|о|ы)?|перемещ[её]н(а|о|ы)?|преобразован(а|о|ы)?|объединен(а|о|ы)?|мигрирован(а|о|ы)?|разделен(а|о|ы)?) (в|на|под|внутрь)",
        "((был|была|было|были|уже) ){0,2}замен[её]н(а|о|ы)? (на|модулем|классом)?",
        "(исчез|исчезла|упразднен)",
        "(стал|стала|стало) \\x00",
    ),
    negated_before=(
        "(не|никогда не|нельзя|запрещено|запрещается|избегайте|избегать|избегай)( (использовать|используйте|используй|использования|применять|применяйте|создавать|создавайте|создавай|добавлять|добавляйте|добавляй|запускать|запускайте|запускай|вводить|подключать|использования))?",
        "(вместо|без|взамен|а не|нет|отсутствует|отсутствуют|не существует|кроме)( использования)?",
    ),
    negated_after=(
        "(не существует|отсутствует|отсутствуют|не используется|не нужен|запрещ[её]н(а|о|ы)?|не применяется|не найден(а|о)?|нельзя использовать|использовать нельзя)(?! пока)",
    ),
    planned_before=(
        "(будет|будут|планируется|планируем|нужно|необходимо|следует|требуется|предстоит|надо|хотим)( (добавлен|добавлена|добавить|создан|создана|создать|реализовать|реализован|написать|ввести|внедрить|добавлено|создано))",
        "(планируем(ый|ая|ое|ые)|будущ(ий|ая|ее|ие)|предлагаем(ый|ая|ое|ые)|туду)( создать| добавить)?",
    ),
    planned_after=(
        "\\W{0,3}(создать|добавить|написать)(?!\\w)",
        "\\W{0,3}(будет|будут|должен быть|должна быть|планируется|запланирован(а|о|ы)?|предстоит|пока не|ещ[её] не|пока нет|в планах|не реализован(а|о)?)( (создан(а|о|ы)?|добавлен(а|о|ы)?|реализован(а|о|ы)?|существует))?",
    ),
    created_first=(
        "(создать|добавить|написать|создай|добавь|создайте|новый)( файл| модуль| папку| скрипт| новый)?:?",
    ),
    removed_first=("(удалить|убрать|переименовать|заменить|удали|убери|выпилить)",),
    example_before=(
        "(например|напр|к примеру|допустим|пример(ы)?|такие как|такой как|типа|вроде|скажем)\\W{0,3}",
    ),
    example_after=("\\W{0,2}(и подобные|например)",),
    elsewhere_before=(
        "(в|из) (другом|другого|отдельном|отдельного|соседнем|внешнем|внешнего) (репозитори(и|я)|проект(е|а))",
    ),
    elsewhere_after=(
        "\\W{0,2}(в|из|находится в|живет в|лежит в) (другом|другого|отдельном|отдельного|соседнем|внешнем) (репозитори(и|я)|проект(е|а))",
    ),
    conditional=("(если|когда|при|после того как|пока|в случае)( \\w{1,14}){0,1}",),
    from_cues=("переименован", "перенес", "перемещ", "мигр", "переход", "переш", "замен"),
    from_words=("из", "с", "со", "от"),
    past_labels=(
        "(удал[её]нн(ые|ый|ое|ая)|удалено|удалены|убрано|устаревшие|удал[её]н(а|о|ы)?)( (файлы|модули|код|компоненты|функции|классы|параметры))?",
        "(до|было|раньше|ранее|старое|старый (путь|код|подход)|старая структура|прежн(ее|ий)( путь)?|до изменений|до рефакторинга|до миграции)",
    ),
    negated_labels=("(❌ ?)?(плохо|неправильно|нельзя|запрещено|не делать|антипаттерны?|неверно)",),
    planned_labels=("(планируется|в планах|запланировано|нужно создать|целевая структура|будут созданы)",),
    example_labels=("(пример|примеры|например|именование|соглашения об именовании)",),
    elsewhere_labels=("(другие|связанные|внешние) (репозитории|проекты)",),
)

_PT_REMOVED = "removid[oa]s?|exclu[ií]d[oa]s?|apagad[oa]s?|deletad[oa]s?|eliminad[oa]s?|retirad[oa]s?|descontinuad[oa]s?|removeu|removemos|removeram|excluímos|eliminou|eliminamos"

PORTUGUESE = Words(
    negated_heads=("(nunca|não|evite|proibido) (use|usar|crie|criar|adicione)",),
    signs=word_list("não uma foi está para em da das dos são ou os ao pelo pela um você foram já mais por com que se fazia a o e de do"),
    fillers=word_list(
        """seguintes seguinte 
        o a os as um uma arquivo arquivos módulo classe classes função método pasta diretório script
        campo tabela antigo antiga antigos antigas todos todas componente parâmetro legado de do da
        dos das
        """
    ),
    after_fillers=word_list(
        """
        arquivo módulo classe função método pasta diretório script campo tabela componente parâmetro
        """
    ),
    past_before=(
        f"({_PT_REMOVED})",
        "(remoção|exclusão|eliminação) (de|do|da|dos|das)",
        "(renomead[oa]s?|movid[oa]s?|migrad[oa]s?) (de|do|da)",
        "(anteriormente|antigamente|antig[oa]s?|extint[oa]s?|ex-|previamente)( em| no| na| chamad[oa])?",
        "(substitui|substituiu|substituímos|no lugar do antigo)",
        "(não usa mais|não utiliza mais|deixou de usar|não precisa mais de|não depende mais de|já não usa)",
        "(ficava|estava|era|existia) (em|no|na)",
    ),
    past_after=(
        f"\\W{{0,3}}((foi|foram|já|está|estão|é|ser|sido|tem|totalmente|completamente|agora|também) ){{0,3}}({_PT_REMOVED})",
        "(não existe mais|não existem mais|já não existe|já não existem|deixou de existir|não está mais|não é mais|não são mais|não há mais)",
        "((foi|foram|já|está) ){0,2}(renomead[oa]s?|movid[oa]s?|migrad[oa]s?|convertid[oa]s?|transferid[oa]s?|consolidad[oa]s?|refatorad[oa]s?|dividid[oa]s?|unificad[oa]s?) (para|em|no|na)",
        "((foi|foram|já|está) ){0,2}substitu[ií]d[oa]s? (por|pelo|pela)",
        "(virou|tornou-se|passou a ser|ficava em|era)",
    ),
    negated_before=(
        "(não|nunca|jamais)( se deve| devemos| deve| pode)?( (use|usar|utilize|utilizar|crie|criar|adicione|adicionar|introduza|rode|rodar|execute|executar|instale|reintroduza))?",
        "(evite|evitar|proibido|vedado)( usar| o uso de| utilizar| criar)?",
        "(em vez de|ao invés de|no lugar de|em lugar de|sem|não há|não existe|não existem|não tem|não possui|e não)( usar| utilizar)?",
    ),
    negated_after=(
        "(não existe|não existem|é proibido|não deve ser usad[oa]|não devem ser usad[oa]s|não é usad[oa]|não é permitid[oa]|inexistente|não encontrad[oa])(?! ainda)",
    ),
    planned_before=(
        "(será|serão|vamos|vai|iremos|devemos|precisamos|falta|pretende-se|planejamos|é preciso)( (ser )?(criar|criad[oa]s?|adicionar|adicionad[oa]s?|implementar|implementad[oa]s?|escrever|introduzir))",
        "(planejad[oa]s?|futur[oa]s?|propost[oa]s?|a fazer:?|pendente:?)( criar| adicionar)?",
    ),
    planned_after=(
        "\\W{0,3}(será|serão|a ser|deve ser|precisa ser|vai ser) (criad|adicionad|implementad|escrit|introduzid)",
        "\\W{0,3}(planejad[oa]s?|pendente|a criar|ainda não|não implementad[oa]|futuro|em breve|propost[oa]|ainda não existe|por criar)\\b",
    ),
    created_first=(
        "(criar|crie|adicionar|adicione|escrever|novo|nova)( o| a| um| uma)?( arquivo| módulo| pasta| script)?:?",
    ),
    removed_first=("(remover|remova|excluir|exclua|apagar|renomear|renomeie|substituir|substitua|deletar)",),
    example_before=(
        "(por exemplo|p\\.? ?ex\\.?|ex\\.?|exemplos?|tais como|tal como|digamos|a exemplo de)\\W{0,3}",
    ),
    example_after=("\\W{0,2}por exemplo",),
    elsewhere_before=("(outro|externo|repositório|separado) (repositório|projeto)",),
    elsewhere_after=(
        "\\W{0,2}(fica em|está em|em|no|do|de|vive em|pertence a)( um| uma)? (outro|repositório externo|repositório separado|projeto separado|outro projeto)( repositório| projeto)?",
    ),
    conditional=("(se|quando|caso|após|antes|sempre que)( \\w{1,14}){0,2}",),
    from_cues=("renome", "movid", "movem", "migra", "mudou", "convert", "troc", "substitu"),
    from_words=("de", "do", "da"),
    past_labels=(
        "(arquivos |código |itens )?(removid[oa]s?|exclu[ií]d[oa]s?|deletad[oa]s?|apagad[oa]s?|descontinuad[oa]s?|obsolet[oa]s?)( (arquivos|módulos|código))?",
        "(antes|antig[oa]|anterior|como era|estrutura (antiga|anterior)|(caminho|nome|código) (antigo|anterior)|antes da (refatoração|mudança|migração))",
    ),
    negated_labels=("(❌ ?)?(errado|incorreto|ruim|não use|não fazer|evitar|proibido|anti-?padrões)",),
    planned_labels=("(planejad[oa]s?|a criar|arquivos a criar|estrutura (proposta|planejada|alvo))",),
    example_labels=("(exemplos?|exemplo de uso|convenç(ão|ões) de nomes?|nomenclatura)",),
    elsewhere_labels=("(outros|externos) (repositórios|projetos)",),
)

_ES_REMOVED = "eliminad[oa]s?|borrad[oa]s?|suprimid[oa]s?|quitad[oa]s?|retirad[oa]s?|descartad[oa]s?|removid[oa]s?|eliminamos|eliminó|eliminaron|se eliminó|se eliminaron|borramos|se quitó|se quitaron|se borró"

SPANISH = Words(
    negated_heads=("(nunca|no|evita|evitar|prohibido) (uses|usar|use|crear|agregar|añadir)",),
    signs=word_list("el los las una del para está fue por que con se ya y un en al fueron de no"),
    fillers=word_list(
        """siguientes siguiente 
        el la los las un una archivo archivos fichero módulo clase clases función método carpeta
        directorio script campo tabla antiguo antigua antiguos antiguas viejo vieja todos todas
        componente parámetro de del
        """
    ),
    after_fillers=word_list(
        """
        archivo fichero módulo clase función método carpeta directorio script campo tabla componente
        parámetro
        """
    ),
    past_before=(
        f"({_ES_REMOVED})",
        "(eliminación|supresión) (de|del)",
        "(renombrad[oa]s?|movid[oa]s?|migrad[oa]s?) (de|desde|del)",
        "(anteriormente|antiguamente|antigu[oa]s?|viej[oa]s?|previamente|ex-)( en| llamad[oa])?",
        "(reemplaza|reemplazó|sustituye|sustituyó|reemplazamos)( a| al)?",
        "(ya no usa|ya no usamos|ya no utiliza|dejó de usar|ya no necesita|ya no depende de)",
        "(estaba|vivía|existía|se encontraba) en",
    ),
    past_after=(
        f"\\W{{0,3}}((fue|fueron|ha sido|han sido|ha|han|sido|está|están|ya|se|también|completamente|ahora) ){{0,3}}({_ES_REMOVED})",
        "(ya no existe|ya no existen|dejó de existir|ya no está|ya no se usa|ya no se utiliza|ya no es|ya no son|no existe más)",
        "((fue|fueron|ha sido|han sido|se|ya|está) ){0,2}(renombr(ado|ada|ados|adas|ó)|mov(ido|ida|idos|idas|ió)|migr(ado|ada|ados|adas|ó)|convert(ido|ida|ió)|fusion(ado|ada|ó)|traslad(ado|ada|ó)|consolid(ado|ada|ó)|divid(ido|ida|ió)) (a|en|al|hacia|como)",
        "((fue|fueron|ha sido|han sido|se|ya|está) ){0,2}(reemplaz|sustitu)\\w{1,7} (por|con)",
        "(pasó a ser|se convirtió en|era)",
    ),
    negated_before=(
        "(no|nunca|jamás)( se debe| debes| debe| hay que)?( (usar|uses|use|utilizar|utilices|utilice|usen|crear|crees|cree|añadir|agregar|introducir|ejecutar|ejecutes|instalar))?",
        "(evita|evitar|evite|prohibido|prohibida)( usar| el uso de| utilizar| crear)?",
        "(en lugar de|en vez de|sin|no hay|no existe|no existen|no tiene|y no)( usar| utilizar)?",
    ),
    negated_after=(
        "(no existe|no existen|está prohibid[oa]|no debe usarse|no deben usarse|no se usa|no se debe usar|no está permitid[oa]|inexistente|no encontrad[oa])(?! todavía| aún)",
    ),
    planned_before=(
        "(se|vamos a|va a|hay que|habrá que|falta|debemos|planeamos|pendiente de|pensamos)( (creará|crear|añadirá|añadir|agregará|agregar|implementará|implementar|escribir|introducir|creado))",
        "(planead[oa]s?|planificad[oa]s?|futur[oa]s?|propuest[oa]s?|por hacer:?|pendiente:?)( crear| añadir| agregar)?",
    ),
    planned_after=(
        "\\W{0,3}(será|serán|se|debe ser|a ser) (cread|creará|añadid|añadirá|agregad|agregará|implementad|implementará)",
        "\\W{0,3}(planead[oa]|planificad[oa]|pendiente|por crear|a crear|aún no|todavía no|no implementad[oa]|futuro|próximamente|propuest[oa])\\b",
    ),
    created_first=(
        "(crear|crea|añadir|añade|agregar|agrega|escribir|nuevo|nueva)( el| la| un| una)?( archivo| fichero| módulo| carpeta| script)?:?",
    ),
    removed_first=("(eliminar|elimina|borrar|quitar|renombrar|reemplazar|sustituir)",),
    example_before=("(por ejemplo|p\\.? ?ej\\.?|ej\\.?|ejemplos?|tales como|tal como|digamos)\\W{0,3}",),
    example_after=("\\W{0,2}por ejemplo",),
    elsewhere_before=("(otro|externo) (repositorio|proyecto)",),
    elsewhere_after=(
        "\\W{0,2}(está en|vive en|en|del|de|pertenece a)( un| una)? (otro|repositorio externo|repositorio separado|proyecto separado)( repositorio| proyecto)?",
    ),
    conditional=("(si|cuando|tras|antes|después|siempre que)( \\w{1,14}){0,2}",),
    from_cues=("renombr", "movid", "movió", "migr", "cambi", "convert", "traslad", "reemplaz"),
    from_words=("de", "del", "desde"),
    past_labels=(
        "(archivos |código |elementos )?(eliminad[oa]s?|borrad[oa]s?|suprimid[oa]s?|retirad[oa]s?|obsolet[oa]s?)( (archivos|módulos|código))?",
        "(antes|antigu[oa]|anterior|estructura (antigua|anterior)|(ruta|nombre|código) (antigu[oa]|anterior)|antes de la (refactorización|migración)|viej[oa])",
    ),
    negated_labels=("(❌ ?)?(mal|incorrecto|malo|no usar|no hacer|evitar|prohibido|anti-?patrones)",),
    planned_labels=(
        "(planificad[oa]s?|planead[oa]s?|por crear|archivos a crear|estructura (propuesta|planificada|objetivo))",
    ),
    example_labels=("(ejemplos?|ejemplo de uso|convenci(ón|ones) de nombres|nomenclatura)",),
    elsewhere_labels=("(otros|externos) (repositorios|proyectos)",),
)

_DE_REMOVED = "gelöscht|entfernt|beseitigt|rausgeworfen|eliminiert|abgeschafft|gestrichen|ausgebaut"

GERMAN = Words(
    kept_after=("(committen|bearbeiten|ändern|verändern|löschen|editieren|anfassen|pushen|überschreiben|vergessen|verschieben|umbenennen|einchecken|entfernen|modifizieren|direkt|von hand)",),
    negated_heads=("(nie|niemals|nicht|kein|keine|vermeide|verboten)( mehr)? (verwenden|benutzen|nutzen|anlegen)",),
    signs=word_list("der das und nicht wurde wurden ist ein eine mit für von dem den kein keine statt durch zu nie"),
    fillers=word_list(
        """folgende folgenden 
        der die das den dem des ein eine einen alte alten alter altes datei dateien modul klasse
        klassen funktion methode ordner verzeichnis skript feld tabelle alle unbenutzte veraltete
        veralteten komponente parameter von
        """
    ),
    after_fillers=word_list(
        """
        datei modul klasse funktion methode ordner verzeichnis skript feld tabelle komponente
        parameter
        """
    ),
    past_before=(
        f"({_DE_REMOVED})\\W{{0,2}}",
        "(löschung|entfernung) (von|der|des)",
        "(umbenannt|verschoben|migriert) (von|aus)",
        "(ehemals|früher|vormals|einst|ehemalige[rsnm]?|frühere[rsnm]?|alte[rsnm]?|vorher|zuvor|gelöschte[rsnm]?|entfernte[rsnm]?)( in| unter)?",
        "(ersetzt|ersetzte|löst|verdrängt)",
        "(verwendet|nutzt|benutzt|braucht) (nicht mehr|kein(e|en)? .{0,12}mehr)",
        "(lag|befand sich|war|stand)( das| es| sie| er)? (in|unter)",
    ),
    past_after=(
        f"\\W{{0,3}}((wurde|wurden|ist|sind|bereits|schon|komplett|vollständig|inzwischen|jetzt|auch|in .{{1,20}}|mit .{{1,20}}) ){{0,4}}({_DE_REMOVED})(?! werden)",
        "(existiert|existieren|gibt es|wird|werden|ist|sind|gehört|braucht)( jetzt| inzwischen)? nicht mehr",
        "((wurde|wurden|ist|sind|bereits|jetzt|nun) ){0,3}(in|nach|zu|durch|zum|zur|auf|unter) ?\\x00+ ?(umbenannt|verschoben|ersetzt|migriert|umgezogen|überführt|ausgelagert)",
        "((wurde|wurden|ist|sind|bereits) ){0,3}(umbenannt|verschoben|ersetzt|migriert|überführt) (in|nach|zu|durch|unter)",
        "(wurde|wurden) (zu|zum|zur)",
        "(hieß|lag|war) (früher|vorher|ehemals|zuvor)",
    ),
    negated_before=(
        "(verwende|verwenden sie|nutze|nutzen sie|benutze|erstelle|erstellen sie|füge|lege)( \\w{1,10})? (nie|niemals|nicht|kein|keine|keinen)",
        "(nie|niemals|nicht|kein|keine|keinen|keinerlei)( in| über| mit)?",
        "(vermeide|vermeiden|vermeiden sie|verboten|verboten:|untersagt)",
        "(statt|anstatt|anstelle von|anstelle|ohne|an stelle von|es gibt kein(e|en)?|fehlt|fehlende[rs]?)( der| des| die| das)?",
    ),
    negated_after=(
        "(nicht|nie|niemals) (mehr )?(verwenden|benutzen|nutzen|anlegen|erstellen|hinzufügen|einführen|verwendet|benutzt|genutzt|ausführen)",
        "(existiert|existieren|gibt es) nicht(?! mehr| noch)",
        "(ist|sind) (verboten|untersagt|nicht erlaubt|nicht vorhanden|tabu)",
        "(fehlt|fehlen)\\b",
    ),
    planned_before=(
        "(wird|werden|soll|sollen|sollte|muss|müssen|wollen|noch)( noch| später| dann)? (erstellt|angelegt|hinzugefügt|eingeführt|implementiert|erstellen|anlegen|hinzufügen|implementieren):?",
        "(geplante[rsnm]?|zukünftige[rsnm]?|künftige[rsnm]?|vorgeschlagene[rsnm]?|geplant:?)( erstelle| anlegen)?",
    ),
    planned_after=(
        "\\W{0,3}(wird|werden|soll|sollen|muss|müssen|sollte)( noch| später| dann)? (erstellt|angelegt|hinzugefügt|eingeführt|implementiert|ergänzt)",
        "\\W{0,3}(geplant|noch nicht|in planung|vorgesehen|existiert noch nicht|noch zu erstellen|anzulegen|offen)\\b",
        "(existiert|existieren|gibt es) noch nicht",
    ),
    created_first=(
        "(erstelle|erstellen|anlegen|lege|neue?[rsnm]?|schreibe|hinzufügen)( die| das| den| eine| einen)?( datei| modul| ordner| neue datei| skript)?:?",
    ),
    removed_first=("(lösche|löschen|entferne|entfernen|ersetze|umbenennen|benenne)",),
    example_before=(
        "(z\\. ?b\\.|zum beispiel|bspw\\.?|beispielsweise|beispiele?|etwa|so wie|wie etwa|wie z\\. ?b\\.)\\W{0,3}",
    ),
    example_after=("\\W{0,2}(zum beispiel|beispielsweise)",),
    elsewhere_before=("(anderen|externen|separaten|eigenen) (repo|repository|projekt)",),
    elsewhere_after=(
        "\\W{0,2}(liegt in|lebt in|ist in|in|aus)( einem| dem)? (anderen|externen|separaten|eigenen|fremden) (repo|repository|projekt)",
    ),
    conditional=("(wenn|falls|sobald|sofern|nachdem|bevor|solange|ob)( \\w{1,14}){0,2}",),
    from_cues=("umbenannt", "verschoben", "migriert", "umgestellt", "gewechselt", "umgezogen", "umbenennung"),
    from_words=("von", "aus", "vom"),
    past_labels=(
        "(gelöschte?|entfernte?|gelöscht|entfernt|veraltet|entfallen)( (dateien|module|klassen|funktionen|skripte|ordner))?",
        "(vorher|alt|früher|bisher|alte[rs]? (pfad|name|struktur|code|ort|architektur)|vor (der umstellung|dem umbau|der migration)|ehemals)",
    ),
    negated_labels=("(❌ ?)?(falsch|schlecht|nicht so|verboten|nicht verwenden|vermeiden|anti-?pattern)",),
    planned_labels=("(geplant|noch zu erstellen|geplante (dateien|struktur)|zielstruktur|anzulegen)",),
    example_labels=("(beispiele?|beispielausgabe|namenskonventionen?|benennung)",),
    elsewhere_labels=("(andere|externe|verwandte) (repos|repositories|projekte)",),
)

_FR_REMOVED = "supprimée?s?|retirée?s?|effacée?s?|enlevée?s?|éliminée?s?|abandonnée?s?"

FRENCH = Words(
    negated_heads=("(ne jamais|ne pas|n'utilisez (jamais|pas)|éviter|interdit)( utiliser| créer| d'utiliser)?",),
    signs=word_list("le les des une est dans pas été du au et ne pour par sur la un de cela ce qui on"),
    fillers=word_list(
        """suivants suivantes 
        le la les un une l' d' des du de fichier fichiers module classe classes fonction méthode
        dossier répertoire script champ table ancien ancienne anciens anciennes tous toutes
        composant paramètre
        """
    ),
    after_fillers=word_list(
        """
        fichier module classe fonction méthode dossier répertoire script champ table composant
        paramètre
        """
    ),
    past_before=(
        f"({_FR_REMOVED})",
        "(suppression|retrait) (de|du|des|d')",
        "(renommée?s?|déplacée?s?|migrée?s?) (de|depuis|du)",
        "(anciennement|auparavant|ancien(ne)?s?|jadis|précédemment|ex-)( dans| nommée?)?",
        "(remplace|a remplacé|remplaçait)",
        "(n'utilise plus|n'utilisons plus|n'a plus besoin de|ne dépend plus de|a cessé d'utiliser)",
        "(se trouvait|était|existait|vivait) (dans|en|sous)",
    ),
    past_after=(
        f"\\W{{0,3}}((a été|ont été|est|sont|a|été|fut|déjà|également|complètement|désormais) ){{0,3}}({_FR_REMOVED})",
        "(n'existe plus|n'existent plus|n'est plus|ne sont plus|a disparu|ont disparu|n'est plus utilisée?)",
        "((a été|ont été|est|sont|fut|déjà) ){0,2}(renommée?s?|déplacée?s?|migrée?s?|convertie?s?|fusionnée?s?|transférée?s?|scindée?s?|regroupée?s?) (en|vers|dans|à|sous)",
        "((a été|ont été|est|sont|fut) ){0,2}remplacée?s? par",
        "(est devenue?|devient|se trouvait dans|était)",
    ),
    negated_before=(
        "(ne|n')( (utilise|utilisez|utilisons|créez|ajoutez|crée|ajoute)) (pas|jamais|plus)",
        "(ne|n') (pas|jamais|plus) (utiliser|créer|ajouter|introduire|exécuter|installer|recourir à)",
        "(n'utilisez|n'utilise|ne créez|n'ajoutez|n'utilisons) (pas|jamais|plus)",
        "(évitez|éviter|évite|interdit|proscrire|interdiction)( d'utiliser| d'ajouter| de créer| l'usage de)?",
        "(au lieu de|au lieu d'|plutôt que|à la place de|sans|pas de|aucune?|il n'y a pas de|et non)( utiliser)?",
    ),
    negated_after=(
        "(n'existe pas|n'existent pas|est interdite?|sont interdite?s|ne doit pas être utilisée?|ne doivent pas être|est introuvable|est à proscrire|est absente?)(?! encore)",
    ),
    planned_before=(
        "(sera|seront|va|vont|allons|faut|faudra|devons|doit|prévoit de|reste à)( (être )?(créée?s?|ajoutée?s?|implémentée?s?|créer|ajouter|implémenter|écrire|introduire))",
        "(prévue?s?|futur(e|s|es)?|proposée?s?|à faire ?:?)( créer| ajouter)?",
    ),
    planned_after=(
        "\\W{0,3}(sera|seront|doit être|à être|devra être) (créé|ajouté|implémenté|introduit|écrit)",
        "\\W{0,3}(prévue?s?|à créer|à ajouter|pas encore|n'existe pas encore|non implémentée?|à venir|planifiée?|proposée?)\\b",
    ),
    created_first=(
        "(créer|créez|crée|ajouter|ajoutez|écrire|nouveau|nouvelle)( le| la| un| une)?( fichier| module| dossier| script)? ?:?",
    ),
    removed_first=("(supprimer|supprimez|retirer|renommer|remplacer|enlever)",),
    example_before=(
        "(par exemple|p\\. ?ex\\.|ex\\. ?:|ex ?:|exemples?|telles? que|tels que|tel que|disons|comme par exemple)\\W{0,3}",
    ),
    example_after=("\\W{0,2}par exemple",),
    elsewhere_before=("(autre|externe) (dépôt|projet|repo)",),
    elsewhere_after=(
        "\\W{0,2}(se trouve dans|vit dans|dans|du|de)( un| l')? ?(autre|dépôt externe|dépôt séparé|projet séparé)( dépôt| projet)?",
    ),
    conditional=("(si|quand|lorsque|après|avant|dès que|tant que)( \\w{1,14}){0,2}",),
    from_cues=("renomm", "déplac", "migr", "pass(é|age)", "convert", "transf", "remplac"),
    from_words=("de", "du", "depuis", "d'"),
    past_labels=(
        "(fichiers |code )?(supprimée?s?|retirée?s?|obsolètes?|effacée?s?)( (fichiers|modules|code))?",
        "(avant|ancien(ne)?|précédent|ancien(ne)? (chemin|nom|structure|code|architecture|emplacement)|avant (la migration|le refactoring|la refonte)|structure précédente)",
    ),
    negated_labels=(
        "(❌ ?)?(mauvais|incorrect|à éviter|interdit|ne pas (utiliser|faire)|éviter|anti-?patterns?)",
    ),
    planned_labels=("(prévu|à créer|fichiers à créer|planifié|structure (proposée|prévue|cible))",),
    example_labels=("(exemples?|exemple d'utilisation|conventions? de nommage)",),
    elsewhere_labels=("(autres|externes) (dépôts|projets)",),
)

LANGUAGES = (ENGLISH, CHINESE, JAPANESE, KOREAN, RUSSIAN, PORTUGUESE, SPANISH, GERMAN, FRENCH)
