import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { RETIRED_TYPES } from '../../server/policy/retention.ts';
import { openKeeping } from '../../server/opening/open-keeping.ts';
import type { ServiceCall } from '../../server/services/call.ts';
import { keepingCalls } from '../../server/services/admin/keeping.ts';
import { accountsOfTypes } from '../../server/backends/accounts-of-types.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { silentLog } from '../../server/telemetry/ports.ts';
import { uuids } from '../../server/uuids.ts';
import { all, errorOf } from '../api/doors.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { call } from '../conformance/subject.ts';
import { memoryColdStore } from './memory-cold-store.ts';

describe('retention of episodes that live elsewhere', () => {
  let opened: TemporaryStore;
  const warned: object[] = [];
  /** As over Neo4j, whose changes are in no log of ours. */
  const over = (isLogged: boolean) => {
    const { EPISODIC, ...stores } = opened.stores;
    const episodic = { ...EPISODIC, backend: 'elsewhere', capabilities: { ...EPISODIC.capabilities, isLogged } };
    const { keeper } = openKeeping(
      { masterKey: randomBytes(32).toString('base64') },
      {
        ...{ dataDir: opened.dataDir, cold: memoryColdStore(), store: opened.keeping, backupStore: opened.backups },
        stores: { ...stores, WORKING: opened.stores.PERSONA, EPISODIC: episodic },
        ...{ rows: opened.users.rows, newId: uuids(), clock: opened.clock, audit: opened.audit },
        log: { ...silentLog, warn: (fields: object) => void warned.push(fields) },
        telemetry: quietTelemetry(),
        accounts: accountsOfTypes(opened.accounts, []),
      },
    );
    return keepingCalls({ keeping: opened.keeping, keeper });
  };
  const asked = (): ServiceCall => ({ ...call(), tenant: 'default' }) as unknown as ServiceCall;

  beforeEach(async () => {
    warned.splice(0);
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  it('is refused, and told at the start', async () => {
    const calls = over(false);
    expect(warned).to.deep.equal([{ types: ['EPISODIC'], backends: ['elsewhere'] }]);
    const type = 'MEMORY_TYPE_EPISODIC' as const;
    const errors = [
      await errorOf(all(calls.runRetention({ type, force: true }, asked()))),
      await errorOf(calls.setRetention({ type, days: 30 }, asked())),
    ];
    expect(errors.map(({ reason }) => reason)).to.deep.equal(['FIELD_INVALID', 'FIELD_INVALID']);
    const { rules } = await calls.getRetention({}, asked());
    expect(rules.map((rule) => rule.type)).to.deep.equal(['MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_STRUCTURED']);
    const run = await all(calls.runRetention({ type: 'MEMORY_TYPE_UNSPECIFIED', force: true }, asked()));
    expect(run.map((progress) => progress.type)).to.have.members(['MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_STRUCTURED']);
  });

  it('is as ever where they live in the store', async () => {
    const calls = over(true);
    expect(warned).to.deep.equal([]);
    const { rules } = await calls.getRetention({}, asked());
    expect(rules.map((rule) => rule.type)).to.have.members(RETIRED_TYPES.map((type) => `MEMORY_TYPE_${type}`));
    const run = await all(calls.runRetention({ type: 'MEMORY_TYPE_EPISODIC', force: true }, asked()));
    expect(run.map((progress) => progress.type)).to.deep.equal(['MEMORY_TYPE_EPISODIC']);
  });
});
