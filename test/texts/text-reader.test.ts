import { expect } from 'chai';
import { modelPrice } from '../../server/domain/context/model-price.ts';
import { deadlineExceeded, stopSignal } from '../../server/domain/abort.ts';
import type { Turn } from '../../server/domain/context/turn.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { TEXTS } from '../../server/policy/retrieval.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { textReader } from '../../server/texts/text-reader.ts';
import { text, TEXT_KINDS } from '../bench/loop/texts.ts';
import { errorOf } from '../api/doors.ts';

const MB = 2 ** 20;
const SCOPE = { agentId: 'a', sessionId: 's' };

describe('reading large texts', () => {
  const table = loadStaticTable();
  const encoder = staticEncoder(table);
  const options = { table, log: silentLog, embed: (said: string) => encoder.embed(said), newUuid: () => 'same' };
  const here = textReader({ ...options, inPlaceUnits: Infinity });
  const there = textReader({ ...options, inPlaceUnits: 0 });
  after(() => Promise.all([here.close(), there.close()]));

  const call = () => ({ signal: stopSignal() });
  const turn = (content: string, role: Turn['role'] = 'USER'): Turn => ({
    role,
    content,
    speaker: '',
    timeMs: 1,
    toolCalls: [],
    toolCallId: role === 'TOOL' ? 'call' : '',
  });
  const withoutFactIds = (read: readonly object[]): unknown =>
    JSON.parse(JSON.stringify(read, (key, value: unknown) => (key === 'facts' ? (value as unknown[]).length : value)));
  const withoutIds = (read: readonly object[]): unknown => withoutFactIds(read.map((one) => ({ ...one, id: '' })));

  it('says on a thread what it says in place', async () => {
    const said = [
      'My name is Ana, I live in Lisbon, and we decided to take the train. Shall we?',
      'Olvidá mi dirección. Me gusta el café con vista a la montaña.',
      ...TEXT_KINDS.map((kind) => text(kind, 40_000)),
    ];
    const turns = said.flatMap((content) => [turn(content), turn(content, 'ASSISTANT'), turn(content, 'TOOL')]);
    const [one, other] = await Promise.all([here, there].map((reader) => reader.readTurns(turns, SCOPE, call())));
    expect(withoutIds(other!)).to.deep.equal(withoutIds(one!));
    expect(await there.count(said, 'cl100k_base', call())).to.deep.equal(await here.count(said, 'cl100k_base', call()));
    for (const content of said) {
      expect(await there.readSpeech(content, call())).to.deep.equal(await here.readSpeech(content, call()));
      expect(await there.hear(content, call())).to.deep.equal(await here.hear(content, call()));
    }
  });

  it('builds the same prompt on a thread, of large materials', async () => {
    await here.tokens.load('o200k_base');
    const result = (id: string, content: string) => ({ call: { id, name: 'search', argumentsJson: '{}' }, content });
    const order = {
      materials: {
        system: 'Be brief.',
        systemVersion: 'v',
        segments: [],
        earlierSessions: [],
        window: [],
        facts: [],
        recalled: [],
        planned: new Set<string>(),
        extras: [{ kind: 'EXAMPLE' as const, name: 'e', text: text('sentences', 4000) }],
        lastError: '',
        newTurn: 'What did they find?',
        toolResults: TEXT_KINDS.map((kind) => result(kind, text(kind, 60_000))),
        order: 'STABLE_FIRST' as const,
        omitted: [],
        degradations: [],
        sessionId: 's',
        policy: 'CACHED' as const,
        price: modelPrice('gpt-4o'),
        relevance: 'ALL' as const,
        chance: 1,
        leftTokens: 0,
      },
      limits: { tokens: 4000, isAsked: false, recall: undefined },
      model: 'gpt-4o',
      learnt: undefined,
    };
    const built = await there.buildPrompt(order, call());
    expect(built).to.deep.equal(await here.buildPrompt(order, call()));
    expect(built.prompt).to.be.an('object');
  });

  it('stops at the deadline, whatever a thread is at, and goes on with the next', async () => {
    const signal = stopSignal();
    const texts = Array.from({ length: 12 }, (_, at) => `${at}${text('one letter', MB)}`);
    const counting = errorOf(there.count(texts, 'o200k_base', { signal }));
    setTimeout(() => signal.abort(deadlineExceeded()), 300);
    const from = performance.now();
    expect((await counting).reason).to.equal('DEADLINE_EXCEEDED');
    expect(performance.now() - from).to.be.below(10_000);
    expect(await there.count(['hello world'], 'o200k_base', call())).to.deep.equal([{ tokens: 2, isExact: true }]);
  });

  it('refuses what would wait behind too much, and says when to come again', async () => {
    const signal = stopSignal();
    const many = Array.from({ length: TEXTS.waiting + 10 }, (_, at) =>
      there.count([`${at}${text('one letter', MB / 4)}`], 'o200k_base', { signal }).catch((error: unknown) => error),
    );
    const first = await Promise.race(many.slice(-5));
    expect(first).to.be.instanceOf(RecordaError).and.to.include({ reason: 'OVERLOADED', code: 'RESOURCE_EXHAUSTED' });
    expect((first as RecordaError).detail.retryAfterMs).to.be.greaterThan(0);
    signal.abort(deadlineExceeded());
    await Promise.all(many);
  });
});
