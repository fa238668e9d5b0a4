/** Does in Spanish, in a real Chromium, what test/with-backends/dashboard.test.ts does in English: every action of every page. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { ALSO_TORTURE, scaled } from '../scale.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { AGENT, jsonCaller, OLD_MEMORY, RICH, RICH_SESSION, seed } from '../ui/seed.ts';
import { launchChromium, openDashboard, type Opened } from './dashboard/open-pages.ts';

/** More users than the first page of their list shows, at any scale. */
const SIZES = { users: scaled(60, 1000), memories: scaled(90, 10_000), turns: scaled(30, 2000) };
/** Work over everything that is stored takes minutes if there is much of it. */
const LONG_WORK_MS = scaled(30_000, 600_000);
/** The server notices a change of its clock file sooner. */
const CLOCK_MS = 200;
/** The sleep cycle archives most memories. */
const SLEEP = { RECORDA_SLEEP_THRESHOLD: '0.5', RECORDA_SLEEP_THRESHOLD_AGE: 'any' };

describe(`The dashboard in Spanish${ALSO_TORTURE}`, function () {
  this.timeout(scaled(600_000, 3_600_000));
  let browser: Browser;
  let folder: string;
  let server: ServerProcess;
  let call: ReturnType<typeof jsonCaller>;
  let opened: Opened;
  let page: Page;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-spanish-'));
    browser = await launchChromium();
    const clock = join(folder, 'clock');
    await writeFile(clock, '+0s');
    const options = { dataDir: join(folder, 'data'), flags: ['--clock', clock] };
    server = await startServer({ ...options, env: { ...SLEEP, RECORDA_HTTP_PORT: '0' } });
    const url = `http://127.0.0.1:${server.httpPort}`;
    call = jsonCaller(url);
    const setClock = async (offset: string): Promise<void> => {
      await writeFile(clock, offset);
      await sleep(CLOCK_MS);
    };
    await seed({ url, sizes: SIZES, setClock });
  });
  after(async () => {
    await server.stop();
    await browser.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    opened = await openDashboard(browser, { url: `http://127.0.0.1:${server.httpPort}`, language: 'es' });
    ({ page } = opened);
    page.setDefaultTimeout(LONG_WORK_MS);
  });
  afterEach(async () => {
    await opened.context.close();
    expect(opened.errors).to.deep.equal([]);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const agree = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const entry = (text: string) => page.locator('.entry', { hasText: text });
  const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });

  it('shows the overview: latency, backends and alerts', async () => {
    await opened.go('');
    for (const label of [
      'Llamadas dentro del objetivo',
      'Llamadas por segundo',
      'Retraso del hilo principal',
      'Versión',
    ])
      await page.locator('.figure', { hasText: label }).waitFor();
    await page.locator('.backends li', { hasText: 'a largo plazo' }).getByText('sqlite, responde').waitFor();
    await press('Comprobar de nuevo');
    await page.getByText('en vivo').waitFor();
  });

  it('confirms, pins, corrects and forgets facts, and shows their history', async () => {
    await opened.go('users');
    await press('Mostrar más');
    await page.locator('tbody tr').nth(50).waitFor();
    await page.getByRole('link', { name: RICH, exact: true }).click();
    const aged = entry('half marathon');
    await aged.getByText('envejecido').waitFor();
    await aged.getByRole('button', { name: 'Sigue siendo cierto' }).click();
    await aged.getByText('activo').waitFor();
    await aged.getByRole('button', { name: 'Fijar', exact: true }).click();
    await aged.getByText('fijado', { exact: true }).waitFor();
    await aged.getByRole('button', { name: 'Dejar de fijar' }).click();
    await aged.getByText('fijado', { exact: true }).waitFor({ state: 'detached' });
    await aged.getByRole('button', { name: 'Historial' }).click();
    await aged.locator('.timeline').getByText('confirmado').waitFor();
    await entry('services in Go').getByRole('button', { name: 'Corregir' }).click();
    await fill('Qué es cierto en su lugar', 'My team writes its services in Rust');
    await press('Guardar');
    await entry('services in Rust').getByRole('button', { name: 'Olvidar' }).click();
    await agree('Olvidar');
    await entry('services in Rust').waitFor({ state: 'detached' });
    await page.getByText('sustituido').click();
    await entry('services in Go').getByRole('button', { name: 'Sí es cierto' }).click();
    await entry('services in Go').getByText('activo').waitFor();
  });

  it('filters, edits and deletes memories, and exports them', async () => {
    await opened.go(`user?id=${RICH}&tab=memories`);
    await fill('Filtro (CEL)', 'metadata.category == "home"');
    await press('Listar');
    await page.getByText('{"category":"travel"}').first().waitFor({ state: 'detached' });
    const peanuts = entry('allergic to peanuts');
    await peanuts.getByRole('button', { name: 'De dónde viene' }).click();
    await peanuts.getByText(RICH_SESSION).waitFor();
    await peanuts.getByRole('button', { name: 'Editar' }).click();
    await fill('Contenido', 'Is allergic to peanuts and to hazelnuts');
    await press('Guardar');
    await entry('hazelnuts').waitFor();
    const memory = { scope: { userId: RICH }, metadata: { category: 'errand' } };
    for (const content of ['Buy stamps', 'Return the drill'])
      await call('MemoryService/AddMemory', { memory: { ...memory, text: { content } } });
    await fill('Filtro (CEL)', 'metadata.category == "errand"');
    await press('Listar');
    await entry('Buy stamps').getByRole('button', { name: 'Borrar', exact: true }).click();
    await agree('Borrar');
    await entry('Buy stamps').waitFor({ state: 'detached' });
    await press('Borrar todas las que coinciden');
    await agree('Borrar');
    await entry('Return the drill').waitFor({ state: 'detached' });
    await fill('Filtro (CEL)', '[');
    await press('Listar');
    await page.getByRole('alert').getByText('El servidor no lo acepta.').waitFor();
    // Chromium reports the answer 400.
    (opened.errors as string[]).splice(0);
    const [download] = await Promise.all([page.waitForEvent('download'), press('Exportar')]);
    expect(await readFile(await download.path(), 'utf8')).to.include('hazelnuts');
  });

  it('lists memories of each type', async () => {
    await opened.go(`user?id=${RICH}&tab=memories`);
    // What the seed says of three days ago has been forgotten.
    const scope = { userId: RICH, agentId: AGENT, sessionId: RICH_SESSION };
    await call('MemoryService/AddMemory', { memory: { scope, working: { key: 'seat', value: 'window' } } });
    const message = { role: 'ROLE_USER', content: 'By the window, please' };
    await call('MemoryService/AddMemory', { memory: { scope, message } });
    for (const [type, text] of [
      ['persona', 'language.preferred'],
      ['episódica', 'Flight via Porto'],
      ['de trabajo', 'seat'],
      ['a corto plazo', 'By the window, please'],
      ['entidad', 'Nimbus Labs'],
      ['estructurada', 'guest-house'],
    ] as const) {
      await page.getByLabel('Tipo', { exact: true }).selectOption(type);
      if (/persona|episódica|trabajo/.test(type)) await fill('Agente', AGENT);
      if (type === 'a corto plazo') await fill('Sesión', RICH_SESSION);
      await press('Listar');
      await page.getByText(text).first().waitFor();
    }
  });

  it('draws entities, and how they were before', async () => {
    await opened.go(`user?id=${RICH}&tab=entities`);
    await page.locator('.node', { hasText: 'Nimbus Labs' }).first().waitFor();
    await page.locator('.node', { hasText: 'Billing' }).first().waitFor();
    await page.getByLabel('Pasos').selectOption('1');
    await page.locator('.node', { hasText: 'Billing' }).first().waitFor({ state: 'detached' });
    await page.getByLabel(/Momento/).fill(String(-5 * 365));
    await page.locator('.node', { hasText: 'Delta Rail' }).first().waitFor();
    await press('ahora');
    await page.locator('.node', { hasText: 'Lisbon' }).first().press('Enter');
    await page.getByRole('heading', { name: 'Lisbon' }).waitFor();
  });

  it('sets a quota and a tier after a dry run', async () => {
    await opened.go('user?id=user-0002&tab=limits');
    await fill('Cantidad máxima', '1');
    await card('Fijar una cuota').getByRole('button', { name: 'Comprobar y fijar…' }).click();
    await page.getByText(/^Superan este límite.*: 1 usuario \(/).waitFor();
    await agree('Cancelar');
    await fill('Cantidad máxima', '50000');
    await card('Fijar una cuota').getByRole('button', { name: 'Comprobar y fijar…' }).click();
    await page.getByText('Nadie supera este límite.').waitFor();
    await agree('Fijar');
    await page.getByText('50.000').waitFor();
    await page.getByLabel('Plan', { exact: true }).selectOption('TIER_ENTERPRISE');
    await page.getByRole('button', { name: 'Comprobar y fijar…' }).first().click();
    await agree('Fijar');
    await page.locator('.figure', { hasText: 'Enterprise' }).waitFor();
  });

  it('explains why one memory was found, and why another was not', async () => {
    await opened.go('recall');
    await fill('Usuario', RICH);
    await fill('Pregunta', 'skiing');
    await fill('Resultados por tipo', '1');
    await press('Buscar');
    await entry('Enjoys skiing').getByText('significado').waitFor();
    await fill('Palabras de la memoria, o su id', 'the train from Madrid was cancelled');
    await press('Explicar');
    await page.getByRole('button', { name: /^The night train from Madrid/ }).click();
    await page.getByText('Pediste 1 resultado, y está más abajo.').waitFor();
    await fill('Pregunta', 'What does she like?');
    await press('Buscar');
    await page.getByText('pide más resultados').waitFor();
    await fill('Pregunta', 'skiing');
    await fill('Similitud mínima', '0.9');
    await fill('Filtro (CEL)', 'metadata.category == "travel"');
    await press('Buscar');
    await opened.settled();
    await press('Explicar');
    await page.getByRole('button', { name: /^The night train from Madrid/ }).click();
    await page.getByText(/El filtro .* la excluye/).waitFor();
    await page.getByText(/está por debajo del mínimo de 0,9/).waitFor();
    await page.getByText('Qué le falta frente al primer resultado').waitFor();
    await fill('Palabras de la memoria, o su id', `lt_${'0'.repeat(32)}`);
    await press('Explicar');
    await page.getByText('Este usuario no tiene ninguna memoria con este id').waitFor();
    // Chromium reports the answer 404.
    (opened.errors as string[]).splice(0);
  });

  it('assembles a prompt, and ends a session whose segments it shows', async () => {
    await opened.go('prompt');
    await fill('Usuario', RICH);
    await fill('Sesión', RICH_SESSION);
    await fill('Agente', AGENT);
    await fill('Qué dice ahora el usuario', 'What am I allergic to?');
    await press('Armar');
    await entry('allergic to peanuts').first().waitFor();
    await page.locator('.figure', { hasText: 'Historial completo' }).getByText('$').first().waitFor();
    await fill('Máximo de tokens', '100');
    await press('Armar');
    await page.getByText(/de 100 tokens/).waitFor();
    await page.getByText('por encima del límite').first().waitFor();
    await opened.go(`sessions?id=${RICH}`);
    await page.getByRole('link', { name: RICH_SESSION }).click();
    await page.getByText('en vivo').waitFor();
    await press('Terminar la sesión');
    await agree('Terminar la sesión');
    await page
      .locator('.segment', { hasText: /resumen de los turnos \d+ a \d+/ })
      .first()
      .waitFor();
  });

  it('takes, verifies and tries a backup, and lists it among the past runs', async () => {
    await opened.go('lifecycle?tab=backups');
    await press('Hacer una copia');
    await page.getByText('La copia está completa.').waitFor();
    const row = page.locator('tbody tr').first();
    await row.getByRole('button', { name: 'Verificar' }).click();
    await page.getByText(/^Líneas restauradas sin cambios: [\d.]+\. Fallos: 0\.$/).waitFor();
    await row.getByRole('button', { name: 'Restaurar' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Filas que vuelven/)
      .waitFor();
    await agree('Cancelar');
    await row.getByRole('button', { name: 'Restaurar' }).click();
    await fill('Escribe restore para confirmar', 'restore');
    await agree('Restaurar');
    await page.getByText('Restaurado.').waitFor();
    await page.getByRole('tab', { name: 'Ejecuciones anteriores' }).click();
    const restored = page.locator('tbody tr', { hasText: 'restauración de una copia' });
    await restored.getByText('una llamada').waitFor();
    await page
      .locator('tbody tr', { hasText: 'verificación de una copia' })
      .getByText('listo', { exact: true })
      .waitFor();
  });

  it('archives what is too old and what matters least, and restores it', async () => {
    await opened.go('lifecycle');
    await fill('Días, a largo plazo', '30');
    const rule = page.locator('tr', { hasText: 'a largo plazo' });
    await rule.getByRole('button', { name: 'Guardar' }).click();
    await rule.getByText('fijado para todos los usuarios').waitFor();
    await press('Simular');
    await page.getByText('Demasiado antiguas: 1. Archivadas: 0.').waitFor();
    await press('Archivar ahora');
    await agree('Archivar ahora');
    await page.getByText('Demasiado antiguas: 1. Archivadas: 1.').first().waitFor();
    await opened.go(`lifecycle?tab=archive&id=${RICH}`);
    await page.getByRole('tabpanel').getByRole('link', { name: 'Búsqueda' }).click();
    expect(await page.getByLabel('Buscar también en el archivo').isChecked()).to.equal(true);
    await fill('Pregunta', 'where does she park the car');
    await press('Buscar');
    await entry(OLD_MEMORY).getByText('archivo', { exact: true }).waitFor();
    await opened.go(`lifecycle?tab=archive&id=${RICH}`);
    await page.locator('tbody tr').first().getByRole('button', { name: 'Restaurar' }).click();
    await page.getByText('Restauradas: 1. No estaban en el archivo: 0.').waitFor();
    await opened.go(`recall?user=${RICH}&q=${encodeURIComponent('where does she park the car')}`);
    await press('Buscar');
    await entry(OLD_MEMORY).waitFor();
    await opened.go('lifecycle?tab=sleep');
    await press('Simular');
    await page.locator('.badge', { hasText: 'listo' }).waitFor();
    await page.getByRole('button', { name: 'Explicar' }).first().click();
    await page.locator('.pairs').getByText('recencia').waitFor();
    await page.route(/RunSleepCycle/, () => undefined);
    const ended = page.waitForEvent('requestfailed', (request) => /RunSleepCycle/.test(request.url()));
    await press('Simular');
    await press('Cancelar');
    await ended;
    expect(await page.getByRole('alert').count()).to.equal(0);
    await page.unroute(/RunSleepCycle/);
    await press('Simular');
    await page.locator('.badge', { hasText: 'listo' }).waitFor();
    await press('Archivar ahora');
    await agree('Archivar ahora');
    await opened.settled();
  });

  it('erases a user, and verifies the receipt', async () => {
    await opened.go('erasure');
    await fill('Id del usuario', 'user-0003');
    await press('Mostrar qué hay guardado');
    await press('Borrar para siempre');
    await fill('Escribe user-0003 para confirmar', 'user-0003');
    await agree('Borrar para siempre');
    await page.getByText('El usuario está borrado').waitFor();
    const receipt = (await page.locator('[data-receipt]').textContent())!;
    const [download] = await Promise.all([page.waitForEvent('download'), press('Descargar el recibo')]);
    expect(download.suggestedFilename()).to.equal('erasure-user-0003.json');
    await page.getByLabel('Elegir el fichero de un recibo…').setInputFiles(await download.path());
    await press('Verificar');
    await page.getByText('firmado por este servidor y sin cambios').waitFor();
    await fill('Recibo (JSON)', receipt.replace('user-0003', 'user-0004'));
    await press('Verificar');
    await page.getByText('no es un recibo de este servidor').waitFor();
  });

  it('verifies the audit log, and shows the state of the outbox and the settings', async () => {
    await opened.go('audit');
    await press('Verificar todo el registro');
    await page.getByText('sin cambios desde que se escribió').waitFor();
    // The newest records are listed first, and what the other tests did may have left many.
    await call('MemoryService/AddMemory', { memory: { scope: { userId: RICH }, text: { content: 'Mends kites' } } });
    await fill('Solo sobre este usuario', RICH);
    await press('Listar');
    await page.locator('tbody tr', { hasText: 'AddMemory' }).first().waitFor();
    await opened.go('outbox');
    await page.getByText('Este servidor no comparte ningún índice').waitFor();
    await opened.go('settings');
    await page.getByRole('heading', { name: 'Límites de las peticiones' }).waitFor();
  });
});
