/** The package's own reader, for tests that read turns without a server. */
import { loadStaticTable } from '../server/embedders/static/static-table.ts';
import { loadReader } from '../server/language/load-reader.ts';

export const FACT_READER = loadReader(loadStaticTable());
