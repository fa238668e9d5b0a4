/** Tests that training is repeatable, and that the committed table is the one that its report describes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { candidateSpans } from '../../server/domain/facts/extract-facts.ts';
import { chanceOfReplacing, replacingText } from '../../server/domain/facts/replacing.ts';
import { comparedText } from '../../server/domain/facts/telling-words.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { decodeTable } from '../../server/language/engine/table.ts';
import { languageReader } from '../../server/language/reader.ts';
import { exactExp, exactLog, softplus } from '../../server/language/train/exact.ts';
import { calibrate } from '../../server/language/train/figures.ts';
import { fingerprintOf, type Fingerprint } from '../../server/language/train/fingerprint.ts';
import { hashOfSet, readSets, TEST_SETS, trainingFiles, type SetFile } from '../../server/language/train/sets.ts';
import { learnChanges } from '../../server/language/train/train-changes.ts';
import { identityOf, trainReader } from '../../server/language/train/train-reader.ts';
import { CHANGE_WEIGHTS } from '../../server/policy/change-weights.ts';
import { ROOT } from '../root.ts';
import { scaled } from '../scale.ts';

const MODELS = join(ROOT, 'server/language/models');
const encoder = staticEncoder(loadStaticTable());
const embed = (text: string): Float32Array => encoder.embed(text);

type Report = {
  readonly identity: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly embedder: unknown;
  readonly fingerprint: Fingerprint;
  readonly files: readonly SetFile[];
};
const report = (): Report => JSON.parse(readFileSync(join(MODELS, 'report.json'), 'utf8')) as Report;

const FULL = scaled(0, 1) === 1;
/** The sets of one language; `npm run torture` takes those of both. */
const SETS = FULL ? /-(?:en|es)-(?:dev|twelfth)\.tsv$/ : /-en-twelfth\.tsv$/;

