/** The writer's thread. */
import { parentPort } from 'node:worker_threads';
import { serveWriter, type WriterControls } from './engine/writer-host.ts';
import { storeWrites, type StoreWrites, type WriterData } from './writes.ts';

/** What the writer answers: what it says of the file itself, and what the subjects write. */
export type WriterApi = WriterControls<WriterData> & StoreWrites;

if (parentPort !== null) serveWriter<WriterData, StoreWrites>(parentPort, storeWrites);
