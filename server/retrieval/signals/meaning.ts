import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { kernelRoom } from '../../kernel/kernel-room.ts';

/** Addresses of columns in the kernel's memory; `scales` are 1 over the length of each vector mixed with its neighbours'. */
export type MeaningColumns = {
  readonly cosines: number;
  readonly scales: number;
  readonly out: number;
};

/** Where documents have neighbours; `spans` are those of the wide stretch, as retrieval/stretch-spans.ts says. */
export type LinkColumns = Readonly<Record<'before' | 'after' | 'spoken' | 'spans', number>>;

const room = kernelRoom();
const STEP = 4;
const FLOAT_BYTES = 4;

/**
 * The cosine with a memory mixed with its neighbours': no dot product more than the memories' own, since the length of the
 * mixed vector is kept. Without `links` none has neighbours.
 */
export function meaning({ cosines, scales, out }: MeaningColumns, links: LinkColumns | undefined, slots: number): void {
  const { functions } = kernelSpace();
  if (links === undefined) {
    functions.meaningAlone(cosines, scales, Math.ceil(slots / STEP) * STEP, out);
    return;
  }
  const mixes = [BEFORE_MIX[0], AFTER_MIX[0], BEFORE_MIX[1], AFTER_MIX[1]];
  const at = room.of(mixes.length * FLOAT_BYTES);
  kernelSpace().floats.set(mixes, at / FLOAT_BYTES);
  const { before, after, spoken, spans } = links;
  functions.meaningInChain(cosines, scales, before, after, spoken, spans, at, slots, out);
}
