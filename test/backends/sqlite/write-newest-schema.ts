import { writeFileSync } from 'node:fs';
import { NEWEST_FILE, newestText } from './newest-schema.ts';

writeFileSync(NEWEST_FILE, newestText());
