import { closeAndDelete, encoder, openTemporary } from '../backends/sqlite/temporary-store.ts';
import { describeAccounts } from './accounts.ts';
import { describeAlertLog } from './alert-log.ts';
import { describeAnswers } from './answers.ts';
import { describeArchiving } from './archiving.ts';
import { describeAuditTrail } from './audit-trail.ts';
import { describeBackups } from './backups.ts';
import { describeChanges } from './changes.ts';
import { describeCollections } from './collections.ts';
import { describeFacts } from './facts.ts';
import { describeLeases } from './leases.ts';
import { describeLifecycle } from './lifecycle.ts';
import { describeLocalRecord } from './local-record.ts';
import { describeOutbox } from './outbox.ts';
import { describeSessions } from './sessions.ts';
import { describeUsers } from './users.ts';
import type { WholeStore } from './whole-store.ts';

type Options = Parameters<typeof openTemporary>[0];

async function open(options?: Options): Promise<WholeStore> {
  const temporary = await openTemporary(options);
  const { dataDir, clock } = temporary;
  return {
    ...temporary,
    embed: (text) => encoder.embed(text),
    embedderName: encoder.identity.name,
    async reopen() {
      await temporary.close();
      return open({ ...options, dataDir, clock });
    },
    close: () => closeAndDelete(temporary),
  };
}

describeAccounts('sqlite', open);
describeAlertLog('sqlite', open);
describeAuditTrail('sqlite', open);
describeCollections('sqlite', open);
describeChanges('sqlite', open);
describeFacts('sqlite', open);
describeSessions('sqlite', open);
describeAnswers('sqlite', open);
describeArchiving('sqlite', open);
describeBackups('sqlite', open);
describeOutbox('sqlite', open);
describeLocalRecord('sqlite', open);
describeUsers('sqlite', open);
describeLifecycle('sqlite', open);
describeLeases('sqlite', open);
