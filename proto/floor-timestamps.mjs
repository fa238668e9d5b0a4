/**
 * ts-proto gives a time before 1970 with a fraction of a second negative nanos, which google.protobuf.Timestamp forbids and other
 * languages refuse. Run by `npm run generate` over what it generated; fails where the fault is gone, so that this file can go.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FAULTY = `  const seconds = Math.trunc(date.getTime() / 1_000);
  const nanos = (date.getTime() % 1_000) * 1_000_000;
`;
const RIGHT = `  const seconds = Math.floor(date.getTime() / 1_000);
  const nanos = (date.getTime() - seconds * 1_000) * 1_000_000;
`;

const folder = new URL('gen/recorda/v1/', import.meta.url);
let mended = 0;
for (const name of readdirSync(folder)) {
  const file = new URL(name, folder);
  const source = readFileSync(file, 'utf8');
  if (!source.includes(FAULTY)) continue;
  writeFileSync(file, source.replace(FAULTY, RIGHT));
  mended += 1;
}
if (mended === 0) throw new Error('No generated file has the fault that floor-timestamps.mjs mends: look at ts-proto.');
