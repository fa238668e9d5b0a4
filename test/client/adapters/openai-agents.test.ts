/** Compares the session of the OpenAI Agents SDK with the one that the SDK keeps in memory. */
import { MemorySession, UserError, type AgentInputItem, type SessionHistoryTransactionArgs } from '@openai/agents';
import { expect } from 'chai';
import { RecordaSession } from '../../../client/adapters/openai-agents.ts';
import { describeBothDoors, errorOf } from '../../api/doors.ts';
import { seededRandom } from '../../load/sentences.ts';
import { scaled, testSeed } from '../../scale.ts';

const SEED = testSeed();

const said = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content });
const called = (callId: string, argumentsText: string): AgentInputItem => ({
  type: 'function_call',
  callId,
  name: 'look_up',
  arguments: argumentsText,
  status: 'completed',
});

/** Returns the result of a call, or the message of its error. */
async function outcomeOf(call: Promise<unknown> | void): Promise<unknown> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

type Both = readonly [recorda: RecordaSession, memory: MemorySession];
type Operation = (session: RecordaSession | MemorySession) => Promise<unknown> | void;

/** Makes random operations on two sessions; the items that they add differ from all others. */
class Driver {
  readonly #random: () => number;
  #count = 0;
  #transactions: SessionHistoryTransactionArgs[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below = (limit: number): number => Math.floor(this.#random() * limit);