describe('training of the language reader', () => {
  it('makes the same bytes of the same sets, and others of others @torture', () => {
    const paths = trainingFiles().filter((path) => SETS.test(path));
    expect(paths.length).to.equal(scaled(2, 8));
    const train = (files: readonly string[]): Uint8Array => trainReader(readSets(files), 'test', embed, () => {}).table;
    const once = train(paths);
    expect(Buffer.compare(once, train(paths))).to.equal(0);
    const other = train(paths.filter((path) => !path.includes('signals-en-twelfth')));
    expect(Buffer.compare(once, other)).not.to.equal(0);

    const { read, identity } = languageReader(decodeTable(once), embed);
    expect(identity).to.equal('test');
    const [stated, asked] = ['Please remember that I am allergic to nuts', 'What time is it in Tokyo?'].map(
      (turn) => read(turn, candidateSpans(readTurn(turn)))[0]!.probability,
    );
    expect(stated).to.be.greaterThan(0.6);
    expect(asked).to.be.lessThan(0.3);
  });

  it('learns from hurried turns what is stored and of what kind, and not what is replaced', () => {
    const paths = ['en/turns-22', 'en/turns-29'].map((name) => `server/language/train/${name}.jsonl`);
    const all = readSets(paths).turns.filter((_, at) => at % 3 === 0);
    const hurried = all.filter(({ isHurried }) => isHurried === true);
    expect([...new Set(hurried.map(({ group }) => group))]).to.deep.equal(['turns-29']);
    const others = all.filter(({ group }) => group !== 'turns-29');
    const statementsOf = (turns: typeof all): readonly [said: number, replaces: number] => {
      const { report: figures } = trainReader(
        { turns, topics: others, changes: [], facts: [] },
        'test',
        embed,
        () => {},
      );
      const { said, replaces } = figures as Readonly<Record<string, { readonly statements: number }>>;
      return [said!.statements, replaces!.statements];
    };
    const [said, replaces] = statementsOf(all);
    const [saidByOthers, replacesByOthers] = statementsOf(others);
    expect(said).to.be.greaterThan(saidByOthers + 3);
    expect(replaces).to.equal(replacesByOthers);
  });

  if (FULL) {
    it('makes the committed table again, byte for byte @torture', () => {
      const { files, identity } = report();
      const sets = readSets(files.map(({ path }) => path));
      const { table, statements } = trainReader(sets, identity, embed, () => {});
      expect(Buffer.compare(table, readFileSync(join(MODELS, 'reader.bin')))).to.equal(0);
      expect(learnChanges(statements, embed).weights).to.deep.equal(CHANGE_WEIGHTS);
    }).timeout(2 * 3600 * 1000);
  }

  it('was done on the files of the report, as they stand here', () => {
    const { files, identity, embedder } = report();
    expect(files.length).to.be.greaterThan(50);
    for (const { path, sha256 } of files) {
      expect(hashOfSet(path), `${path} has changed: npm run train:language -- --all`).to.equal(sha256);
    }
    expect(identityOf(files)).to.equal(identity);
    expect(embedder).to.deep.equal(encoder.identity);
  });

  // A rule that moves a candidate fails here, long before anybody trains again.
  it('reads now what it read when it made the committed table', () => {
    const { files, fingerprint } = report();
    const now = fingerprintOf(readSets(files.map(({ path }) => path)), embed);
    const parts = Object.keys(now) as (keyof Fingerprint)[];
    expect(Object.keys(fingerprint)).to.deep.equal(parts);
    const changed = parts.filter((part) => now[part] !== fingerprint[part]);
    expect(
      changed,
      `training reads other ${changed.join(', ')} than the committed table was made from: run npm run train:language, ` +
        'then npm test and npm run bench:reading -- --data DIR, and commit the weights with their report',
    ).to.deep.equal([]);
  });

  it('has made the committed table', () => {
    const bytes = readFileSync(join(MODELS, 'reader.bin'));
    const { identity, sha256 } = report();
    expect(createHash('sha256').update(bytes).digest('hex')).to.equal(sha256);
    expect(decodeTable(bytes).identity).to.equal(identity);
    expect(bytes.length).to.be.lessThan(1.5 * 1024 * 1024);
  });

  it('sees no set that it is tested with', () => {
    const paths = [...trainingFiles(), ...report().files.map(({ path }) => path)];
    expect(TEST_SETS).to.have.length(4);
    for (const set of TEST_SETS) expect(paths.filter((path) => path.endsWith(`-${set}.tsv`))).to.deep.equal([]);
  });

  it('computes exponentials and logarithms as exactly as Math does', () => {
    for (let x = -40; x <= 40; x += 0.37) {
      expect(Math.abs(exactExp(x) / Math.exp(x) - 1), `exp ${x}`).to.be.lessThan(1e-15);
      expect(Math.abs(softplus(x) - Math.log1p(Math.exp(x))), `softplus ${x}`).to.be.lessThan(1e-13);
    }
    for (const x of [1e-12, 0.3, 0.999999, 1, 1.000001, 2, 77, 1e9]) {
      expect(Math.abs(exactLog(x) - Math.log(x)), `log ${x}`).to.be.lessThan(
        1e-14 * Math.max(1, Math.abs(Math.log(x))),
      );
    }
  });

  it('calibrates: of those said .8, eight of ten are true', () => {
    const scored = Array.from({ length: 1000 }, (_, at) => ({
      logit: at % 2,
      isTrue: at % 2 === 0 ? at % 20 === 0 : at % 10 !== 1,
    }));
    const { a, b } = calibrate(scored);
    const said = (logit: number): number => 1 / (1 + Math.exp(-(a * logit + b)));
    expect(said(0)).to.be.closeTo(0.1, 1e-6);
    expect(said(1)).to.be.closeTo(0.8, 1e-6);
  });

  it('calibrates logits of which few are true, and that lie far apart', () => {
    const scored = Array.from({ length: 5000 }, (_, at) => ({
      logit: (at % 100) / 5 - 15,
      isTrue: at % 100 > 90 && at % 3 === 0,
    }));
    const { a, b } = calibrate(scored);
    expect(a).to.be.within(0.1, 10);
    const said = scored.map(({ logit }) => 1 / (1 + Math.exp(-(a * logit + b))));
    const expected = said.reduce((sum, one) => sum + one, 0);
    expect(expected).to.be.closeTo(scored.filter(({ isTrue }) => isTrue).length, 1);
  });

  it('learns which statements replace facts in the same way every time', () => {
    const pairs = (['supersede', 'create'] as const).flatMap((action) =>
      Array.from({ length: 40 }, (_, at) => ({
        text: action === 'supersede' ? `The price of item${at} is now ${at + 9}` : `The colour of item${at} is red`,
        language: 'en',
        group: `g${at % 5}`,
        action,
        known: `The price of item${at} is ${at + 3}`,
        replaces: action === 'supersede' ? 0.8 : 0.1,
      })),
    );
    const { weights } = learnChanges(pairs, embed);
    expect(weights).to.deep.equal(learnChanges(pairs, embed).weights);
    const chance = (said: string): number => {
      const text = comparedText(said);
      const statement = replacingText(text, text.folded, said.includes('now') ? 0.8 : 0.1, embed);
      return chanceOfReplacing(statement, comparedText('The price of lamp is 4'), 0, weights);
    };
    expect(chance('The price of lamp is now 7')).to.be.greaterThan(0.5);
    expect(chance('The colour of lamp is red')).to.be.lessThan(0.5);
  });
});
