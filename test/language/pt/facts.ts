/** Portuguese: requests to remember, attributes that exist only once, plain statements, and how decisions are revoked. */
import { rawLines } from '../../../server/domain/text/raw-lines.ts';
import type { FactPack } from '../../../server/domain/languages/fact-pack.ts';

const KIN =
  'pai|mãe|filh[oa]|irmã|irmão|marido|mulher|esposa|namorad[oa]|sogr[oa]|net[oa]|ti[oa]|prim[oa]|avó|avô|chefe|gerente|médic[oa]';

export const FACTS: FactPack = {
  lexicon: {
    cortesia: String.raw`(?:(?:por favor|voce|podes?|poderia|quero que|preciso que|sempre)\s+)*`,
    que: String.raw`(?:\s+(?:isto|isso|ai|sempre|bem|por favor|ja))*(?:\s*,?\s+(?:de )?que\s+|\s*:\s*)`,
  },
  commands: [
    {
      id: 'pt.remember',
      asks: 'REMEMBER',
      when: String.raw`{cortesia}(?:(?:te |se )?lembr(?:a|e|es|ar)(?:-te|-se)?|nao (?:te |se )?esqueca?s?){que}`,
      unless: String.raw`(?:quando|como|onde|quem)\b`,
      yes: [
        ['Lembra que sou alérgico a nozes', 'sou alérgico a nozes'],
        ['Lembre-se de que trabalho à noite', 'trabalho à noite'],
        ['Não se esqueça de que tenho um exame de saúde em maio', 'tenho um exame de saúde em maio'],
      ],
      no: ['Lembra de comprar leite', 'lembra quando morávamos em Braga'],
    },
    {
      id: 'pt.note',
      asks: 'REMEMBER',
      when: String.raw`{cortesia}(?:anot[ae]|tom[ae] nota|guard[ae]|memoriz[ae]|registr?[ae]){que}`,
      yes: [
        ['Guarda isto: a loja fecha às seis', 'a loja fecha às seis'],
        ['Anota aí: meu número é o 7', 'meu número é o 7'],
      ],
      no: ['Guarda o ficheiro', 'anota as alterações'],
    },
    {
      id: 'pt.keep-in-mind',
      asks: 'REMEMBER',
      when: String.raw`{cortesia}(?:tem|tenha|leva|leve) (?:sempre |bem )?em (?:conta|mente){que}`,
      yes: [['Tem em conta que não como glúten', 'não como glúten']],
      no: ['tem em conta o prazo'],
    },
    {
      id: 'pt.from-now-on',
      asks: 'INSTRUCTION',
      when: rawLines`
        (?:de agora em diante|a partir de (?:agora|hoje)(?: em diante)?|daqui (?:em|para|pra) (?:diante|frente)|doravante)(?! ate\b)[\s,:]+(?:que\s+)?
      `,
      yes: [
        ['Daqui em diante, responde em inglês', 'responde em inglês'],
        ['a partir de hoje me chama de Zé', 'me chama de Zé'],
      ],
      no: ['daqui a pouco', 'de hoje não passa'],
    },
    {
      id: 'pt.decided',
      asks: 'DECISION',
      when: String.raw`(?:ficou (?:decidido|combinado) que|escolhemos|escolhi|optei por)\s+`,
      yes: [
        ['Ficou decidido que lançamos em maio', 'lançamos em maio'],
        ['Optei por estudar em Faro', 'estudar em Faro'],
      ],
      no: ['ficou bem decidido', 'opto por nada'],
    },
  ],
  slots: [
    {
      slot: 'name',
      when: String.raw`(?:(?:o )?meu (?:nome|apelido|sobrenome) (?:e|sao)|(?:eu )?me chamo|chamo-me) \p{L}`,
      yes: ['O meu nome é Rui', 'Eu me chamo Lia', 'chamo-me Inês'],
      no: ['o nome do gato é Rui', 'chamo o elevador'],
    },
    {
      slot: 'home',
      when: String.raw`(?:eu )?(?:ja |agora )?(?:moro|moramos|mudei-me|me mudei|vivo (?:em|no|na))(?!\p{L})`,
      onlyWith: String.raw`\b(?:em|no|na|nos|nas|para|pra) (?:(?:[oa]s? )?(?!um|uma|casa|meu|minha)\p{L})`,
      yes: ['Moro em Recife', 'Mudei-me para Faro', 'vivo no Porto'],
      no: ['Marrocos é longe', 'Morocco is far', 'mudei o título'],
    },
    {
      slot: 'employer',
      when: String.raw`(?:eu )?trabalho\b`,
      onlyWith: String.raw`\b(?:em|no|na|para|pel[oa]) (?!casa|um|uma)`,
      yes: ['Trabalho na Galp'],
      no: ['o trabalho acabou'],
    },
  ],
  statedSlots: [
    {
      slot: 'my:',
      when: String.raw`(?:[oa] )?(?:meu|minha) (?<what>[\p{L} ]{2,40}?) (?:e|se chama)(?!\p{L})`,
      several: String.raw`\b(?:irma(?:o|os|s)?|filh[oa]s?|amig[oa]s?|prim[oa]s?|gat[oa]s?)\b`,
      yes: ['O meu editor é o Vim'],
      no: ['o editor é o Vim'],
    },
  ],
  beforeSlots: 'e|que',
  ofUser: {
    names: '(?:[oa] )?(?:usuári[oa]|utilizadora?)',
    asOwn: [
      ['mora', 'moro'],
      ['trabalha', 'trabalho'],
    ],
  },
  beforeSubjects: 'e|mas|que|também|agora',
  subjects: [
    {
      id: 'pt.relative',
      when: String.raw`(?:[OoAa]s? )?(?:[Mm]eus?|[Mm]inhas?) (?<relation>(?:${KIN})s?)(?: (?<name>\p{Lu}\p{Ll}+))?(?!\p{L}|-)`,
      yes: [
        ['A minha mãe não pode comer glúten', 'mãe'],
        ['meu irmão Caio mora em Natal', 'irmão', 'Caio'],
      ],
      no: ['gosto da minha mãe', 'meu primogênito chora'],
    },
  ],
  plain: [
    {
      id: 'pt.is-allergic',
      when: rawLines`
        (?:(?:eu )?(?:sou|somos)|(?:[oa] )?(?:meu|minha) \p{L}+ e) (?:muito )?(?:alergic[oa]s? (?:a|ao|aos|as) \p{L}|intolerantes? (?:a|ao) \p{L}|
        (?:celiac[oa]s?|diabetic[oa]s?|asmatic[oa]s?|vegan[oa]s?|vegetarian[oa]s?)(?!\p{L}))
      `,
      yes: ['Sou alérgica a nozes', 'a minha filha é celíaca', 'somos veganos'],
      no: ['ele é alérgico ao trabalho', 'era vegetariano'],
    },
    {
      id: 'pt.has-allergy',
      when: String.raw`(?:eu )?(?:tenho|temos) (?:muita )?(?:alergia|intolerancia|diabetes|asma|epilepsia)(?!\p{L})`,
      yes: ['Tenho asma', 'temos alergia a pó'],
      no: ['tenho uma dúvida sobre alergias'],
    },
    {
      id: 'pt.fears',
      when: String.raw`(?:eu )?(?:tenho|tinha) (?:muito )?(?:medo|pavor|fobia) d[aeo]s? \p{L}`,
      yes: ['Tenho muito medo de cobras'],
      no: ['tenho medo', 'que medo'],
    },
  ],
  vetoes: [
    {
      id: 'pt.idiom',
      when: String.raw`.*?(?:cabeca nas nuvens|cavalinho da chuva|barata tonta|com agua na boca|feito ao bife)(?!\p{L})`,
      yes: ['Estou com a cabeça nas nuvens'],
      no: ['Estou com dor de cabeça', 'gosto de nuvens'],
    },
    {
      id: 'pt.today',
      when: String.raw`(?:eu )?(?:estou|ando) (?:muito )?(?:cansad[oa]|ocupad[oa]|pres[oa]|doente|com (?:dor|sono|fome)|morrendo|na fila)(?!\p{L})`,
      yes: ['Estou cansada', 'estou com dor de cabeça'],
      no: ['estou a aprender alemão', 'sou doente renal'],
    },
  ],
  corrections: [
    {
      id: 'pt.changed-mind',
      when: rawLines`
        mud(?:ei|amos) de ideias?|mudanca de planos|pensando (?:bem|melhor)|melhor nao(?=\s*[,.;!]|\s*$)|(?:na verdade|afinal|espera),? nao
        (?=\s*[,.;!]|\s*$)
      `,
      isPlain: true,
      yes: ['Mudei de ideia, vamos com o Redis', 'Afinal não, usamos o Fly', 'pensando melhor, fica o azul'],
      no: ['não mudei nada', 'melhor não digas nada'],
    },
    {
      id: 'pt.after-all',
      when: 'afinal|no fim(?: das contas)?|em vez d[aeo]s?',
      yes: ['afinal ficamos com o Redis', 'Adyen em vez da Stripe'],
      no: ['vamos com a Stripe', 'o fim do mês'],
    },
    {
      id: 'pt.not-that',
      when: String.raw`\S+(?: entao)?,? nao (?:[oa]s? )?\S+(?=[\s.!]*$)`,
      yes: ['um pool de 10 então, não 20', 'Lançamos a 19, não a 12'],
      no: ['não sei', 'fica assim e não se fala mais nisso'],
    },
  ],
  asksOfUser: 'sou|estou|tenho|moro|trabalho|posso|devo|gosto|(?:me )?chamo',
  asksOfOthers: 'meus?|minhas?|noss[oa]s?|eles?|elas?|quem|alguem',
  settles: 'entao',
  endsOpen: 'e|ou|o|os|um|uma|meu|minha|porque|se|que|de|com|para|por',
  joinsValues: 'o a os as um uma do da ao de em por para desde ate e ou cada',
  swaps: String.raw`(?:[oa]s? )?(?:\S+?)(?:,? entao)?, e nao (?:[oa]s? )?(?<old>\S+)`,
  proposes: '(?:vamos|ficamos|fica|usamos|lancamos|escolhemos|vai ser)',
  asksOfThat: '(?:por favor )?(?:(?:anota|guarda) (?:isso|isto)|lembra disso|lembre-se disso|toma nota disso)',
  begins: rawLines`
    (?:eu (?:sou|tenho|moro|trabalho|gosto)|meus?|minhas?|sou|tenho|moro|trabalho|estou|gosto|odeio|ele|ela|isso|isto|voce|obrigad[oa]|qual|
    onde)
  `,
  conditions: 'se eu|se voce|quando|sempre que',
  listed: String.raw`(?:uns|umas) (?:\S+ ?){1,2}`,
  endsList: String.raw`e (?:\S+ ?){1,5}`,
  tails: 'por favor|obrigad[oa]|alias|a proposito|valeu|entendeu',
};
