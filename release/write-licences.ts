/** `npm run licences`: writes release/licences.tsv from package-lock.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesOf, licenceTable, type Lock } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
writeFileSync(join(root, 'release/licences.tsv'), licenceTable(licencesOf(lock)));
