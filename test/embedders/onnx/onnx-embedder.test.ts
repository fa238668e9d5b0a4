import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { RecordaError } from '../../../server/domain/errors.ts';
import { openOnnxEmbedder, type OnnxEmbedder } from '../../../server/embedders/onnx/onnx-embedder.ts';
import { loadOnnxRuntime } from '../../../server/embedders/onnx/onnx-runtime.ts';
import { findOnnxRuntime } from '../find-onnx-runtime.ts';
import { DIMENSIONS, meanOf, rowOf, WORDS, writeTinyModel } from '../tiny-model.ts';

const call = () => ({ signal: new AbortController().signal });

function expectVector(vector: Float32Array | undefined, wanted: readonly number[]): void {
  expect(vector?.length).to.equal(DIMENSIONS);
  for (const [index, value] of wanted.entries()) expect(vector![index]).to.be.closeTo(value, 1e-6);
}

describe('an embedder of an ONNX file', () => {
  let runtime: string;
  let folder: string;
  let embedder: OnnxEmbedder | undefined;

  before(async function () {
    this.timeout(300_000);
    runtime = await findOnnxRuntime();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tiny-model-'));
    writeTinyModel(folder);
  });
  afterEach(async () => {
    await embedder?.close();
    embedder = undefined;
    rmSync(folder, { recursive: true });
  });

  async function open(): Promise<OnnxEmbedder> {
    embedder = await openOnnxEmbedder({ kind: 'onnx', folder, runtimeFolders: [runtime] });
    return embedder;
  }
  const refusal = async (): Promise<string> =>
    open().then(
      () => expect.fail('it opened'),
      (error: Error) => error.message,
    );

  it('means the vectors of a text’s tokens, padding left out, and normalises', async () => {
    const [skiing, cafe, unknown] = await (await open()).embed(['Skiing the snow', 'café', 'zzz'], call());
    expectVector(skiing, meanOf(['[CLS]', 'ski', '##ing', 'the', 'snow', '[SEP]']));
    expectVector(cafe, meanOf(['[CLS]', 'café', '[SEP]']));
    expectVector(unknown, meanOf(['[CLS]', '[UNK]', '[SEP]']));
  });

  it('reads as many tokens as the model does, the closing one among them', async () => {
    const [vector] = await (await open()).embed([`tea the tea the${' snow'.repeat(10_000)}`], call());
    expectVector(vector, meanOf(['[CLS]', 'tea', 'the', 'tea', 'the', '[SEP]']));
  });

  it('takes the first token’s vector where the model says so', async () => {
    writeTinyModel(folder, { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false });
    const [vector] = await (await open()).embed(['tea'], call());
    const row = rowOf(WORDS.indexOf('[CLS]'));
    expectVector(
      vector,
      row.map((value) => value / Math.hypot(...row)),
    );
  });

  it('keeps texts and vectors together, in long calls and many at once', async () => {
    const opened = await open();
    const known = WORDS.slice(4).filter((word) => !word.startsWith('#'));
    const texts = Array.from({ length: 500 }, (_, index) =>
      Array.from({ length: 1 + (index % 4) }, (__, word) => known[(index + word * 3) % known.length]!).join(' '),
    );
    const check = (text: string, vector: Float32Array | undefined): void =>
      expectVector(vector, meanOf(['[CLS]', ...text.split(' '), '[SEP]']));
    const [long, ...single] = await Promise.all([
      opened.embed(texts, call()),
      ...texts.slice(0, 50).map(async (text) => opened.embed([text], call())),
    ]);
    for (const [index, text] of texts.entries()) check(text, long[index]);
    for (const [index, [vector]] of single.entries()) check(texts[index]!, vector);
  });

  it('is named after its folder and its weights', async () => {
    const { identity } = await open();
    expect(identity.name).to.equal(basename(folder));
    expect(identity.dimensions).to.equal(DIMENSIONS);
    expect(identity.version).to.match(/^[0-9a-f]{16}$/);
    await embedder?.close();
    writeTinyModel(folder, { pooling_mode_cls_token: true });
    expect((await open()).identity.version).not.to.equal(identity.version);
  });

  it('says what is missing or not as it must be', async () => {
    writeFileSync(join(folder, '1_Pooling/config.json'), '{"pooling_mode_max_tokens":true}');
    expect(await refusal()).to.contain('pooling_mode_max_tokens');
    writeFileSync(join(folder, '1_Pooling/config.json'), '{');
    expect(await refusal()).to.contain('is not JSON');
    writeFileSync(join(folder, '1_Pooling/config.json'), '{}');
    writeFileSync(join(folder, 'onnx/model.onnx'), 'no model');
    expect(await refusal()).to.match(/model\.onnx.*failed|Load model/i);
    rmSync(join(folder, 'tokenizer.json'));
    expect(await refusal()).to.contain('no tokenizer.json');
    rmSync(join(folder, 'onnx/model.onnx'));
    expect(await refusal()).to.contain('no model.onnx or onnx/model.onnx');
  });

  it('says what to install where the runtime is not', () => {
    expect(() => loadOnnxRuntime([folder])).to.throw(`npm install onnxruntime-node\` in ${folder}`);
  });

  it('gives nothing more once it is closed, and says so', async () => {
    const opened = await open();
    const pending = opened.embed(['tea'], call()).catch((error: unknown) => error);
    await opened.close();
    expect(await pending).to.be.instanceOf(RecordaError);
    const failure = await opened.embed(['tea'], call()).catch((error: unknown) => error);
    expect((failure as RecordaError).reason).to.equal('SHUTTING_DOWN');
  });
});
