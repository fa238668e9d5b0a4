/** Loads onnxruntime-node, which takes 300 MB, so those who want it install it themselves. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type OnnxTensor = { readonly data: ArrayLike<number>; readonly dims: readonly number[] };

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, OnnxInput>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** An opaque tensor, which the runtime makes of numbers. */
type OnnxInput = { readonly type: string };

export interface OnnxRuntime {
  readonly InferenceSession: { create(modelFile: string, options: object): Promise<OnnxSession> };
  readonly Tensor: new (type: 'int64', numbers: BigInt64Array, dims: readonly number[]) => OnnxInput;
}

const PACKAGE = 'onnxruntime-node';

/** Loads it from the first of the folders that has it installed, in itself or above. Throws an Error that says what to do if none has. */
export function loadOnnxRuntime(folders: readonly string[]): OnnxRuntime {
  for (const folder of folders) {
    const require = createRequire(join(folder, 'package.json'));
    if (isInstalled(require)) return require(PACKAGE) as OnnxRuntime;
  }
  throw new Error(
    `The ONNX embedder needs the package ${PACKAGE}, which is not installed. Run \`npm install ${PACKAGE}\` in ${folders.join(' or ')}.`,
  );
}

function isInstalled(require: NodeJS.Require): boolean {
  try {
    return require.resolve(PACKAGE) !== '';
  } catch {
    return false;
  }
}
