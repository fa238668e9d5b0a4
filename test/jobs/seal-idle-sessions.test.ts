import { join } from 'node:path';
import { expect } from 'chai';
import { openForReading } from '../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import type { Repeated } from '../../server/jobs/repeatedly.ts';
import { sealIdleSessions } from '../../server/jobs/seal-idle-sessions.ts';
import { SESSION_IDLE } from '../../server/policy/context.ts';
import { idleSessions } from '../../server/services/context/idle-sessions.ts';
import { sessionEvents } from '../../server/services/context/session-events.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { textReader } from '../../server/texts/text-reader.ts';
import { uuids } from '../../server/runtime/uuids.ts';
import {
  closeAndDelete,
  encoder,
  openTemporary,
  table,
  type TemporaryStore,
} from '../backends/sqlite/temporary-store.ts';

const call = { signal: new AbortController().signal };
const embed = (text: string) => encoder.embed(text);
const texts = textReader({ table, embed, newUuid: uuids(), log: silentLog });

describe('the sealing of idle sessions', () => {
  let opened: TemporaryStore;
  let sealing: Repeated;
  let isHeld: boolean;
  beforeEach(async () => {
    opened = await openTemporary();
    const parts = {
      store: opened.context,
      sessionEvents: sessionEvents(),
      texts,
      embed,
      embedderName: '',
      newUuid: uuids(),
    };
    const { clock } = opened;
    isHeld = true;
    const leases = { hold: async (job: string) => job === 'seal-idle-sessions' && isHeld };
    const idle = { sealing: idleSessions(parts), idleMs: SESSION_IDLE.afterMs };
    sealing = sealIdleSessions({ ...idle, leases, clock, log: silentLog });
  });
  afterEach(async () => {
    await sealing.stop();
    await closeAndDelete(opened);
  });
  after(() => texts.close());

  const scopeOf = (sessionId: string, userId = 'u') => ({
    tenant: 't',
    userId,
    agentId: '',
    sessionId,
    namespace: '',
    taskId: '',
  });
  const append = async (sessionId: string, userId?: string): Promise<void> => {
    const scope = scopeOf(sessionId, userId);
    const of = { speaker: '', timeMs: opened.clock.now(), toolCalls: [], toolCallId: '' };
    const said = ['We decided to leave on 14 May with Marta.', 'Noted: 14 May.', 'The hotel costs 90 euros a night.'];
    const turns = await texts.readTurns(
      said.map((content, at) => ({ role: at === 1 ? 'ASSISTANT' : 'USER', content, ...of })),
      scope,
      call,
    );
    await opened.context.append({ scope, turns, nowMs: opened.clock.now() }, call);
  };
  const rows = (sql: string): unknown[] => {
    const db = openForReading(join(opened.dataDir, STORE_FILE));
    const found = db.prepare(sql).all();
    db.close();
    return found;
  };
  const segments = () => rows('SELECT session_no, first_turn, last_turn FROM segments').length;

  it('takes all sessions that are idle, however many there are, and no others', async () => {
    for (let at = 0; at <= SESSION_IDLE.atOnce; at += 1) await append(`s${at}`, `u${at % 3}`);
    opened.clock.advance(SESSION_IDLE.afterMs);
    await append('late');
    await sealing.tick();
    expect(segments()).to.equal(0);
    opened.clock.advance(1);
    await sealing.tick();
    expect(segments()).to.equal(SESSION_IDLE.atOnce + 1);
    expect(rows('SELECT turn FROM turns')).to.have.length(3 * (SESSION_IDLE.atOnce + 2));
    await sealing.tick();
    expect(segments()).to.equal(SESSION_IDLE.atOnce + 1);
  });

  it('leaves them to another server that has the lease', async () => {
    await append('monday');
    opened.clock.advance(SESSION_IDLE.afterMs + 1);
    isHeld = false;
    await sealing.tick();
    expect(segments()).to.equal(0);
    isHeld = true;
    await sealing.tick();
    expect(segments()).to.equal(1);
  });

  it('leaves a session alone that somebody continued after it was found idle', async () => {
    await append('monday');
    const idleBeforeMs = opened.clock.now() + 1;
    opened.clock.advance(2);
    await append('monday');
    const nowMs = opened.clock.now();
    const flushed = await opened.context.flush({ scope: scopeOf('monday'), ends: false, nowMs, idleBeforeMs }, call);
    expect(flushed.sealed).to.deep.equal([]);
  });

  it('does not count as a use of the session, which still makes room for others', async () => {
    await append('monday');
    const before = rows('SELECT update_ms, ended_ms FROM sessions');
    opened.clock.advance(SESSION_IDLE.afterMs + 1);
    await sealing.tick();
    expect(segments()).to.equal(1);
    expect(rows('SELECT update_ms, ended_ms FROM sessions')).to.deep.equal(before);
  });
});
