/**
 * How well the rules of the Context service read sentences they have not seen: facts, topic phrases and what may be cached, in
 * English and Spanish. `npm run bench -- rules [--set dev] [--show]`: `--show` lists the sentences they got wrong.
 */
import { parseArgs } from 'node:util';
import { SENTENCE_TASKS } from '../domain/sentence-tasks.ts';
import { figuresOf, readSentences } from '../domain/read-sentences.ts';
import { printTable } from '../load/table.ts';

const { values } = parseArgs({
  options: { set: { type: 'string', default: 'held-out' }, show: { type: 'boolean' }, only: { type: 'string' } },
});
const percent = (share: number): string => share.toFixed(3);
const rows: string[][] = [];
for (const { task, folder, finds } of SENTENCE_TASKS) {
  if (values.only !== undefined && values.only !== task) continue;
  for (const language of ['es', 'en']) {
    const { count, precision, recall, wrong } = figuresOf(
      readSentences(`${folder}/sentences/${task}-${language}-${values.set}.tsv`),
      finds,
    );
    rows.push([task, language, `${count}`, percent(precision), percent(recall)]);
    if (values.show === true) console.log(wrong.join('\n'));
  }
}
printTable(['task', 'language', 'sentences', 'precision', 'recall'], rows);
