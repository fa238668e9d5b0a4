import { join } from 'node:path';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { openEmbedded } from '../../../../server/embedded/open-embedded.ts';
import { RecordaError } from '../../../../client/errors.ts';
import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../temporary-store.ts';

describe('a store that another program locks', () => {
  it('refuses writes until the lock is released, still reads, and then writes again', async () => {
    const dataDir = await temporaryFolder();
    const recorda = await openEmbedded({ dataDir });
    const ana = recorda.agent({ userId: 'ana' });
    await ana.add('Enjoys skiing');
    const other = new Sqlite(join(dataDir, 'recorda.db'));
    try {
      other.exec('BEGIN IMMEDIATE');
      const failed: unknown = await ana.add('Likes coffee').catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(RecordaError);
      expect(failed).to.include({ reason: 'OVERLOADED', retryable: true });
      expect((failed as RecordaError).detail.retryAfterMs).to.be.greaterThan(0);
      expect(await ana.retrieve('skiing')).to.have.lengthOf(1);
      other.exec('ROLLBACK');
      expect((await ana.add('Likes coffee')).operation).to.equal('ADD');
      expect(await ana.retrieve('coffee')).to.have.lengthOf(2);
    } finally {
      other.close();
      await recorda.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
