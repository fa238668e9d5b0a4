import { expect } from 'chai';
import { stopSignal } from '../../../server/domain/abort.ts';
import { expireSegments } from '../../../server/lifecycle/standby/expire-segments.ts';
import { segmentName } from '../../../server/lifecycle/standby/segment-names.ts';
import { memoryColdStore } from '../memory-cold-store.ts';

/** The first segment of a timeline is always a complete base. */
function segment(timeline: string, number: number, atMs: number): string {
  const isBase = number === 1;
  return segmentName({ timeline, number, atMs, to: number, isWhole: true, begins: isBase, ends: isBase });
}

describe('segments that are too old', () => {
  const gone: string[] = [];
  async function left(names: readonly string[], ancestors: readonly string[]): Promise<readonly string[]> {
    const storage = memoryColdStore();
    for (const name of names) storage.objects.set(name, new Uint8Array(1));
    const { delete: remove } = storage;
    storage.delete = (name, call) => {
      gone.push(name);
      return remove(name, call);
    };
    await expireSegments(storage, { timeline: 'own', ancestors }, 1000, { signal: stopSignal() });
    return [...storage.objects.keys()];
  }

  it('are deleted with the timeline of an earlier store, once all of that timeline is too old', async () => {
    const own = [segment('own', 1, 1500)];
    const orphan = [segment('orphan', 1, 100), segment('orphan', 1, 200), segment('orphan', 2, 300)];
    const lately = [segment('lately', 1, 100), segment('lately', 2, 1001)];
    expect(await left([...own, ...orphan, ...lately], [])).to.have.members([...own, ...lately]);
    expect(gone).to.deep.equal(orphan.toReversed());
    // Segments of the timeline that this store continues are still needed.
    expect(await left([...own, ...orphan], ['orphan'])).to.have.members([...own, ...orphan]);
  });

  it('are deleted once a complete walk after them is old enough, together with segments whose number another took', async () => {
    const second = segmentName({
      timeline: 'own',
      number: 3,
      atMs: 900,
      to: 3,
      isWhole: true,
      begins: true,
      ends: true,
    });
    const stay = [second, segment('own', 4, 2000)];
    const go = [segment('own', 1, 100), segment('own', 2, 200), segment('own', 2, 250), segment('from', 1, 50)];
    expect(await left([...stay, ...go], ['from'])).to.have.members(stay);
  });
});
