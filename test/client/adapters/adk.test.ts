/** The memory service for Google's Agent Development Kit. `release:check` runs it in the kit itself, which is too large to install here. */
import { expect } from 'chai';
import { RecordaMemoryService, type RecordaMemoryServiceOptions } from '../../../client/adapters/adk.ts';
import type { Recorda } from '../../../client/recorda.ts';
import { RecordaError } from '../../../client/errors.ts';
import { describeBothDoors, errorOf } from '../../api/doors.ts';

/** The declarations of `@google/adk` 2.0.0 that concern a memory service. */
type Content = { parts?: { text?: string; thought?: boolean; functionCall?: object }[]; role?: string };
type Event = {
  id: string;
  invocationId: string;
  author?: string;
  actions: object;
  timestamp: number;
  partial?: boolean;
  content?: Content;
};
type Session = {
  id: string;
  appName: string;
  userId: string;
  state: Record<string, unknown>;
  events: Event[];
  lastUpdateTime: number;
};
interface BaseMemoryService {
  addSessionToMemory(session: Session): Promise<void>;
  searchMemory(request: { appName: string; userId: string; query: string }): Promise<{
    memories: { content: Content; author?: string; timestamp?: string }[];
  }>;
}

const SAID_MS = Date.UTC(2026, 4, 3, 10);
const QUESTION = 'Which food am I allergic to?';

function event(id: string, author: string, text: string, more: Partial<Event> = {}): Event {
  const content = { role: author === 'user' ? 'user' : 'model', parts: [{ text }] };
  return { id, author, content, invocationId: 'i', actions: {}, timestamp: SAID_MS, ...more };
}
const session = (userId: string, events: Event[], more: Partial<Session> = {}): Session => {
  return { id: 'monday', appName: 'kitchen', userId, state: {}, events, lastUpdateTime: 0, ...more };
};
const PEANUTS = event('e1', 'user', "I'm allergic to peanuts.");
const NOTED = event('e2', 'cook', 'I have noted it.');

