/** The package's own reader and embedder, for tests that read turns without a server. */
import { staticEncoder } from '../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../server/embedders/static/static-table.ts';
import { loadReader } from '../server/language/load-reader.ts';

const TABLE = loadStaticTable();
const ENCODER = staticEncoder(TABLE);

export const FACT_READER = loadReader(TABLE);
export const EMBED = (text: string): Float32Array => ENCODER.embed(text);
/** The name and version of that embedder. */
export const EMBEDDER = `${ENCODER.identity.name} ${ENCODER.identity.version}`;
