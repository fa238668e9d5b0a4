import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { MIGRATIONS, STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { readTurn } from '../../../../server/domain/context/read-turn.ts';
import { RecordaError } from '../../../../server/domain/errors.ts';
import { QUOTAS } from '../../../../server/policy/limits.ts';
import { DAY_MS } from '../../../../server/policy/units.ts';
import { wrongCounters } from '../recount.ts';
import { closeAndDelete, openTemporary } from '../temporary-store.ts';
import { FACT_READER } from '../../../fact-reader.ts';

const call = { signal: new AbortController().signal };
const reading = {
  count: (text: string) => text.length,
  embed: () => new Float32Array(1),
  newFactId: () => `fa_${randomUUID().replaceAll('-', '')}`,
  scope: { agentId: '', sessionId: '' },
  reader: FACT_READER,
};
const SMALL = {
  RECALL: { count: 9, bytes: 300 },
  FACT: { count: 3, bytes: 60 },
  SESSION: { count: 3, bytes: 900 },
  REQUEST_ID: { count: 4, bytes: 3000 },
};

/** A step of a history: which session is written to, whether the step ends it, and the time that passes before. */
const step = fc.record({
  session: fc.nat(5),
  lengths: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 9 }),
  likes: fc.option(fc.nat(9)),
  ends: fc.boolean(),
  isIdle: fc.boolean(),
  windowPolicy: fc.constantFrom('CACHED', 'SLIDING'),
  recallOff: fc.boolean(),
  requestId: fc.option(fc.nat(9)),
  passesMs: fc.constantFrom(1, DAY_MS / 2, DAY_MS * 40),
});

describe('accounts of data other than memories', () => {
  it('equal a recount after any history, and are within their quotas', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const opened = await openTemporary({ quotas: { ...QUOTAS, ...SMALL } });
        try {
          for (const { session, lengths, likes, ends, isIdle, windowPolicy, recallOff, requestId, passesMs } of steps) {
            opened.clock.advance(passesMs);
            const contents = [
              ...lengths.map((length) => 'x'.repeat(length)),
              ...(likes === null ? [] : [`Me gusta tema${likes}`]),
            ];
            const turns = contents.map((content) => {
              const turn = { role: 'USER' as const, content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '' };
              return readTurn(turn, `tn_${randomUUID().replaceAll('-', '')}`, reading);
            });
            const scope = {
              tenant: 't',
              userId: 'u',
              agentId: `a${session % 2}`,
              namespace: '',
              taskId: '',
              sessionId: `s${session}`,
            };
            const nowMs = opened.clock.now();
            const id = requestId === null ? undefined : { id: `r${requestId}`, bodyHash: JSON.stringify(contents) };
            await opened.context
              .append({ scope, turns, windowPolicy, recallOff, nowMs, requestId: id }, call)
              .catch((error: unknown) => {
                const reasons = ['QUOTA_EXCEEDED', 'REQUEST_ID_REUSED'];
                if (!(error instanceof RecordaError) || !reasons.includes(error.reason)) throw error;
              });
            if (isIdle) await opened.context.flush({ scope, ends: false, nowMs, idleBeforeMs: nowMs + 1 }, call);
            if (ends) await opened.context.flush({ scope, ends, nowMs }, call);
          }
          await opened.sweep();
          const db = openForReading(join(opened.dataDir, STORE_FILE));
          expect(wrongCounters(db)).to.deep.equal([]);
          const owners = db
            .prepare<[], { type: keyof typeof SMALL; count: number; bytes: number }>(
              'SELECT type, count, bytes FROM owners',
            )
            .all();
          for (const { type, count, bytes } of owners) {
            expect(count, type).to.be.within(0, SMALL[type].count);
            // Ending a session is never refused, nor is the summary of an idle one, although summaries may be larger than the turns that
            // they replace.
            const most =
              type === 'SESSION' && steps.some(({ ends, isIdle }) => ends || isIdle) ? Infinity : SMALL[type].bytes;
            expect(bytes, type).to.be.within(0, most);
          }
          db.close();
        } finally {
          await closeAndDelete(opened);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('are made for a store of before', () => {
    const db = new Sqlite(':memory:');
    const upTo = (least: number, most: number): void => {
      for (const { version, sql, and } of MIGRATIONS) {
        if (version < least || version > most) continue;
        db.exec(sql);
        and?.(db);
      }
    };
    const [version] = MIGRATIONS.filter(({ sql }) => sql.includes('sessions_of_user')).map((one) => one.version);
    upTo(1, version! - 1);
    db.exec(`
INSERT INTO users (user_no, tenant, user_id, revision) VALUES (1, 't', 'ana', 0), (2, 't', 'ben', 0);
INSERT INTO totals (tenant, type, count, bytes) VALUES ('t', 'USER', 2, 0);
INSERT INTO sessions (session_no, user_no, session_id, next_turn, next_segment, target, domain, topic_turns, is_recall_off,
  total_tokens, update_ms) VALUES (1, 1, 'a', 2, 2, 6, '', 0, 0, 0, 1), (2, 1, 'b', 1, 1, 6, '', 0, 0, 0, 1),
  (3, 2, 'a', 1, 1, 6, '', 0, 0, 0, 1), (4, 9, 'of nobody', 1, 1, 6, '', 0, 0, 0, 1);
INSERT INTO turns (session_no, turn, id, agent_id, namespace, role, speaker, said_ms, create_ms, calls, call_id, tokens,
  starts_topic, domain, digest, size_bytes, stored_bytes, is_compressed, content)
  VALUES (1, 1, 'tn_1', 'x', '', 'USER', '', 0, 0, '[{"é":1}]', '', 1, 0, '', '{}', 5, 5, 0, 'hello');
INSERT INTO segments (session_no, segment, first_turn, last_turn, keys, tokens, hash, create_ms)
  VALUES (1, 1, 1, 1, '{"topic":"café"}', 1, '', 0);
INSERT INTO requests (user_no, request_id, body_hash, memory_id, outcome, snapshot, at_ms)
  VALUES (1, 'é', '', 'm', '{}', x'0102', 1), (2, 'b', '', 'm', '{"a":1}', NULL, 2);
INSERT INTO owners (owner_no, user_no, type, session_id, count, bytes)
  VALUES (1, 1, 'RECALL', '', 2, 12), (2, 1, 'FACT', '', 1, 4);
INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
  session_id, namespace, task_id, content) VALUES (1, 'tn_2', 1, 1, 1, 5, 5, 0, 'x', '', '', '', 'hello'),
  (1, 'tn_3', 2, 1, 1, 7, 7, 0, 'y', '', '', '', 'goodbye'), (2, 'fa_1', 1, 1, 1, 4, 4, 0, '', '', '', '', 'fact');`);
    upTo(version!, Infinity);
    const wrong = wrongCounters(db).filter((row) => !String(row).startsWith('agents lacks [9,'));
    expect(wrong).to.deep.equal([]);
    expect(db.prepare('SELECT count(*) FROM owners').pluck().get()).to.equal(6);
    db.close();
  });
});
