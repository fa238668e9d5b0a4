/** Calls whose requests are always small, on users that have much of everything. */
import type { Recorda } from '../../../client/recorda.ts';
import { FACT_TEXT_BYTES, REREAD_TURNS } from '../../../server/policy/facts.ts';
import { KB, MB } from '../../../server/policy/units.ts';
import { LIMITS, SCHEMA_LIMITS } from '../../../server/policy/limits.ts';
import { ARCHIVING } from '../../../server/policy/lifecycle.ts';
import { ARCHIVED, ARCHIVED_WIDE } from './fill-archive.ts';
import { BIG, PATIENT, type Row } from './row.ts';
import { text } from './texts.ts';

const scope = { userId: 'loop', agentId: 'a', sessionId: 's', namespace: '', taskId: '' };
const numbers = (bytes: number): readonly number[] => Array.from({ length: Math.floor(bytes / 2) - 9 }, () => 1);

const row = (call: string, of: string, run: Row['run']): Row => ({ call, of, times: 1, run });

/** Reads this many events and leaves. */
async function take(stream: AsyncIterable<unknown>, count: number): Promise<void> {
  let left = count;
  for await (const _ of stream) {
    left -= 1;
    if (left === 0) return;
  }
}

async function added(recorda: Recorda, memory: object): Promise<string> {
  return (await recorda.memory.addMemory({ memory: { scope, ...memory } }, PATIENT)).memory!.id;
}

async function patchedDocument(recorda: Recorda): Promise<string> {
  const data = { many: numbers(120 * KB) };
  const payload = { $case: 'document' as const, value: { collection: 'few', key: 'patched', data } };
  const id = await added(recorda, { payload });
  await recorda.memory.updateMemory({ memory: { id, scope }, mergePatch: { more: numbers(74 * KB) } }, PATIENT);
  return id;
}

export function fewMemoryRows(): readonly Row[] {
  let patched = '';
  let entity = '';
  return [
    row('UpdateMemory', 'a patch up to 99,000 numbers', async (recorda) => {
      patched = await patchedDocument(recorda);
    }),
    row('GetMemory', 'a document of 99,000 numbers', (recorda) =>
      recorda.memory.getMemory({ scope, id: patched }, PATIENT),
    ),
    row('ListMemories', '20 documents of 60,000 numbers', async (recorda) => {
      const listed = { ...scope, userId: 'loop-numbers' };
      await recorda.memory.listMemories({ scope: listed, type: 'MEMORY_TYPE_STRUCTURED', pageSize: 1000 }, PATIENT);
    }),
    row('UpdateMemory', 'an entity of 64 KB, 50 versions', async (recorda) => {
      const value = { name: 'Ana', type: 'person', attributes: { of: -1, many: numbers(60 * KB) } };
      entity = await added(recorda, { payload: { $case: 'entity', value } });
      for (let version = 0; version < 50; version += 1) {
        const attributes = { of: version, many: numbers(60 * KB) };
        const payload = { $case: 'entity' as const, value: { ...value, attributes } };
        await recorda.memory.updateMemory({ memory: { id: entity, scope, payload } }, PATIENT);
      }
    }),
    row('GetMemory', 'an entity of 64 KB with its versions', (recorda) =>
      recorda.memory.getMemory({ scope, id: entity }, PATIENT),
    ),
    row('DeleteMemory', 'a memory of 1 MB', async (recorda) => {
      const value = { content: text('sentences', MB - 10) };
      const id = await added(recorda, { payload: { $case: 'text', value } });
      await recorda.memory.deleteMemory({ scope, id }, PATIENT);
    }),
    row('WatchMemories', '5,000 changes, from the oldest', (recorda) =>
      take(recorda.memory.watchMemories({ scope: { ...scope, userId: BIG }, fromOldest: true }, PATIENT), 5000),
    ),
    row('AppendEpisodeStep', 'the 50th, of 16 KB', async (recorda) => {
      const step = {
        action: text('sentences', LIMITS.stepBytes),
        inputDigest: text('base64', LIMITS.stepBytes),
        outputDigest: text('base64', LIMITS.stepBytes),
        error: text('marks', LIMITS.stepBytes),
      };
      const value = { task: text('sentences', 7 * KB), steps: Array.from({ length: 49 }, () => step) };
      const id = await added(recorda, { payload: { $case: 'episode', value } });
      await recorda.memory.appendEpisodeStep({ scope, id, step }, PATIENT);
    }),
    row('EndTask', '100 working memories', async (recorda) => {
      const ofTask = { ...scope, agentId: 'ends', taskId: 'task' };
      await recorda.memory.batchAddMemories(
        {
          requests: Array.from({ length: 100 }, (_, at) => ({
            memory: { scope: ofTask, payload: { $case: 'working' as const, value: { key: `${at}`, value: 'short' } } },
          })),
        },
        PATIENT,
      );
      await recorda.memory.endTask({ scope: ofTask }, PATIENT);
    }),
    row('GetCollection', 'a schema of 32 KB', (recorda) => recorda.memory.getCollection({ scope, name: 'shelf 0' })),
    row('ListCollections', `${SCHEMA_LIMITS.collections} schemas of 32 KB, refused`, (recorda) =>
      recorda.memory.listCollections({ scope, pageSize: LIMITS.pageSize }, PATIENT),
    ),
    row('ListCollections', '80 schemas of 32 KB', (recorda) =>
      recorda.memory.listCollections({ scope, pageSize: 80 }, PATIENT),
    ),
    row('DeleteCollection', '2,000 documents', (recorda) =>
      recorda.memory.deleteCollection({ scope, name: 'loop', force: true }, PATIENT),
    ),
    row('BatchWriteDocuments', '100 of 64 KB', async (recorda) => {
      const data = { text: text('sentences', 64 * KB) };
      const writes = Array.from({ length: LIMITS.documentWrites }, () => ({
        write: { $case: 'append' as const, value: { data } },
      }));
      await recorda.memory.batchWriteDocuments({ scope, collection: 'few history', writes }, PATIENT);
    }),
    row('ListDocuments', '100 of 64 KB', (recorda) =>
      recorda.memory.listDocuments({ scope, collection: 'few history', pageSize: LIMITS.pageSize }, PATIENT),
    ),
    row('PopDocument', 'of 64 KB', (recorda) =>
      recorda.memory.popDocument({ scope, collection: 'few history' }, PATIENT),
    ),
    row('GetServerInfo', 'as it is', (recorda) => recorda.memory.getServerInfo({})),
    row('WhoAmI', 'without a key', (recorda) => recorda.memory.whoAmI({})),
  ];
}

