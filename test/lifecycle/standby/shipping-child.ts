/**
 * A server that writes as fast as writes are acknowledged, and prints each acknowledged write, until it is killed. Its argument is the
 * places, as JSON.
 */
import { writeSync } from 'node:fs';
import type { RestoreConfig } from '../../../server/opening/open-restore.ts';
import { openShipping } from './shipping-server.ts';

const WRITERS = 4;
const [places = ''] = process.argv.slice(2);
const parsed = JSON.parse(places) as RestoreConfig;
const server = await openShipping(parsed, parsed.dataDir);
await server.shipped();
const say = (told: object): void => void writeSync(1, `${JSON.stringify(told)}\n`);
say({ opened: true });

async function write(writer: number): Promise<never> {
  const agent = server.agent({ userId: `writer-${writer}`, agentId: 'guide' });
  for (let count = 0; ; count += 1) {
    const { memory } = await agent.add(`Writer ${writer} of ${process.pid} says ${count}`);
    say({ id: memory.id, atMs: Date.now() });
    if (count % 5 !== 4) continue;
    await agent.delete(memory.id);
    say({ id: memory.id, atMs: Date.now(), isGone: true });
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
