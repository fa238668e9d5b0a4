/**
 * Measures the dashboard over a server with 10,000 memories of 1,000 users and 2,000 turns: how soon its first page is painted, by
 * Chromium's paint timing, with nothing in the browser's cache, also as the first request after a start of the server; and how long the server takes for everything that Overview asks, one call
 * after another and all at once. `npm run bench -- dashboard` needs Chromium, which `npm run test:backends` installs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatMs, printTable } from '../load/table.ts';
import { startServer } from '../server-process.ts';
import { jsonCaller, seed } from '../ui/seed.ts';
import { launchChromium, openDashboard } from '../with-backends/dashboard/open-pages.ts';

const SIZES = { users: 1000, memories: 10_000, turns: 2000 };
const ROUNDS = 15;
/** The starts of the server whose first page is timed. */
const STARTS = 5;
/** What ui/pages/overview.tsx asks for, but for its stream of alerts, which has no end. */
const ASKED = [
  'MemoryService/WhoAmI',
  'MemoryService/GetServerInfo',
  'AdminService/GetLatencyReport',
  'AdminService/GetUsage',
  'AdminService/EstimateCost',
  'AdminService/ListAlerts',
];

const folder = await mkdtemp(join(tmpdir(), 'recorda-bench-dashboard-'));
const options = { dataDir: join(folder, 'data'), env: { RECORDA_HTTP_PORT: '0', RECORDA_WARM_UP: 'on' } };
const seeding = await startServer(options);
await seed({ url: `http://127.0.0.1:${seeding.httpPort}`, sizes: SIZES });
await seeding.stop();
const browser = await launchChromium();
let server = await startServer(options);
let url = '';
try {
  const measured: Record<string, number[]> = {
    'first paint after a start': [],
    'first paint': [],
    'one call after another': [],
    'all at once': [],
  };
  for (let start = 0; start < STARTS; start += 1) {
    await server.stop();
    server = await startServer(options);
    url = `http://127.0.0.1:${server.httpPort}`;
    measured['first paint after a start']!.push(await firstPaintMs());
  }
  const call = jsonCaller(url);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    measured['first paint']!.push(await firstPaintMs());
    measured['one call after another']!.push(
      await timed(async () => {
        for (const name of ASKED) await call(name, {});
      }),
    );
    measured['all at once']!.push(await timed(() => Promise.all(ASKED.map((name) => call(name, {})))));
  }
  console.log(`load ${loadavg()[0]?.toFixed(1) ?? '?'}, ${STARTS} starts, ${ROUNDS} rounds, ms`);
  const rows = Object.entries(measured).map(([name, values]) => {
    const sorted = values.toSorted((one, other) => one - other);
    return [name, formatMs(sorted[0]!), formatMs(sorted[Math.floor(sorted.length / 2)]!), formatMs(sorted.at(-1)!)];
  });
  printTable(['what', 'least', 'median', 'most'], rows);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** A context has a cache of its own. */
async function firstPaintMs(): Promise<number> {
  const { page, context, go } = await openDashboard(browser, { url });
  await go('');
  const painted = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  await context.close();
  return painted;
}
