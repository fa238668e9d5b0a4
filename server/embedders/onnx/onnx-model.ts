/** Embeds texts by a transformer. It is slow, and blocks its thread while it runs. */
import * as tokenizers from '@huggingface/tokenizers';
import { ONNX_MOST_PADDING, ONNX_RUN_TOKENS, ONNX_THREADS, ONNX_UNITS_PER_TOKEN } from '../../policy/embedding.ts';
import { unitVector } from '../unit-vector.ts';
import type { ModelFolder, Pooling } from './model-folder.ts';
import type { OnnxRuntime, OnnxSession, OnnxTensor } from './onnx-runtime.ts';

export interface OnnxModel {
  readonly dimensions: number;
  /** Returns normalised vectors. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The type is declared here since the package's own types do not resolve under Node's rules for modules. */
type Tokenizer = { encode(text: string): { readonly ids: readonly number[] } };
const { Tokenizer } = tokenizers as unknown as {
  readonly Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
};

/** The output's name in models that pool by themselves. */
const POOLED_OUTPUT = 'sentence_embedding';
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];

export async function openOnnxModel(runtime: OnnxRuntime, folder: ModelFolder): Promise<OnnxModel> {
  const session = await runtime.InferenceSession.create(folder.modelFile, { intraOpNumThreads: ONNX_THREADS });
  const strange = session.inputNames.filter((name) => !INPUTS.includes(name));
  if (strange.length > 0)
    throw new Error(`${folder.modelFile} requires ${strange.join(', ')}: it is not a text encoder.`);
  const tokenizer = new Tokenizer(folder.tokenizer, folder.tokenizerConfig);
  const run = (rows: readonly (readonly number[])[]): Promise<readonly Float32Array[]> =>
    runRows(runtime, session, folder.pooling, rows);

  async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const rows = texts.map((text) => tokenIds(tokenizer, text, folder.maxTokens));
    const vectors = new Array<Float32Array>(texts.length);
    for (const batch of batchesByLength(rows)) {
      const made = await run(batch.map((index) => rows[index] as readonly number[]));
      for (const [at, index] of batch.entries()) vectors[index] = made[at] as Float32Array;
    }
    return vectors;
  }
  const [probe] = await embed(['a']);
  return { dimensions: (probe as Float32Array).length, embed };
}

/** Returns at most `limit` ids; the last one, which ends a text, is kept. */
function tokenIds(tokenizer: Tokenizer, text: string, limit: number): readonly number[] {
  const { ids } = tokenizer.encode(text.slice(0, limit * ONNX_UNITS_PER_TOKEN));
  return ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids.at(-1) as number];
}

/**
 * Returns indexes of rows that run together: of similar length, since padding costs as much as tokens do. Of 200 turns of realtalk-dev,
 * one run for each took 3.9 ms of CPU a text, eight in a run in order of arrival 9.8.
 */
function batchesByLength(rows: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const lengthOf = (index: number): number => (rows[index] as readonly number[]).length;
  const order = [...rows.keys()].sort((left, right) => lengthOf(left) - lengthOf(right));
  const batches: number[][] = [];
  let tokens = 0;
  for (const index of order) {
    const last = batches.at(-1);
    const padded = ((last?.length ?? 0) + 1) * lengthOf(index);
    tokens += lengthOf(index);
    if (last !== undefined && padded <= Math.min(ONNX_RUN_TOKENS, ONNX_MOST_PADDING * tokens)) last.push(index);
    else {
      batches.push([index]);
      tokens = lengthOf(index);
    }
  }
  return batches;
}

async function runRows(
  { Tensor }: OnnxRuntime,
  session: OnnxSession,
  pooling: Pooling,
  rows: readonly (readonly number[])[],
): Promise<readonly Float32Array[]> {
  const width = Math.max(...rows.map((row) => row.length));
  const dims = [rows.length, width];
  const size = rows.length * width;
  const numbers: Readonly<Record<string, BigInt64Array>> = {
    input_ids: new BigInt64Array(size),
    attention_mask: new BigInt64Array(size),
    token_type_ids: new BigInt64Array(size),
  };
  for (const [at, row] of rows.entries()) {
    for (const [column, id] of row.entries()) {
      numbers['input_ids']![at * width + column] = BigInt(id);
      numbers['attention_mask']![at * width + column] = 1n;
    }
  }
  const feeds = session.inputNames.map((name) => [name, new Tensor('int64', numbers[name]!, dims)] as const);
  const outputs = await session.run(Object.fromEntries(feeds));
  const name = session.outputNames.includes(POOLED_OUTPUT) ? POOLED_OUTPUT : session.outputNames[0];
  const output = name === undefined ? undefined : outputs[name];
  if (output === undefined) throw new Error('the model returns nothing');
  const read = (row: readonly number[]): number => (pooling === 'cls' ? 1 : row.length);
  return rows.map((row, at) => pooled(output, at, read(row)));
}

/** Returns the mean of the first `count` tokens' vectors; the vector itself if the model has pooled. */
function pooled({ data, dims }: OnnxTensor, at: number, count: number): Float32Array {
  const dimensions = dims.at(-1) as number;
  const isPooled = dims.length < 3;
  const start = at * (isPooled ? 1 : (dims[1] as number)) * dimensions;
  const sum = new Float64Array(dimensions);
  for (let token = 0; token < (isPooled ? 1 : count); token++) {
    const at = start + token * dimensions;
    for (let index = 0; index < dimensions; index++) {
      sum[index] = (sum[index] as number) + (data[at + index] as number);
    }
  }
  return unitVector(sum, dimensions);
}
