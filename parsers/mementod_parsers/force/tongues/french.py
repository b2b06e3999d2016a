"""The cues of French. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_FR_REMOVED = "supprimée?s?|retirée?s?|effacée?s?|enlevée?s?|éliminée?s?|abandonnée?s?"

_FR_THINGS = (
    "fichiers?|modules?|classes?|fonctions?|méthodes?|dossiers?|répertoires?|scripts?|composants?|documents?|tests?"
    "|tables?|routes?|services?|pages?|code|éléments?|notes?|guides?|dépendances?|champs?"
)

FRENCH = Words(
    negated_heads=(("(ne jamais|ne pas|n'utilisez (jamais|pas)|éviter|interdit)( utiliser| créer| d'utiliser)?"),),
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
        "(extraite?s?|portée?s?|fusionnée?s?|séparée?s?|scindée?s?|issue?s?) (à partir )?(de|du|des|depuis|d')",
        f"({_FR_THINGS}) (supprimée?s?|retirée?s?|obsolètes?|abandonnée?s?)( v?\\d[\\d.]{{0,6}})?",
    ),
    past_after=(
        (
            f"\\W{{0,3}}((a été|ont été|est|sont|a|été|fut|déjà|également|complètement|désormais)"
            f" ){{0,3}}({_FR_REMOVED})(?! ?\\x00)"
        ),
        "(n'existe plus|n'existent plus|n'est plus|ne sont plus|a disparu|ont disparu|n'est plus utilisée?)",
        (
            "((a été|ont été|est|sont|fut|déjà) ){0,2}(renommée?s?|déplacée?s?|migrée?s?"
            "|convertie?s?|fusionnée?s?|transférée?s?|scindée?s?|regroupée?s?) (en|vers|dans|à"
            "|sous)"
        ),
        "((a été|ont été|est|sont|fut) ){0,2}remplacée?s? par",
        "(est devenue?|devient|se trouvait dans|était)",
        "((a été|ont été|est|sont) ){0,2}(fusionnée?s?|regroupée?s?|combinée?s?) (avec|à)",
    ),
    aside_before=("(était|étaient|ex|anciennement|auparavant)",),
    once_before=(
        (
            "(auparavant|avant|précédemment|anciennement|autrefois|jadis)(,)?( \\w{1,12}){0,2} (contenait|incluait"
            "|avait|utilisait"
            "|vivait|se trouvait|exportait|définissait|était)"
        ),
        "(contenai(t|ent)|incluai(t|ent)|utilisai(t|ent)|abritait) (auparavant|autrefois|précédemment|jadis|avant)",
    ),
    those=(
        f"(ces|les|tous ces|toutes ces|les deux|tous|toutes)( (deux|trois|quatre|anciens))?( ({_FR_THINGS}))?",
        "(ils|elles|tous|toutes|tous deux|les deux)",
    ),
    that_one=(f"(ce|cette|cet|le|la|cela|celui-ci|celle-ci)( ({_FR_THINGS}))?", "(il|elle)"),
    negated_before=(
        "(ne|n')( (utilise|utilisez|utilisons|créez|ajoutez|crée|ajoute)) (pas|jamais|plus)",
        "n'appel(ez|le|ons) (pas|jamais|plus)",
        "(ne|n') (pas|jamais|plus) (appeler|utiliser|créer|ajouter|introduire|exécuter|installer|recourir à)",
        "(n'utilisez|n'utilise|ne créez|n'ajoutez|n'utilisons) (pas|jamais|plus)",
        (
            "(évitez|éviter|évite|interdit|proscrire|interdiction)"
            "( d'utiliser| d'appeler| d'ajouter| de créer| l'usage de)?"
        ),
        ("(au lieu de|au lieu d'|plutôt que|à la place de|sans|pas de|aucune?|il n'y a pas de|et non)( utiliser)?"),
    ),
    negated_after=(
        (
            "(n'existe pas|n'existent pas|est interdite?|sont interdite?s|ne doit pas être"
            " utilisée?|ne doivent pas être|est introuvable|est à proscrire|est absente?)(?!"
            " encore)"
        ),
    ),
    planned_before=(
        (
            "(sera|seront|va|vont|allons|faut|faudra|devons|doit|prévoit de|reste à)( (être"
            " )?(créée?s?|ajoutée?s?|implémentée?s?|créer|ajouter|implémenter|écrire|introduire))"
        ),
        "(prévue?s?|futur(e|s|es)?|proposée?s?|à faire ?:?)( créer| ajouter)?",
    ),
    planned_after=(
        "\\W{0,3}(sera|seront|doit être|à être|devra être) (créé|ajouté|implémenté|introduit|écrit)",
        (
            "\\W{0,3}(prévue?s?|à créer|à ajouter|pas encore|n'existe pas encore|non implémentée?"
            "|à venir|planifiée?|proposée?)\\b"
        ),
    ),
    created_first=(
        (
            "(créer|créez|crée|ajouter|ajoutez|écrire|nouveau|nouvelle)( le| la| un| une)?("
            " fichier| module| dossier| script)? ?:?"
        ),
    ),
    removed_first=("(supprimer|supprimez|retirer|renommer|remplacer|enlever)",),
    example_before=(
        (
            "(par exemple|p\\. ?ex\\.|ex\\. ?:|ex ?:|exemples?\\W{0,2}[:：]|telles? que|tels que"
            "|tel que|disons|comme par exemple)\\W{0,3}"
        ),
    ),
    example_after=("\\W{0,2}par exemple",),
    elsewhere_before=("(autre|externe) (dépôt|projet|repo)",),
    elsewhere_after=(
        (
            "\\W{0,2}(se trouve dans|vit dans|dans|du|de)( un| l')? ?(autre|dépôt externe|dépôt"
            " séparé|projet séparé)( dépôt| projet)?"
        ),
    ),
    conditional=("(si|quand|lorsque|après|avant|dès que|tant que)( \\w{1,14}){0,2}",),
    from_cues=("renomm", "déplac", "migr", "pass(é|age)", "convert", "transf", "remplac"),
    from_words=("de", "du", "depuis", "d'"),
    past_labels=(
        (
            f"((ce qui|{_FR_THINGS}) )?((a été|ont été) )?(supprimée?s?|retirée?s?|obsolètes?|effacée?s?"
            f"|nettoyée?s?|abandonnée?s?)"
            f"( ({_FR_THINGS}))?( (en|dans|de|du) .{{1,40}})?"
        ),
        f"(nettoyage|suppression) (de|des|du) ({_FR_THINGS})( \\w{{4,14}})?",
        (
            "(avant|ancien(ne)?|précédent|ancien(ne)? (chemin|nom|structure|code|architecture"
            "|emplacement)|avant (la migration|le refactoring|la refonte)|structure précédente)"
        ),
    ),
    negated_labels=("(❌ ?)?(mauvais|incorrect|à éviter|interdit|ne pas (utiliser|faire)|éviter|anti-?patterns?)",),
    planned_labels=("(prévu|à créer|fichiers à créer|planifié|structure (proposée|prévue|cible))",),
    example_labels=("(exemples?|exemple d'utilisation|conventions? de nommage)",),
    elsewhere_labels=("(autres|externes) (dépôts|projets)",),
    source_labels=(
        "preuves?",
        "fichiers (analysés|modifiés|changés|revus|mis à jour|corrigés)",
        "journal de (la )?session",
    ),
    source_words=("sources?", "sessions?", "basé sur", "références?"),
)
