/** A user's long-term memories that the sleep cycle has let graduate (SLEEP_CYCLE in policy/lifecycle.ts): searches rank them higher. */
import type { Database } from 'better-sqlite3';
import { SLEEP_CYCLE } from '../../../policy/lifecycle.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { IndexQuery } from '../../../retrieval/document.ts';

type Raised = IndexQuery['raised'];

/** Makes a function that returns a user's graduates, read once for each `asOf`, a state of the file. */
export function graduates(db: Database): (whose: Pick<Scope, 'tenant' | 'userId'>, asOf?: object) => Raised {
  const known = new WeakMap<object, { readonly raised: Raised }>();
  const select = db
    .prepare<[object], string>(
      `SELECT m.id FROM users u JOIN owners o USING (user_no) JOIN lives l ON l.owner_no = o.owner_no AND l.is_graduated = 1
       JOIN memories m ON m.memory_no = l.memory_no
       WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = 'LONG_TERM' AND o.session_id = ''`,
    )
    .pluck();
  return ({ tenant, userId }, asOf) => {
    const before = asOf && known.get(asOf);
    if (before !== undefined) return before.raised;
    const ids = select.all({ tenant, userId });
    const raised = ids.length === 0 ? undefined : { ids, times: SLEEP_CYCLE.graduateBoost };
    if (asOf !== undefined) known.set(asOf, { raised });
    return raised;
  };
}
