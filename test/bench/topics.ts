/**
 * Measures where turns are recognised as the beginning of another topic: on dialogues of the repository from which the weights were not
 * learnt, and, with `--data DIR`, on DIR/tiage-dev.jsonl, dialogues that people segmented. `npm run bench -- topics --data DIR`. Pk is
 * the mean over dialogues, in per cent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { readDialogueSets } from '../../server/language/train/dialogues.ts';
import { cutFigures, cutsAt, meanPk, pk, readDialogue } from '../../server/language/train/train-cuts.ts';
import { TOPIC_CUT_WEIGHTS } from '../../server/policy/topic-cut-weights.ts';
import { printTable } from '../load/table.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const encoder = staticEncoder(loadStaticTable());
const embed = (text: string): Float32Array => encoder.embed(text);
const perCent = (share: number): string => (100 * share).toFixed(1);

const { written, generated } = readDialogueSets(embed);
const { joined, chats, oneTopic } = cutFigures(written, generated);
printTable(
  ['of our own, unseen', ...Object.keys(joined)],
  [
    ['task dialogues joined end to end, Pk', ...Object.values(joined).map(perCent)],
    ['small talk, Pk', ...Object.values(chats).map(perCent)],
  ],
);
console.log(`of talk about one thing ${perCent(oneTopic.cut)} % of turns are cut at`);
console.log(`of its segments ${perCent(oneTopic.singles)} % have one turn\n`);
if (values.data !== undefined) tiage(values.data);

type Line = { readonly utterances: readonly string[]; readonly segments: readonly number[] };

function tiage(folder: string): void {
  const dialogues = readFileSync(join(folder, 'tiage-dev.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { utterances, segments } = JSON.parse(line) as Line;
      let end = 0;
      const cuts = segments.slice(0, -1).map((length) => (end += length));
      return readDialogue({ turns: utterances, cuts, kind: 'chats', language: 'en' }, embed);
    });
  const never = dialogues.flatMap(({ turns, cuts }) => pk(turns.length, cuts, new Set()) ?? []);
  const wanted = dialogues.reduce((sum, { cuts }) => sum + cuts.size, 0);
  const found = dialogues.reduce((sum, one) => sum + cutsAt(one, TOPIC_CUT_WEIGHTS).size, 0);
  printTable(
    ['TIAGE', 'cuts', 'Pk'],
    [
      ['as turns come', String(found), perCent(meanPk(dialogues, TOPIC_CUT_WEIGHTS))],
      ['never cutting', '0', perCent(never.reduce((sum, share) => sum + share, 0) / never.length)],
      ['people', String(wanted), '0.0'],
    ],
  );
}
