/** The writer's part of system prompts: the oldest versions that are not current make room for new ones. */
import type { Database } from 'better-sqlite3';
import type { KeptSystemPrompt, PutSystemPrompt } from '../../../domain/context/intents.ts';
import { refuseSystemPrompt, type SystemPromptAccount } from '../../../domain/context/system-prompt-room.ts';
import { SYSTEM_PROMPTS } from '../../../policy/context.ts';
import type { GlobalLimits } from '../../../policy/limits.ts';
import { systemPromptRows } from './system-prompt-rows.ts';
import { isOver, oldestOver } from '../records/context-accounts.ts';

type OldVersion = { readonly agentId: string; readonly version: string; readonly sizeBytes: number };

const OLDEST = `SELECT agent_id AS agentId, version, size_bytes AS sizeBytes FROM system_prompts
  WHERE tenant = @tenant AND is_current = 0`;
const IN_ORDER = 'ORDER BY create_ms, agent_id, version LIMIT @limit + 0';

export function systemPromptWriter(db: Database, limits: GlobalLimits, noteTextRemoved: () => void) {
  const rows = systemPromptRows(db);
  const retire = db.prepare(
    'UPDATE system_prompts SET is_current = 0 WHERE tenant = @tenant AND agent_id = @agentId AND is_current = 1',
  );
  const makeCurrent = db.prepare(
    'UPDATE system_prompts SET is_current = 1 WHERE tenant = @tenant AND agent_id = @agentId AND version = @version',
  );
  const insert = db.prepare(
    `INSERT INTO system_prompts (tenant, agent_id, version, blocks, tokens, create_ms, is_current, size_bytes)
     VALUES (@tenant, @agentId, @version, @blocks, @tokens, @createMs, 1, @sizeBytes)`,
  );
  const oldestOfAgent = db.prepare<[object], OldVersion>(`${OLDEST} AND agent_id = @agentId ${IN_ORDER}`);
  const oldestOfTenant = db.prepare<[object], OldVersion>(`${OLDEST} ${IN_ORDER}`);
  const remove = db.prepare(
    'DELETE FROM system_prompts WHERE tenant = @tenant AND agent_id = @agentId AND version = @version',
  );
  const changeTotal = db.prepare(
    `INSERT INTO system_prompt_totals (tenant, count, bytes) VALUES (@tenant, @count, @bytes)
     ON CONFLICT (tenant) DO UPDATE SET count = count + @count, bytes = bytes + @bytes`,
  );

  /** Deletes the oldest versions until the account is within its quota, as far as one call may, and returns their number. */
  function roll(
    tenant: string,
    account: SystemPromptAccount,
    oldest: (limit: number) => readonly OldVersion[],
  ): number {
    const due = oldestOver(account, (limit) => oldest(Math.min(limit, SYSTEM_PROMPTS.rolled)));
    for (const { agentId, version, sizeBytes } of due) {
      remove.run({ tenant, agentId, version });
      changeTotal.run({ tenant, count: -1, bytes: -sizeBytes });
    }
    if (due.length > 0) noteTextRemoved();
    return due.length;
  }

  return {
    /** Stores a prompt once, and makes it the agent's current one. Throws QUOTA_EXCEEDED if old versions do not make enough room. */
    put({ tenant, agentId, prompt }: PutSystemPrompt): KeptSystemPrompt {
      const { version, tokens, createMs, ...texts } = prompt;
      const ref = { tenant, agentId, version };
      const known = rows.find(ref);
      retire.run({ tenant, agentId });
      if (known !== undefined) {
        makeCurrent.run(ref);
        return { prompt: known, dropped: 0 };
      }
      const blocks = JSON.stringify(texts);
      const sizeBytes = Buffer.byteLength(blocks);
      insert.run({ ...ref, blocks, tokens, createMs, sizeBytes });
      changeTotal.run({ tenant, count: 1, bytes: sizeBytes });
      const quota = { count: limits.systemPrompts, bytes: limits.systemPromptBytes };
      const accounts = [
        { subject: `agent:${agentId}`, owner: { tenant, agentId }, quota: SYSTEM_PROMPTS.agent, oldest: oldestOfAgent },
        { subject: 'tenant', owner: { tenant, agentId: '' }, quota, oldest: oldestOfTenant },
      ] as const;
      let dropped = 0;
      for (const { subject, owner, quota: most, oldest } of accounts) {
        const before = { subject, usage: rows.use(owner), quota: most };
        if (!isOver(before)) continue;
        const rolled = roll(tenant, before, (limit) => oldest.all({ tenant, agentId, limit }));
        const after = { ...before, usage: rows.use(owner) };
        // If an older version of the server stored very many, the next calls go on.
        if (isOver(after) && rolled < SYSTEM_PROMPTS.rolled) throw refuseSystemPrompt(after, sizeBytes);
        dropped += rolled;
      }
      return { prompt, dropped };
    },
  };
}