  item(): AgentInputItem {
    this.#count += 1;
    const text = `${this.#count} ${'ñandú 🦤 '.repeat(this.below(4))}`;
    return [
      said(text),
      called(`call ${this.below(6)}`, JSON.stringify({ n: this.#count })),
      { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] } as AgentInputItem,
      {
        ...said(text),
        providerData: { $bytes: 'no bytes', nested: [{ $literal: { $bytes: 'AA' } }, null, 0.5, -1e21] },
      } as AgentInputItem,
    ][this.below(4)]!;
  }

  items = (most: number): AgentInputItem[] => Array.from({ length: this.below(most + 1) }, () => this.item());

  async transaction(memory: MemorySession): Promise<SessionHistoryTransactionArgs> {
    const known = this.#transactions[this.below(this.#transactions.length)];
    // This is a repeat, or another transaction with the same id.
    if (known !== undefined && this.below(3) === 0)
      return this.below(3) > 0 ? known : { ...known, transaction: this.#append() };
    const suffix = await memory.getItems(this.below(4));
    const isOff = this.below(5) === 0;
    const transaction =
      this.below(2) === 0
        ? this.#append()
        : {
            type: 'replace_suffix' as const,
            expectedSuffix: isOff ? [this.item()] : suffix,
            replacement: this.items(3),
          };
    const args = { operationId: `operation ${this.#count} ${this.#transactions.length}`, transaction };
    this.#transactions = [...this.#transactions, args].slice(-40);
    return args;
  }

  #append = () => ({ type: 'append_items' as const, items: this.items(3) });

  async next(memory: MemorySession): Promise<Operation> {
    const chosen = this.below(100);
    if (chosen < 30) {
      const items = this.items(4);
      return (session) => session.addItems(items);
    }
    if (chosen < 55) return (session) => session.popItem();
    if (chosen < 75) {
      const limit = this.below(8) - 1;
      return (session) => session.getItems(limit);
    }
    if (chosen < 93) {
      const args = await this.transaction(memory);
      return (session) => session.applyHistoryTransaction(args);
    }
    if (chosen < 98) {
      const callId = `call ${this.below(6)}`;
      const replacement = called(callId, '{"redacted":true}') as Extract<AgentInputItem, { type: 'function_call' }>;
      return (session) =>
        session.applyHistoryMutations({ mutations: [{ type: 'replace_function_call', callId, replacement }] });
    }
    return (session) => session.clearSession();
  }
}

describeBothDoors('A session of the OpenAI Agents SDK', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser() });

  it(`answers as the SDK's own does, seed ${SEED} @torture`, async () => {
    const ana = agent();
    const driver = new Driver(SEED);
    const [first, memory]: Both = [
      new RecordaSession(ana, { sessionId: 'trip' }),
      new MemorySession({ sessionId: 'trip' }),
    ];
    let recorda = first;
    expect(await recorda.getSessionId()).to.equal('trip');
    for (let step = 0; step < scaled(60, 5000); step += 1) {
      const operation = await driver.next(memory);
      const expected = await outcomeOf(operation(memory));
      expect(await outcomeOf(operation(recorda)), `step ${step}`).to.deep.equal(expected);
      if (step % 20 === 0) expect(await recorda.getItems(), `all after ${step}`).to.deep.equal(await memory.getItems());
      // Another program continues with it.
      if (driver.below(25) === 0) recorda = new RecordaSession(ana, { sessionId: 'trip' });
    }
  });

  it('keeps bytes, large items and more items than a document holds', async () => {
    const session = new RecordaSession(agent());
    const bytes = { ...said('a picture'), providerData: { image: new Uint8Array([0, 255, 7]) } } as AgentInputItem;
    const large = Array.from({ length: 9 }, (_, index) => said(`${index} ${'word '.repeat(30_000)}`));
    await session.addItems([bytes, ...large]);
    expect(await session.getItems()).to.deep.equal([bytes, ...large]);
    expect(await session.popItem()).to.deep.equal(large.at(-1));
    expect(await session.getItems(2)).to.deep.equal(large.slice(6, 8));
  });

  it('refuses an invalid transaction, and changes nothing', async () => {
    const session = new RecordaSession(agent());
    await session.addItems([said('one')]);
    const append = { type: 'append_items', items: [said('two')] };
    for (const args of [
      undefined,
      {},
      { operationId: ' ', transaction: append },
      { operationId: 'a', transaction: { type: 'drop_all' } },
      { operationId: 'a', transaction: { ...append, also: 1 } },
      { operationId: 'a', transaction: { type: 'append_items', items: [{ type: 'nothing known' }] } },
      { operationId: 'a', transaction: { type: 'replace_suffix', expectedSuffix: [() => 1], replacement: [] } },
    ]) {
      const mine = await outcomeOf(session.applyHistoryTransaction(args as SessionHistoryTransactionArgs));
      const theirs = await outcomeOf(
        new MemorySession().applyHistoryTransaction(args as SessionHistoryTransactionArgs),
      );
      expect(mine).to.have.property('error');
      expect(mine).to.deep.equal(theirs);
    }
    expect(await session.getItems()).to.deep.equal([said('one')]);
  });

  it('gives each item to one of 16 that take items off at once', async () => {
    const ana = agent();
    const items = Array.from({ length: 48 }, (_, index) => said(`item ${index}`));
    const shared = () => new RecordaSession(ana, { sessionId: 'shared' });
    for (let from = 0; from < items.length; from += 5) await shared().addItems(items.slice(from, from + 5));
    const rounds = [0, 1, 2].map(() => Array.from({ length: 16 }, shared));
    const taken: unknown[] = [];
    for (const sessions of rounds) taken.push(...(await Promise.all(sessions.map((session) => session.popItem()))));
    expect(taken).to.have.deep.members(items);
    expect(await shared().popItem()).to.equal(undefined);
  });

  it('puts a compacted history in the place of a long one, and is emptied', async () => {
    const ana = agent();
    const session = new RecordaSession(ana, { sessionId: 'long' });
    for (let index = 0; index < 120; index += 1) await session.addItems([said(`turn ${index}`)]);
    const args = { operationId: 'once', transaction: { type: 'append_items' as const, items: [said('added')] } };
    await session.applyHistoryTransaction(args);
    const compacted = [said('what was said, in short'), said('turn 119')];
    await session.replaceHistoryWithCompaction(compacted);
    expect(await session.getItems()).to.deep.equal(compacted);
    await session.applyHistoryTransaction(args);
    expect(await session.getItems(), 'the operation is still known').to.deep.equal(compacted);
    const left: unknown[] = [];
    for await (const document of ana.documents.ordered('openai-agents/long').list()) left.push(document);
    expect(left, 'the ledger and the history').to.have.length(2);
    await session.clearSession();
    expect(await session.getItems()).to.deep.equal([]);
    await session.applyHistoryTransaction(args);
    expect(await session.getItems(), 'no operation is known').to.deep.equal([said('added')]);
  });

  it('throws what the client throws', async () => {
    const session = new RecordaSession(agent(), { sessionId: 'x'.repeat(300) });
    expect((await errorOf(session.addItems([said('one')]))).detail.fields?.[0]?.field).to.equal('collection');
  });
});