describeBothDoors("The memory service for Google's ADK", (door) => {
  const service = (options?: RecordaMemoryServiceOptions): BaseMemoryService =>
    new RecordaMemoryService(door().recorda, options);
  async function kept(userId: string): Promise<readonly string[]> {
    const texts: string[] = [];
    for await (const { text } of door().recorda.agent({ userId }).list()) texts.push(text);
    return texts;
  }

  it('finds what was said in another session, with who said it and when', async () => {
    const userId = door().newUser();
    await service().addSessionToMemory(session(userId, [PEANUTS, NOTED]));
    const { memories } = await service().searchMemory({ appName: 'kitchen', userId, query: QUESTION });
    expect(memories[0]).to.deep.equal({
      content: { role: 'user', parts: [{ text: "I'm allergic to peanuts." }] },
      author: 'user',
      timestamp: '2026-05-03T10:00:00.000Z',
    });
    // Models search by single words as well.
    const { memories: again } = await service().searchMemory({ appName: 'kitchen', userId, query: 'peanuts' });
    expect(again[0]).to.deep.equal(memories[0]);
    const nothing = await service().searchMemory({ appName: 'kitchen', userId, query: 'Who won the chess world cup?' });
    expect(nothing).to.deep.equal({ memories: [] });
    expect(await service().searchMemory({ appName: 'kitchen', userId, query: ' ' })).to.deep.equal({ memories: [] });
    const long = `${QUESTION} ${'é'.repeat(10_000)}`;
    await service().searchMemory({ appName: 'kitchen', userId, query: long });
  });

  it('keeps each event once, however often and by however many the session is added', async () => {
    const userId = door().newUser();
    const first = session(userId, [PEANUTS]);
    await Promise.all([1, 2, 3].map(() => service().addSessionToMemory(first)));
    const grown = session(userId, [PEANUTS, NOTED, event('', 'user', 'Thank you.')]);
    await service().addSessionToMemory(grown);
    // The server no longer remembers the requests by then.
    door().advance(2 * 24 * 3_600_000);
    await service().addSessionToMemory(grown);
    expect(await kept(userId)).to.have.members(["I'm allergic to peanuts.", 'I have noted it.', 'Thank you.']);
    // Events are identified within their sessions: another session may have the same.
    await service().addSessionToMemory(session(userId, [PEANUTS], { id: 'tuesday "2"' }));
    await service().addSessionToMemory(session(userId, [PEANUTS], { id: 'tuesday "2"' }));
    expect(await kept(userId)).to.have.length(4);
  });

  it('looks once for what is there of a session that is added after each turn', async () => {
    const userId = door().newUser();
    let looks = 0;
    const agent: Recorda['agent'] = (scope) => {
      const own = door().recorda.agent(scope);
      return Object.assign(Object.create(own) as typeof own, {
        list: (options: object) => {
          looks += 1;
          return own.list(options);
        },
      });
    };
    const one = new RecordaMemoryService({ agent });
    for (const events of [[PEANUTS], [PEANUTS, NOTED], [PEANUTS, NOTED]]) {
      await one.addSessionToMemory(session(userId, events));
      door().advance(2 * 24 * 3_600_000);
    }
    expect(looks).to.equal(1);
    expect(await kept(userId)).to.have.length(2);
  });

  it('knows so of the last 100 sessions', async () => {
    let looks = 0;
    const list = async function* () {
      looks += 1;
      yield* [];
    };
    const one = new RecordaMemoryService({ agent: () => ({ list, add: () => Promise.resolve() }) as never });
    for (const id of [...Array.from({ length: 100 }, (_, at) => at), 0, 100, 0, 1])
      await one.addSessionToMemory(session('ana', [PEANUTS], { id: `session ${id}` }));
    expect(looks).to.equal(102);
  });

  it('shows no app and no user what another said', async () => {
    const [ana, ben] = [door().newUser(), door().newUser()];
    await service().addSessionToMemory(session(ana, [PEANUTS]));
    await service().addSessionToMemory(session(ana, [event('e1', 'user', "I'm allergic to bees.")], { appName: '' }));
    const found = async (appName: string, userId: string) =>
      (await service().searchMemory({ appName, userId, query: QUESTION })).memories.map(
        ({ content }) => content.parts?.[0]?.text,
      );
    expect(await found('kitchen', ana)).to.deep.equal(["I'm allergic to peanuts."]);
    for (const appName of ['garden', 'kitche', 'kitchen2', 'kitchen/']) expect(await found(appName, ana)).to.be.empty;
    expect(await found('', ana)).to.deep.equal(["I'm allergic to bees."]);
    expect(await found('kitchen', ben)).to.be.empty;
  });

  it('keeps texts; no thoughts, calls of tools, nor parts of a stream', async () => {
    const userId = door().newUser();
    const parts = [{ text: 'Hm.', thought: true }, { text: 'Use seeds.' }, { functionCall: {} }, { text: 'Or oats.' }];
    const events = [
      event('e1', 'cook', '', { content: { role: 'model', parts } }),
      event('e2', 'cook', '', { content: { role: 'model', parts: [{ functionCall: { name: 'look' } }] } }),
      event('e3', 'cook', 'Use s', { partial: true }),
      event('e4', 'cook', ' '),
      event('e5', 'cook', '', { content: {} }),
    ];
    await service().addSessionToMemory(session(userId, events));
    await service().addSessionToMemory(session(userId, []));
    expect(await kept(userId)).to.deep.equal(['Use seeds.\nOr oats.']);
  });

  it('fails in an outage, or goes on where it is to; other errors always fail it', async () => {
    const errors: string[] = [];
    const onError = (error: RecordaError) => errors.push(error.reason);
    const failing = (reason: 'BACKEND_UNAVAILABLE' | 'CREDENTIAL_INVALID', options?: RecordaMemoryServiceOptions) => {
      const fail = () => Promise.reject(new RecordaError(reason, 'no server'));
      const list = () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) });
      return new RecordaMemoryService({ agent: () => ({ retrieve: fail, list }) as never }, options);
    };
    const search = { appName: 'kitchen', userId: 'ana', query: QUESTION };
    const added = session('ana', [PEANUTS]);
    for (const [reason, options] of [
      ['BACKEND_UNAVAILABLE', {}],
      ['CREDENTIAL_INVALID', { onOutage: 'empty', onError }],
    ] as const) {
      expect(await errorOf(failing(reason, options).searchMemory(search))).to.include({ reason });
      expect(await errorOf(failing(reason, options).addSessionToMemory(added))).to.include({ reason });
    }
    const empty = failing('BACKEND_UNAVAILABLE', { onOutage: 'empty', onError });
    expect(await empty.searchMemory(search)).to.deep.equal({ memories: [] });
    await empty.addSessionToMemory(added);
    expect(errors).to.deep.equal(['BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE']);
  });
});