/** Adds the data that the rows above need. */
export async function fillFew(recorda: Recorda): Promise<void> {
  for (let at = 0; at < SCHEMA_LIMITS.collections; at += 1)
    await recorda.memory.putCollection(
      {
        scope,
        collection: {
          name: `shelf ${at}`,
          jsonSchema: { type: 'object', properties: { kind: { default: numbers(SCHEMA_LIMITS.bytes - KB) } } },
        },
      },
      PATIENT,
    );
  for (let at = 0; at < 20; at += 1) {
    const value = { collection: 'numbers', key: `${at}`, data: { many: numbers(120 * KB) } };
    await recorda.memory.addMemory(
      { memory: { scope: { userId: 'loop-numbers' }, payload: { $case: 'document', value } } },
      PATIENT,
    );
  }
}

export function fewContextRows(): readonly Row[] {
  const session = { ...scope, sessionId: 'few' };
  const fact = text('sentences', FACT_TEXT_BYTES - 100);
  let id = '';
  return [
    row('FlushTopic', 'a window of 7 turns of 1 MB', async (recorda) => {
      const turns = Array.from({ length: 7 }, () => ({
        role: 'ROLE_USER' as const,
        content: text('questions and topics', MB),
      }));
      await recorda.context.appendTurns({ scope: session, turns }, PATIENT);
      await recorda.context.flushTopic({ scope: session }, PATIENT);
    }),
    row('GetSystemPrompt', '4 blocks of 8 KB', async (recorda) => {
      // Blanks are the text that takes the fewest tokens, of which a block may have 80.
      const block = `x${text('blanks', 8 * KB - 2)}x`;
      const systemPrompt = { identity: block, capabilities: block, rules: block, format: block };
      await recorda.context.putSystemPrompt({ agentId: 'few', systemPrompt }, PATIENT);
      await recorda.context.getSystemPrompt({ agentId: 'few' });
    }),
    row('ReportUsage', 'a model', (recorda) =>
      recorda.context.reportUsage({ model: 'gpt-4', tokenCount: 1000, countFactor: 1, providerTokenCount: 1100 }),
    ),
    row('ListSessions', 'a page of a user with much', (recorda) =>
      recorda.context.listSessions({ scope: { userId: BIG }, pageSize: LIMITS.pageSize }, PATIENT),
    ),
    row('ListTurns', '7 turns of 1 MB', (recorda) =>
      recorda.context.listTurns({ scope: session, pageSize: LIMITS.pageSize }, PATIENT),
    ),
    row('GetTokenUsage', 'a session', (recorda) => recorda.context.getTokenUsage({ scope: session })),
    row('WatchSession', 'a turn of 1 MB', async (recorda) => {
      const watched = { ...session, sessionId: 'watched' };
      const seen = take(recorda.context.watchSession({ scope: watched }, PATIENT), 1);
      await recorda.context.appendTurns(
        { scope: watched, turns: [{ role: 'ROLE_USER', content: text('sentences', MB) }] },
        PATIENT,
      );
      await recorda.context.endSession({ scope: watched }, PATIENT);
      await seen;
    }),
    row('AddFact', '4 KB', async (recorda) => {
      id = (await recorda.context.addFact({ scope, text: fact }, PATIENT)).fact!.id;
    }),
    row('GetFact', '4 KB', (recorda) => recorda.context.getFact({ scope, id })),
    row('ConfirmFact', '4 KB', (recorda) => recorda.context.confirmFact({ scope, id })),
    row('UpdateFact', '4 KB', (recorda) =>
      recorda.context.updateFact({ scope, fact: { id, pinned: true }, updateMask: ['pinned'] }),
    ),
    row('ContradictFact', '4 KB', async (recorda) => {
      await recorda.context.contradictFact({ scope, id, text: `No: ${fact}` }, PATIENT);
    }),
    row('RestoreFact', '4 KB', (recorda) => recorda.context.restoreFact({ scope, id })),
    row('ForgetFact', '4 KB', (recorda) => recorda.context.forgetFact({ scope, id })),
  ];
}

