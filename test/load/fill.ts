/** Fills a user's memory to its quotas. */
import type { Recorda } from '../../client/index.ts';
import { AutoPrune } from '../../proto/gen/recorda/v1/memory.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { sessionMessage, textMemory, workingMemory, type LoadScope } from './calls.ts';

const BATCH = 500;

/** Returns the ids of the long-term memories, in order of arrival. Rejects if one was not added. */
export async function fill(
  recorda: Recorda,
  scope: LoadScope,
  random: () => number,
  longTermCount: number,
): Promise<readonly string[]> {
  await addAll(
    recorda,
    Array.from({ length: QUOTAS.WORKING.count }, (_, index) => workingMemory(scope, index, random)),
  );
  await addAll(
    recorda,
    Array.from({ length: QUOTAS.SHORT_TERM.count }, () => sessionMessage(scope, random)),
  );
  return addAll(
    recorda,
    Array.from({ length: longTermCount }, () => textMemory(scope, random)),
  );
}

type AnyMemory = ReturnType<typeof textMemory> | ReturnType<typeof sessionMessage> | ReturnType<typeof workingMemory>;

async function addAll(recorda: Recorda, memories: readonly AnyMemory[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < memories.length; start += BATCH) {
    const requests = memories
      .slice(start, start + BATCH)
      .map((memory) => ({ memory, autoPrune: AutoPrune.UNSPECIFIED }));
    const { results } = await recorda.memory.batchAddMemories({ requests });
    for (const { result } of results) {
      if (result?.$case !== 'added') throw new Error(`Not added: ${result?.value.message ?? 'no answer'}`);
      ids.push(result.value.memory?.id ?? '');
    }
  }
  return ids;
}
