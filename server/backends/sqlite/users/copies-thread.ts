/** A thread that searches the copies that migrations left, since they may be large. */
import { parentPort } from 'node:worker_threads';
import { answer, serveCalls } from '../engine/batch-channel.ts';
import { searchCopies, type CopiesCommand } from './erase-copies.ts';

export type CopiesApi = {
  count(command: CopiesCommand): number;
  erase(command: CopiesCommand): number;
};

const api: CopiesApi = {
  count: (command) => searchCopies(command, false),
  erase: (command) => searchCopies(command, true),
};

if (parentPort !== null)
  serveCalls<CopiesApi>(parentPort, (queue) => queue.splice(0, 1).map((call) => answer(api, call)));
