/** Programs in frameworks of agents that are too large for dependencies of the tests, so that only release:check runs them. */

/** Google's ADK: its runner, with its own types. */
const ADK = `import { BaseLlm, InMemorySessionService, LlmAgent, PRELOAD_MEMORY, Runner } from '@google/adk';
import type { BaseLlmConnection, BaseMemoryService, LlmRequest, LlmResponse } from '@google/adk';
import { openEmbedded } from 'recorda';
import { RecordaMemoryService } from 'recorda/adk';

class Model extends BaseLlm {
  async *generateContentAsync({ config }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const isShown = JSON.stringify(config).includes('peanuts');
    yield { content: { role: 'model', parts: [{ text: isShown ? 'No satay.' : 'Who knows?' }] } };
  }
  connect(): Promise<BaseLlmConnection> {
    throw new Error('it does not speak');
  }
}
const recorda = await openEmbedded({ dataDir: './adk-kit' });
const memoryService: BaseMemoryService = new RecordaMemoryService(recorda);
const sessionService = new InMemorySessionService();
const [appName, userId] = ['kitchen', 'ana'];
const agent = new LlmAgent({ name: 'cook', model: new Model({ model: 'written' }), tools: [PRELOAD_MEMORY] });
const runner = new Runner({ appName, agent, sessionService, memoryService });
const questions = { monday: "I'm allergic to peanuts.", tuesday: 'Which food am I allergic to?' };
for (const [sessionId, text] of Object.entries(questions)) {
  await sessionService.createSession({ appName, userId, sessionId });
  const newMessage = { role: 'user', parts: [{ text }] };
  for await (const { content } of runner.runAsync({ userId, sessionId, newMessage }))
    console.log(sessionId, content?.parts?.[0]?.text);
  const session = await sessionService.getSession({ appName, userId, sessionId });
  if (session !== undefined) await memoryService.addSessionToMemory(session);
}
await recorda.close();
`;

/** Mastra: its agent, whose model is wrapped in the middleware for the AI SDK. */
const MASTRA = `import { Agent } from '@mastra/core/agent';
import { wrapLanguageModel } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { openEmbedded } from 'recorda';
import { recordaMiddleware } from 'recorda/ai-sdk';

const finishReason = { unified: 'stop' as const, raw: 'stop' };
const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const model = new MockLanguageModelV4({
  doStream: async ({ prompt }) => {
    const count = prompt.filter((message) => JSON.stringify(message).includes('peanuts')).length;
    const id = '1';
    return {
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id },
          { type: 'text-delta' as const, id, delta: 'I was shown ' + count + '.' },
          { type: 'text-end' as const, id },
          { type: 'finish' as const, finishReason, usage },
        ],
      }),
    };
  },
});
const recorda = await openEmbedded({ dataDir: './mastra' });
const questions = { monday: "I'm allergic to peanuts.", tuesday: 'Which food am I allergic to?' };
for (const [sessionId, question] of Object.entries(questions)) {
  const middleware = recordaMiddleware(recorda.conversation({ userId: 'ana', sessionId }));
  // Mastra declares models by an earlier version of these types.
  const wrapped = wrapLanguageModel({ model, middleware }) as never;
  const agent = new Agent({ id: 'cook', name: 'cook', instructions: 'Be brief.', model: wrapped });
  const answer = await agent.stream(question);
  console.log(sessionId, await answer.text);
}
await recorda.close();
`;

/** The programs, each with the text that it prints if all is well. */
export const IN_FRAMEWORKS = [
  { framework: '@google/adk@2', program: ADK, says: 'monday Who knows?\ntuesday No satay.' },
  { framework: '@mastra/core@1 zod@4', program: MASTRA, says: 'monday I was shown 1.\ntuesday I was shown 1.' },
];
