/**
 * Serves the dashboard under /ui: the files that `ui/bundle.mjs` left in dist/ui. They hold nobody's data. What a page shows it requests
 * with the calls and the key of its user, so no rights are checked here.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFile } from '../runtime/package-root.ts';

/** Limits what browsers let the pages do: they load from this server alone, are shown in no frame, and run no text as a script. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The names of assets contain a hash of their content, so browsers keep them for a year; the page, which names the assets, is requested
 * each time.
 */
const FOREVER = 'public, max-age=31536000, immutable';

type Asset = {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  readonly caching: string;
};

/** Tells whether a request is for the dashboard. */
export const isForPages = (method = '', url = ''): boolean =>
  /^(GET|HEAD)$/.test(method) && /^\/ui(?:[/?#]|$)/.test(url);

/**
 * Answers GET and HEAD of /ui and the paths below it. Every address that names no asset is a page, which the script in it draws. It
 * is given Node's own requests, so that a page does not wait for the code of the protocols.
 */
export function servePages(folder = packageFile('dist/ui')): RequestListener {
  const assets = readAssets(folder);
  const page = assets.get('index.html');
  if (page === undefined) throw new Error(`The dashboard was not built: ${folder} has no index.html`);
  return ({ url = '', headers }, response) => {
    const path = url.replace(/[?#].*$/s, '').replace(/^\/ui\/?/, '');
    const asset = assets.get(path);
    if (asset === undefined && path.startsWith('assets/')) {
      response.writeHead(404, HEADERS).end('Not found\n');
      return;
    }
    const { type, bytes, gzipped, etag, caching } = asset ?? page;
    const cached = { ...HEADERS, etag, 'cache-control': caching };
    if (headers['if-none-match'] === etag) {
      response.writeHead(304, cached).end();
      return;
    }
    const zips = /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
    const body = zips ? gzipped : bytes;
    const encoding = zips ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { ...cached, 'content-type': type, 'content-length': body.length, ...encoding }).end(body);
  };
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = `${parentPath.slice(folder.length + 1)}/${name}`.replaceAll('\\', '/').replace(/^\//, '');
      const bytes = readFileSync(`${parentPath}/${name}`);
      const asset = {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        bytes,
        gzipped: gzipSync(bytes),
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
        caching: path.startsWith('assets/') ? FOREVER : 'no-cache',
      };
      return [path, asset];
    }),
  );
}
