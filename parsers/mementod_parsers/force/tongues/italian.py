"""The cues of Italian. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_REMOVED = "(rimoss|eliminat|cancellat|tolt|dismess|abbandonat|soppress)[oaie]"
_BE = "è|sono|è stat[oa]|sono stat[ie]|era|erano|fu|furono|già|ormai|poi|anche|completamente|del tutto"
_THINGS = (
    "file|moduli?|class[ei]|funzion[ei]|metod[oi]|cartell[ae]|directory|script|component[ei]|document[oi]|test"
    "|tabell[ae]|rott[ae]|serviz[io]|servizi|pagin[ae]|codice|element[oi]|not[ae]|guid[ae]|dipendenz[ae]|camp[oi]"
)

ITALIAN = Words(
    negated_heads=("(mai|non|vietato|evitare|evita) (usare|usa|creare|aggiungere|importare|chiamare)",),
    signs=word_list("il lo gli della delle dei nel nella non più è sono con per una che di da si anche"),
    fillers=word_list(
        """il lo la i gli le l' un uno una del della dei delle file modulo classe funzione metodo cartella script
        componente tabella campo vecchio vecchia vecchi vecchie tutti tutte seguenti"""
    ),
    after_fillers=word_list("file modulo classe funzione metodo cartella script componente tabella campo"),
    past_before=(
        f"{_REMOVED}",
        "(rimozione|eliminazione|cancellazione) (di|del|della|dei|delle)",
        "(rinominat|spostat|migrat)[oaie] (da|dal|dalla)",
        "(precedentemente|in precedenza|un tempo|ex|vecchi[oae]?|ex-)( in| chiamat[oa])?",
        "(sostituisce|ha sostituito|rimpiazza)",
        "(non (usa|usano|utilizza|dipende|importa|chiama)) più( da)?",
        "(si trovava|esisteva|era|viveva|stava) (in|nel|nella|sotto)",
    ),
    past_after=(
        f"\\W{{0,3}}(({_BE}) ){{0,3}}{_REMOVED}\\b(?! (dal|dalla|da|ogni|quando|se) | ?\x00)",
        "\\W{0,3}(non (esiste|esistono|c'è|ci sono)|non (è|sono|viene)( usat[oaie]| presente| necessari[oa])?) più",
        f"(({_BE}) ){{0,3}}(rinominat|spostat|migrat|convertit|unit|trasferit|divis)[oaie] (in|a|nel|nella|sotto)",
        f"(({_BE}) ){{0,3}}(sostituit|rimpiazzat)[oaie] (da|dal|dalla|con)",
    ),
    aside_before=("(era|erano|ex|prima|precedentemente)",),
    those=(f"(questi|queste|quei|quelle|tutti|tutte|entrambi|entrambe)( ({_THINGS}))?",),
    that_one=(f"(questo|questa|quel|quella)( ({_THINGS}))?",),
    negated_before=(
        "(non|mai) (usare|usa|usate|creare|crea|aggiungere|aggiungi|importare|chiamare|introdurre|reintrodurre)",
        "(evita|evitare|evitate|vietato)( di)?( usare| creare| aggiungere| chiamare| l'uso di)?",
        "(invece di|anziché|al posto di|piuttosto che|senza|nessun[oa]?|non (c'è|ci sono|esiste))( usare)?",
    ),
    negated_after=("\\W{0,3}(non (esiste|esistono)|è vietat[oa]|sono vietat[ie]|non deve essere usat[oa])(?! ancora)",),
    planned_before=(
        "(sarà|saranno|verrà|verranno|da|bisogna|occorre) (crea(re|t[oa])|aggiu(ngere|nt[oa])|implementa(re|t[oa]))",
        "(previst[oaie]|futur[oaie]|propost[oaie])",
    ),
    planned_after=(
        "\\W{0,3}(sarà|saranno|verrà|verranno|da|deve essere) (creat|crear|aggiun|implementa|introdo|scri)",
        "\\W{0,3}(previst[oa]|pianificat[oa]|da creare|da aggiungere|non ancora|non esiste ancora|propost[oa])\\b",
    ),
    created_first=("(crea|creare|aggiungi|aggiungere|scrivi|nuov[oa])( il| la| un| una)?( file| modulo| script)? ?:?",),
    removed_first=("(rimuovi|rimuovere|elimina|eliminare|cancella|rinomina|sostituisci)",),
    example_before=("(per esempio|ad esempio|p\\. ?es\\.|es\\. ?:|esempi?o?\\W{0,2}:)\\W{0,3}",),
    conditional=("(se|quando|dopo|prima|finché|appena)( \\w{1,14}){0,2}",),
    from_cues=("rinominat", "spostat", "migrat", "convertit"),
    from_words=("da", "dal", "dalla"),
    past_labels=(
        f"(({_THINGS}) )?{_REMOVED}( ({_THINGS}))?",
        "(prima|precedente|vecchi[oa] (percorso|nome|struttura))",
    ),
    negated_labels=("(❌ ?)?(sbagliato|errato|da evitare|vietato|non (usare|fare)|mai|cosa non fare|evitare)",),
    planned_labels=("(previsto|da creare|file da creare|pianificato)",),
    example_labels=("(esempi?o?|esempio d'uso|convenzioni di (nomenclatura|denominazione))",),
)
