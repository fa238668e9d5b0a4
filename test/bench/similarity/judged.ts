/** Pairs of sentences with a judgement of how similar their meanings are. */

export type JudgedPair = {
  readonly language: 'en' | 'es';
  readonly left: string;
  readonly right: string;
  /** The judgement from 0 to 1: a fifth of the value in judged.tsv. */
  readonly judged: number;
};

const MOST_JUDGED = 5;

/** Reads `judgement`, `language`, `left` and `right`, separated by tabs; lines that begin with `#` are comments. */
export function readJudged(text: string): readonly JudgedPair[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [judged = '', language, left = '', right = ''] = line.split('\t');
      if (language !== 'en' && language !== 'es') throw new Error(`no language: ${line}`);
      return { language, left, right, judged: Number(judged) / MOST_JUDGED };
    });
}
