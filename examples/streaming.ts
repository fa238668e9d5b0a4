/**
 * Searches several types at once and shows each type's results the moment they are there.
 *
 *     node dist/examples/streaming.js [localhost:50051]
 */
import { connect, openEmbedded } from 'recorda';

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './streaming-memories' }) : connect(address);

try {
  const ben = recorda.agent({ userId: 'ben', agentId: 'travel', sessionId: 'tuesday' });
  await ben.set('current_destination', 'Paris');
  await ben.add('The flight to Paris leaves on Friday', { type: 'short_term', role: 'assistant' });
  await ben.add('User likes French cuisine');

  const found = ben.stream('Paris trip planning', { types: ['working', 'short_term', 'long_term'], topK: 3 });
  for await (const { type, text } of found) console.log(`${type.padEnd(10)} ${text}`);
  for (const { type, count, latencyMs, targetMs, error } of found.types) {
    console.log(
      `${type.padEnd(10)} ${count} found in ${latencyMs.toFixed(2)} of ${targetMs} ms${error ? `: ${error.message}` : ''}`,
    );
  }

  // Leaving the loop cancels the rest, on the server too; so does a signal.
  for await (const { text } of ben.stream('Paris', {
    types: ['working', 'long_term'],
    signal: AbortSignal.timeout(5000),
  })) {
    console.log(`enough: ${text}`);
    break;
  }

  for await (const { id } of ben.list()) await ben.delete(id);
  for await (const { id } of ben.list({ type: 'short_term' })) await ben.delete(id);
  await ben.endTask();
} finally {
  await recorda.close();
}
