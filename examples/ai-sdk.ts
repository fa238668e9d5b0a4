/**
 * A model of the AI SDK that remembers, by a middleware. Its answers are written here, so no key is needed.
 *
 *     npm install ai zod
 *     node dist/examples/ai-sdk.js                    # in this process, data in ./ai-sdk-memories
 *     node dist/examples/ai-sdk.js localhost:50051    # on a server: npm start serve
 */
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { connect, openEmbedded } from 'recorda';
import { recordaMiddleware } from 'recorda/ai-sdk';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Reports how many of the messages that it is shown mention peanuts. */
const model = new MockLanguageModelV4({
  doGenerate: ({ prompt }) => {
    const count = prompt.filter((message) => JSON.stringify(message).includes('peanuts')).length;
    const content = [{ type: 'text' as const, text: `I was shown ${count} about peanuts.` }];
    return Promise.resolve({ content, finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE, warnings: [] });
  },
});

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './ai-sdk-memories' }) : connect(address);

try {
  const userId = `ana-${Date.now()}`;
  const ask = async (sessionId: string, prompt: string): Promise<void> => {
    const middleware = recordaMiddleware(recorda.conversation({ userId, sessionId }));
    const { text } = await generateText({ model: wrapLanguageModel({ model, middleware }), prompt });
    console.log(`${sessionId}: ${prompt}\n${text}`);
  };
  await ask('monday', "I'm allergic to peanuts.");
  // This is another session, whose messages do not mention them.
  await ask('tuesday', 'Which food am I allergic to?');
} finally {
  await recorda.close();
}
