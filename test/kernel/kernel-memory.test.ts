import { expect } from 'chai';
import fc from 'fast-check';
import { freeMemory } from '../../server/kernel/free-memory.ts';
import { kernelMarks } from '../../server/kernel/kernel-marks.ts';
import { kernelSpace } from '../../server/kernel/kernel-memory.ts';

describe('the free memory of the kernel', () => {
  it('is never given twice, and is one stretch again once all came back', () => {
    const orders = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat()), { maxLength: 200 });
    fc.assert(
      fc.property(orders, (list) => {
        const free = freeMemory();
        const all = 64 * 400;
        free.giveBack(0, all);
        const taken = new Map<number, number>();
        for (const [lines, choice] of list) {
          const bytes = 64 * lines;
          const address = free.take(bytes);
          if (address !== undefined) {
            for (const [start, length] of taken)
              expect(address + bytes <= start || start + length <= address).to.equal(true);
            expect(address).to.be.within(0, all - bytes);
            taken.set(address, bytes);
          }
          if (choice % 2 === 0 || taken.size === 0) continue;
          const [start, length] = [...taken][choice % taken.size] as [number, number];
          free.giveBack(start, length);
          taken.delete(start);
        }
        for (const [start, length] of taken) free.giveBack(start, length);
        expect(free.take(all)).to.equal(0);
        expect(free.take(64)).to.equal(undefined);
      }),
    );
  });
});

describe('marks', () => {
  it('are forgotten each time, however often, and when there are more slots', () => {
    const marks = kernelMarks();
    for (let time = 0; time < 700; time++) {
      const slots = time < 400 ? 10 : 5000;
      const mark = marks.begin(slots);
      const bytes = new Uint8Array(kernelSpace().floats.buffer, marks.address, slots);
      expect(bytes.includes(mark), `the ${time}th time`).to.equal(false);
      bytes[time % slots] = mark;
    }
  });
});
