/** A step of `npm run build`: refuses rules that do not do what their examples say, and questions' patterns that can do nothing. */
import { LANGUAGES } from '../../domain/languages/languages.ts';
import { questionFaults } from './question-faults.ts';
import { ruleFaults } from './rule-faults.ts';

const faults = [...questionFaults(LANGUAGES), ...ruleFaults(LANGUAGES)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
