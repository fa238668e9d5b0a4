/** A sentence transformer on this machine, from a folder with its ONNX file, on a thread. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { RecordaError } from '../../domain/errors.ts';
import { ONNX_BATCH } from '../../policy/embedding.ts';
import type { Embedder } from '../../ports/stores.ts';
import { gathered } from '../gathered.ts';
import type { FromThread, OnnxThreadOptions, Ready, ToThread } from './onnx-thread.ts';

export type OnnxConfig = {
  readonly kind: 'onnx';
  /** Contains model.onnx or onnx/model.onnx, and tokenizer.json; Hugging Face's own files beside them are taken into account. */
  readonly folder: string;
  /** The model's path in the folder, if it has several. */
  readonly modelFile?: string | undefined;
  /** Folders to look for onnxruntime-node in, after Recorda's own and the working one. */
  readonly runtimeFolders?: readonly string[] | undefined;
};

type Waiting = {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
};

export interface OnnxEmbedder extends Embedder {
  close(): Promise<void>;
}

/** Loads the model. Rejects with an Error that says what is missing. */
export async function openOnnxEmbedder(config: OnnxConfig): Promise<OnnxEmbedder> {
  const own = dirname(fileURLToPath(import.meta.url));
  const runtimeFolders = [own, process.cwd(), ...(config.runtimeFolders ?? [])];
  const options: OnnxThreadOptions = { folder: config.folder, modelFile: config.modelFile, runtimeFolders };
  const worker = new Worker(new URL('./onnx-thread.bundle.cjs', import.meta.url), { workerData: options });
  const waiting = new Map<number, Waiting>();
  let lastNumber = 0;
  let ended: Error | undefined;

  /** Ends the embedder; the first reason is kept. */
  const end = (why: Error): Error => {
    ended ??= why;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    return ended;
  };
  const ready = await new Promise<Ready>((resolve, reject) => {
    worker.on('error', (error) => end(error));
    worker.on('exit', () => reject(end(new Error('The thread of the ONNX embedder ended.'))));
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') return resolve(message.ready);
      if (message.kind === 'unusable') return reject(new Error(message.failure));
      const entry = waiting.get(message.number);
      if (waiting.delete(message.number) && waiting.size === 0) worker.unref();
      if (message.kind === 'vectors') entry?.resolve(message.vectors);
      else entry?.reject(new Error(message.failure));
    });
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  worker.unref();

  async function run(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (ended !== undefined) throw unavailable(ended);
    const number = ++lastNumber;
    return new Promise<readonly Float32Array[]>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      worker.ref();
      worker.postMessage({ number, texts } satisfies ToThread);
    }).catch((error: unknown) => {
      throw unavailable(error as Error);
    });
  }

  return {
    identity: { name: ready.name, version: ready.digest, dimensions: ready.dimensions },
    embed: gathered({ run, mayBeOfOneText: () => ended === undefined }, ONNX_BATCH),
    async close() {
      end(new RecordaError('SHUTTING_DOWN', 'The embedder is closed.'));
      await worker.terminate();
    },
  };
}

function unavailable(error: Error): RecordaError {
  if (error instanceof RecordaError) return error;
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `The ONNX embedder returned no vectors: ${error.message} Check that the files of the model are complete, then restart.`,
  );
}
