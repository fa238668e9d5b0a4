/** The suites of the store's ports over PostgreSQL: with one server, and with two whose calls alternate. */
import { rm } from 'node:fs/promises';
import { inTurns, openCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn, sealedOptions } from '../backends/postgres/sealed-options.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';
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

const openSealed: OpenWholeStore = async () => {
  const url = await started().newDatabase();
  const keyFolder = await temporaryFolder();
  const sealed = sealedOptions(url, rowKeysIn(keyFolder));
  const one = await openCopy(url, sealed);
  const store = inTurns(url, [one, await openCopy(url, { ...sealed, clock: one.clock })], sealed);
  return {
    ...store,
    async close() {
      await store.close();
      await rm(keyFolder, { recursive: true, force: true });
    },
  };
};

/** These suites test what has texts of users in the keys of its rows, or deletes rows along with others. */
for (const describeSuite of [describeCollections, describeFacts, describeSessions, describeAnswers, describeUsers])
  describeSuite('two servers over postgres with sealed rows, in turns', openSealed);

describeLeases('postgres', openOne);
