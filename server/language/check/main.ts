/** A step of `npm run build`: rejects rules that contradict their examples, and patterns of questions that can have no effect. */
import { LANGUAGES } from '../../domain/languages/languages.ts';
import { questionFaults } from './question-faults.ts';
import { ruleFaults } from './rule-faults.ts';

const faults = [...questionFaults(LANGUAGES), ...ruleFaults(LANGUAGES)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
