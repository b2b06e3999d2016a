"""The plainest words by which seven more languages forbid, limit and oblige. Data only; see binding.py."""

from __future__ import annotations

from mementod_parsers.binding.binding import NOTHING, Tongue, cue


def _tongue(void: str, forbids: str, limits: str, obliges: str, stresses: str) -> Tongue:
    blank, never, only, must, mark = map(cue, (void, forbids, limits, obliges, stresses))
    return Tongue(blank, NOTHING, never, only, must, mark, NOTHING, NOTHING, NOTHING, ())


JAPANESE = _tongue(
    "心配しないで|必要はありません|必要はない|必ずしも",
    "禁止|厳禁|しないでください|しないこと|してはいけ|してはなら|べきではない|避ける|絶対に[^。]{1,30}ない"
    "|(?:変更|更新|編集|修正|削除|上書き|使用|利用|コミット|実装|作成|追加|出力|参照|記載|省略|推測|無視|公開)[はをも]?しない(?=[。、（(]|$)"
    "|(?:含め|書か|触ら|使わ|変え|入れ|行わ|付け|残さ|混ぜ|作ら|置か)ない(?=[。、（(]|$)",
    "のみを?(?:使用|許可|変更|編集|更新|修正|出力|対象)|だけを(?:使用|変更|編集|修正)|読み取り専用",
    "必ず|必須(?:です|とする|。|$)|なければなら|なければいけ|しなければ|すること。?$|徹底する|厳守",
    "^(?:重要|注意|覚えて)[:：]",
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
    r"|modifi(?:ques?"
    r"|car)|edites?|toques?|cre(?:es|ar)|hagas?|agregues?|borres?|se (?:debe|permite)|debes?))\b",
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
