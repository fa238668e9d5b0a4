/** Pages of the dashboard in a real Chromium: what they complain of is kept, and found again by each test. */
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Debian's, as test/with-backends/install.ts has it. */
const CHROMIUM = '/usr/bin/chromium';
/** Far more than a page takes. */
const WAITS_MS = 30_000;

export type OpenOptions = {
  readonly url: string;
  readonly language?: 'en' | 'es';
  readonly width?: number;
  readonly colours?: 'light' | 'dark';
  /** Shown from the start, as if somebody had signed in. */
  readonly apiKey?: string;
};

export type Opened = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the console showed as an error, and what scripts threw. */
  readonly errors: readonly string[];
  go(path: string): Promise<void>;
};

export function launchChromium(): Promise<Browser> {
  // Chromium has no sandbox for root, who runs CI.
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
  return {
    page,
    context,
    errors,
    async go(path) {
      await page.goto(`${url}/ui/${path}`);
      await page.locator('main h1').waitFor();
      await settled(page);
    },
  };
}

/** Until nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

type Violation = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** What axe finds that keeps somebody from using the page. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** By how many pixels the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
