/** Portuguese: a few question words of each kind. */
import { rawLines } from '../../../server/domain/text/raw-lines.ts';
import { word } from '../../../server/domain/text/word-edges.ts';
import type { QuestionPack } from '../../../server/domain/languages/question-pack.ts';

const MINE = '(?:o meu|os meus|a minha|as minhas|meus?|minhas?)';
const OF_MINE = '(?:d[eoa]s? )?(?:meus?|minhas?)';
const NP = String.raw`((?:[\p{L}-]+ ){0,3}[\p{L}-]+)`;

export const QUESTIONS: QuestionPack = {
  frames: {
    openings: 'oi|ola|bom dia|boa tarde|obrigad[oa]',
    asking: '(?:voce )?(?:pode|podes|consegue) me dizer|(?:tu |voce )?lembras?(?: de)?|diz-me|me diz',
    fillers: 'outra vez|de novo',
    joins: 'se',
    selves: 'sou|tenho|moro|trabalho|prefiro',
    closings: 'por favor|obrigad[oa]|lembras?',
    and: 'mas',
    prepositions: 'em|para',
    asks: 'o que|qual|quais|quando|onde|quem|quant[oa]s?',
    contractions: [[String.raw`\bvc\b`, 'voce']],
  },
  rewordings: {
    spelled: [[String.raw`\b(?:do|da) (?=meu|minha)`, 'de ']],
    written: [],
    parts: { NP },
    ordering: [['{NP} (?:e|era) qual', 'qual e $1']],
    telling: [['como se chama (?:o |a )?{NP}', 'qual e o nome de $1']],
    joining: [['quem e (?:o |a )?{NP}', 'qual e o nome de $1']],
    articles: 'o|a|os|as',
    sameWords: 'cachorro cao;mulher esposa',
    choice: { verbs: 'prefiro', or: 'ou' },
  },
  calculations: {
    unit: 'metros?|quilometros?|milhas?|polegadas?',
    measure: 'metros?|quilometros?|milhas?|polegadas?|xicaras?',
    number: 'uma?|dois|duas|tres',
    numeral: 'uma?|dois|duas',
    making: 'faco|preciso|uso|cozinho',
    tables: [{ rule: 'conversion', when: ['^quant[oa]s {unit} (?:sao|ha em|tem) {number} {unit}$'] }],
    others: [],
  },
  lasting: {
    told: [{ rule: 'told-so', when: [String.raw`^o que decidimos sobre(?!\p{L}).{2,60}$`] }],
    ofNow: 'hoje|ontem|agora',
    rows: [
      {
        rule: 'my-attribute',
        when: [
          String.raw`^(?:qual|quais|quem) (?:e|sao|era) ${MINE} (?:nome|apelido|aniversario|morada|telefone|profissao)$`,
          rawLines`
            ^qual e (?:o nome|a raca|o aniversario) ${OF_MINE} (?:cachorr[oa]|cao|gat[oa]|irma|irmao|filh[oa]|mulher|marido|mae|
            pai)$
          `,
        ],
      },
      { rule: 'my-verb', when: [String.raw`^(?:onde|aonde) (?:moro|trabalho|nasci|estudei)$`] },
      {
        rule: 'yes-no',
        ifAsked: true,
        when: [String.raw`^sou (?:alergic|vegan|celiac|diabetic)\p{L}*(?: a \p{L}+)?$`],
      },
    ],
  },
  fleeting: {
    rows: [
      { rule: 'time', refusal: 'TIME', when: [word('hoje|ontem|amanha|agora|ainda')] },
      { rule: 'feeling', when: [word('cansad[oa]|acho|devia')] },
    ],
    goesOn: { openings: 'bom|entao', and: 'e', about: 'quanto', of: 'a|ao', articles: 'o|a', whose: 'meus?|minhas?' },
    requests: {
      openings: 'oi|por favor',
      can: 'voce pode|pode|podes|podias',
      please: 'por favor',
      remember: 'lembrar|anotar',
      that: 'que',
      tell: 'dizer|dizer-me|me dizer|lembrar-me|me lembrar',
      again: 'outra vez',
      asked: 'o que|qual|quais|quem|onde|quando|se|o nome',
    },
    orders: { after: 'por favor|e', verbs: 'apague|escreva|deleta|baixe' },
  },
  tools: {
    acting: 'enviar envia apagar apaga criar',
    actingAlone: 'compra reserva',
    reading: 'obter ler buscar',
    ofNow: 'agora hoje',
    time: 'hora data',
    unnaming: 'o a de',
  },
  requests: {
    opens: 'e|mas|entao|olha',
    asks: 'quem|que|qual|onde|quando|como|quanto|(?:a|de|com|desde|ate) (?:que|quem|onde|quando)',
    orders: 'faz|faca|escreve|escreva|lista|resume|resuma|planeja',
    begs: 'por favor',
  },
  ofPast: 'foi|fui|era|tinha|fizeste|ficou',
  domains: {
    CODE: 'codigo funcao$',
    WORK: 'trabalh emprego empresa chefe$',
    PLANNING: 'prazo reuniao',
    PROJECTS: 'projeto',
    PREFERENCES: 'prefiro gosto$',
    DECISIONS: 'decidi',
    PERSONAL: 'irma$ filh cachorro',
    HEALTH: 'saude dor$',
    FOOD: 'comida jantar',
    TRAVEL: 'viagem voo$',
    MONEY: 'dinheiro',
    LEISURE: 'filme musica',
    LEARNING: 'estud escola',
  },
};
