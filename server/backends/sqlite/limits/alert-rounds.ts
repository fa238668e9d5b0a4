/** Checks the owners of a tenant's users after its quotas were set: a few users at a time, since there may be very many. */
import type { Database } from 'better-sqlite3';
import { ALERT_TTL_MS, ALERTING } from '../../../policy/limits.ts';
import type { AlertBuffer } from './alert-buffer.ts';
import type { LimitsOfStore } from './writes.ts';

type Round = { readonly tenant: string; readonly userId: string };

/** Takes the next step, and deletes alerts that are too old; returns false once there is nothing left to do. */
export function alertRounds(
  db: Database,
  limits: LimitsOfStore,
  alerts: AlertBuffer,
  atOnce: number = ALERTING.roundUsers,
): (nowMs: number) => boolean {
  const selectRound = db.prepare<[], Round>('SELECT tenant, user_id AS userId FROM alert_rounds LIMIT 1');
  const selectUsers = db.prepare<[object], { readonly userNo: number; readonly userId: string }>(
    `SELECT user_no AS userNo, user_id AS userId FROM users
     WHERE tenant = @tenant AND user_id > @userId ORDER BY user_id LIMIT @limit + 0`,
  );
  const saveRound = db.prepare('UPDATE alert_rounds SET user_id = @userId WHERE tenant = @tenant');
  const endRound = db.prepare('DELETE FROM alert_rounds WHERE tenant = @tenant');

  return (nowMs) => {
    const round = selectRound.get();
    if (round === undefined) return alerts.expire(nowMs - ALERT_TTL_MS);
    const { tenant } = round;
    const users = selectUsers.all({ ...round, limit: atOnce });
    for (const { userNo, userId } of users) limits.lookAtAll(userNo, { tenant, userId }, nowMs);
    const last = users.at(-1);
    if (last === undefined) endRound.run({ tenant });
    else saveRound.run({ tenant, userId: last.userId });
    return true;
  };
}
