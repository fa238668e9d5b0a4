/** System prompts as they lie in the file. */
import type { Database } from 'better-sqlite3';
import type { PutSystemPrompt, SystemPrompt, SystemPromptRef } from '../../../domain/context/intents.ts';
import type { SystemBlocks } from '../../../domain/context/system-prompt.ts';

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
  const retire = db.prepare(
    'UPDATE system_prompts SET is_current = 0 WHERE tenant = @tenant AND agent_id = @agentId AND is_current = 1',
  );
  const insert = db.prepare(
    `INSERT INTO system_prompts (tenant, agent_id, version, blocks, tokens, create_ms, is_current)
     VALUES (@tenant, @agentId, @version, @blocks, @tokens, @createMs, 1)
     ON CONFLICT (tenant, agent_id, version) DO UPDATE SET is_current = 1`,
  );

  const find = (ref: SystemPromptRef): SystemPrompt | undefined => {
    const row = select.get(ref);
    if (row === undefined) return undefined;
    const { version, blocks, tokens, create_ms: createMs } = row;
    return { ...(JSON.parse(blocks) as SystemBlocks), version, tokens, createMs };
  };

  return {
    find,
    /** Kept once, and the agent's current one from now on. */
    put({ tenant, agentId, prompt }: PutSystemPrompt): SystemPrompt {
      const { version, tokens, createMs, ...blocks } = prompt;
      retire.run({ tenant, agentId });
      insert.run({ tenant, agentId, version, blocks: JSON.stringify(blocks), tokens, createMs });
      return find({ tenant, agentId, version }) ?? prompt;
    },
  };
}
