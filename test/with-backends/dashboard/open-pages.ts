/** Opens pages of the dashboard in a real Chromium and keeps their errors, which each test checks. */
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';

/**
 * Debian's package, as in test/with-backends/install.ts: without the browser's own windows it takes a third less processor time.
 */
const CHROMIUM = '/usr/bin/chromium-headless-shell';
/** Far more than a page takes, in milliseconds. */
const WAITS_MS = 30_000;

/** Effects begin after a frame was drawn, and their requests are noticed a moment later. */
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';
const QUIET_FRAMES = 2;

export type OpenOptions = {
  readonly url: string;
  readonly language?: 'en' | 'es';
  readonly width?: number;
  readonly colours?: 'light' | 'dark';
  /** The key that is used from the start, as if somebody had signed in. */
  readonly apiKey?: string;
};

export type Opened = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the console showed, and errors that scripts threw. */
  readonly errors: readonly string[];
  /** Loads the page as if somebody had typed its address. */
  go(path: string): Promise<void>;
  /** Follows a link of the dashboard to the page, without a reload. */
  follow(path: string): Promise<void>;
  /** Waits until the page shows everything that it requested from the server. */
  settled(): Promise<void>;
};

export function launchChromium(): Promise<Browser> {
  // Chromium has no sandbox for root, as which CI runs.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

export async function openDashboard(browser: Browser, options: OpenOptions): Promise<Opened> {
  const { url, language = 'en', width = 1280, colours = 'light', apiKey } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: colours,
    locale: language === 'es' ? 'es-AR' : 'en-GB',
    reducedMotion: 'reduce',
  });
  if (apiKey !== undefined) await context.addInitScript(`sessionStorage.setItem('recorda.key', '${apiKey}')`);
  const page = await context.newPage();
  page.setDefaultTimeout(WAITS_MS);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => {
    errors.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const asked = askedOf(page);
  const settled = async (): Promise<void> => {
    await page.locator('main h1').waitFor();
    let quiet = 0;
    while (quiet < QUIET_FRAMES) {
      await page.evaluate(NEXT_FRAME);
      quiet = asked.size === 0 && (await page.locator('.loading').count()) === 0 ? quiet + 1 : 0;
    }
  };
  return {
    page,
    context,
    errors,
    settled,
    async go(path) {
      await page.goto(`${url}/ui/${path}`);
      await settled();
    },
    async follow(path) {
      const address = JSON.stringify(`/ui/${path}`);
      // Back and forward reach pages in the same way.
      await page.evaluate(`history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`);
      await settled();
    },
  };
}

/** Returns the requests whose answers are not complete, except streams without an end. */
function askedOf(page: Page): ReadonlySet<Request> {
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (!/Service\/Watch/.test(request.url())) asked.add(request);
  });
  page.on('requestfinished', (request) => void asked.delete(request));
  page.on('requestfailed', (request) => void asked.delete(request));
  return asked;
}

type Violation = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** Returns the findings of axe that keep somebody from using the page. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The script stays until another page is loaded.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  // Successful checks and their places in the page are not needed.
  const options = "{ resultTypes: ['violations'], selectors: false }";
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Returns by how many pixels the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Returns a function that reads how many bytes the page's scripts hold once garbage is collected. */
export async function heapOf({ context, page }: Pick<Opened, 'context' | 'page'>): Promise<() => Promise<number>> {
  const devtools = await context.newCDPSession(page);
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
}
