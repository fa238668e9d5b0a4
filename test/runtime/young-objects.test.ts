import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../root.ts';

const MODULE = join(ROOT, 'dist/server/runtime/young-objects.js');

/** Makes objects that survive until V8 has learnt that they do, then returns how many bytes of later ones begin in the old generation. */
const BEGUN_OLD = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
  const make = (at) => ({ at, next: { at: at + 1 }, more: [at] });
  for (let round = 0; round < 20; round += 1) {
    const survivors = [];
    for (let at = 0; at < 200_000; at += 1) survivors.push(make(at));
  }
  const kept = new Array(10_000).fill(undefined);
  const before = old();
  for (let at = 0; at < kept.length; at += 1) kept[at] = make(at);
  console.log(old() - before);
`;

function bytesBegunOld(before: string): number {
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', before + BEGUN_OLD], { encoding: 'utf8' }),
  );
}

describe('Young objects', () => {
  it('begin in the young generation although many like them survived', () => {
    const few = 100_000;
    expect(bytesBegunOld(''), 'as V8 does by itself').to.be.above(few);
    const allocateYoung = `(await import(${JSON.stringify(MODULE)})).allocateYoung();`;
    expect(bytesBegunOld(allocateYoung)).to.be.below(few);
  });
});
