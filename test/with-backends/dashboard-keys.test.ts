/**
 * Tests the dashboard in a real Chromium, on a server with keys: what each caller sees, and what only some
 * may do.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { newKey } from '../../server/keys/api-key.ts';
import { writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { RICH, seed } from '../ui/seed.ts';
import { PAGES } from './dashboard/every-page.ts';
import { launchChromium, openDashboard, seriousFindings, type Opened } from './dashboard/open-pages.ts';

/** Makes a file of these keys. Returns the texts of the keys. */
function writeKeys<Name extends string>(
  path: string,
  wanted: Readonly<Record<Name, Partial<KeyEntry>>>,
): Readonly<Record<Name, string>> {
  const createTime = new Date().toISOString();
  const made = Object.entries<Partial<KeyEntry>>(wanted).map(([name, entry]) => ({ name, entry, key: newKey() }));
  writeKeysFile(
    path,
    made.map(({ entry, key: { id, hash } }) => ({
      id,
      hash,
      name: '',
      tenant: 'default',
      role: 'agent',
      users: [],
      createTime,
      ...entry,
    })),
  );
  return Object.fromEntries(made.map(({ name, key }) => [name, key.text])) as Record<Name, string>;
}

/** The number of characters at the end of an API key that are its secret. */
const SECRET_LENGTH = 43;
const WORDS = {
  en: { key: 'API key', signIn: 'Sign in', users: 'Users', signOut: 'Sign out', refused: 'does not accept this key' },
  es: { key: 'Clave de API', signIn: 'Entrar', users: 'Usuarios', signOut: 'Salir', refused: 'no acepta esta clave' },
} as const;

