import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { countThreadLoad, threadLoad } from '../../server/runtime/thread-load.ts';

/** Works without a pause from the first message on. */
const WORKS = `
const { parentPort } = require('node:worker_threads');
parentPort.once('message', () => {
  parentPort.postMessage('begins');
  for (;;) Math.random();
});
parentPort.postMessage('waits');`;

describe('the load of the threads', () => {
  it('is that of the busiest, while there is one', async () => {
    const worker = new Worker(WORKS, { eval: true, execArgv: [] });
    await once(worker, 'message');
    countThreadLoad(worker);
    const load = threadLoad();
    load();
    worker.postMessage('work');
    await once(worker, 'message');
    load();
    // The thread works all the time, however little of it this machine gives to either thread.
    for (let look = 0; look < 3; look += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(load()).to.be.above(0.99);
    }
    await worker.terminate();
    load();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(load(), 'a thread that has ended no longer counts').to.be.below(0.99);
  });
});
