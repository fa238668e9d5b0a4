/** Tests that training the topic cuts is repeatable, from the files that the report lists, and that they recognise changes of topic. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { stemsOf } from '../../server/domain/context/read-turn.ts';
import { CUT_MEASURES, cutProbability, turnEdges, type CutTurn } from '../../server/domain/conversation/topic-cut.ts';
import { turnDomain } from '../../server/domain/conversation/turn-domain.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { readDialogueSets } from '../../server/language/train/dialogues.ts';
import { hashOfSet, type SetFile } from '../../server/language/train/sets.ts';
import { cutsAt, joined, learnCuts, lessons, pk, readDialogue } from '../../server/language/train/train-cuts.ts';
import { SHIFT } from '../../server/policy/context.ts';
import { TOPIC_CUT_WEIGHTS } from '../../server/policy/topic-cut-weights.ts';
import { ROOT } from '../root.ts';

const encoder = staticEncoder(loadStaticTable());
const embed = (text: string): Float32Array => encoder.embed(text);

type Report = { readonly embedder: unknown; readonly files: readonly SetFile[] };

describe('cuts of topics', () => {
  const read = (text: string): CutTurn => ({
    vector: embed(text),
    stems: stemsOf(text),
    edges: turnEdges(text),
    domain: turnDomain(text) ?? '',
  });
  const probability = (turns: readonly string[]): number => {
    const all = turns.map(read);
    return cutProbability(all.at(-1)!, all.slice(0, -1), all.at(-2)?.domain ?? '');
  };

  it('are learnt from the files of the report, as they stand here', () => {
    const { embedder, files } = JSON.parse(
      readFileSync(join(ROOT, 'server/language/models/topic-cut.json'), 'utf8'),
    ) as Report;
    expect(files).to.have.length(6);
    for (const { path, sha256 } of files)
      expect(hashOfSet(path), `${path} has changed: npm run train:language`).to.equal(sha256);
    expect(embedder).to.deep.equal(encoder.identity);
    expect(Object.keys(TOPIC_CUT_WEIGHTS.measures)).to.deep.equal([...CUT_MEASURES]);
  });

  it('are learnt to the same weights every time, which are those that stand here', () => {
    const { written, generated } = readDialogueSets(embed);
    expect(learnCuts(lessons(written, generated))).to.deep.equal(TOPIC_CUT_WEIGHTS);
    const few = written.slice(0, 20);
    const once = learnCuts(few);
    expect(learnCuts(few)).to.deep.equal(once);
    expect(learnCuts(written.slice(0, 19))).not.to.deep.equal(once);
  });

  it('stand where talk turns to something else, and not where it goes on', () => {
    const english = [
      'My flight to Oslo leaves at seven, and the train to the airport takes an hour.',
      'Then you should leave by four to be safe.',
    ];
    expect(probability([...english, 'Is there a train at four in the morning?'])).to.be.below(SHIFT.likely);
    expect(probability([...english, 'Ok. Could you help me with the budget spreadsheet for the choir?'])).to.be.above(
      SHIFT.likely,
    );
    const spanish = ['El horno no calienta bien por arriba.', 'Puede ser la resistencia superior, si no se pone roja.'];
    expect(probability([...spanish, 'no, se queda negra'])).to.be.below(SHIFT.likely);
    expect(probability([...spanish, 'Vale. ¿Me ayudas con una carta para pedir vacaciones a mi jefe?'])).to.be.above(
      SHIFT.likely,
    );
    expect(probability(['Where shall we go?'])).to.equal(0);
  });

  it('are likelier where the domain is another', () => {
    const before = [read('My flight to Oslo leaves at seven.')];
    const turn = { ...read('And what about the other one?'), domain: 'CODE' };
    expect(cutProbability(turn, before, 'TRAVEL')).to.be.above(cutProbability(turn, before, 'CODE'));
    expect(cutProbability(turn, before, '')).to.equal(cutProbability(turn, before, 'CODE'));
  });

  it('look at the edges of a text alone, however long it is', () => {
    const { length, first, last, lastSentence, ...marks } = turnEdges(
      `Well, look at this. ${'long word '.repeat(100_000)}. And now, can you do it?`,
    );
    expect(length).to.equal(40);
    expect(first).to.deep.equal(['well', ',', 'look', 'at', 'this']);
    expect(last).to.deep.equal(['you', 'do', 'it', '?']);
    expect(lastSentence).to.deep.equal(['and', 'now', ',', 'can', 'you', 'do']);
    expect(marks).to.deep.equal({ asks: true, endsAsking: true, tellsAndAsks: true });
  });

  it('are counted as Beeferman, Berger and Lafferty do', () => {
    const right = new Set([4]);
    expect(pk(8, right, right)).to.equal(0);
    expect(pk(8, right, new Set())).to.be.closeTo(2 / 6, 1e-9);
    expect(pk(2, right, right)).to.equal(undefined);
  });

  it('end no topic that has just begun', () => {
    const dialogue = (...turns: string[]) => readDialogue({ turns, cuts: [], kind: 'chats', language: 'en' }, embed);
    const both = joined([
      dialogue('do you have any pets?', 'two cats, they sleep all day long'),
      dialogue('Which bank gives the best mortgage rate?', 'Can you fix my sink? The tap drips at night.'),
    ]);
    expect([...both.cuts]).to.deep.equal([2]);
    expect([...cutsAt(both, TOPIC_CUT_WEIGHTS)]).to.deep.equal([2]);
  });
});
