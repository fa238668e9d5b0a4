/**
 * Regenerates server/language/models/reader.bin and server/policy/change-weights.ts, byte for byte, from the files that
 * models/report.json lists: `npm run train:language`. With `--all` it reads all existing training files, and lists those.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { staticEncoder } from '../../embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../embedders/static/static-table.ts';
import { packageFile } from '../../runtime/package-root.ts';
import { fingerprintOf } from './fingerprint.ts';
import { hashOfSet, readSets, trainingFiles, type SetFile } from './sets.ts';
import { changeWeightsSource, learnChanges } from './train-changes.ts';
import { identityOf, trainReader } from './train-reader.ts';

const model = (name: string): string => packageFile('server', 'language', 'models', name);
const listed = (): readonly string[] =>
  (JSON.parse(readFileSync(model('report.json'), 'utf8')) as { readonly files: readonly SetFile[] }).files.map(
    ({ path }) => path,
  );

const paths = process.argv.includes('--all') ? trainingFiles() : listed();
const files = paths.map((path): SetFile => ({ path, sha256: hashOfSet(path) }));
const identity = identityOf(files);
const encoder = staticEncoder(loadStaticTable());
const embed = (text: string): Float32Array => encoder.embed(text);
const sets = readSets(paths);
const fingerprint = fingerprintOf(sets, embed);
const { table, report, statements } = trainReader(sets, identity, embed, console.log);
const sha256 = createHash('sha256').update(table).digest('hex');
const changes = learnChanges(statements, embed);
const parts = { ...report, changes: changes.report };
const embedder = encoder.identity;
const summary = { identity, bytes: table.length, sha256, embedder, fingerprint, ...parts, files };
writeFileSync(model('reader.bin'), table);
writeFileSync(packageFile('server', 'policy', 'change-weights.ts'), changeWeightsSource(changes.weights));
writeFileSync(model('report.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
console.log(JSON.stringify({ ...summary, files: files.length }, undefined, 2));
