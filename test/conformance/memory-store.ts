/**
 * The obligations of every MemoryStore, as server/ports/stores.ts states them, each tested with a real backend. A backend states
 * its traits; differences between types follow from them, never from a backend's name.
 */
import { describeReading } from './reading.ts';
import { describeRandomHistories } from './random-histories.ts';
import { describeRepeats } from './repeats.ts';
import { describePins } from './pins.ts';
import { describeRoom } from './room.ts';
import { describeRetrieving } from './retrieving.ts';
import { describeChanging } from './changing.ts';
import { describeIsolation } from './isolation.ts';
import { describeOfUser } from './of-user.ts';
import { describeGivingUp } from './giving-up.ts';
import { describeExpiry, describeReopening } from './lifetime.ts';
import { describeWorking } from './working.ts';
import { PINNABLE_TYPES } from '../../server/domain/memory.ts';
import { keptOpen, type StoreKind } from './subject.ts';

export type { OpenedStore, StoreKind } from './subject.ts';

/** Tests whether one type of one backend fulfils the port. */
export function describeMemoryStore(name: string, kind: StoreKind): void {
  describe(`MemoryStore: ${name}`, () => {
    const kept = keptOpen(kind);
    describeReading(kept);
    describeChanging(kept);
    describeIsolation(kept);
    describeRoom(kept);
    if (PINNABLE_TYPES.includes(kind.traits.type)) describePins(kept);
    describeRepeats(kept);
    describeRetrieving(kept);
    describeOfUser(kept);
    if (kind.traits.type === 'WORKING') describeWorking(kept);
    describeGivingUp(kept);
    if (kind.traits.ttlMs !== undefined) describeExpiry(kept, kind.traits.ttlMs);
    if (kind.traits.isDurable) describeReopening(kind);
    describeRandomHistories(kept);
  });
}
