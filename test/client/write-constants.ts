import { writeFileSync } from 'node:fs';
import { CONSTANTS_FILE, constantsText } from './constants.ts';

writeFileSync(CONSTANTS_FILE, constantsText());
