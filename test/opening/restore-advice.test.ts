import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { restoreAdvice } from '../../server/opening/restore-advice.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';

describe('the advice for a damaged store', () => {
  it('is to load a copy anew, since a backup would put older data in the place of what all servers have', async () => {
    const dataDir = await temporaryFolder();
    const ofStore = await restoreAdvice({ dataDir });
    await rm(dataDir, { recursive: true });
    expect(ofStore).to.match(/^There is no backup/);
    const ofCopy = await restoreAdvice({ dataDir, store: { url: 'postgres://h/d' } });
    expect(ofCopy)
      .to.match(/^Then start it again: PostgreSQL holds the data.*Restore no backup/)
      .and.not.include('RestoreBackup');
  });
});
