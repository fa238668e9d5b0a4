/**
 * Serves the dashboard under /ui: the files that `ui/bundle.mjs` left in dist/ui. They hold nobody's data. What a page shows it requests
 * with the calls and the key of its user, so no rights are checked here.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly caching: string;
};

/** Answers GET and HEAD of /ui and the paths below it. Every address that names no asset is a page, which the script in it draws. */
export function servePages(folder = packageFile('dist/ui')): (request: Request) => Response {
  const assets = readAssets(folder);
  const page = assets.get('index.html');
  if (page === undefined) throw new Error(`The dashboard was not built: ${folder} has no index.html`);
  return (request) => {
    const path = new URL(request.url).pathname.replace(/^\/ui\/?/, '');
    const asset = assets.get(path);
    if (asset === undefined && path.startsWith('assets/')) return new Response('Not found\n', { status: 404 });
    return answer(request, asset ?? page);
  };
}

function answer(request: Request, { type, bytes, gzipped, etag, caching }: Asset): Response {
  const headers = { ...HEADERS, etag, 'cache-control': caching };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const zips = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const encoding = zips ? { 'content-encoding': 'gzip' } : undefined;
  return new Response(zips ? gzipped : bytes, { headers: { ...headers, 'content-type': type, ...encoding } });
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = `${parentPath.slice(folder.length + 1)}/${name}`.replaceAll('\\', '/').replace(/^\//, '');
      const bytes = new Uint8Array(readFileSync(`${parentPath}/${name}`));
      const asset = {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        bytes,
        gzipped: new Uint8Array(gzipSync(bytes)),
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
        caching: path.startsWith('assets/') ? FOREVER : 'no-cache',
      };
      return [path, asset];
    }),
  );
}
