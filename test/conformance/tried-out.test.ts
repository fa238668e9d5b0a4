/** The suites of the store's ports over one whose every write is tried out, undone and applied, there and in a second store. */
import { encoder } from '../backends/sqlite/temporary-store.ts';
import { openMirrored, type MirroredStore } from '../backends/sqlite/copying/mirrored-store.ts';
import { describeAccounts } from './accounts.ts';
import { describeAlertLog } from './alert-log.ts';
import { describeAnswers } from './answers.ts';
import { describeArchiving } from './archiving.ts';
import { describeAuditTrail } from './audit-trail.ts';
import { describeBackups } from './backups.ts';
import { describeChanges } from './changes.ts';
import { describeCollections } from './collections.ts';
import { describeFacts } from './facts.ts';
import { describeLifecycle } from './lifecycle.ts';
import { describeLocalRecord } from './local-record.ts';
import { describeOutbox } from './outbox.ts';
import { describeSessions } from './sessions.ts';
import { describeUsers } from './users.ts';
import type { OpenWholeStore, WholeStore } from './whole-store.ts';

function whole(mirrored: MirroredStore): WholeStore {
  return {
    ...mirrored,
    embed: (text) => encoder.embed(text),
    embedderName: encoder.identity.name,
    reopen: async () => whole(await mirrored.reopened()),
    close: mirrored.compareAndDelete,
  };
}

const open: OpenWholeStore = async (options) => whole(await openMirrored(options));

describeAccounts('tried out', open);
describeAlertLog('tried out', open);
describeAuditTrail('tried out', open);
describeCollections('tried out', open);
describeChanges('tried out', open);
describeFacts('tried out', open);
describeSessions('tried out', open);
describeAnswers('tried out', open);
describeArchiving('tried out', open);
describeBackups('tried out', open);
describeOutbox('tried out', open);
describeLocalRecord('tried out', open);
describeUsers('tried out', open);
describeLifecycle('tried out', open);
