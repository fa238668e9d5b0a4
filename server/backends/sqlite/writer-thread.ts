/** The writer's thread. */
import { parentPort } from 'node:worker_threads';
import { serveWriter, type WriterMethods } from './engine/writer-host.ts';
import { storeWrites, type StoreWrites, type WriterData } from './writes.ts';

/** The writer's calls: those about the file itself, and the subjects' writes. */
export type WriterApi = WriterMethods<WriterData, StoreWrites> & StoreWrites;

if (parentPort !== null) serveWriter<WriterData, StoreWrites>(parentPort, storeWrites);
