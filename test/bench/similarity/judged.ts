/** Pairs of sentences with a judgement of how similar their meanings are. */

export type JudgedPair = {
  readonly language: 'en' | 'es';
  readonly left: string;
  readonly right: string;
  /** 0 to 1: a fifth of what judged.tsv has. */
  readonly judged: number;
};

const MOST_JUDGED = 5;

/** Reads `judgement`, `language`, `left` and `right`, tabs between them; lines that begin with `#` say what it is. */
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
