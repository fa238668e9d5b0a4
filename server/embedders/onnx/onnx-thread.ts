/** The thread that a transformer runs on. It reports whether it is ready, then answers one batch after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { modelDigest, readModelFolder } from './model-folder.ts';
import { openOnnxModel, type OnnxModel } from './onnx-model.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

export type OnnxThreadOptions = {
  readonly folder: string;
  readonly modelFile?: string | undefined;
  /** The folders in which onnxruntime-node may be installed. */
  readonly runtimeFolders: readonly string[];
};

export type Ready = { readonly name: string; readonly digest: string; readonly dimensions: number };

export type FromThread =
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The model cannot be used. */
  | { readonly kind: 'unusable'; readonly failure: string }
  | { readonly kind: 'vectors'; readonly number: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failure'; readonly number: number; readonly failure: string };

export type ToThread = { readonly number: number; readonly texts: readonly string[] };

const port = parentPort;
const post = (message: FromThread): void => port?.postMessage(message);

async function open({ folder, modelFile, runtimeFolders }: OnnxThreadOptions): Promise<OnnxModel> {
  const files = readModelFolder(folder, modelFile);
  const model = await openOnnxModel(loadOnnxRuntime(runtimeFolders), files);
  const digest = await modelDigest(files);
  post({ kind: 'ready', ready: { name: files.name, digest, dimensions: model.dimensions } });
  return model;
}

async function answer(model: OnnxModel, { number, texts }: ToThread): Promise<void> {
  try {
    post({ kind: 'vectors', number, vectors: await model.embed(texts) });
  } catch (error) {
    post({ kind: 'failure', number, failure: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (port !== null) {
  const opening = open(workerData as OnnxThreadOptions);
  opening.catch((error: unknown) => post({ kind: 'unusable', failure: messageOf(error) }));
  let last: Promise<unknown> = Promise.resolve();
  port.on('message', (message: ToThread) => {
    last = last.then(async () => answer(await opening, message));
  });
}
