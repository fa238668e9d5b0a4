/** `npm run release:keep`: keeps the test data of the version in package.json, once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { keep, keepContract } from './keep.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
const kept = join(ROOT, 'test/upgrade', version);
await keep(kept);
await keepContract(kept);
