"""The cues of Spanish. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_ES_REMOVED = (
    "eliminad[oa]s?|borrad[oa]s?|suprimid[oa]s?|quitad[oa]s?|retirad[oa]s?"
    "|descartad[oa]s?|removid[oa]s?|eliminamos|eliminó|eliminaron|se eliminó|se"
    " eliminaron|borramos|se quitó|se quitaron|se borró"
)

_ES_THINGS = (
    "archivos?|ficheros?|módulos?|clases?|funci(ón|ones)|métodos?|carpetas?|directorios?|scripts?|componentes?"
    "|documentos?|pruebas?|tests?|tablas?|rutas?|servicios?|páginas?|código|elementos?|pantallas?|notas?|guías?"
    "|dependencias?|endpoints?|campos?"
)

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
        "(extraíd[oa]s?|portad[oa]s?|fusionad[oa]s?|separad[oa]s?|dividid[oa]s?|escindid[oa]s?) (a partir )?(de"
        "|del|desde)",
        f"({_ES_THINGS}) (antigu[oa]s?|eliminad[oa]s?|borrad[oa]s?|retirad[oa]s?|obsolet[oa]s?)( v?\\d[\\d.]{{0,6}})?",
    ),
    past_after=(
        (
            f"\\W{{0,3}}((fue|fueron|ha sido|han sido|ha|han|sido|está|están|ya|se|también"
            f"|completamente|ahora) ){{0,3}}({_ES_REMOVED})(?! ?\\x00)"
        ),
        (
            "(ya no existe|ya no existen|dejó de existir|ya no está|ya no se usa|ya no se utiliza"
            "|ya no es|ya no son|no existe más)"
        ),
        (
            "((fue|fueron|ha sido|han sido|se|ya|está) ){0,2}(renombr(ado|ada|ados|adas|ó)"
            "|mov(ido|ida|idos|idas|ió)|migr(ado|ada|ados|adas|ó)|convert(ido|ida|ió)|fusion(ado"
            "|ada|ó)|traslad(ado|ada|ó)|consolid(ado|ada|ó)|divid(ido|ida|ió)) (a|en|al|hacia"
            "|como)"
        ),
        "((fue|fueron|ha sido|han sido|se|ya|está) ){0,2}(reemplaz|sustitu)\\w{1,7} (por|con)",
        "(pasó a ser|se convirtió en|era)",
        "((fue|fueron|se|ya) ){0,2}(fusion|un|unific|combin|integr)(ado|ada|ados|adas|ó|ido|ida|idos|idas) (con|a|en)",
    ),
    aside_before=("(era|eran|antes|ex|antiguo|antigua)",),
    once_before=(
        (
            "(anteriormente|antes|antiguamente|previamente)(,)?( \\w{1,12}){0,2} (contenía|incluía|tenía|usaba"
            "|vivía|estaba"
            "|existía|exportaba|definía|guardaba)n?"
        ),
        "(contenía|incluía|guardaba|usaba)n? (anteriormente|antes|antiguamente)",
        "solían? (contener|vivir|estar|usar|tener|existir)",
    ),
    those=(
        f"(estos|estas|esos|esas|los|las|ambos|ambas|todos estos|todos)( (dos|tres|cuatro))?( ({_ES_THINGS}))?( ya)?",
        "(ellos|ellas|ambos|ambas|todos|todas)( ya)?",
    ),
    that_one=(f"(este|esta|ese|esa|el|la|esto|eso)( ({_ES_THINGS}))?( ya)?",),
    negated_before=(
        (
            "(no|nunca|jamás)( se debe| debes| debe| hay que)?( (usar|uses|use|utilizar|utilices"
            "|utilice|usen|crear|crees|cree|añadir|agregar|introducir|llamar|llames|llame|ejecutar|ejecutes"
            "|instalar))?"
        ),
        "(evita|evitar|evite|prohibido|prohibida)( usar| el uso de| utilizar| crear)?",
        "(en lugar de|en vez de|sin|no hay|no existe|no existen|no tiene|y no)( usar| utilizar)?",
    ),
    negated_after=(
        (
            "(no existe|no existen|está prohibid[oa]|no debe usarse|no deben usarse|no se usa|no"
            " se debe usar|no está permitid[oa]|inexistente|no encontrad[oa])(?! todavía| aún)"
        ),
    ),
    planned_before=(
        (
            "(se|vamos a|va a|hay que|habrá que|falta|debemos|planeamos|pendiente de|pensamos)("
            " (creará|crear|añadirá|añadir|agregará|agregar|implementará|implementar|escribir"
            "|introducir|creado))"
        ),
        (
            "(planead[oa]s?|planificad[oa]s?|futur[oa]s?|propuest[oa]s?|por hacer:?|pendiente:?)("
            " crear| añadir| agregar)?"
        ),
    ),
    planned_after=(
        (
            "\\W{0,3}(será|serán|se|debe ser|a ser) (cread|creará|añadid|añadirá|agregad|agregará"
            "|implementad|implementará)"
        ),
        (
            "\\W{0,3}(planead[oa]|planificad[oa]|pendiente|por crear|a crear|aún no|todavía no|no"
            " implementad[oa]|futuro|próximamente|propuest[oa])\\b"
        ),
    ),
    created_first=(
        (
            "(crear|crea|añadir|añade|agregar|agrega|escribir|nuevo|nueva)( el| la| un| una)?("
            " archivo| fichero| módulo| carpeta| script)?:?"
        ),
    ),
    removed_first=("(eliminar|elimina|borrar|quitar|renombrar|reemplazar|sustituir)",),
    example_before=(("(por ejemplo|p\\.? ?ej\\.?|ej\\.?|ejemplos?\\W{0,2}[:：]|tales como|tal como|digamos)\\W{0,3}"),),
    example_after=("\\W{0,2}por ejemplo",),
    elsewhere_before=("(otro|externo) (repositorio|proyecto)",),
    elsewhere_after=(
        (
            "\\W{0,2}(está en|vive en|en|del|de|pertenece a)( un| una)? (otro|repositorio externo"
            "|repositorio separado|proyecto separado)( repositorio| proyecto)?"
        ),
    ),
    conditional=("(si|cuando|tras|antes|después|siempre que)( \\w{1,14}){0,2}",),
    from_cues=("renombr", "movid", "movió", "migr", "cambi", "convert", "traslad", "reemplaz"),
    from_words=("de", "del", "desde"),
    past_labels=(
        (
            f"((lo que|{_ES_THINGS}) )?((se|fue|fueron) )?(eliminad[oa]s?|eliminamos|eliminó|borrad[oa]s?"
            f"|suprimid[oa]s?"
            f"|retirad[oa]s?|quitad[oa]s?|obsolet[oa]s?)( ({_ES_THINGS}))?( (en|de|del) .{{1,40}})?"
        ),
        f"(limpieza|eliminación) de ({_ES_THINGS})( \\w{{4,14}})?",
        ("ya no existen?"),
        (
            "(antes|antigu[oa]|anterior|estructura (antigua|anterior)|(ruta|nombre|código)"
            " (antigu[oa]|anterior)|antes de la (refactorización|migración)|viej[oa])"
        ),
    ),
    negated_labels=("(❌ ?)?(mal|incorrecto|malo|no usar|no hacer|evitar|prohibido|anti-?patrones)",),
    planned_labels=(
        ("(planificad[oa]s?|planead[oa]s?|por crear|archivos a crear|estructura (propuesta|planificada|objetivo))"),
    ),
    example_labels=("(ejemplos?|ejemplo de uso|convenci(ón|ones) de nombres|nomenclatura)",),
    elsewhere_labels=("(otros|externos) (repositorios|proyectos)",),
    source_labels=(
        "evidencias?",
        "archivos (analizados|modificados|cambiados|revisados|actualizados|corregidos)",
        "registro de (la )?sesi(ón|ones)",
    ),
    source_words=("fuentes?", "sesi(ón|ones)", "basado en", "referencias?"),
)
