/**
 * Measures how well the rules of the Context service read sentences: facts, topic phrases and what may be cached, in English and
 * Spanish, now and, if that was noted, when the rules saw the sentences for the first time. `npm run bench -- rules [--set dev]
 * [--show]`: `--show` lists the sentences that they get wrong.
 */
import { parseArgs } from 'node:util';
import { SENTENCE_SETS, SENTENCE_TASKS } from '../domain/sentence-tasks.ts';
import { figuresOf, readSentences } from '../domain/read-sentences.ts';
import { printTable } from '../load/table.ts';

/** Precision and recall when a set was first tried, before the rules were improved with it. */
const FIRST_SIGHT: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  'third signals es': [0.914, 0.711],
  'third signals en': [0.895, 0.756],
  'third topics es': [0.971, 0.66],
  'third topics en': [1, 0.88],
  'third cacheability es': [1, 0.855],
  'third cacheability en': [0.981, 0.945],
  'fourth signals es': [0.836, 0.813],
  'fourth signals en': [0.886, 0.827],
  'fourth topics es': [0.926, 0.735],
  'fourth topics en': [0.968, 0.882],
  'fourth cacheability es': [0.972, 0.875],
  'fourth cacheability en': [1, 0.875],
  'fifth signals es': [0.977, 0.84],
  'fifth signals en': [0.92, 0.92],
  'fifth topics es': [0.957, 0.846],
  'fifth topics en': [1, 0.731],
  'fifth cacheability es': [1, 0.833],
  'fifth cacheability en': [1, 0.767],
  'sixth signals es': [0.99, 0.884],
  'sixth signals en': [0.954, 0.741],
  'sixth topics es': [0.957, 0.8],
  'sixth topics en': [1, 0.782],
  'sixth cacheability es': [0.982, 0.9],
  'sixth cacheability en': [0.981, 0.883],
  'seventh signals es': [0.971, 0.642],
  'seventh signals en': [0.952, 0.561],
  'seventh topics es': [1, 0.711],
  'seventh topics en': [1, 0.578],
  'seventh cacheability es': [1, 0.778],
  'seventh cacheability en': [1, 0.833],
  'eighth signals es': [0.923, 0.545],
  'eighth signals en': [0.877, 0.518],
  'eighth topics es': [1, 0.639],
  'eighth topics en': [0.962, 0.694],
  'eighth cacheability es': [0.964, 0.771],
  'eighth cacheability en': [0.964, 0.771],
  'ninth signals es': [0.912, 0.765],
  'ninth signals en': [0.914, 0.779],
  'ninth topics es': [1, 0.708],
  'ninth topics en': [1, 0.708],
  'ninth cacheability es': [1, 0.84],
  'ninth cacheability en': [1, 0.92],
  'tenth signals es': [0.918, 0.9],
  'tenth signals en': [0.896, 0.86],
  'tenth topics es': [0.929, 0.867],
  'tenth topics en': [1, 0.8],
  'tenth cacheability es': [1, 0.563],
  'tenth cacheability en': [1, 0.75],
  'eleventh signals es': [0.865, 0.8],
  'eleventh signals en': [1, 0.725],
  'eleventh topics es': [0.833, 0.667],
  'eleventh topics en': [0.786, 0.733],
  'eleventh cacheability es': [1, 0.813],
  'eleventh cacheability en': [0.917, 0.688],
  'twelfth signals es': [0.75, 0.525],
  'twelfth signals en': [0.786, 0.55],
  'twelfth topics es': [0.875, 0.583],
  'twelfth topics en': [0.9, 0.75],
  'twelfth cacheability es': [1, 0.571],
  'twelfth cacheability en': [0.9, 0.643],
  'thirteenth signals es': [1, 0.933],
  'thirteenth signals en': [0.983, 0.983],
  'thirteenth topics es': [1, 0.854],
  'thirteenth topics en': [1, 0.938],
  'thirteenth cacheability es': [1, 0.714],
  'thirteenth cacheability en': [1, 0.952],
  'fourteenth signals es': [1, 0.917],
  'fourteenth signals en': [0.984, 1],
  'fourteenth topics es': [1, 0.979],
  'fourteenth topics en': [1, 0.958],
  'fourteenth cacheability es': [1, 0.833],
  'fourteenth cacheability en': [1, 0.881],
  'fifteenth signals es': [1, 0.95],
  'fifteenth signals en': [0.983, 0.95],
  'fifteenth topics es': [1, 0.958],
  'fifteenth topics en': [0.98, 1],
  'fifteenth cacheability es': [1, 0.952],
  'fifteenth cacheability en': [1, 0.976],
};

const { values } = parseArgs({
  options: { set: { type: 'string' }, show: { type: 'boolean' }, only: { type: 'string' } },
});
const rows: string[][] = [];
for (const set of values.set === undefined ? SENTENCE_SETS : [values.set]) {
  for (const { task, folder, finds } of SENTENCE_TASKS) {
    if (values.only !== undefined && values.only !== task) continue;
    for (const language of ['es', 'en']) {
      const sentences = readSentences(`${folder}/sentences/${task}-${language}-${set}.tsv`);
      const { count, precision, recall, wrong } = figuresOf(sentences, finds);
      const first = FIRST_SIGHT[`${set} ${task} ${language}`] ?? [];
      const figures = [precision, recall, ...first].map((share) => share.toFixed(3));
      rows.push([set, task, language, `${count}`, ...figures, ...(first.length === 0 ? ['', ''] : [])]);
      if (values.show === true) console.log(wrong.join('\n'));
    }
  }
}
printTable(['set', 'task', 'language', 'sentences', 'precision', 'recall', 'at first', 'at first'], rows);
