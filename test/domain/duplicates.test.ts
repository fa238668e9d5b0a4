import { expect } from 'chai';
import fc from 'fast-check';
import { duplicateComparer, meaningComparer } from '../../server/domain/duplicates.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { translatorOf } from '../../server/embedders/static/translate.ts';
import { swappedPairs } from './same-meaning/swapped-pairs.ts';
import { readGroups, readOthers, type Pair } from '../bench/duplicates/pairs.ts';

const translate = translatorOf(loadStaticTable());
const meanSame = meaningComparer(translate);
const isFound = ({ left, right }: Pair): boolean => meanSame(left, right);
const areSame = ({ kind }: Pair): boolean => kind === 'same';

describe('memories that say the same', () => {
  const groups = { dev: readGroups('dev'), unseen: readGroups('unseen') };

  it('are none of 2,700 pairs that differ in a name, number, time, part or the like', () => {
    const others = [...groups.dev, ...groups.unseen, ...readOthers()].filter((pair) => !areSame(pair));
    expect(others.length).to.be.at.least(2700);
    expect(others.filter(isFound)).to.deep.equal([]);
    // The decision is the same with both texts exchanged.
    expect(others.filter(({ kind, left, right }) => isFound({ kind, left: right, right: left }))).to.deep.equal([]);
  });

  it('are none of 300 with two parts swapped', () => {
    const swapped = [...swappedPairs('English'), ...swappedPairs('Spanish')];
    expect(swapped.filter(([left, right]) => isFound({ kind: 'role', left, right }))).to.deep.equal([]);
  });

  for (const [half, pairs] of Object.entries(groups))
    it(`are found in more than half of the pairs in other words and in two languages: ${half}`, () => {
      const same = pairs.filter(areSame);
      expect(same.length).to.be.at.least(400);
      expect(same.filter(isFound).length / same.length).to.be.greaterThan(0.5);
    });

  it('are told without a lexicon, which only names more of them', () => {
    const compare = meaningComparer(() => undefined);
    expect(compare('Su perro se llama Rex', 'User has a dog called Rex')).to.equal(true);
    expect(compare('Su perro se llama Rex', 'User has a dog called Max')).to.equal(false);
  });

  it('are told of a memory by whom, when and what is noted as well', () => {
    const memory = { agentId: 'guide', namespace: '', source: 'USER', metadata: {} } as const;
    const payload = { type: 'LONG_TERM', content: 'User lives in Berlin', speaker: '' } as const;
    const one = { ...memory, payload };
    const areDuplicates = duplicateComparer(translate);
    const other = { ...one, payload: { ...payload, content: 'El usuario vive en Berlín' } };
    expect(areDuplicates(one, other)).to.equal(true);
    for (const different of [
      { ...other, agentId: 'other' },
      { ...other, namespace: 'home' },
      { ...other, source: 'TOOL' as const },
      { ...other, metadata: { city: true } },
      { ...other, payload: { ...other.payload, speaker: 'Ana' } },
      { ...other, payload: { ...other.payload, eventTimeMs: 1 } },
    ])
      expect(areDuplicates(one, different), JSON.stringify(different)).to.equal(false);
  });

  it('are the same from both sides, and every text is the same as itself', () => {
    const word = fc.constantFrom(
      ...'the user usuario Ana Luis likes not no le gusta his su is es called se llama to from a de 5 $7 June and y el , . ? é every'.split(
        ' ',
      ),
    );
    const text = fc.array(word, { maxLength: 10 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(meanSame(left, left)).to.equal(true);
        expect(meanSame(left, right)).to.equal(meanSame(right, left));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no long time, whatever the texts', () => {
    const hostile = [
      'no '.repeat(1300),
      'two '.repeat(1000),
      "a's ".repeat(1000),
      'de '.repeat(1300),
      'Ana '.repeat(1000),
      'word '.repeat(200_000),
    ];
    for (const left of hostile) for (const right of hostile) meanSame(left, `${right}.`);
  }).timeout(60_000);
});
