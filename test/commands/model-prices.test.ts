import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { modelPrice } from '../../server/domain/context/model-price.ts';
import { readModelPrices } from '../../server/opening/model-prices-file.ts';
import { openRecorda } from '../../server/recorda.ts';

describe('prices of models of an operator’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorda-prices-'));
  const path = join(folder, 'prices.json');
  const write = (content: unknown): void =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  const stated = { asOf: '2026-11-20', source: 'the contract' };
  after(() => rmSync(folder, { recursive: true }));

  it('take precedence over the table’s, which fill what they leave out', () => {
    write({
      models: [
        { model: 'our-model*', input: 0.4, read: 0.25, isMarked: false, ...stated },
        { model: 'our-model-large', input: 2, ...stated },
        { model: 'GPT-5', input: 1, ...stated },
      ],
    });
    const own = readModelPrices(path);
    expect(modelPrice('our-model-small', own)).to.include({
      input: 0.4,
      read: 0.25,
      isMarked: false,
      leastPrefix: 1024,
    });
    expect(modelPrice('acme/our-model-large', own)).to.include({ input: 2, source: 'the contract' });
    expect(modelPrice('gpt-5', own)).to.include({ input: 1, read: 0.1, isMarked: false, asOf: '2026-11-20' });
    expect(modelPrice('gpt-5-mini', own).input).to.equal(0.25);
    expect(modelPrice('claude-sonnet-4-5', own)).to.equal(modelPrice('claude-sonnet-4-5'));
  });

  it('are refused with each field at fault, or the line', () => {
    const refused: readonly (readonly [content: unknown, ...says: string[]])[] = [
      ['{\n  "models": [\n    { "model": oops }\n  ]\n}', 'is not JSON, line 3'],
      [{ models: [] }, 'models: has no row'],
      [{ models: [{ model: 'a', input: -1, ...stated }] }, 'models[0].input: must be greater than 0'],
      [{ models: [{ model: 'a', input: 1 }] }, 'models[0].asOf', 'models[0].source'],
      [{ models: [{ model: 'a', inptu: 1, ...stated }] }, 'inptu'],
      [{ models: [{ model: 'a', read: 30, ...stated }] }, 'models[0].read: must be at most 10'],
      [
        {
          models: [
            { model: '(a+)+', ...stated },
            { model: 'b*c', ...stated },
          ],
        },
        'models[1].model: must be',
      ],
      [{ models: [1, 2].map(() => ({ model: 'a', ...stated })) }, 'models: has a model twice'],
    ];
    for (const [content, ...says] of refused) {
      write(content);
      for (const said of says)
        expect(() => readModelPrices(path))
          .to.throw(said)
          .with.property('message')
          .include(path);
    }
    expect(() => readModelPrices(join(folder, 'none.json'))).to.throw('cannot be read');
  });

  it('count in prompts', async () => {
    write({ models: [{ model: 'our-model', input: 4, ...stated }] });
    const { pipeline, close } = await openRecorda({
      dataDir: join(folder, 'data'),
      warmUp: false,
      modelPrices: readModelPrices(path),
    });
    const { context, close: leave } = recordaOver(pipelineTransport(pipeline, close));
    const scope = { userId: 'ana', sessionId: 'monday' };
    for (const mode of ['ASSEMBLE_MODE_PROMPT', 'ASSEMBLE_MODE_TAIL'] as const) {
      const { cost } = await context.assembleContext({ scope, newTurn: 'Hello', model: 'our-model', mode });
      expect(cost).to.include({ isPriceKnown: true });
      expect(cost!.usd).to.be.closeTo((cost!.inputTokenEquivalents * 4) / 1e6, 1e-12);
    }
    await leave();
  });
});