export function fewAdminRows(): readonly Row[] {
  return [
    row('GetLatencyReport', 'all', (recorda) => recorda.admin.getLatencyReport({})),
    row('GetQuota', 'a user with all', (recorda) => recorda.admin.getQuota({ userId: BIG })),
    row('SetTier', 'of all', (recorda) => recorda.admin.setTier({ tier: 'TIER_FREE', dryRun: true }, PATIENT)),
    row('SetQuota', 'of all', (recorda) =>
      recorda.admin.setQuota({ quotas: [{ name: 'QUOTA_NAME_LONG_TERM', maxCount: 1 }], dryRun: true }, PATIENT),
    ),
    row('WatchAlerts', 'from the oldest', async (recorda) => {
      // The call ends with its deadline, since the number of alerts is unknown.
      await take(recorda.admin.watchAlerts({ fromOldest: true }, { timeoutMs: 500 }), 1000).catch(() => undefined);
    }),
    row('GetOutbox', 'all', (recorda) => recorda.admin.getOutbox({})),
    row('ListOutboxDeadLetters', 'a page of 1,000', (recorda) =>
      recorda.admin.listOutboxDeadLetters({ pageSize: LIMITS.pageSize }),
    ),
    row('ReplayOutboxDeadLetters', 'all', (recorda) => recorda.admin.replayOutboxDeadLetters({})),
    row('GetRetention', 'all', (recorda) => recorda.admin.getRetention({})),
    row('SetRetention', 'a type', (recorda) => recorda.admin.setRetention({ type: 'MEMORY_TYPE_LONG_TERM', days: 0 })),
    row('ExplainImportance', 'a memory', async (recorda) => {
      const { memories } = await recorda.memory.listMemories({
        scope: { userId: BIG },
        type: 'MEMORY_TYPE_LONG_TERM',
        pageSize: 1,
      });
      await recorda.admin.explainImportance({ userId: BIG, id: memories[0]!.id }, PATIENT);
    }),
    ...[ARCHIVED, ARCHIVED_WIDE].map((userId) =>
      row('RestoreArchived', `up to ${ARCHIVING.restoredInOneCall} of ${userId}`, async (recorda) => {
        const { memories } = await recorda.admin.listArchive(
          { userId, pageSize: ARCHIVING.restoredInOneCall },
          PATIENT,
        );
        if (memories.length === 0) throw new Error('Nothing is archived.');
        await recorda.admin.restoreArchived({ userId, ids: memories.map((memory) => memory.id) }, PATIENT);
      }),
    ),
    row('RereadFacts', 'a page of 200', (recorda) =>
      recorda.admin.rereadFacts({ userId: BIG, dryRun: true, pageSize: REREAD_TURNS.most }, PATIENT),
    ),
    row('ListBackups', 'all', (recorda) => recorda.admin.listBackups({})),
    row('ListLifecycleRuns', 'all', (recorda) => recorda.admin.listLifecycleRuns({})),
  ];
}
