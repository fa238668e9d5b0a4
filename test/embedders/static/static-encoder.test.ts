import { Worker } from 'node:worker_threads';

import { expect } from 'chai';

import { staticEncoder, type QueryContext } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';

const table = loadStaticTable();
const encoder = staticEncoder(table);

/** A namespace without statistics about its words. */
const PLAIN: QueryContext = {
  count: 0,
  frequency: () => 0,
  leaveOut: new Set(),
  asksForAdvice: false,
  mainLanguage: 'en',
};

function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

const alike = (left: string, right: string): number => cosine(encoder.embed(left), encoder.embed(right));

describe('the built-in embedder', () => {
  it('gives normalised vectors, zero for a text without tokens', () => {
    for (const text of ['User enjoys skiing', 'Me gusta esquiar', 'naïve café — €5', '東京']) {
      expect(cosine(encoder.embed(text), encoder.embed(text))).to.be.closeTo(1, 1e-5);
    }
    expect(encoder.embed('').every((value) => value === 0)).to.equal(true);
    expect(encoder.embed(' \n\t')).to.have.length(encoder.identity.dimensions);
  });

  it('puts texts of one meaning close together', () => {
    expect(alike('The cat sleeps on the sofa', 'A kitten naps on the couch')).to.be.greaterThan(
      alike('The cat sleeps on the sofa', 'Interest rates rose in March') + 0.3,
    );
  });

  it('understands Spanish by its English words, accents or not, voseo too', () => {
    for (const [spanish, english] of [
      ['Me gusta esquiar en la montaña', 'I like skiing in the mountains'],
      ['El perro duerme en la cama', 'The dog sleeps in the bed'],
      ['¿Vos jugás al fútbol los domingos?', 'Do you play soccer on Sundays?'],
      ['tarjeta de crédito', 'credit card'],
      ['El documento administrativo está listo', 'The administrative document is ready'],
    ] as const) {
      expect(alike(spanish, english), spanish).to.be.greaterThan(0.5);
      expect(alike(spanish, 'Volcanoes erupt under the sea'), spanish).to.be.lessThan(0.35);
    }
    expect(alike('la montaña y el jardín', 'la montana y el jardin')).to.be.closeTo(1, 1e-5);
  });

  it('lets the main language decide where a text does not tell', () => {
    const network = encoder.embed('computer network');
    expect(cosine(encoder.embed('red', 'es'), network)).to.be.greaterThan(cosine(encoder.embed('red', 'en'), network));
  });

  it('reads 1,024 tokens of a text, and no more takes no longer', () => {
    const words = (count: number): string => 'mountain river '.repeat(count / 2);
    const cut = encoder.embed(`${words(1024)}tax accountant deduction`);
    expect(cosine(cut, encoder.embed(words(1024)))).to.be.closeTo(1, 1e-6);
    for (const text of [
      'word '.repeat(200_000),
      'x'.repeat(1_000_000),
      'ñandú '.repeat(160_000),
      '€'.repeat(300_000),
    ]) {
      encoder.embed(text);
    }
    // This takes a tenth of a second; if each word were read to the end of its text again, it would take an hour.
  }).timeout(60_000);

  it('weighs the words of a query by how few memories have them', () => {
    const everywhere = new Set(encoder.rowsOf('User'));
    const context = { ...PLAIN, count: 1000, frequency: (row: number) => (everywhere.has(row) ? 1000 : 1) };
    const skiing = encoder.embedQuery('skiing', PLAIN);
    expect(cosine(encoder.embedQuery('User skiing', context), skiing)).to.be.greaterThan(
      cosine(encoder.embedQuery('User skiing', PLAIN), skiing),
    );
  });

  it('weighs words for the kind of answer less than those of the topic', () => {
    const asked = encoder.embedQuery('skiing preferences', PLAIN);
    const lead = cosine(asked, encoder.embed('skiing')) - cosine(asked, encoder.embed('preferences'));
    expect(lead).to.be.greaterThan(alike('skiing preferences', 'skiing') - alike('skiing preferences', 'preferences'));
  });

  it('leaves names out of a query, with their possessive', () => {
    const context = { ...PLAIN, leaveOut: new Set(['caroline']) };
    const [named, plain] = [encoder.embedQuery("Caroline's bicycle", context), encoder.embedQuery('bicycle', PLAIN)];
    expect(cosine(named, plain)).to.be.closeTo(1, 1e-5);
  });

  it('moves a wish for advice towards preferences', () => {
    const wish = 'Recommend some restaurants in Kyoto';
    const preference = encoder.embed("I can't stand raw fish");
    expect(cosine(encoder.embedQuery(wish, { ...PLAIN, asksForAdvice: true }), preference)).to.be.greaterThan(
      cosine(encoder.embedQuery(wish, PLAIN), preference),
    );
  });

  it('moves it more towards what sets a limit than towards what was done', () => {
    const wish = 'Plan a day at the lake for us';
    const [still, moved] = [false, true].map((asks) => encoder.embedQuery(wish, { ...PLAIN, asksForAdvice: asks }));
    const gain = (text: string): number =>
      cosine(moved as Float32Array, encoder.embed(text)) - cosine(still as Float32Array, encoder.embed(text));
    expect(gain("Canoes scare me, I can't swim")).to.be.greaterThan(gain('We bought a canoe and swam on Sunday') + 0.1);
    expect(gain('No sé nadar y me dan miedo las canoas')).to.be.greaterThan(
      gain('Compramos una canoa el domingo') + 0.1,
    );
  });

  it('moves a few words towards what belongs to their theme, and a particular question not at all', () => {
    const belonging = encoder.embed('The chairlift was closed because of an avalanche');
    const distance = (query: string): number =>
      cosine(encoder.embedQuery(query, PLAIN), belonging) - cosine(encoder.embed(query), belonging);
    expect(distance('ski holiday')).to.be.greaterThan(0.05);
    const particular = 'Which colour had the skis that Martha bought second hand near Andorra?';
    const plain = { ...PLAIN, count: 0 };
    expect(cosine(encoder.embedQuery(particular, plain), encoder.embed(particular))).to.be.closeTo(1, 1e-5);
  });

  it('names the rows that a text reads once each', () => {
    const rows = encoder.rowsOf('tea and tea and tea');
    expect(new Set(rows).size).to.equal(rows.length);
    expect([...encoder.rowsOf('tea')].every((row) => rows.includes(row))).to.equal(true);
  });

  it('goes to another thread without being copied, and embeds there alike', async () => {
    const text = 'Me gusta el té verde por la mañana';
    const module = new URL('../../../server/embedders/static/static-encoder.js', import.meta.url).href;
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(${JSON.stringify(module)}).then(({ staticEncoder }) => {
        const encoder = staticEncoder(workerData.table);
        const vector = encoder.embed(workerData.text);
        const { rows } = workerData.table;
        parentPort.postMessage({ vector, row: Atomics.load(rows, 0) });
        Atomics.store(rows, 0, workerData.mark);
      });`;
    const before = table.rows[0] ?? 0;
    const mark = before === 1 ? 2 : 1;
    const worker = new Worker(source, { eval: true, workerData: { table, text, mark } });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const answer = await new Promise<{ vector: Float32Array }>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    await ended;
    expect(table.rows[0]).to.equal(mark);
    table.rows[0] = before;
    expect(cosine(answer.vector, encoder.embed(text))).to.be.closeTo(1, 1e-6);
  });
});
