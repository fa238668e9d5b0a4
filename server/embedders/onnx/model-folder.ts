/** Reads a sentence transformer in Hugging Face's layout: weights in ONNX, the tokenizer, and how tokens become one vector. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ONNX_MAX_TOKENS } from '../../policy/embedding.ts';

export type Pooling = 'mean' | 'cls';

export type ModelFolder = {
  /** The name that identifies its vectors: the folder's own. */
  readonly name: string;
  readonly modelFile: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  readonly pooling: Pooling;
  readonly maxTokens: number;
};

const MODEL_FILES = ['model.onnx', 'onnx/model.onnx'];
/** Weights over 2 GB are in a file beside their model. */
const WEIGHTS_SUFFIX = '_data';
const DIGEST_LETTERS = 16;

/** Reads a folder; `modelFile` is a path in it, if it has several. Throws an Error that says what is missing. */
export function readModelFolder(folder: string, modelFile?: string): ModelFolder {
  const files = modelFile === undefined ? MODEL_FILES : [modelFile];
  const path = files.map((file) => join(folder, file)).find(existsSync);
  if (path === undefined) {
    throw new Error(`${folder} contains no ${files.join(' or ')}. Name the folder of a sentence transformer in ONNX.`);
  }
  const tokenizer = readJson(join(folder, 'tokenizer.json'));
  if (tokenizer === undefined) {
    throw new Error(`${folder} contains no tokenizer.json. Add the one that belongs to the model.`);
  }
  const tokenizerConfig = readJson(join(folder, 'tokenizer_config.json')) ?? {};
  const sentence = readJson(join(folder, 'sentence_bert_config.json')) ?? {};
  const limits = [sentence['max_seq_length'], tokenizerConfig['model_max_length'], ONNX_MAX_TOKENS];
  return {
    name: basename(resolve(folder)),
    modelFile: path,
    tokenizer,
    tokenizerConfig,
    pooling: poolingOf(readJson(join(folder, '1_Pooling/config.json')) ?? {}, folder),
    maxTokens: limits.find(isLimit) as number,
  };
}

/** Returns a digest of the weights: other weights are another embedder, whatever the folder's name. */
export async function modelDigest({ modelFile, pooling }: ModelFolder): Promise<string> {
  const hash = createHash('sha256').update(pooling);
  for (const file of [modelFile, modelFile + WEIGHTS_SUFFIX].filter(existsSync)) {
    await pipeline(createReadStream(file), hash, { end: false });
  }
  return hash.digest('hex').slice(0, DIGEST_LETTERS);
}

function poolingOf(config: Readonly<Record<string, unknown>>, folder: string): Pooling {
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  if (modes.length === 0 || modes.join() === 'pooling_mode_mean_tokens') return 'mean';
  if (modes.join() === 'pooling_mode_cls_token') return 'cls';
  throw new Error(
    `${folder} pools by ${modes.join(' and ')}; Recorda knows pooling_mode_mean_tokens and pooling_mode_cls_token.`,
  );
}

/** Models without a limit have a number that no text reaches. */
const UNLIMITED = 1e6;

function isLimit(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < UNLIMITED;
}

function readJson(path: string): Record<string, unknown> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`${path} is not JSON.`, { cause });
  }
}
