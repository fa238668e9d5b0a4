/**
 * A node of LangGraph that remembers its users in a store of Recorda's. The model's answers are written here, so no key is needed. In a graph, give
 * the store to `compile({ store })`, and nodes find it in their configuration.
 *
 *     npm install @langchain/langgraph-checkpoint @langchain/core
 *     node dist/examples/langgraph.js                    # in this process, data in ./langgraph-memories
 *     node dist/examples/langgraph.js localhost:50051    # on a server: npm start serve
 */
import { FakeListChatModel } from '@langchain/core/utils/testing';
import type { BaseStore } from '@langchain/langgraph-checkpoint';
import { connect, openEmbedded } from 'recorda';
import { RecordaStore } from 'recorda/langgraph';

const NAMESPACE = ['memories', 'food'];
const model = new FakeListChatModel({ responses: ['I have noted it.', 'Then no nuts, and no bread.'] });

/** Gives the model what the store has about the question, and keeps what is said. */
async function node(said: string, { store }: { readonly store: BaseStore }): Promise<string> {
  const known = await store.search(NAMESPACE, { query: said, limit: 3 });
  for (const { value } of known) console.log(`remembered: ${String(value['text'])}`);
  const { text } = await model.invoke([
    { role: 'system', content: `Known of the user:\n${known.map(({ value }) => String(value['text'])).join('\n')}` },
    { role: 'user', content: said },
  ]);
  if (!said.endsWith('?')) await store.put(NAMESPACE, crypto.randomUUID(), { text: said, source: 'user' });
  return text;
}

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './langgraph-memories' }) : connect(address);

try {
  const store = new RecordaStore(recorda.agent({ userId: `ana-${Date.now()}` }));
  for (const said of ['I eat no gluten and no nuts.', 'What may I eat?'])
    console.log(`> ${said}\n${await node(said, { store })}`);

  const kept = await store.search(['memories'], { filter: { source: { $eq: 'user' } } });
  console.log(
    `${kept.length} item is kept in ${(await store.listNamespaces()).map((names) => names.join('/')).join(', ')}`,
  );
} finally {
  await recorda.close();
}
