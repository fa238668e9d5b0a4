/**
 * Appends turns to a session, three at a time, until it is killed; reports each append before it begins and once it is acknowledged.
 */
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { BATCH, batchOf, SCOPE } from './appended-batches.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);
const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
const { context } = recordaOver(pipelineTransport(pipeline, close));
for (let number = Number(first); ; number += 1) {
  process.send?.({ begun: number });
  await context.appendTurns({ scope: SCOPE, turns: batchOf(number), requestId: `batch-${number}` });
  process.send?.({ acknowledged: number, turns: BATCH });
}
