/** The suites of the store's ports over PostgreSQL: with one server, and with two whose calls alternate. */
import { inTurns, openCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { describeAccounts } from '../conformance/accounts.ts';
import { describeAlertLog } from '../conformance/alert-log.ts';
import { describeAnswers } from '../conformance/answers.ts';
import { describeArchiving } from '../conformance/archiving.ts';
import { describeAuditTrail } from '../conformance/audit-trail.ts';
import { describeChanges } from '../conformance/changes.ts';
import { describeCollections } from '../conformance/collections.ts';
import { describeFacts } from '../conformance/facts.ts';
import { describeLeases } from '../conformance/leases.ts';
import { describeLifecycle } from '../conformance/lifecycle.ts';
import { describeSessions } from '../conformance/sessions.ts';
import { describeUsers } from '../conformance/users.ts';
import type { OpenWholeStore } from '../conformance/whole-store.ts';

let postgres: PostgresProcess | undefined;

before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres?.stop();
});

function started(): PostgresProcess {
  if (postgres === undefined) throw new Error('not in a test');
  return postgres;
}

const openOne: OpenWholeStore = async () => {
  const url = await started().newDatabase();
  return inTurns(url, [await openCopy(url)]);
};

const openTwo: OpenWholeStore = async () => {
  const url = await started().newDatabase();
  const one = await openCopy(url);
  return inTurns(url, [one, await openCopy(url, { clock: one.clock })]);
};

for (const [name, open] of [
  ['postgres', openOne],
  ['two servers over postgres, in turns', openTwo],
] as const) {
  describeAccounts(name, open);
  describeAlertLog(name, open);
  describeAuditTrail(name, open);
  describeCollections(name, open);
  describeChanges(name, open);
  describeFacts(name, open);
  describeSessions(name, open);
  describeAnswers(name, open);
  describeArchiving(name, open);
  describeUsers(name, open);
  describeLifecycle(name, open);
}

describeLeases('postgres', openOne);
