import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTalksWithNeeds, TALKS_FOLDER, UNSEEN_FOLDER } from './talks/read-talks.ts';

describe('talks with what their questions need', () => {
  const TALK = [
    'talk\tbakery\ten',
    'day\t2026-09-01',
    'user\tthe oven man comes on the 4th',
    'question\toven man when',
  ];

  function read(...rows: readonly string[]): ReturnType<typeof readTalksWithNeeds> {
    const folder = mkdtempSync(join(tmpdir(), 'recorda-talks-'));
    try {
      writeFileSync(join(folder, 'one.tsv'), `${rows.join('\n')}\n`);
      return readTalksWithNeeds(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('are read whole', () => {
    const [talk] = read(...TALK, 'need\t1.1\ton the 4th', 'line\thow hot is a bread oven');
    expect(talk?.asks).to.deep.equal([
      { kind: 'question', text: 'oven man when', needs: [[{ turn: '1.1', words: 'on the 4th' }]] },
    ]);
    expect(talk?.lines).to.deep.equal(['how hot is a bread oven']);
  });

  it('say in the turn that is named what is needed', () => {
    expect(() => read(...TALK, 'need\t1.1\ton the 5th')).to.throw('one.tsv, line 5');
    expect(() => read(...TALK, 'need\t1.2\ton the 4th')).to.throw('one.tsv, line 5');
    expect(() => read(...TALK, 'lasting\t2.1\ton the 4th\tThe oven is repaired on the 4th.')).to.throw(
      'one.tsv, line 5',
    );
  });

  it('have no rows of other kinds', () => {
    expect(() => read(...TALK, 'remark\tnothing')).to.throw('one.tsv, line 5');
    expect(() => read('line\tbefore any talk')).to.throw('one.tsv, line 1');
    expect(() => read('talk\tbakery\ten', 'user\tbefore any day')).to.throw('one.tsv, line 2');
    expect(() => read(...TALK.slice(0, 3), 'need\t1.1\ton the 4th')).to.throw('one.tsv, line 4');
  });

  it('need something whenever they ask', () => {
    const asks = [TALKS_FOLDER, UNSEEN_FOLDER]
      .flatMap((folder) => readTalksWithNeeds(folder))
      .flatMap((talk) => talk.asks);
    expect(asks.filter(({ needs }) => needs.length === 0)).to.deep.equal([]);
  });
});
