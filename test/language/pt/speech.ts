/** Portuguese: how clauses ask, suppose, doubt and report, how they begin, and which texts are material to work on. */
import { rawLines } from '../../../server/domain/text/raw-lines.ts';
import type { SpeechPack } from '../../../server/domain/languages/speech-pack.ts';

/** Verbs in the first person. `eu` only counts before these, since it is also the EU. */
const I = 'eu (?:sou|estou|tenho|moro|vivo|trabalho|gosto|prefiro|adoro|odeio|uso|nao|nunca|sempre|me)';

export const SPEECH: SpeechPack = {
  asking: {
    politely: rawLines`
      (?:voce )?(?:podes?|poderia|podia|consegue)(?: por favor)? (?:me lembrar|te lembrar|lembrar|anotar|me chamar|chamar-me|tratar-me|
      guardar que)
    `,
    withMark: rawLines`
      (?:o que|qual|quais|quando|onde|aonde|quem|quant[oa]s?|voces?|sera que|da para|tem como|e melhor|por que)\b
    `,
    withoutMark: rawLines`
      (?:o que (?:e|sao|acha|achas|devo)|qual (?:e|a|o)|quais (?:sao|as|os)|onde (?:fica|esta|compro|e)|quem (?:e|foi)|
      quant[oa]s? \p{L}+ (?:tem|ha|custam?)|sera que)\b
    `,
    agreementTag: 'combinado|certo|beleza|esta bem|percebeste|entendeu|pode ser',
    truthTag: 'nao e|ne|nao e verdade|nao',
  },
  moods: {
    hypothetical: rawLines`
      (?:talvez|quem me dera|oxala|tomara|suponha\w*|supondo|acho que|gostaria|gostava de|sera que|se eu|se a gente|faz de conta|
      ${I} talvez)\b
    `,
    but: 'porem',
    hedgedEnd: 'acho eu|talvez|nao sei|nao tenho certeza|brincadeira|sei la',
    reporting: String.raw`(?:disse|disseram|diz que|dizem que|falou que|contou que|perguntou|respondeu|acha que|acham que|escreveu|pediu)\b`,
    reportingEnd: String.raw`(?:disse|diz) \p{L}+`,
    firstPerson: `${I}|a gente`,
    thirdPerson:
      'ele|ela|eles|elas|meus?|minhas?|[oa]s? (?:meus?|minhas?|teus?|tuas?|seus?|suas?)|ninguem|alguem|isso|toda a gente',
  },
  clauses: {
    joins: 'e|porque|entao|porem|por isso',
    starts: String.raw`(?:${I}|meus?|minhas?|nossa|nosso|moro|trabalho|sou|tenho|temos|gosto|odeio|ele|ela|nao|sempre|lembra|voce)\b`,
    openings: rawLines`
      oi+|ola(?=\s*[,.!])|opa|bom dia|boa (?:tarde|noite)|entao|bem|olha|obrigad[oa]|valeu|beleza|alias(?=\s*,)|a proposito|na verdade|
      ja agora|que bom|por isso|atualmente|hoje em dia|${I.replace('eu ', 'eu(?= ')})
    `,
    conditions: 'se eu|se voce|quando|sempre que',
    orders: String.raw`sempre\s`,
    subjects: 'eu|voce',
    abbreviations: 'exmo|exma',
  },
  fiction: {
    parts: {},
    rows: [
      {
        id: 'pt.fiction-in',
        when: String.raw`n(?:o|a|este|esta|esse|essa|um|uma) (?:(?:meu|minha|nosso|nossa) )?(?:conto|romance|historia|filme|livro|jogo|sonho)(?!\p{L})(?! d[aeo]s?(?!\p{L}))`,
        isMadeUp: true,
        after: 'MADE_UP',
        yes: ['No meu romance, moro em Marte'],
        no: ['No livro de contas, moro em Faro'],
      },
    ],
    back: 'na vida real|na realidade',
  },
  textTasks: {
    begins: rawLines`
      (?:(?:por favor|podes|pode(?: me)?|me ajuda a|ajuda-me a|preciso (?:que|de)) ?,? ?)*(?:traduz\w*|escreve[rs]?\b|escreva\b|
      reescrev\w+|redij\w+|redig\w+|como se diz|imagina que sou|cria (?:um|uma) (?:texto|poema|historia|frase))
    `,
    standing: rawLines`
      (?:por favor )?sempre\b|(?:por favor )?[a-z]+(?:-me)? sempre\b|(?:traduz\w*|escrev\w+|respond\w+)[^,:.]{0,40}\b(?:de agora em diante|
      a partir de (?:agora|hoje)|daqui (?:em|para|pra) (?:diante|frente)|sempre)\b
    `,
    refersBelow: String.raw`(?:isto|seguintes?|abaixo)\b(?:\s+\w+){0,2}\s*[:.]?$|para (?:ingles|espanhol|frances|alemao|italiano)\s*$`,
  },
  texts: {
    introduced: String.raw`mensagem|mensagens|escreveu|traduz\w*|reescrev\w+|escreve[rs]?`,
    labels: rawLines`
      outr[oa]\b.*|mud\p{L}+ .*|(?:novo|proximo) assunto|pergunta\b.*|anot\p{L}+|lembr\p{L}+|toma nota|(?:guarda|memoriza) (?:isto|isso)|
      nota|regra|decisao|resumo|duvida
    `,
    speakers: 'utilizador|assistente',
    mail: {
      forwarded: 'encaminhada',
      wrote: 'escreveu',
      headers: 'de|assunto|para',
      laterHeaders: 'enviada em',
    },
  },
  spellings: 'tbm:também blz:beleza naum:não obg:obrigado',
  telling: 'namorado namorada',
  rewrites: [],
};
