/**
 * Appends to and pops from one ordered collection with many concurrent writers, until it is killed; reports each act before and
 * after.
 */
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { perform, SCOPE, WRITERS, type Act, type Told } from './history-acts.ts';

const [dataDir = '', round = ''] = process.argv.slice(2);
const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
const history = recordaOver(pipelineTransport(pipeline, close)).agent(SCOPE).documents.ordered('thread');

/** Resolves once the parent has the message: an act that was not reported has not begun. */
const tell = (told: Told): Promise<void> => new Promise((resolve) => void process.send?.(told, () => resolve()));

async function write(writer: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const kind = (number + writer) % 3 === 2 ? 'pop' : 'append';
    const act: Act = { id: `${round}/${writer}/${number}`, kind, writer };
    await tell({ begun: act });
    await tell({ done: await perform(history, act) });
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
