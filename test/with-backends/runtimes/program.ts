/**
 * Runs the scenarios in whatever runs this program: its argument is their target, its last line their outcome.
 */
import { connect } from '../../../client/index.ts';
import { runScenarios, type Target } from './scenarios.ts';

const target = JSON.parse(process.argv[2] ?? '') as Target;
process.stdout.write(`${JSON.stringify(await runScenarios(connect, target))}\n`);
