/** Goes through the copies that migrations left: in a thread of its own, since they may be large. */
import { parentPort } from 'node:worker_threads';
import { answer, serveCalls } from '../engine/batch-channel.ts';
import { searchCopies, type CopiesOrder } from './erase-copies.ts';

export type CopiesApi = {
  count(order: CopiesOrder): number;
  erase(order: CopiesOrder): number;
};

const api: CopiesApi = {
  count: (order) => searchCopies(order, false),
  erase: (order) => searchCopies(order, true),
};

if (parentPort !== null)
  serveCalls<CopiesApi>(parentPort, (queue) => queue.splice(0, 1).map((call) => answer(api, call)));
