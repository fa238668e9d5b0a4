/** Portuguese: how a turn changes the topic, and how users ask to forget something about them. */
import { rawLines } from '../../../server/domain/text/raw-lines.ts';
import type { ForgetPack } from '../../../server/domain/languages/forget-pack.ts';
import type { TopicPack } from '../../../server/domain/languages/topic-pack.ts';

export const TOPICS: TopicPack = {
  openings: 'e|entao|bem|bom|ola|oi|obrigad[oa]|olha|agora|ja agora|perfeito|otimo|certo|alias|por favor',
  tables: [
    {
      parts: {
        other: String.raw`(?:n?outr[oa]s? (?:coisas?|assuntos?|temas?)|(?:ao? )?proximo (?:assunto|tema))`,
        topic: '(?:assunto|tema|conversa)',
        end: String.raw`(?=\s*(?:$|[,.:;!?])| por favor)`,
      },
      rows: [
        {
          id: 'pt.change-subject',
          kind: 'FLUSH',
          when: rawLines`
            (?:vamos|podemos|posso|quero) (?:mudar(?: completamente)? de {topic}|falar de {other}|(?:passar )?(?:a |para )?{other}){end}|
            (?:falemos|passemos) (?:de |a |para )?{other}{end}|(?:muda|mude|troca) de {topic}{end}
          `,
          yes: ['Vamos mudar de assunto', 'Falemos de outra coisa', 'Passemos a outro tema'],
          no: ['vamos mudar de casa', 'muda de linha'],
        },
        {
          id: 'pt.changing-subject',
          kind: 'SHIFT',
          when: rawLines`
            (?:mudando|mudo|vou mudar|saindo um pouco)(?: completamente| totalmente)? d[eo] {topic}{end}|(?:passando|falando|por falar)
            (?: a| de| em| para)? {other}{end}
          `,
          yes: ['Mudando de assunto, que horas são?', 'Passando a outro tema: o jantar'],
          no: ['mudando de roupa', 'falando em línguas'],
        },
        {
          id: 'pt.another',
          kind: 'SHIFT',
          when: String.raw`(?:{other}|(?:uma )?(?:outra pergunta|pergunta (?:aleatoria|diferente))|(?:novo|proximo) assunto)\s*:`,
          yes: ['Outra coisa: como limpo o forno?', 'Novo assunto: a festa'],
          no: ['outra coisa que falha é o login'],
        },
        {
          id: 'pt.nothing-to-do',
          kind: 'SHIFT',
          when: rawLines`
            (?:nao tem )?nada a ver(?: com (?:isto|isso))?,|nao tem a ver com (?:isto|isso),|sem relacao com (?:isto|isso),|
            deix(?:emos|ando) (?:isso|isto) de lado
          `,
          yes: ['Nada a ver, mas que vinho compro?', 'Deixando isso de lado, me fala de Marte'],
          no: ['não tem nada a ver com o erro'],
        },
      ],
    },
  ],
  goesOn: { phrase: 'coisa', words: 'tambem' },
  denials: 'nao',
};

export const FORGETTING: ForgetPack = {
  parts: { cortesia: String.raw`(?:(?:por favor|podes?|poderia)[ ,]+)*` },
  rows: [
    {
      id: 'pt.forget-what',
      when: '{cortesia}(?:esquece|esqueca|apaga|apague) (?:que|o que eu disse (?:sobre|d[aeo])) (?<target>.+)',
      yes: [
        ['Esquece que trabalho na Galp', 'trabalho na Galp'],
        ['por favor apaga o que eu disse sobre o Rui', 'o Rui'],
      ],
      no: ['não esqueças que trabalho na Galp', 'esqueci a senha'],
    },
    {
      id: 'pt.forget-that',
      when: String.raw`{cortesia}(?:esquece|esqueca|apaga|apague) (?:isso|isto|o que eu disse)(?=[\s.!]*$)`,
      yes: [['Esquece isso.'], ['apaga o que eu disse']],
      no: ['esquece isso tudo e vamos jantar'],
    },
  ],
};
