/**
 * What the client does wherever it runs. Nothing here depends on Node: browsers, Bun and Deno run it as it
 * is.
 */
import { expect } from 'chai';
import type { ConnectOptions } from '../../../client/connect-options.ts';
import type { RecordaError } from '../../../client/errors.ts';
import type { UserClient } from '../../../client/user-client.ts';

export type Connect = (address: string, options: ConnectOptions) => UserClient;

/** How to reach the server; nobody else uses `user`. */
export type Target = { readonly address: string; readonly apiKey: string; readonly user: string };

/** The outcome of a scenario, with its fault if it failed. */
export type Outcome = { readonly scenario: string; readonly fault?: string };

const MANY = 200;

async function failureOf(work: Promise<unknown>): Promise<RecordaError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as RecordaError,
  );
  expect(error?.name, String(error)).to.equal('RecordaError');
  return error!;
}

/** Iterates a stream one by one; leaving the iterator ends the call. */
const begun = <T>(stream: AsyncIterable<T>): AsyncIterator<T, undefined> =>
  stream[Symbol.asyncIterator]() as AsyncIterator<T, undefined>;

const SCENARIOS: Readonly<Record<string, (recorda: UserClient, user: string) => Promise<void>>> = {
  async 'adds, and finds by a stream that it leaves early'(recorda, user) {
    const agent = recorda.agent({ userId: user, agentId: 'guide', sessionId: 'monday' });
    const { operation } = await agent.add('Ana enjoys skiing ⛷', { metadata: { category: 'sports' } });
    expect(operation).to.equal('ADD');
    await agent.add('Where shall we go in January?', { type: 'short_term' });
    const found: string[] = [];
    for await (const hit of agent.stream('skiing', { types: ['short_term', 'long_term'] })) found.push(hit.text);
    expect(found).to.have.members(['Ana enjoys skiing ⛷', 'Where shall we go in January?']);
    let first: string | undefined;
    for await (const hit of agent.stream('skiing', { types: ['short_term', 'long_term'] })) {
      first = hit.text;
      break;
    }
    expect(found).to.include(first);
    const [hit] = await agent.retrieve('skiing', { filter: 'metadata.category == "sports"' });
    expect(hit?.similarity).to.be.within(0, 1);
  },

  async 'takes a stream of many messages, however they are cut'(recorda, user) {
    const scope = { userId: `${user} many` };
    const texts = Array.from({ length: MANY }, (_, at) => `Note ${at}: ${'skiing in the mountains '.repeat(40)}`);
    const requests = texts.map((content) => ({
      memory: { scope, payload: { $case: 'text' as const, value: { content } } },
    }));
    await recorda.memory.batchAddMemories({ requests });
    const found: string[] = [];
    for await (const hit of recorda.agent(scope).stream('skiing', { topK: MANY })) found.push(hit.text);
    expect(found).to.have.members(texts);
  },

  async 'holds a conversation'(recorda, user) {
    const chat = recorda.conversation({ userId: user, sessionId: 'tuesday', agentId: 'guide' });
    await chat.append([{ content: 'We decided to travel by train.' }, { role: 'assistant', content: 'Noted.' }]);
    const { body, tokenCount } = await chat.prompt('How shall we travel?', { provider: 'anthropic' });
    expect(JSON.stringify(body)).to.include('We decided to travel by train.');
    expect(tokenCount).to.be.greaterThan(5);
  },

  async 'follows changes as they come'(recorda, user) {
    const agent = recorda.agent({ userId: `${user} watched` });
    const before = await agent.add('before');
    const watching = begun(agent.watch({ fromOldest: true }));
    expect((await watching.next()).value?.id).to.equal(before.memory.id);
    const next = watching.next();
    const { memory } = await agent.add('after');
    expect((await next).value).to.deep.include({ operation: 'add', id: memory.id });
    await watching.return?.();
  },

  async 'has errors with their details'(recorda, user) {
    const agent = recorda.agent({ userId: `${user} errors` });
    const unset = await failureOf(agent.add(''));
    expect(unset).to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT', retryable: false });
    expect(unset.detail.fields?.[0]?.field).to.equal('memory.text.content');
    await agent.documents.collections.put('bookings', { schema: { properties: { price: { type: 'number' } } } });
    const unfit = await failureOf(agent.documents.put({ collection: 'bookings', key: 'hotel' }, { price: 'much' }));
    expect(unfit.reason).to.equal('SCHEMA_MISMATCH');
    expect(unfit.detail.fields?.[0]?.field).to.equal('memory.document.data.price');
    const streamed = await failureOf(begun(agent.stream('skiing', { filter: 'nonsense(' })).next());
    expect(streamed.reason).to.equal('FILTER_INVALID');
  },

  async 'ends calls by a signal, by their time and by closing'(recorda, user) {
    const agent = recorda.agent({ userId: `${user} ended` });
    const { memory } = await agent.add('before');
    const controller = new AbortController();
    const watching = begun(agent.watch({ fromOldest: true, signal: controller.signal }));
    expect((await watching.next()).value?.id).to.equal(memory.id);
    const waiting = failureOf(watching.next());
    controller.abort();
    expect((await waiting).reason).to.equal('CANCELLED');
    const before = await failureOf(agent.retrieve('skiing', { signal: controller.signal }));
    expect(before.reason).to.equal('CANCELLED');
    const late = begun(agent.watch({ fromOldest: true, timeoutMs: 500 }));
    await late.next();
    expect((await failureOf(late.next())).reason).to.equal('DEADLINE_EXCEEDED');
    await recorda.close();
    expect((await failureOf(agent.retrieve('skiing'))).reason).to.equal('CANCELLED');
  },
};

export const SCENARIO_NAMES = Object.keys(SCENARIOS);

/** Runs each with a client of its own. */
export async function runScenarios(connect: Connect, { address, apiKey, user }: Target): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [scenario, run] of Object.entries(SCENARIOS)) {
    try {
      await using recorda = connect(address, { apiKey });
      await run(recorda, user);
      outcomes.push({ scenario });
    } catch (error) {
      outcomes.push({ scenario, fault: error instanceof Error ? `${error.stack}` : String(error) });
    }
  }
  return outcomes;
}
