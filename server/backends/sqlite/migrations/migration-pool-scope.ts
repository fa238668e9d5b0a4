/** Makes a cap count each user of an agent apart; it counted all users of an agent together. */
import type { Database } from 'better-sqlite3';
import { poolBy } from './pool-by.ts';

export const POOL_SCOPE = `
-- One row: which memories share a pool, as policy/lifecycle.ts names it.
CREATE TABLE pool_scope (scope TEXT NOT NULL) STRICT;
INSERT INTO pool_scope (scope) VALUES ('agent');
`;

export function poolByUser(db: Database): void {
  poolBy(db, 'user-agent');
}
