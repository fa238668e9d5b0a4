/**
 * Five tasks of an operator who knows neither the README nor any address: each begins at the first page and continues by what the
 * pages say.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { connect } from '../../client/connect.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { OLD_MEMORY, RICH, seed } from '../ui/seed.ts';
import { launchChromium, openDashboard, type Opened } from './dashboard/open-pages.ts';

const SIZES = { users: 5, memories: 40, turns: 20 };
/** The server notices a change of its clock file sooner. */
const CLOCK_MS = 200;
/** The oldest facts are 170 days old when they are seeded, and stale after 180. */
const LATER = '+20d';

describe('An operator without the README', function () {
  this.timeout(600_000);
  let browser: Browser;
  let folder: string;
  let server: ServerProcess;
  let recorda: ReturnType<typeof connect>;
  let opened: Opened;
  let page: Page;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-tasks-'));
    browser = await launchChromium();
    const clock = join(folder, 'clock');
    await writeFile(clock, '+0s');
    const flags = ['--clock', clock];
    server = await startServer({ dataDir: join(folder, 'data'), flags, env: { RECORDA_HTTP_PORT: '0' } });
    const setClock = async (offset: string): Promise<void> => {
      await writeFile(clock, offset);
      await sleep(CLOCK_MS);
    };
    await seed({ url: `http://127.0.0.1:${server.httpPort}`, sizes: SIZES, setClock });
    await setClock(LATER);
    recorda = connect(server.address);
    await recorda.admin.setRetention({ type: 'MEMORY_TYPE_LONG_TERM', days: 60 });
    for await (const _ of recorda.admin.runRetention({ force: true })) continue;
  });
  after(async () => {
    await recorda.close();
    await server.stop();
    await browser.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    opened = await openDashboard(browser, { url: `http://127.0.0.1:${server.httpPort}` });
    ({ page } = opened);
    await opened.go('');
  });
  afterEach(async () => {
    await opened.context.close();
    expect(opened.errors).to.deep.equal([]);
  });

  const choose = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const ask = async (question: string): Promise<void> => {
    await choose('Recall');
    await fill('User', RICH);
    await fill('Question', question);
  };

  it('finds why a memory was not recalled', async () => {
    await ask('what can she not eat');
    await fill('Results per type', '2');
    await press('Search');
    await page.locator('.entry').first().waitFor();
    await fill('Words of the memory, or its id', 'night train cancelled');
    await press('Explain');
    await page.getByRole('button', { name: /^The night train from Madrid/ }).click();
    await page.getByText(/^It ranks number \d+ among/).waitFor();
    await page.getByText('You asked for 2 results, and it ranks lower.').waitFor();
  });

  it('raises a quota', async () => {
    await choose('Users');
    await page.getByRole('link', { name: 'user-0002', exact: true }).click();
    await page.getByRole('tab', { name: 'Limits and cost' }).click();
    await fill('Maximum count', '54321');
    const quota = page.locator('section', { has: page.getByRole('heading', { name: 'Set a quota' }) });
    await quota.getByRole('button', { name: 'Check and set…' }).click();
    await press('Set it');
    await page.getByText('54,321').waitFor();
    const { quotas } = await recorda.admin.getQuota({ userId: 'user-0002' });
    expect(quotas.find(({ name }) => name === 'QUOTA_NAME_LONG_TERM')?.maxCount).to.equal(54_321);
  });

  it('confirms a stale fact', async () => {
    await choose('Users');
    await page.getByRole('link', { name: RICH, exact: true }).click();
    const fact = page.locator('.entry', { hasText: 'My team writes its services in Go' });
    await fact.getByText('stale', { exact: true }).waitFor();
    await fact.getByRole('button', { name: 'Still true' }).click();
    await fact.getByText('active', { exact: true }).waitFor();
  });

  it('finds what is missing in the archive, and restores it', async () => {
    await ask('where does she park the car');
    await press('Search');
    await page.getByRole('heading', { name: 'Why is one missing?' }).waitFor();
    await fill('Words of the memory, or its id', 'car garage');
    await press('Explain');
    await page.getByRole('button', { name: OLD_MEMORY }).click();
    await page.getByText('It is in the archive').waitFor();
    await press('Restore');
    await page.getByText('Restored: 1. Not in the archive: 0.').waitFor();
    await page.getByText('It is in the archive').waitFor({ state: 'detached' });
    const found = page.locator('ol.entries .entry', { hasText: OLD_MEMORY });
    await found.waitFor();
    expect(await found.getByText('archive', { exact: true }).count()).to.equal(0);
  });

  it('asks for a memory by its words, also in a search of types that are never archived', async () => {
    await ask('what can she not eat');
    for (const type of await page.getByRole('group').getByRole('checkbox', { checked: true }).all())
      await type.uncheck();
    await page.getByLabel('entity', { exact: true }).check();
    await press('Search');
    await page.getByRole('heading', { name: 'Why is one missing?' }).waitFor();
    await fill('Words of the memory, or its id', 'an airship to the moon');
    await press('Explain');
    await page.getByText(/^(This user has no memory like that\.|Which of these\?)$/).waitFor();
  });

  it('erases a user, keeps the receipt and verifies it', async () => {
    await choose('Users');
    await page.getByRole('link', { name: 'user-0003', exact: true }).click();
    await page.getByRole('link', { name: 'Erase this user' }).click();
    await press('Show what is stored');
    await press('Erase for good');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type user-0003 to confirm').fill('user-0003');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download the receipt')]);
    const receipt = join(folder, download.suggestedFilename());
    await download.saveAs(receipt);
    expect(await readFile(receipt, 'utf8')).to.include('signature');
    await page.getByLabel('Choose a receipt file…').setInputFiles(receipt);
    await press('Verify');
    await page.getByText('signed by this server, and unchanged').waitFor();
    await choose('Users');
    await page.getByRole('link', { name: 'user-0002', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'user-0003', exact: true }).count()).to.equal(0);
  });
});
