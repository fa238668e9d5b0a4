/** Tests in a real Chromium, in each language, what pages show as it happens, even after the server was away, and conflicting changes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { startServer, type ServerProcess } from '../server-process.ts';
import { AGENT, jsonCaller } from '../ui/seed.ts';
import { launchChromium, openDashboard, type Opened } from './dashboard/open-pages.ts';

const WORDS = {
  en: {
    live: 'live',
    edit: 'Edit',
    save: 'Save',
    content: 'Content',
    added: 'added',
    critical: 'critical',
    advice: /^Adds are refused once it is full/,
    conflict: 'Somebody else changed it in the meantime.',
    prompts: 'Prompts',
    turn: /^Turn \d+, \d+ tokens$/,
    prompt: /^Prompt: \d+ of at most \d+ tokens$/,
  },
  es: {
    live: 'en vivo',
    edit: 'Editar',
    save: 'Guardar',
    content: 'Contenido',
    added: 'añadida',
    critical: 'crítica',
    advice: /^Cuando se llene no se aceptarán altas/,
    conflict: 'Alguien más lo cambió entretanto.',
    prompts: 'Prompts',
    turn: /^Turno \d+, \d+ tokens$/,
    prompt: /^Prompt: \d+ de \d+ tokens como mucho$/,
  },
} as const;

describe('A live page of the dashboard', function () {
  this.timeout(600_000);
  let browser: Browser;
  let folder: string;
  let server: ServerProcess;
  let url: string;
  let call: ReturnType<typeof jsonCaller>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-live-'));
    browser = await launchChromium();
    server = await startServer({ dataDir: join(folder, 'data'), env: { RECORDA_HTTP_PORT: '0' } });
    url = `http://127.0.0.1:${server.httpPort}`;
    call = jsonCaller(url);
  });
  after(async () => {
    await server.stop();
    await browser.close();
    await rm(folder, { recursive: true });
  });

  for (const language of ['en', 'es'] as const)
    describe(`in ${language}`, () => {
      const words = WORDS[language];
      const userId = `rosa-${language}`;
      const scope = { userId, agentId: AGENT, sessionId: 'evening' };
      let opened: Opened;
      let page: Page;

      const addMemory = async (content: string): Promise<string> => {
        const memory = { scope: { userId }, text: { content } };
        return (await call<{ memory: { id: string } }>('MemoryService/AddMemory', { memory })).memory.id;
      };
      const append = (content: string) => call('ContextService/AppendTurns', { scope, turns: [{ content }] });
      const raiseAlert = async (alerted: string): Promise<void> => {
        const quotas = [{ name: 'QUOTA_NAME_LONG_TERM', maxCount: 1 }];
        await call('AdminService/SetQuota', { userId: alerted, quotas });
        await call('MemoryService/AddMemory', {
          memory: { scope: { userId: alerted }, text: { content: 'Likes figs' } },
        });
      };
      const open = async (path: string): Promise<void> => {
        opened = await openDashboard(browser, { url, language });
        ({ page } = opened);
        await opened.go(path);
      };
      const live = () => page.getByText(words.live, { exact: true });
      /** Restarts the server at the same place, does something before the page is connected again, and waits until it is. */
      const restartServer = async (meanwhile: () => Promise<unknown>): Promise<void> => {
        const port = String(server.httpPort);
        await server.stop();
        await live().waitFor({ state: 'detached' });
        // Nothing of the page reaches the server until something has happened there.
        await page.route(/Service\/Watch/, (route) => route.abort());
        server = await startServer({ dataDir: join(folder, 'data'), env: { RECORDA_HTTP_PORT: port } });
        await meanwhile();
        await page.unroute(/Service\/Watch/);
        await live().waitFor();
        // Chromium reports the connections that were refused in between.
        (opened.errors as string[]).splice(0);
      };

      before(async () => {
        await addMemory('Wants to learn Portuguese');
        await append('We could eat at eight');
      });
      afterEach(async () => {
        await opened.context.close();
        expect(opened.errors).to.deep.equal([]);
      });

      it('shows changes of memories, including those that it missed while the server was away', async () => {
        await open(`user?id=${userId}&tab=memories`);
        await live().waitFor();
        await addMemory('Has just bought a sailing boat');
        const change = (text: string) => page.locator('.timeline li', { hasText: text });
        await change('sailing boat').getByText(words.added).waitFor();
        await restartServer(() => addMemory('Came back from a walk'));
        await change('a walk').waitFor();
        expect(await change('sailing boat').count()).to.equal(1);
      });

      it('shows turns and the cost of prompts, and turns that it missed while the server was away', async () => {
        await open(`sessions?id=${userId}&session=${scope.sessionId}`);
        await live().waitFor();
        const prompts = page.locator('.figure', { hasText: words.prompts }).first().locator('.figure-value');
        const before = Number(await prompts.textContent());
        await append('I moved to a flat by the river');
        await page.locator('.timeline li').getByText(words.turn).waitFor();
        await page.locator('.entry', { hasText: 'flat by the river' }).waitFor();
        await call('ContextService/AssembleContext', { scope, newTurn: 'What shall we eat?', maxTokens: 300 });
        await prompts.getByText(String(before + 1), { exact: true }).waitFor();
        await restartServer(() => append('The kitchen is painted green'));
        await page.locator('.entry', { hasText: 'painted green' }).waitFor();
      });

      it('shows alerts with advice, including those that it missed while the server was away', async () => {
        await open('');
        await live().waitFor();
        const alert = (name: string) => page.locator('.alerts li', { hasText: name });
        await raiseAlert(`alerted-${language}-1`);
        await alert(`alerted-${language}-1`).getByText(words.critical).waitFor();
        await alert(`alerted-${language}-1`).getByText(words.advice).waitFor();
        await restartServer(() => raiseAlert(`alerted-${language}-2`));
        await alert(`alerted-${language}-2`).getByText(words.critical).waitFor();
        expect(await alert(`alerted-${language}-1`).count()).to.equal(1);
      });

      it('does not overwrite what somebody else changed, and says so', async () => {
        await open(`user?id=${userId}&tab=memories`);
        const id = await addMemory('Plays the oboe');
        await opened.go(`user?id=${userId}&tab=memories`);
        const entry = page.locator('.entry', { hasText: 'oboe' });
        await entry.getByRole('button', { name: words.edit }).click();
        const memory = { id, scope: { userId }, importance: 0.9 };
        await call('MemoryService/UpdateMemory', { memory, updateMask: 'importance' });
        await page.getByLabel(words.content, { exact: true }).fill('Plays the flute');
        await page.getByRole('button', { name: words.save }).click();
        const alert = page.getByRole('alert').filter({ hasText: words.conflict });
        await alert.getByText('aborted').waitFor();
        const kept = await call<{ memory: { text: { content: string } } }>('MemoryService/GetMemory', {
          scope: { userId },
          id,
        });
        expect(kept.memory.text.content).to.equal('Plays the oboe');
        // Chromium reports the answer 409.
        (opened.errors as string[]).splice(0);
      });
    });
});
