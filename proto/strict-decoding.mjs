/**
 * ts-proto stops reading a message, without a word, at a tag that ends nothing, and lets a field run beyond its message: what
 * follows is lost, or taken for fields of the message around it. Malformed bytes are to be refused. Run by `npm run generate` over
 * what it generated; fails where the decoders look otherwise, so that none is left as it was.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const STOPS = `        if ((tag & 7) === 4 || tag === 0) {
          break;
        }
`;
const REFUSES = `        if ((tag & 7) === 4 || tag === 0) {
          throw new globalThis.Error("protobuf tag that ends nothing");
        }
`;
const RETURNS = `      }
      return message;
    } finally {
`;
const CHECKS = `      }
      if (reader.pos !== end) {
        throw new globalThis.Error("protobuf field that runs beyond its message");
      }
      return message;
    } finally {
`;
const PACKED = /const end2 = /g;
const PACKED_LIST = /( {14}while \(reader\.pos < end2\) \{\n.*\n {14}\}\n)/g;
const CHECKS_LIST = `$1              if (reader.pos !== end2) {
                throw new globalThis.Error("protobuf list that runs beyond its length");
              }
`;

const count = (source, pattern) => source.split(pattern).length - 1;
const folder = new URL('gen/', import.meta.url);
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.ts')) continue;
  const file = new URL(name, folder);
  const source = readFileSync(file, 'utf8');
  const decoders = count(source, /^ {2}decode\(.*\{$/m);
  const lists = source.match(PACKED)?.length ?? 0;
  const known = [
    count(source, STOPS),
    count(source, RETURNS),
    decoders + (source.match(PACKED_LIST)?.length ?? 0) - lists,
  ];
  if (known.some((decodersKnown) => decodersKnown !== decoders))
    throw new Error(`${name} has decoders that strict-decoding.mjs does not know: look at ts-proto.`);
  const strict = source.replaceAll(STOPS, REFUSES).replaceAll(RETURNS, CHECKS).replace(PACKED_LIST, CHECKS_LIST);
  if (decoders > 0) writeFileSync(file, strict);
}
