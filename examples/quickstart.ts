/**
 * Adds memories of every type and finds them again.
 *
 *     node dist/examples/quickstart.js                    # in this process, data in ./quickstart-memories
 *     node dist/examples/quickstart.js localhost:50051    # on a server: npm start serve
 */
import { connect, openEmbedded, RecordaError } from 'recorda';

const [address] = process.argv.slice(2);
// Both functions return the same kind of object.
const recorda = address === undefined ? await openEmbedded({ dataDir: './quickstart-memories' }) : connect(address);

try {
  const ana = recorda.agent({ userId: 'ana', agentId: 'travel', sessionId: 'monday' });

  // Long-term memories are kept until deleted; working memories belong to the current task, short-term ones
  // are the messages of this session.
  const { memory, latencyMs } = await ana.add('User enjoys skiing', { metadata: { category: 'sports' } });
  console.log(`added ${memory.id} in ${latencyMs.toFixed(1)} ms`);
  await ana.add('User avoids advanced slopes', { metadata: { category: 'sports' } });
  await ana.add('User likes French cuisine', { metadata: { category: 'food' } });
  await ana.set('current_destination', 'Paris');
  await ana.add('Where shall we go in January?', { type: 'short_term', role: 'user' });

  const filter = 'metadata.category == "sports"';
  const hits = await ana.retrieve('skiing preferences', { topK: 2, filter });
  for (const { text, similarity } of hits) console.log(`${similarity.toFixed(2)}  ${text}`);
  console.log(`found in ${hits.latencyMs.toFixed(1)} ms, target ${hits.targetMs} ms`);

  // A memory that was read can be changed only as long as nobody else has changed it.
  const changed = await ana.update(memory, { text: 'User enjoys skiing with the children' });
  try {
    await ana.update(memory, { text: 'User enjoys tea' });
  } catch (error) {
    if (!(error instanceof RecordaError) || error.reason !== 'ETAG_MISMATCH') throw error;
    console.log(`refused: ${error.reason}; it is now "${changed.text}"`);
  }

  console.log(`the task is over: ${await ana.endTask()} working entry gone`);
  for await (const { id } of ana.list()) await ana.delete(id);
} finally {
  await recorda.close();
}
