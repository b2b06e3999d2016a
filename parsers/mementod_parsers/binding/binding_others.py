"""The plainest words by which seven more languages forbid, limit and oblige. Data only; see binding.py."""

from __future__ import annotations

from dataclasses import replace

from mementod_parsers.binding.binding import NOTHING, Caption, Tongue, cue


def _tongue(void: str, forbids: str, limits: str, obliges: str, stresses: str) -> Tongue:
    blank, never, only, must, mark = map(cue, (void, forbids, limits, obliges, stresses))
    return Tongue(blank, NOTHING, never, only, must, mark, NOTHING, NOTHING, NOTHING, ())


JAPANESE = replace(
    _tongue(
        "心配しないで|必要はありません|必要はない|必ずしも|禁止(?:しています|されて)",
        "禁止|厳禁|しないでください|しないこと|してはいけ|してはなら|べきではない|避ける(?!べき)|絶対に[^。]{1,30}ない"
        "|(?:変更|更新|編集|修正|削除|上書き|使用|利用|コミット|実装|作成|追加|出力|参照|記載|省略|推測|無視|公開|実行|依存|混在"
        "|配置|放置|導入|併用|共有|保存|記録|改変|流用|複製|決定|判断|マージ|プッシュ|直書き|ハードコード)[はをも]?しない(?=\\s{0,2}(?:[。、（(]|$))"
        "|(?<!気)にしない(?=\\s{0,2}(?:[。、（(]|$))|(?:終わら|混在さ|使わ|済ま|任)せない(?=\\s{0,2}(?:[。、（(]|$))"
        "|(?:含め|書か|触ら|使わ|変え|入れ|行わ|付け|残さ|混ぜ|作ら|置か|含ま|進め|進ま|頼ら|持た|持ち込ま|壊さ|増やさ|捨て|飛ばさ)"
        "ない(?=[。、（(]|$)|(?:は|も)(?:NG|不可)(?=[。、）)（(]|$)",
        "のみ(?:を|に|で)?(?:使用|許可|変更|編集|更新|修正|出力|対象|行う|実施|配置|記載|含め|とする|使う)|だけ(?:を|に|で)(?:使用|変更"
        "|編集|修正|使う|足す|書く|置く)|読み取り専用|に限(?:る|定する)(?=[。、]|$)|\\d{1,5}\\s?(?:行|文字|字|列|個|件)(?:以内|以下|まで)"
        "(?:に(?:する|抑え|収め|留め)|とする|を維持|を守)",
        "必ず(?!しも)|必須(?:です|とする|。|$)|なければなら|なければいけ|しなければ|徹底する|厳守|義務(?:とする|化|づけ)"
        "|(?:する|させる|使う|書く|置く|守る|行う|避ける|残す|従う|合わせる|保つ|付ける|揃える|分ける)こと\\s{0,2}[。）)]?$",
        "^(?:重要|注意|覚えて)[:：]",
    ),
    # The verb of an order stands at its end, or a noun does for it.
    order=cue(
        r".{2,160}?(?:する|せよ|ください|行う|使う|従う|守る|書く|残す|置く|付ける|揃える|保つ|分ける|含める"
        r"|避ける|確かめる"
        r"|読む|直す|止める|戻す|消す|尋ねる|(?<!の)(?:実行|実施|確認|更新|記録|報告|作成|使用|徹底|統一|遵守"
        r"|検証|相談|追加|明記|参照))(?:[。（(]|\W{0,3}$)"
    ),
    denies=cue(
        r"(?!.*が[^をにで、。]{1,12}ない).{2,120}?(?<!存在)(?<!該当)(?<!構)(?<!効)(?<!変わ)(?<!限)(?<!な)"
        r"(?:し|[かさたまらわがばえけせてねめげべ])ない(?:こと)?(?:[。（(]|\W{0,3}$)"
    ),
    captions=(
        (
            Caption.FORBIDS,
            cue(
                r"^[^。、]{0,12}(?<!使用)禁止事項(?:の?(?:要約|一覧|まとめ))?\W{0,4}$|^(?:絶対)?禁止(?:事項|行為"
                r"|項目|パターン)?\W{0,4}$|^(?:絶対に?)?(?:やって|して)は(?:いけない|ならない)(?:こと)?\W{0,4}$"
                r"|^避けるべき[^。]{0,10}\W{0,4}$|^NG(?:集|例|行為|パターン)?\W{0,4}$|^アンチパターン\W{0,4}$"
                r"|^やらないこと\W{0,4}$"
            ),
        ),
        (
            Caption.OBLIGES,
            cue(
                r"必須(?:ルール|(?:確認|実行|チェック)?(?:事項|項目)|手順|プロセス|フロー|作業)"
                r"|[（(]必須[）)]\W{0,4}$|の義務\W{0,4}$|(?:絶対|鉄則|厳守)(?:ルール|事項)?[）)]?\W{0,4}$"
                r"|遵守事項|守るべき|(?:コミット|プッシュ|マージ|リリース|デプロイ|変更|実装|作業|PR作成|タスク完了"
                r"|セッション開始)(?:の)?(?:前|後|時)に?(?:必ず|必須)"
            ),
        ),
        (Caption.RULES, cue(r"ルール|規約|規則|原則|方針|ガイドライン|注意事項")),
    ),
)
KOREAN = _tongue(
    "걱정하지 마",
    "금지|하지 마|하지 말|해서는 안|하면 안|절대|(?:수정|변경|삭제|사용|커밋|추가)하지 않(?=는다|음|습니다)",
    "만 (?:사용|수정|허용)|읽기 전용",
    "반드시|필수(?:입니다|이다|$|\\.)|해야 (?:한다|합니다|함)|항상",
    "^(?:중요|주의|기억)[:：]",
)
RUSSIAN = _tongue(
    "не волнуйся|не обязательно|не нужно",
    r"\b(?:нельзя|запрещено|запрещается|никогда не|ни в коем случае|избегай(?:те)?|не (?:изменяй|используй"
    r"|удаляй|трогай|меняй|делай|добавляй)(?:те)?)\b",
    r"\b(?:только для чтения|разрешено только|можно только)\b",
    r"\b(?:обязательно|всегда|должн[ыао]|должен|необходимо|следует всегда|убедись|убедитесь)\b",
    "^(?:важно|внимание|запомни)[:!]",
)
PORTUGUESE = _tongue(
    r"\bnão (?:se preocupe|precisa|é necessário)\b",
    r"^(?:[^:]{1,40}: )?não (?!é|está|há|tem|existe|foi|era|possui|são)\w+(?:e|a|em|am)\b"
    r"|\b(?:nunca|jamais|proibid[oa]s?|evit[ea]r?|(?<!para )não \w+(?:ar|er|ir)|não (?:use|altere|modifique"
    r"|edite|crie|faça|adicione|remova|commite|escolha|execute|toque|devem?|pode))\b",
    r"\b(?:somente leitura|apenas para|use (?:somente|apenas))\b",
    r"\b(?:sempre|(?:é|são|formato) obrigatóri[oa]s?|devem?|certifique-se|garanta)\b",
    "^(?:importante|atenção|lembre-se)[:!]",
)
SPANISH = _tongue(
    r"\bno (?:te preocupes|es necesario|hace falta)\b",
    r"^(?:[^:]{1,40}: )?no (?!es|hay|está|tiene|existe|fue|era|son|se)\w+(?:e|a|es|as|en|an)\b"
    r"|\b(?:nunca(?! \w+[óéí]\b)|jamás|prohibid[oa]s?|evit(?:a|ar|e)|(?<!para )no \w+(?:ar|er|ir)|no (?:uses?"
    r"|modifi(?:ques?|car)|edites?|toques?|cre(?:es|ar)|hagas?|agregues?|borres?|se (?:debe|permite)|debes?))\b",
    r"\b(?:solo lectura|únicamente para|usa(?:r)? (?:solo|sólo|únicamente))\b",
    r"\b(?:siempre|obligatori[oa]s?|debe(?:n|s)?|asegúrate|asegurar(?:se)?)\b",
    "^(?:importante|atención|recuerda)[:!]",
)
GERMAN = _tongue(
    r"\b(?:keine sorge|muss nicht|müssen nicht)\b",
    r"\b(?:niemals|nie(?! wieder)|verboten|untersagt|darf nicht|dürfen nicht|vermeide[n]?|auf keinen fall"
    r"|nicht (?:ändern|anfassen|verwenden|benutzen|löschen|bearbeiten|committen))\b",
    r"\b(?:nur lesend|schreibgeschützt|(?:darf|dürfen) nur)\b",
    r"\b(?:immer|muss|müssen|zwingend|unbedingt|stelle? sicher|verpflichtend)\b",
    "^(?:wichtig|achtung|merke)[:!]",
)
FRENCH = _tongue(
    r"\bne (?:t'inquiète|vous inquiétez) pas\b|\bpas (?:besoin|nécessaire|obligatoire)\b",
    r"\b(?:jamais|interdit(?:e|s|es)?|évite[rz]?|à proscrire|ne (?:pas|modifie[zr]?|utilise[zr]?|touche[zr]?"
    r"|supprime[zr]?|doi(?:t|vent)) )",
    r"\b(?:lecture seule|uniquement pour)\b",
    r"\b(?:toujours|obligatoires?|doi(?:t|vent|s)|impérativement|assure(?:z-vous|-toi))\b",
    "^(?:important|attention|rappel)[ :!]",
)
OTHERS = {
    "ja": JAPANESE, "ko": KOREAN, "ru": RUSSIAN, "pt": PORTUGUESE, "es": SPANISH, "de": GERMAN, "fr": FRENCH,
}  # fmt: skip
