/**
 * Measures the calls of the acceptance as a program in Node sees them: one client of Recorda's, one call
 * after another.
 */
import type { Recorda } from '../../client/index.ts';
import { AutoPrune } from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { READER, WRITER, sessionMessage, textMemory, workingMemory, type LoadScope } from './calls.ts';
import type { Pace } from './measure-calls.ts';
import type { NamedTimings } from './report.ts';
import { query } from './sentences.ts';
import { timeCalls } from './timings.ts';

/**
 * Also measures what the other runs do not show: a search right after an add, and the time until a stream's
 * first result.
 */
export async function measureNodeClient(
  recorda: Recorda,
  random: () => number,
  pace: Pace,
): Promise<readonly NamedTimings[]> {
  const { memory } = recorda;
  const addText = () => memory.addMemory({ memory: textMemory(WRITER, random), autoPrune: AutoPrune.TO_FIT });
  const search = (scope: LoadScope) =>
    memory.retrieveMemories({ scope, query: query(random), types: [MemoryType.LONG_TERM] });
  const calls: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
    'add working': (index) => memory.addMemory({ memory: workingMemory(WRITER, index, random) }),
    'add short_term': () => memory.addMemory({ memory: sessionMessage(WRITER, random) }),
    'add long_term': addText,
    'retrieve long_term': () => search(READER),
    'add long_term, then retrieve it': async () => {
      await addText();
      await search(WRITER);
    },
    'stream all three, first result': async () => {
      const types = [MemoryType.WORKING, MemoryType.SHORT_TERM, MemoryType.LONG_TERM];
      for await (const { event } of memory.streamRetrieveMemories({
        retrieve: { scope: READER, query: query(random), types },
      }))
        if (event?.$case === 'result') break;
    },
  };
  const count = pace.callsOfOne / 2;
  const rows: NamedTimings[] = [];
  for (const [name, call] of Object.entries(calls))
    rows.push({ name, timings: await timeCalls(count, Math.round(count / 5), call) });
  return rows;
}
