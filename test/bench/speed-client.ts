/** The clients of speed.ts, in a process of their own. */
import { connect, type Recorda } from '../../client/index.ts';
import { query, seededRandom } from '../load/sentences.ts';

export type SpeedOrder = {
  readonly address: string;
  readonly user: string;
  readonly calls: number;
  readonly atOnce: number;
  /** If true, working memory is added to meanwhile, call after call. */
  readonly workingAdds?: boolean;
};
export type SpeedReport = {
  readonly searches: readonly number[];
  readonly workingAdds: readonly number[];
  readonly elapsedMs: number;
};

const WORKING_KEYS = 50;
const random = seededRandom(2);
let connected: { readonly address: string; readonly recorda: Recorda } | undefined;

process.on('message', (order: SpeedOrder) => {
  void run(order).then((report) => process.send?.(report));
});

async function run({ address, user, calls, atOnce, workingAdds = false }: SpeedOrder): Promise<SpeedReport> {
  if (connected?.address !== address) {
    await connected?.recorda.close();
    connected = { address, recorda: connect(address) };
  }
  const { memory } = connected.recorda;
  const searches: number[] = [];
  const adds: number[] = [];
  let begun = 0;
  const state = { isDone: !workingAdds };
  const start = performance.now();
  const searching = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1;
      const request = { scope: { userId: user }, query: query(random), topK: 5 };
      const before = performance.now();
      await memory.retrieveMemories(request);
      searches.push(performance.now() - before);
    }
  };
  const adding = async (): Promise<void> => {
    const scope = { userId: 'working', agentId: 'agent' };
    for (let index = 0; !state.isDone; index++) {
      const value = { key: `key-${index % WORKING_KEYS}`, value: 'what the task needs to remember' };
      const before = performance.now();
      await memory.addMemory({ memory: { scope, payload: { $case: 'working', value } } });
      adds.push(performance.now() - before);
    }
  };
  const added = adding();
  await Promise.all(Array.from({ length: atOnce }, searching));
  const elapsedMs = performance.now() - start;
  state.isDone = true;
  await added;
  return { searches, workingAdds: adds, elapsedMs };
}
