/** Tests the middleware for the AI SDK with the SDK's own calls and its mock models. */
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { expect } from 'chai';
import { z } from 'zod';
import { recordaMiddleware } from '../../../client/adapters/ai-sdk.ts';
import type { Conversation } from '../../../client/conversation.ts';
import { RecordaError } from '../../../client/errors.ts';
import { describeBothDoors, errorOf } from '../../api/doors.ts';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const STOP = { unified: 'stop' as const, raw: 'stop' };
const answer = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: STOP,
  usage: USAGE,
  warnings: [],
});
const look = (id: string) => ({
  content: [{ type: 'tool-call' as const, toolCallId: id, toolName: 'look', input: '{}' }],
  finishReason: { unified: 'tool-calls' as const, raw: 'tool' },
  usage: USAGE,
  warnings: [],
});
const streamed = (text: string) => ({
  stream: simulateReadableStream({
    chunks: [
      { type: 'stream-start' as const, warnings: [] },
      { type: 'text-start' as const, id: '1' },
      ...text
        .split(' ')
        .map((word, at) => ({ type: 'text-delta' as const, id: '1', delta: (at > 0 ? ' ' : '') + word })),
      { type: 'text-end' as const, id: '1' },
      { type: 'finish' as const, finishReason: STOP, usage: USAGE },
    ],
  }),
});
const tools = { look: tool({ inputSchema: z.object({}), execute: () => 'sunny' }) };

async function keptIn(chat: Conversation): Promise<string[]> {
  const kept: string[] = [];
  for await (const { role, content } of chat.turns()) kept.push(`${role}: ${content}`);
  return kept;
}

/** Returns a conversation none of whose calls reaches its server. */
function unreachable(reason: 'BACKEND_UNAVAILABLE' | 'CREDENTIAL_INVALID'): Conversation {
  const fail = () => Promise.reject(new RecordaError(reason, 'no server'));
  return { tail: fail, append: fail } as unknown as Conversation;
}

describeBothDoors('The middleware for the AI SDK', (door) => {
  const chats = () => {
    const userId = door().newUser();
    return (sessionId: string) => door().recorda.conversation({ userId, sessionId });
  };

  it('gives what is known right before the question, and keeps one turn whatever the steps', async () => {
    const chat = chats();
    await chat('monday').append({ content: "I'm allergic to peanuts." });
    const mock = new MockLanguageModelV4({ doGenerate: [look('1'), look('2'), answer('No satay.')] });
    const model = wrapLanguageModel({ model: mock, middleware: recordaMiddleware(chat('tuesday')) });
    const prompt = 'Which food am I allergic to?';
    const { text } = await generateText({ model, tools, stopWhen: stepCountIs(5), system: 'Be brief.', prompt });
    expect(text).to.equal('No satay.');
    expect(mock.doGenerateCalls).to.have.length(3);
    const shown = mock.doGenerateCalls.map((call) => call.prompt);
    for (const messages of shown) {
      expect(messages.slice(0, 3).map(({ role }) => role)).to.deep.equal(['system', 'user', 'user']);
      // The bytes are the same in each step, so that the provider's cache has them.
      expect(messages[1]).to.deep.equal(shown[0]![1]);
      expect(JSON.stringify(messages[1])).to.include('peanuts');
      expect(JSON.stringify(messages[2])).to.include(prompt);
    }
    expect(await keptIn(chat('tuesday'))).to.deep.equal([`user: ${prompt}`, 'assistant: No satay.']);
  });

  it('keeps what was streamed, for models of V3 as well', async () => {
    const chat = chats();
    for (const mock of [
      new MockLanguageModelV3({ doStream: streamed('You are welcome.') }),
      new MockLanguageModelV4({ doStream: streamed('You are welcome.') }),
    ]) {
      const session = chat(mock.specificationVersion);
      const model = wrapLanguageModel({ model: mock, middleware: recordaMiddleware(session) });
      expect(await streamText({ model, prompt: 'Thank you for all.' }).text).to.equal('You are welcome.');
      expect(await keptIn(session)).to.deep.equal(['user: Thank you for all.', 'assistant: You are welcome.']);
    }
  });

  it('keeps with the next answer what a tool was the last step of', async () => {
    const session = chats()('tools');
    const mock = new MockLanguageModelV4({ doGenerate: [look('1'), answer('Sunny, then.')] });
    const model = wrapLanguageModel({ model: mock, middleware: recordaMiddleware(session) });
    const said = { role: 'user' as const, content: 'How is the weather?' };
    const { responseMessages } = await generateText({ model, tools, messages: [said] });
    expect(await keptIn(session)).to.deep.equal([]);
    await generateText({ model, tools, messages: [said, ...responseMessages, { role: 'user', content: 'Tell me.' }] });
    const kept = ['user: How is the weather?', 'user: Tell me.', 'assistant: Sunny, then.'];
    expect(await keptIn(session)).to.deep.equal(kept);
  });

  it('goes on without memory in an outage, or fails where it is to; other errors always fail', async () => {
    const ask = (reason: Parameters<typeof unreachable>[0], options: Parameters<typeof recordaMiddleware>[1]) => {
      const mock = new MockLanguageModelV4({ doGenerate: answer('Hello.') });
      const model = wrapLanguageModel({ model: mock, middleware: recordaMiddleware(unreachable(reason), options) });
      return generateText({ model, prompt: 'Hi, what do you know of me?', maxRetries: 0 });
    };
    const errors: string[] = [];
    const onError = (error: RecordaError) => errors.push(error.reason);
    expect((await ask('BACKEND_UNAVAILABLE', { onError })).text).to.equal('Hello.');
    expect(errors).to.deep.equal(['BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE']);
    expect(await errorOf(ask('BACKEND_UNAVAILABLE', { onOutage: 'throw' }))).to.include({
      reason: 'BACKEND_UNAVAILABLE',
    });
    expect(await errorOf(ask('CREDENTIAL_INVALID', { onError }))).to.include({ reason: 'CREDENTIAL_INVALID' });
  });
});
