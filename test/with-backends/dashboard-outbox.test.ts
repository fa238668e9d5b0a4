/** Tests the dashboard's outbox in a real Chromium, on a server whose shared index refuses a change. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';
import { jsonCaller, RICH } from '../ui/seed.ts';
import { launchChromium, openDashboard, seriousFindings } from './dashboard/open-pages.ts';

const WORDS = {
  en: {
    refused: 'refused for good',
    replay: 'Replay',
    again: 'Sent again: 1.',
    dead: 'Dead letters',
    all: 'Replay all',
  },
  es: {
    refused: 'rechazado definitivamente',
    replay: 'Reenviar',
    again: 'Reenviadas: 1.',
    dead: 'Cartas muertas',
    all: 'Reenviar todas',
  },
} as const;

type Outbox = { readonly waitingCount?: string; readonly sentCount?: string; readonly deadCount?: string };

describe('The dashboard of a server whose index is shared', function () {
  this.timeout(600_000);
  let browser: Browser;
  let folder: string;
  let index: SearchStandIn;
  let server: ServerProcess;
  let url: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-dashboard-'));
    browser = await launchChromium();
    index = await startSearchStandIn('key');
    const env = {
      RECORDA_HTTP_PORT: '0',
      RECORDA_LONG_TERM: `${index.endpoint.replace('http', 'azure-search')}/memories`,
      RECORDA_AZURE_SEARCH_KEY: index.key,
    };
    server = await startServer({ dataDir: join(folder, 'data'), env });
    url = `http://127.0.0.1:${server.httpPort}`;
  });
  after(async () => {
    await server.stop();
    await index.close();
    await browser.close();
    await rm(folder, { recursive: true });
  });

  for (const language of ['en', 'es'] as const)
    it(`shows the changes that the index refused, and sends them again, in ${language}`, async () => {
      const words = WORDS[language];
      const call = jsonCaller(url);
      const add = async (content: string): Promise<string> => {
        const memory = { scope: { userId: RICH }, text: { content } };
        return (await call<{ memory: { id: string } }>('MemoryService/AddMemory', { memory })).memory.id;
      };
      /** Waits until this many changes wait, and this many are given up. */
      const untilOutboxHas = async (waiting: number, dead: number): Promise<void> => {
        for (;;) {
          const { waitingCount = 0, deadCount = 0 } = await call<Outbox>('AdminService/GetOutbox', {});
          if (Number(waitingCount) === waiting && Number(deadCount) === dead) return;
          await sleep(50);
        }
      };
      await add('Enjoys skiing');
      await untilOutboxHas(0, 0);
      index.fault({ kind: 'status', status: 400, path: 'search.index', times: 50 });
      const [sailing, rowing] = [await add('Enjoys sailing'), await add('Enjoys rowing')];
      await untilOutboxHas(0, 2);
      index.clearFaults();

      const { page, context, errors, go } = await openDashboard(browser, { url, language });
      await go('outbox');
      const letter = (id: string) => page.locator('tr', { hasText: id });
      await letter(sailing).getByText(words.refused).waitFor();
      await letter(rowing).waitFor();
      expect(await seriousFindings(page)).to.deep.equal([]);
      await letter(sailing).getByRole('button', { name: words.replay }).click();
      await page.getByText(words.again).waitFor();
      await letter(sailing).waitFor({ state: 'detached' });
      await page.locator('.figure', { hasText: words.dead }).getByText('1', { exact: true }).waitFor();
      await page.getByRole('button', { name: words.all }).click();
      await letter(rowing).waitFor({ state: 'detached' });
      await untilOutboxHas(0, 0);
      expect(errors).to.deep.equal([]);
      await context.close();
    });
});
