"""The cues of Portuguese. Data only; see words.py."""

from __future__ import annotations

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.word_lists import word_list

_PT_REMOVED = (
    "removid[oa]s?|exclu[ií]d[oa]s?|apagad[oa]s?|deletad[oa]s?|eliminad[oa]s?"
    "|retirad[oa]s?|descontinuad[oa]s?|aposentad[oa]s?|removeu|removemos|removeram|excluímos|eliminou"
    "|eliminamos"
)

_PT_THINGS = (
    "arquivos?|módulos?|classes?|funç(ão|ões)|métodos?|pastas?|diretórios?|scripts?|componentes?|documentos?|testes?"
    "|tabelas?|rotas?|serviços?|páginas?|código|itens|item|telas?|notas?|guias?|dependências?|endpoints?|campos?"
)

PORTUGUESE = Words(
    negated_heads=("(nunca|não|evite|proibido) (use|usar|crie|criar|adicione)",),
    signs=word_list(
        "não uma foi está para em da das dos são ou os ao pelo pela um você foram já mais por"
        " com que se fazia a o e de do"
    ),
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
        "((detectad|encontrad|reproduzid)[oa]s? e|foi|foram) (corrigid|resolvid)[oa]s? (em|no|na)",
        "(renomead[oa]s?|movid[oa]s?|migrad[oa]s?) (de|do|da)",
        "(anteriormente|antigamente|antig[oa]s?|extint[oa]s?|ex-|previamente)( em| no| na| chamad[oa])?",
        "(substitui|substituiu|substituímos|no lugar do antigo)",
        "(não usa mais|não utiliza mais|deixou de usar|não precisa mais de|não depende mais de|já não usa)",
        "(ficava|estava|era|existia) (em|no|na)",
        (
            "(extraíd[oa]s?|portad[oa]s?|mesclad[oa]s?|separad[oa]s?|dividid[oa]s?|unid[oa]s?"
            "|desmembrad[oa]s?) (a partir )?"
            "(de|do|da)"
        ),
        f"({_PT_THINGS}) (antig[oa]s?|removid[oa]s?|exclu[ií]d[oa]s?|apagad[oa]s?|obsolet[oa]s?"
        f"|descontinuad[oa]s?)( v?\\d[\\d.]{{0,6}})?",
    ),
    past_after=(
        (
            f"\\W{{0,3}}((foi|foram|já|está|estão|é|ser|sido|tem|totalmente|completamente|agora"
            f"|também) ){{0,3}}({_PT_REMOVED})(?! ?\\x00)"
        ),
        (
            "(não existe mais|não existem mais|já não existe|já não existem|deixou de existir|não"
            " está mais|não é mais|não são mais|não há mais)"
        ),
        (
            "((foi|foram|já|está) ){0,2}(renomead[oa]s?|movid[oa]s?|migrad[oa]s?|convertid[oa]s?"
            "|transferid[oa]s?|consolidad[oa]s?|refatorad[oa]s?|dividid[oa]s?|unificad[oa]s?)"
            " (para|em|no|na)"
        ),
        "((foi|foram|já|está) ){0,2}substitu[ií]d[oa]s? (por|pelo|pela)",
        "(virou|tornou-se|passou a ser|ficava em|era)",
        "((foi|foram|já) ){0,2}(mesclad[oa]s?|unid[oa]s?|unificad[oa]s?|juntad[oa]s?) (a|com|ao|à|em|no|na)",
    ),
    aside_before=("(era|eram|antes|ex|antigo|antiga)",),
    once_before=(
        (
            "(anteriormente|antes|antigamente|previamente)(,)?( \\w{1,12}){0,2} (continha|incluía|tinha|usava"
            "|ficava|vivia"
            "|existia|exportava|definia|guardava|estava)m?"
        ),
        "(continha|incluía|guardava|usava)m? (anteriormente|antes|antigamente)",
        "costumava(m)? (conter|ficar|usar|ter|existir)",
    ),
    those=(
        f"(esses|essas|estes|estas|os|as|ambos|ambas|todos|todas|todos esses)( (dois|duas|três"
        f"|quatro))?( ({_PT_THINGS}))?( já)?",
        "(eles|elas|ambos|ambas|todos|todas)( já)?",
    ),
    that_one=(f"(esse|essa|este|esta|o|a|isso|isto)( ({_PT_THINGS}))?( já)?", "(ele|ela)( já)?"),
    negated_before=(
        (
            "(não|nunca|jamais)( se deve| devemos| deve| pode)?( (use|usar|utilize|utilizar|crie"
            "|criar|chame|chamar|invoque|invocar|adicione|adicionar|introduza|rode|rodar|execute|executar|instale"
            "|reintroduza))?"
        ),
        "(evite|evitar|proibido|vedado)( usar| o uso de| utilizar| criar)?",
        (
            "(em vez de|ao invés de|no lugar de|em lugar de|sem|não há|não existe|não existem|não"
            " tem|não possui|e não)( usar| utilizar)?"
        ),
    ),
    negated_after=(
        (
            "(não existe|não existem|é proibido|não deve ser usad[oa]|não devem ser usad[oa]s|não"
            " é usad[oa]|não é permitid[oa]|inexistente|não encontrad[oa])(?! ainda)"
        ),
    ),
    planned_before=(
        (
            "(será|serão|vamos|vai|iremos|devemos|precisamos|falta|pretende-se|planejamos|é"
            " preciso)( (ser )?(criar|criad[oa]s?|adicionar|adicionad[oa]s?|implementar"
            "|implementad[oa]s?|escrever|introduzir))"
        ),
        "(planejad[oa]s?|futur[oa]s?|propost[oa]s?|a fazer:?|pendente:?)( criar| adicionar)?",
    ),
    planned_after=(
        ("\\W{0,3}(será|serão|a ser|deve ser|precisa ser|vai ser) (criad|adicionad|implementad|escrit|introduzid)"),
        (
            "\\W{0,3}(planejad[oa]s?|pendente|a criar|ainda não|não implementad[oa]|futuro|em"
            " breve|propost[oa]|ainda não existe|por criar)\\b"
        ),
    ),
    created_first=(
        ("(criar|crie|adicionar|adicione|escrever|novo|nova)( o| a| um| uma)?( arquivo| módulo| pasta| script)?:?"),
    ),
    removed_first=("(remover|remova|excluir|exclua|apagar|renomear|renomeie|substituir|substitua|deletar)",),
    example_before=(
        ("(por exemplo|p\\.? ?ex\\.?|ex\\.?|exemplos?\\W{0,2}[:：]|tais como|tal como|digamos|a exemplo de)\\W{0,3}"),
    ),
    example_after=("\\W{0,2}por exemplo",),
    elsewhere_before=("(outro|externo|repositório|separado) (repositório|projeto)",),
    elsewhere_after=(
        (
            "\\W{0,2}(fica em|está em|em|no|do|de|vive em|pertence a)( um| uma)? (outro"
            "|repositório externo|repositório separado|projeto separado|outro projeto)("
            " repositório| projeto)?"
        ),
    ),
    conditional=("(se|quando|caso|após|antes|sempre que)( \\w{1,14}){0,2}",),
    from_cues=("renome", "movid", "movem", "migra", "mudou", "convert", "troc", "substitu"),
    from_words=("de", "do", "da"),
    past_labels=(
        (
            f"((o que|{_PT_THINGS}) )?((foi|foram) )?(removid[oa]s?|removemos|exclu[ií]d[oa]s?|deletad[oa]s?"
            f"|apagad[oa]s?|limp[oa]s|descontinuad[oa]s?|eliminad[oa]s?|obsolet[oa]s?)( ({_PT_THINGS}))?( (em|no"
            f"|na|do|da) .{{1,40}})?"
        ),
        f"(limpeza|remoção|exclusão) de ({_PT_THINGS})( \\w{{4,14}})?",
        ("não existem? mais"),
        (
            "(antes|antig[oa]|anterior|como era|estrutura (antiga|anterior)|(caminho|nome|código)"
            " (antigo|anterior)|antes da (refatoração|mudança|migração))"
        ),
    ),
    negated_labels=("(❌ ?)?(errado|incorreto|ruim|não use|não fazer|evitar|proibido|anti-?padrões)",),
    planned_labels=("(planejad[oa]s?|a criar|arquivos a criar|estrutura (proposta|planejada|alvo))",),
    example_labels=("(exemplos?|exemplo de uso|convenç(ão|ões) de nomes?|nomenclatura)",),
    elsewhere_labels=("(outros|externos) (repositórios|projetos)",),
    source_labels=(
        "evidências?",
        "arquivos (analisados|modificados|alterados|revisados|atualizados|corrigidos)",
        "(registro|log) d(a|e) sess(ão|ões)",
    ),
    source_words=("fontes?", "sess(ão|ões)", "baseado em", "referências?"),
)
