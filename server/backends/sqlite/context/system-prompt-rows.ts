/** The rows of system prompts. */
import type { Database } from 'better-sqlite3';
import type { SystemPrompt, SystemPromptOwner, SystemPromptRef } from '../../../domain/context/intents.ts';
import type { SystemBlocks } from '../../../domain/context/system-prompt.ts';
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';

type Row = {
  readonly version: string;
  readonly blocks: string;
  readonly tokens: number;
  readonly create_ms: number;
};

export function systemPromptRows(db: Database) {
  const select = db.prepare<[SystemPromptRef], Row>(
    `SELECT version, blocks, tokens, create_ms FROM system_prompts
     WHERE tenant = @tenant AND agent_id = @agentId AND CASE @version WHEN '' THEN is_current = 1 ELSE version = @version END`,
  );
  const ofAgent = db.prepare<[object], Usage>(
    `SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM system_prompts
     WHERE tenant = @tenant AND agent_id = @agentId`,
  );
  const ofTenant = db.prepare<[object], Usage>('SELECT count, bytes FROM system_prompt_totals WHERE tenant = @tenant');

  return {
    find(ref: SystemPromptRef): SystemPrompt | undefined {
      const row = select.get(ref);
      if (row === undefined) return undefined;
      const { version, blocks, tokens, create_ms: createMs } = row;
      return { version, tokens, createMs, ...(JSON.parse(blocks) as SystemBlocks) };
    },

    /** Returns the use of an agent or, if `agentId` is '', of the tenant. */
    use: ({ tenant, agentId }: SystemPromptOwner): Usage =>
      (agentId === '' ? ofTenant.get({ tenant }) : ofAgent.get({ tenant, agentId })) ?? NO_USAGE,
  };
}
