/** Writes a sentence transformer of a few hundred bytes: a tokenizer with ten words, and an ONNX graph that looks up a row for each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BinaryWriter } from '@bufbuild/protobuf/wire';

export const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'ski', '##ing', 'café', 'snow', 'tea', 'the'];

export const DIMENSIONS = 4;

/** Returns the row of a word; no row is zero, and their means differ. */
export function rowOf(word: number): number[] {
  return Array.from({ length: DIMENSIONS }, (_, index) => Math.fround(Math.sin(1 + word * DIMENSIONS + index)));
}

/** Returns what the model makes of these words, including CLS and SEP. */
export function meanOf(words: readonly string[]): number[] {
  const rows = words.map((word) => rowOf(WORDS.indexOf(word)));
  const mean = Array.from({ length: DIMENSIONS }, (_, at) => rows.reduce((sum, row) => sum + row[at]!, 0));
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}

export function writeTinyModel(folder: string, pooling: object = { pooling_mode_mean_tokens: true }): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  mkdirSync(join(folder, '1_Pooling'), { recursive: true });
  writeFileSync(join(folder, 'onnx/model.onnx'), onnxModel());
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer()));
  writeFileSync(join(folder, 'sentence_bert_config.json'), JSON.stringify({ max_seq_length: 6 }));
  writeFileSync(join(folder, '1_Pooling/config.json'), JSON.stringify(pooling));
}

function tokenizer(): object {
  const special = (name: string): object => ({ SpecialToken: { id: name, type_id: 0 } });
  const token = (id: number): object => ({ id, content: WORDS[id], special: true, normalized: false });
  const named = (id: number): object => ({ id: WORDS[id], ids: [id], tokens: [WORDS[id]] });
  return {
    version: '1.0',
    added_tokens: [token(0), token(1), token(2), token(3)],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      lowercase: true,
      strip_accents: false,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: { '[CLS]': named(2), '[SEP]': named(3) },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  };
}

const FLOAT = 1;
const INT64 = 7;
const OPSET = 13;
const IR_VERSION = 8;

/** Encodes onnx.proto3 by hand: ModelProto { ir_version 1, graph 7, opset_import 8 }. */
function onnxModel(): Uint8Array {
  const table = message((at) => {
    at.uint32(8).int64(WORDS.length); // dims
    at.uint32(8).int64(DIMENSIONS);
    at.uint32(16).int32(FLOAT); // data_type
    at.uint32(66).string('rows'); // name
    at.uint32(74).bytes(new Uint8Array(Float32Array.from(WORDS.flatMap((_, word) => rowOf(word))).buffer)); // raw_data
  });
  const node = (type: string, inputs: readonly string[], output: string): Uint8Array =>
    message((at) => {
      for (const input of inputs) at.uint32(10).string(input);
      at.uint32(18).string(output);
      at.uint32(34).string(type);
    });
  const value = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array =>
    message((at) => {
      const shape = message((in_) => {
        for (const dim of dims) {
          const inner = message((one) =>
            typeof dim === 'string' ? one.uint32(18).string(dim) : one.uint32(8).int64(dim),
          );
          in_.uint32(10).bytes(inner);
        }
      });
      const tensor = message((in_) => in_.uint32(8).int32(type).uint32(18).bytes(shape));
      at.uint32(10).string(name);
      at.uint32(18).bytes(message((in_) => in_.uint32(10).bytes(tensor)));
    });
  const graph = message((at) => {
    at.uint32(10).bytes(node('Gather', ['rows', 'input_ids'], 'last_hidden_state'));
    at.uint32(18).string('tiny');
    at.uint32(42).bytes(table);
    at.uint32(90).bytes(value('input_ids', INT64, ['batch', 'tokens']));
    at.uint32(90).bytes(value('attention_mask', INT64, ['batch', 'tokens']));
    at.uint32(98).bytes(value('last_hidden_state', FLOAT, ['batch', 'tokens', DIMENSIONS]));
  });
  return message((at) => {
    at.uint32(8).int64(IR_VERSION);
    at.uint32(58).bytes(graph);
    at.uint32(66).bytes(message((in_) => in_.uint32(16).int64(OPSET)));
  });
}

function message(write: (at: BinaryWriter) => unknown): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}