describe('The dashboard of a server that asks for keys', function () {
  this.timeout(600_000);
  let browser: Browser;
  let folder: string;
  let file: string;
  let server: ServerProcess;
  let url: string;
  let opened: Opened;
  let keys: Readonly<Record<'operator' | 'admin' | 'agent' | 'owner' | 'spanish' | 'other', string>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-dashboard-'));
    browser = await launchChromium();
    file = join(folder, 'keys.json');
    keys = writeKeys(file, {
      operator: { role: 'operator', name: 'the operator' },
      admin: { role: 'admin' },
      agent: { role: 'agent', users: [RICH] },
      owner: { role: 'agent', users: ['user-0002'] },
      spanish: { role: 'agent', users: ['user-0001'] },
      other: { role: 'operator', tenant: 'other' },
    });
    const flags = ['--api-keys-file', file];
    server = await startServer({ dataDir: join(folder, 'data'), flags, env: { RECORDA_HTTP_PORT: '0' } });
    url = `http://127.0.0.1:${server.httpPort}`;
    await seed({ url, apiKey: keys.operator, sizes: { users: 3, memories: 20, turns: 20 } });
  });
  after(async () => {
    await server.stop();
    await browser.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => opened.context.close());

  const open = async (path: string, apiKey?: string, language: 'en' | 'es' = 'en'): Promise<Page> => {
    opened = await openDashboard(browser, { url, language, ...(apiKey === undefined ? {} : { apiKey }) });
    await opened.go(path);
    return opened.page;
  };
  const menu = (page: Page): Promise<readonly string[]> => page.locator('nav a').allTextContents();

  for (const language of ['en', 'es'] as const)
    it(`asks for one, says why it does not accept another, and forgets it at the end, in ${language}`, async () => {
      const words = WORDS[language];
      const page = await open('users', undefined, language);
      expect(await seriousFindings(page)).to.deep.equal([]);
      expect(await page.getByRole('alert').count()).to.equal(0);
      await page.getByLabel(words.key).fill('rk_0000000000000000_0000000000000000000000000000000000000000000');
      await page.getByRole('button', { name: words.signIn }).click();
      await page.getByRole('alert').getByText(words.refused).waitFor();
      await page.getByLabel(words.key).fill(keys.operator);
      await page.getByRole('button', { name: words.signIn }).click();
      await page.getByRole('heading', { name: words.users }).waitFor();
      await page.getByText('the operator').waitFor();
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])',
      );
      const [ofTab, ofBrowser, cookies] = JSON.parse(kept) as [object, object, string];
      expect(ofTab).to.deep.equal({ 'recorda.key': keys.operator });
      expect(JSON.stringify([ofBrowser, cookies])).not.to.include('rk_');
      await page.getByRole('button', { name: words.signOut }).click();
      await page.getByLabel(words.key).waitFor();
      expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    });

  it('shows each caller what their key may see', async () => {
    await open('', keys.operator);
    const ofOperator = await menu(opened.page);
    await opened.context.close();
    await open('', keys.admin);
    const ofAdmin = await menu(opened.page);
    await opened.context.close();
    const page = await open('', keys.agent);
    const ofAgent = await menu(page);
    expect(ofOperator).to.include.members(ofAdmin);
    expect(ofAdmin).to.include.members(['Users', ...ofAgent.filter((name) => ofAdmin.includes(name))]);
    expect(ofAgent).not.to.include('Users');
    await opened.follow('settings');
    await page.getByText('Request limits').waitFor();
    expect(await page.getByText('RECORDA_PORT').count()).to.equal(0);
    await page.goto(`${url}/ui/users`);
    await page.getByText('There is no such page').waitFor();
    expect(opened.errors).to.deep.equal([]);
  });

  it('shows an operator each setting with where it came from, and the keys of the tenant without their secrets', async () => {
    const page = await open('settings', keys.operator);
    const row = (name: string) => page.getByRole('row', { name, exact: false });
    await row('RECORDA_API_KEYS_FILE').getByText('--api-keys-file').waitFor();
    await row('RECORDA_HTTP_PORT').getByText('RECORDA_HTTP_PORT').nth(1).waitFor();
    await row('RECORDA_LOG_LEVEL').getByText('default').waitFor();
    await row('RECORDA_MASTER_KEY')
      .getByText(/^(not set|secret)$/)
      .waitFor();
    const table = page.getByRole('region', { name: 'API keys' }).locator('tbody tr');
    await table.filter({ hasText: 'the operator' }).waitFor();
    expect(await table.count()).to.equal(5);
    const text = (await page.locator('main').textContent()) ?? '';
    // A secret may have a `_` itself.
    for (const key of Object.values(keys)) expect(text).not.to.include(key.slice(-SECRET_LENGTH));
    expect(await seriousFindings(page)).to.deep.equal([]);
    expect(opened.errors).to.deep.equal([]);
  });

  it('shows which key began a run, to the tenant of that key alone', async () => {
    const page = await open('lifecycle?tab=backups', keys.operator);
    await page.getByRole('button', { name: 'Take a backup' }).click();
    await page.getByText('The backup is complete.').waitFor();
    await page.getByRole('tab', { name: 'Past runs' }).click();
    const run = page.locator('tbody tr', { hasText: 'backup' });
    await run.getByText('the operator').waitFor();
    expect(opened.errors).to.deep.equal([]);
    await opened.context.close();
    await open('lifecycle?tab=runs', keys.other, 'es');
    await opened.page.locator('tbody tr', { hasText: 'copia de seguridad' }).getByText('una llamada').waitFor();
    expect(await opened.page.locator('tbody').textContent()).not.to.include(keys.operator.split('_')[1]);
    expect(opened.errors).to.deep.equal([]);
  });

  it('words in Spanish what the server’s checks found, and marks as English what a backend said', async () => {
    const page = await open('', keys.operator, 'es');
    const check = page.locator('.plain-list li', { hasText: 'claves de API' });
    await check.getByText('6 claves').waitFor();
    await page
      .locator('.plain-list li', { hasText: 'claves de usuarios' })
      .getByText('en la carpeta de datos')
      .waitFor();
    const kept = await readFile(file);
    await writeFile(file, '{}');
    await page.getByRole('button', { name: 'Comprobar de nuevo' }).click();
    await check.getByText('no responde').waitFor();
    await check.locator('[lang=en]', { hasText: 'is not a file of API keys' }).waitFor();
    await writeFile(file, kept);
    expect(opened.errors).to.deep.equal([]);
  });

  it('shows nothing of other users to a key that is for some', async () => {
    const page = await open(`user?id=${RICH}`, keys.agent);
    await page.getByText('allergic to peanuts').waitFor();
    await page.goto(`${url}/ui/user?id=user-0001&tab=memories`);
    await page.getByRole('alert').first().waitFor();
    expect(await page.locator('.entry').count()).to.equal(0);
  });

  it('shows end users what is remembered of them, and lets them correct it', async () => {
    const page = await open('me', keys.agent);
    expect(await seriousFindings(page)).to.deep.equal([]);
    const fact = page.locator('.entry', { hasText: 'I work at Nimbus Labs' });
    await fact.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await fact.waitFor({ state: 'detached' });
    await page.locator('section', { hasText: 'People and things you mentioned' }).getByText('Nimbus Labs').waitFor();
    await page.locator('section', { hasText: 'Records about you' }).getByText('guest-house').waitFor();
    const coffee = page.locator('.entry', { hasText: 'Le gusta el café' });
    await coffee.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('What is true instead').fill('Le gusta el té sin azúcar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.entry', { hasText: 'Le gusta el té' }).waitFor();
    const memory = page.locator('.entry', { hasText: 'Wants to learn Portuguese' });
    await memory.getByText(/^Stored /).waitFor();
    await memory.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await memory.waitFor({ state: 'detached' });
    expect(opened.errors).to.deep.equal([]);
  });

  it('lets end users export and erase everything with an agent’s key that is for them alone', async () => {
    const page = await open('me', keys.owner);
    expect(await seriousFindings(page)).to.deep.equal([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).to.match(/"line":"memory".*\n.*"line":"manifest"/s);
    await page.getByRole('button', { name: 'Show what is stored' }).click();
    await page.getByText('sqlite/long_term').waitFor();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByLabel('Type user-0002 to confirm').fill('user-0002');
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('The user is erased').waitFor();
    expect(await page.locator('[data-receipt]').textContent()).to.include('user-0002');
  });

  it('does all of this in Spanish as well', async () => {
    const page = await open('me', keys.spanish, 'es');
    expect(await seriousFindings(page)).to.deep.equal([]);
    const corrected = page.locator('.entry', { hasText: /Guardado / }).last();
    await corrected.getByRole('button', { name: 'Corregir' }).click();
    await page.getByLabel('Qué es cierto en su lugar').fill('Prefiere el té');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.locator('.entry', { hasText: 'Prefiere el té' }).waitFor();
    const memory = page.locator('.entry', { hasText: /Guardado / }).first();
    const text = await memory.textContent();
    await memory.getByRole('button', { name: 'Borrar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
    await page.locator('.entry', { hasText: text ?? '' }).waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).to.match(/"line":"manifest"/);
    await page.getByRole('button', { name: 'Mostrar qué hay guardado' }).click();
    await page.getByText('sqlite/long_term').waitFor();
    await page.getByRole('button', { name: 'Borrar para siempre' }).click();
    await page.getByLabel('Escribe user-0001 para confirmar').fill('user-0001');
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar para siempre' }).click();
    expect(await page.locator('[data-receipt]').textContent()).to.include('user-0001');
    expect(opened.errors).to.deep.equal([]);
  });

  it('shows nothing of one tenant to another', async () => {
    const page = await open('users', keys.other);
    expect(await page.locator('tbody tr').count()).to.equal(0);
    for (const path of PAGES) {
      await opened.follow(path);
      const text = await page.locator('main').textContent();
      expect(text, path).not.to.match(/peanuts|half marathon|Nimbus|Lisbon|user-000/);
    }
  });
});
