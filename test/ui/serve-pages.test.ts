/** Tests how the dashboard's files are served; test/with-backends/dashboard.test.ts tests the pages in a real browser. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { serveHttp, type HttpServing } from '../../server/http/serve-http.ts';
import { serve, type Serving } from '../../server/rpc/serve.ts';
import { ROOT } from '../root.ts';
import { keptLog, scriptedPipeline } from '../rpc/scripted-pipeline.ts';

/** The limit for everything that a browser loads, gzipped. */
const MOST_BYTES = 84 * 1024;
const BUILT = join(ROOT, 'dist/ui');

const files = (): readonly string[] =>
  readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(BUILT, path)).isFile());

describe('the dashboard over HTTP', () => {
  let grpc: Serving;
  let http: HttpServing;
  let url: string;

  const open = async (ui: boolean): Promise<void> => {
    grpc = await serve({ pipeline: scriptedPipeline({}), log: keptLog(), host: '127.0.0.1', port: 0 });
    const mcp = { user: 'me', agent: 'mcp' };
    const options = { door: grpc.shared, host: '127.0.0.1', port: 0, version: '1.2.3', mcp, isReady: () => true, ui };
    http = await serveHttp(options);
    url = `http://127.0.0.1:${http.port}`;
  };
  const close = async (): Promise<void> => {
    http.stopListening();
    await grpc.drain(0);
    await http.close();
  };

  describe('where it is on', () => {
    before(() => open(true));
    after(close);

    it('is the same page at every address below /ui, and 404 where an asset is not there', async () => {
      const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
      for (const path of ['/ui', '/ui/', '/ui/users', '/ui/user?id=%2e%2e'])
        expect(await (await fetch(url + path)).text()).to.equal(page);
      expect((await fetch(`${url}/ui/assets/none.js`)).status).to.equal(404);
      expect(await (await fetch(`${url}/ui/..%2f..%2fpackage.json`)).text()).to.equal(page);
      expect((await fetch(`${url}/ui`, { method: 'POST' })).status).to.equal(404);
    });

    it('lets a browser load from this server alone, stand in no frame, and make no text into a script', async () => {
      const { headers } = await fetch(`${url}/ui`);
      const policy = headers.get('content-security-policy');
      expect(policy).to.include("default-src 'self'").and.include("frame-ancestors 'none'");
      expect(policy).to.include("require-trusted-types-for 'script'").and.not.include('unsafe');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('cache-control')).to.equal('no-cache');
    });

    it('keeps assets for good, by a name that says what is in them, and answers what is known with 304', async () => {
      const [asset = ''] = files().filter((path) => path.endsWith('.js'));
      const first = await fetch(`${url}/ui/${asset}`, { headers: { 'accept-encoding': 'identity' } });
      expect(first.headers.get('cache-control')).to.include('immutable');
      expect(first.headers.get('content-type')).to.include('text/javascript');
      const etag = first.headers.get('etag') ?? '';
      const again = await fetch(`${url}/ui/${asset}`, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
      expect(await first.text()).to.equal(readFileSync(join(BUILT, asset), 'utf8'));
    });

    it('packs them for whoever takes gzip', async () => {
      const [asset = ''] = files().filter((path) => path.endsWith('.js'));
      const response = await fetch(`${url}/ui/${asset}`, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.headers.get('content-encoding')).to.equal('gzip');
      const text = readFileSync(join(BUILT, asset), 'utf8');
      expect(Number(response.headers.get('content-length'))).to.be.lessThan(text.length / 2);
      expect(await response.text()).to.equal(text);
    });
  });

  it('answers 404 if it is switched off', async () => {
    await open(false);
    expect((await fetch(`${url}/ui`)).status).to.equal(404);
    await close();
  });

  it('weighs little, and has no script or style in the page and no address of another host', () => {
    const loaded = files().filter((path) => /\.(js|css|html|svg)$/.test(path));
    const bytes = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUILT, path))).length, 0);
    expect(bytes).to.be.at.most(MOST_BYTES);
    const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
    expect(page).not.to.match(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
    for (const path of loaded.filter((one) => /\.(css|html)$/.test(one)))
      expect(readFileSync(join(BUILT, path), 'utf8')).not.to.match(/https?:\/\//);
  });

  it('has the licences of what is in the bundle', () => {
    const licences = readFileSync(join(BUILT, 'licences.txt'), 'utf8');
    for (const name of ['preact', '@preact/signals', '@preact/signals-core', 'uplot'])
      expect(licences).to.include(name);
  });
});
