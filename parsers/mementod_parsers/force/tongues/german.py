"""The cues of German. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_DE_REMOVED = "gelöscht|entfernt|beseitigt|rausgeworfen|eliminiert|abgeschafft|gestrichen|ausgebaut"

_DE_THINGS = (
    "dateien|datei|module|modul|klassen?|funktion(en)?|skripte?|ordner|verzeichnisse?|komponenten?|dokumente?"
    "|tests?|tabellen?|routen?|dienste?|seiten?|code|notizen|tracker|felder|methoden?"
)

GERMAN = Words(
    kept_after=(
        (
            "(committen|bearbeiten|ändern|verändern|löschen|editieren|anfassen|pushen"
            "|überschreiben|vergessen|verschieben|umbenennen|einchecken|entfernen|modifizieren"
            "|direkt|von hand)"
        ),
    ),
    negated_heads=(("(nie|niemals|nicht|kein|keine|vermeide|verboten)( mehr)? (verwenden|benutzen|nutzen|anlegen)"),),
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
        (
            "(ehemals|früher|vormals|einst|ehemalige[rsnm]?|frühere[rsnm]?|alte[rsnm]?|vorher"
            "|zuvor|gelöschte[rsnm]?|entfernte[rsnm]?)( in| unter)?"
        ),
        "(ersetzt|ersetzte|löst|verdrängt)",
        "(verwendet|nutzt|benutzt|braucht) (nicht mehr|kein(e|en)? .{0,12}mehr)",
        "(lag|befand sich|war|stand)( das| es| sie| er)? (in|unter)",
        "(extrahiert|ausgelagert|portiert|abgespalten|herausgelöst|zusammengeführt|hervorgegangen|übernommen) (aus"
        "|von)",
        f"(gelöscht|entfernt|ehemalig|früher|veraltet|stillgelegt)e[rsnm]?( v?\\d[\\d.]{{0,6}})?( ({_DE_THINGS}))",
        "(gelöscht|entfernt|ehemalig|stillgelegt)e[rsnm]?( (?!(zeilen|daten|einträge|nutzer"
        "|nachrichten))\\w{3,20}){1,2}(?=\\s?\\()",
    ),
    past_after=(
        (
            f"\\W{{0,3}}((wurde|wurden|ist|sind|bereits|schon|komplett|vollständig|inzwischen"
            f"|jetzt|auch|in .{{1,20}}|mit .{{1,20}}) ){{0,4}}({_DE_REMOVED})"
            "(?! werden| ?\\x00| (alte[nrs]?|alle|die|den|das|eine?n?|jede[nrs]?|veraltete[nrs]?)\\b)"
        ),
        "(existiert|existieren|gibt es|wird|werden|ist|sind|gehört|braucht)( jetzt| inzwischen)? nicht mehr",
        (
            "((wurde|wurden|ist|sind|bereits|jetzt|nun) ){0,3}(in|nach|zu|durch|zum|zur|auf"
            "|unter) ?\\x00+ ?(umbenannt|verschoben|ersetzt|migriert|umgezogen|überführt"
            "|ausgelagert)"
        ),
        (
            "((wurde|wurden|ist|sind|bereits) ){0,3}(umbenannt|verschoben|ersetzt|migriert"
            "|überführt) (in|nach|zu|durch|unter)"
        ),
        "(wurde|wurden) (zu|zum|zur)",
        "(hieß|lag|war) (früher|vorher|ehemals|zuvor)",
        "((wurde|wurden|ist|sind|bereits) ){0,3}mit ?\\x00+ ?(zusammengeführt|vereint|verschmolzen|zusammengelegt)",
    ),
    aside_before=("(war|früher|ehemals|vormals|ex|vorher)",),
    once_before=(
        (
            "(früher|zuvor|vorher|ehemals|einst)( \\w{1,12}){0,2} (enthielt|enthielten|beinhaltete|lag|lagen|lebte"
            "|hatte|nutzte"
            "|verwendete|stand|war|waren|exportierte|definierte)"
        ),
        "(enthielt|enthielten|beinhaltete|hatte|nutzte|verwendete|exportierte|definierte) (früher|zuvor|vorher"
        "|ehemals|einst)",
    ),
    those=(
        f"(diese|die|alle|beide|alle diese|jene)( (zwei|drei|vier|alten))?( ({_DE_THINGS}))?",
        "(sie|beide|alle)( alle| beide)?",
    ),
    that_one=(f"(dieser|diese|dieses|der|die|das)( ({_DE_THINGS}))?", "(er|sie|es)"),
    negated_before=(
        (
            "(verwende|verwenden sie|nutze|nutzen sie|benutze|rufe|rufen sie|erstelle|erstellen sie|füge|lege)("
            " \\w{1,10})? (nie|niemals|nicht|kein|keine|keinen)"
        ),
        "(nie|niemals|nicht|kein|keine|keinen|keinerlei)( in| über| mit)?",
        "(vermeide|vermeiden|vermeiden sie|verboten|verboten:|untersagt)",
        (
            "(statt|anstatt|anstelle von|anstelle|ohne|an stelle von|es gibt kein(e|en)?|fehlt"
            "|fehlende[rs]?)( der| des| die| das)?"
        ),
    ),
    negated_after=(
        (
            "(nicht|nie|niemals) (mehr )?(verwenden|benutzen|nutzen|anlegen|erstellen|hinzufügen"
            "|einführen|verwendet|benutzt|genutzt|ausführen|aufrufen|aufgerufen)"
        ),
        "(existiert|existieren|gibt es) nicht(?! mehr| noch)",
        "(ist|sind) (verboten|untersagt|nicht erlaubt|nicht vorhanden|tabu)",
        "(fehlt|fehlen)\\b",
    ),
    planned_before=(
        (
            "(wird|werden|soll|sollen|sollte|muss|müssen|wollen|noch)( noch| später| dann)?"
            " (erstellt|angelegt|hinzugefügt|eingeführt|implementiert|erstellen|anlegen"
            "|hinzufügen|implementieren):?"
        ),
        ("(geplante[rsnm]?|zukünftige[rsnm]?|künftige[rsnm]?|vorgeschlagene[rsnm]?|geplant:?)( erstelle| anlegen)?"),
    ),
    planned_after=(
        (
            "\\W{0,3}(wird|werden|soll|sollen|muss|müssen|sollte)( noch| später| dann)? (erstellt"
            "|angelegt|hinzugefügt|eingeführt|implementiert|ergänzt)"
        ),
        (
            "\\W{0,3}(geplant|noch nicht|in planung|vorgesehen|existiert noch nicht|noch zu"
            " erstellen|anzulegen|offen)\\b"
        ),
        "(existiert|existieren|gibt es) noch nicht",
    ),
    created_first=(
        (
            "(erstelle|erstellen|anlegen|lege|neue?[rsnm]?|schreibe|hinzufügen)( die| das| den|"
            " eine| einen)?( datei| modul| ordner| neue datei| skript)?:?"
        ),
    ),
    removed_first=("(lösche|löschen|entferne|entfernen|ersetze|umbenennen|benenne)",),
    example_before=(
        (
            "(z\\. ?b\\.|zum beispiel|bspw\\.?|beispielsweise|beispiele?\\W{0,2}[:：]|etwa|so wie"
            "|wie etwa|wie z\\. ?b\\.)\\W{0,3}"
        ),
    ),
    example_after=("\\W{0,2}(zum beispiel|beispielsweise)",),
    elsewhere_before=("(anderen|externen|separaten|eigenen) (repo|repository|projekt)",),
    elsewhere_after=(
        (
            "\\W{0,2}(liegt in|lebt in|ist in|in|aus)( einem| dem)? (anderen|externen|separaten"
            "|eigenen|fremden) (repo|repository|projekt)"
        ),
    ),
    conditional=("(wenn|falls|sobald|sofern|nachdem|bevor|solange|ob)( \\w{1,14}){0,2}",),
    from_cues=("umbenannt", "verschoben", "migriert", "umgestellt", "gewechselt", "umgezogen", "umbenennung"),
    from_words=("von", "aus", "vom"),
    past_labels=(
        (
            f"((was|{_DE_THINGS}) )?((wurde|wurden|ist|sind) )?(gelöschte?|entfernte?|gelöscht|entfernt|veraltet"
            f"|veraltete"
            f"|entfallen|aufgeräumt|bereinigt|bereinigte|gestrichen)( (alte|tote"
            f"|ungenutzte))?( ({_DE_THINGS}))?( (in|am|mit) .{{1,40}})?"
        ),
        (
            "(vorher|alt|früher|bisher|alte[rs]? (pfad|name|struktur|code|ort|architektur)|vor"
            " (der umstellung|dem umbau|der migration)|ehemals)"
        ),
    ),
    negated_labels=("(❌ ?)?(falsch|schlecht|nicht so|verboten|nicht verwenden|vermeiden|anti-?pattern)",),
    planned_labels=("(geplant|noch zu erstellen|geplante (dateien|struktur)|zielstruktur|anzulegen)",),
    example_labels=("(beispiele?|beispielausgabe|namenskonventionen?|benennung)",),
    elsewhere_labels=("(andere|externe|verwandte) (repos|repositories|projekte)",),
    source_labels=(
        "(belege?|nachweise?|herkunft)",
        "(geänderte|analysierte|geprüfte|angepasste|betroffene) dateien",
        "sitzungs(protokoll|notizen)",
    ),
    source_words=("quellen?", "sitzung(en)?", "basiert auf", "beruht auf"),
)
