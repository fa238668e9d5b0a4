/**
 * An agent of the OpenAI Agents SDK whose history Recorda keeps. The model's answers are written here, so no key is needed; with one,
 * leave `model` out.
 *
 *     npm install @openai/agents
 *     node dist/examples/openai-agents.js                    # in this process, data in ./openai-agents-memories
 *     node dist/examples/openai-agents.js localhost:50051    # on a server: npm start serve
 */
import { Agent, run, setTracingDisabled, Usage, type Model, type ModelRequest } from '@openai/agents';
import { connect, openEmbedded } from 'recorda';
import { RecordaSession } from 'recorda/openai-agents';

setTracingDisabled(true);

/** Answers with the number of user messages that it was shown. */
const model: Model = {
  getResponse({ input }: ModelRequest) {
    const items = Array.isArray(input) ? input : [];
    const count = items.filter((item) => 'role' in item && item.role === 'user').length;
    const text = `You have said ${count} thing${count === 1 ? '' : 's'} in this session.`;
    const content = [{ type: 'output_text' as const, text }];
    return Promise.resolve({
      usage: new Usage(),
      output: [{ type: 'message', role: 'assistant', status: 'completed', content }],
    });
  },
  getStreamedResponse() {
    throw new Error('This model does not stream.');
  },
};

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './openai-agents-memories' }) : connect(address);

try {
  const ana = recorda.agent({ userId: `ana-${Date.now()}` });
  const guide = new Agent({ name: 'Guide', instructions: 'Plan trips.', model });

  const session = new RecordaSession(ana, { sessionId: 'trip' });
  for (const said of ['We go to Lisbon in May.', 'Two nights near the river.']) {
    const { finalOutput } = await run(guide, said, { session });
    console.log(`> ${said}\n${finalOutput}`);
  }

  // This is another program on another day: the same user and session, whose history continues.
  const later = new RecordaSession(ana, { sessionId: 'trip' });
  const { finalOutput } = await run(guide, 'And one in Porto.', { session: later });
  console.log(`> And one in Porto.\n${finalOutput}`);
  console.log(`${(await later.getItems()).length} items are kept`);
} finally {
  await recorda.close();
}
