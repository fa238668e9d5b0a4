/** Adds totals of system prompts, so that nobody counts them: a tenant may have many agents. */
export const SYSTEM_PROMPT_TOTALS = `
-- Of the four blocks as JSON.
ALTER TABLE system_prompts ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE system_prompts SET size_bytes = length(CAST(blocks AS BLOB));
CREATE INDEX old_system_prompts ON system_prompts (tenant, create_ms) WHERE is_current = 0;

CREATE TABLE system_prompt_totals (
  tenant TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO system_prompt_totals SELECT tenant, count(*), sum(size_bytes) FROM system_prompts GROUP BY tenant;
`;
