/**
 * `npm run pictures`: takes the screenshots in server/ui/pictures from the real pages, over a server with 10,000 memories of 1,000 users.
 * It also prints how soon the first page is painted, which no test checks because machines differ.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ROOT } from '../root.ts';
import { startServer } from '../server-process.ts';
import { launchChromium, openDashboard } from '../with-backends/dashboard/open-pages.ts';
import { AGENT, jsonCaller, RICH, RICH_SESSION, seed } from './seed.ts';

const SIZES = { users: 1000, memories: 10_000, turns: 2000 };
const FOLDER = join(ROOT, 'server/ui/pictures');
/** Long enough for the charts of the overview to have a shape. */
const TRAFFIC_MS = 90_000;
/** Longer than the server takes to notice that its clock file changed. */
const CLOCK_MS = 200;

type Picture = {
  readonly name: string;
  readonly path: string;
  readonly colours?: 'light' | 'dark';
  readonly language?: 'en' | 'es';
  readonly size?: { readonly width: number; readonly height: number };
  readonly before?: (page: Page) => Promise<void>;
};

const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '', before: () => sleep(TRAFFIC_MS) },
  { name: 'recall', path: `recall?user=${RICH}&q=what+can+she+not+eat` },
  { name: 'entities', path: `user?id=${RICH}&tab=entities`, colours: 'dark' },
  {
    name: 'prompt',
    path: `prompt?user=${RICH}&session=${RICH_SESSION}&agent=${AGENT}&q=${encodeURIComponent('Find me a place for dinner: what am I allergic to?')}`,
  },
  { name: 'facts', path: `user?id=${RICH}`, language: 'es', size: { width: 390, height: 780 } },
];

const folder = await mkdtemp(join(tmpdir(), 'recorda-pictures-'));
const clock = join(folder, 'clock');
await writeFile(clock, '+0s');
const options = {
  dataDir: join(folder, 'data'),
  flags: ['--clock', clock],
  env: { RECORDA_HTTP_PORT: '0', RECORDA_WARM_UP: 'on' },
};
const setClock = async (offset: string): Promise<void> => {
  await writeFile(clock, offset);
  await sleep(CLOCK_MS);
};
const seeding = await startServer(options);
await seed({ url: `http://127.0.0.1:${seeding.httpPort}`, sizes: SIZES, setClock });
await seeding.stop();
// The server is restarted, so that its latencies are not those of seeding it.
const server = await startServer(options);
const url = `http://127.0.0.1:${server.httpPort}`;
const browser = await launchChromium();
const over = new AbortController();
try {
  await mkdir(FOLDER, { recursive: true });
  await raiseAlert();
  const traffic = work();
  for (const picture of PICTURES) await take(picture);
  over.abort();
  await traffic;
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true });
}

async function take({ name, path, colours = 'light', language = 'en', size, before }: Picture): Promise<void> {
  const opened = await openDashboard(browser, { url, colours, language });
  const { page } = opened;
  await page.setViewportSize(size ?? { width: 1280, height: 820 });
  await opened.go(path);
  await sleep(1500);
  await before?.(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  const painted = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  process.stdout.write(`${name}: first paint after ${painted.toFixed(0)} ms\n`);
  await opened.context.close();
}

/** Brings one user over 80 % of a quota. */
async function raiseAlert(): Promise<void> {
  const call = jsonCaller(url);
  const userId = 'user-0042';
  await call('AdminService/SetQuota', { userId, quotas: [{ name: 'QUOTA_NAME_LONG_TERM', maxCount: 12 }] });
  await call('MemoryService/AddMemory', {
    memory: { scope: { userId }, text: { content: 'Asked for a window seat' } },
  });
}

/** Makes the calls of agents that are at work while the pictures are taken. */
async function work(): Promise<void> {
  const call = jsonCaller(url);
  for (let round = 0; !over.signal.aborted; round += 1) {
    const scope = {
      userId: round % 5 === 0 ? RICH : `user-${String(1 + (round % 40)).padStart(4, '0')}`,
      agentId: AGENT,
    };
    await call('MemoryService/RetrieveMemories', { scope, query: 'places to stay in spring' });
    if (round % 4 === 0)
      await call('MemoryService/AddMemory', { memory: { scope, text: { content: `Took note ${round}` } } });
    if (round % 7 === 0) await call('ContextService/RetrieveFacts', { scope, query: 'where do I work?' });
    if (round % 9 === 0)
      await call('MemoryService/GetMemory', { scope, name: { type: 'MEMORY_TYPE_WORKING', key: 'none' } }).catch(
        () => undefined,
      );
    // The load rises and falls as over a day.
    await sleep(40 + 60 * (1 + Math.sin(round / 30)));
  }
}
