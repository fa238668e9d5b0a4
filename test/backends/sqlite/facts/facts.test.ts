import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { factSliceCounter, type FactSlice } from '../../../../server/backends/sqlite/facts/fact-counter.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { FACT_READER } from '../../../fact-reader.ts';
import { readTurn } from '../../../../server/domain/context/read-turn.ts';
import type { SaidFact } from '../../../../server/domain/facts/fact-intents.ts';
import { FACT_STATES } from '../../../../server/domain/facts/fact-state.ts';
import { QUOTAS } from '../../../../server/policy/limits.ts';
import { FACT_AGES } from '../../../../server/policy/facts.ts';
import { ALSO_TORTURE, scaled } from '../../../scale.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
/** The most facts that a user may have here. */
const MOST = scaled(2000, QUOTAS.FACT.count);
const ref = (id: string) => ({ scope, id });

function said(text: string, more: Partial<SaidFact> = {}): SaidFact {
  return {
    id: `fa_${randomUUID().replaceAll('-', '')}`,
    domain: 'PERSONAL',
    text,
    confidence: 'HIGH',
    source: 'EXPLICIT',
    rule: '',
    said: text,
    provenance: { agentId: '', sessionId: '', turn: 0 },
    ...more,
  };
}

describe('facts in the embedded store', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary({ quotas: { ...QUOTAS, FACT: { ...QUOTAS.FACT, count: MOST } } });
  });
  afterEach(() => closeAndDelete(opened));

  const say = (...facts: readonly SaidFact[]) => opened.facts.say({ scope, facts, nowMs: opened.clock.now() }, call());
  const list = async () => {
    const query = {
      scope,
      domains: [],
      states: FACT_STATES,
      pinnedOnly: false,
      due: false,
      pageSize: 100,
      nowMs: opened.clock.now(),
    };
    return (await opened.facts.list(query, call())).facts;
  };
  const find = async (text: string) => {
    const query = { scope, text, domains: [], topK: 10, activeOnly: true, nowMs: opened.clock.now() };
    return (await opened.facts.find(query, call())).map(({ fact }) => fact.text);
  };
  const inFiles = async (text: string): Promise<boolean> => {
    const names = await readdir(opened.dataDir);
    const files = await Promise.all(names.map((name) => readFile(join(opened.dataDir, name))));
    return files.some((file) => file.includes(text));
  };

  it('are counted by state over all users, as they are for each', async () => {
    const users = [scope, { ...scope, userId: 'v' }];
    const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const;
    const ages = [FACT_AGES.staleMs, FACT_AGES.agedMs, FACT_AGES.lowUnconfirmedMs];
    const { clock, facts } = opened;
    const begin = clock.now();
    for (const age of [...ages.flatMap((ms) => [ms + 1, ms]), 0]) {
      clock.advance(begin + ages[0]! + 1 - age - clock.now());
      for (const who of users)
        for (const confidence of confidences)
          await facts.say(
            {
              scope: who,
              facts: [said(`me gusta ${randomBytes(6).toString('hex')}`, { confidence })],
              nowMs: clock.now(),
            },
            call(),
          );
    }
    const [kept] = await list();
    await facts.forget({ scope, id: kept!.id, nowMs: clock.now() }, call());
    const each = await Promise.all(users.map((who) => facts.counts(who, clock.now(), call())));
    const sums = FACT_STATES.map((state) => each.reduce((sum, counts) => sum + counts[state], 0));
    const total = await opened.factStates(clock.now(), call());
    expect(FACT_STATES.map((state) => total[state])).to.deep.equal(sums);
    expect(Object.entries(total).filter(([state, count]) => state !== 'SUPERSEDED' && count === 0)).to.deep.equal([]);
    const db = new Sqlite(join(opened.dataDir, STORE_FILE), { readonly: true });
    for (const sliceFacts of [1, 4, 42, 43]) {
      const countSlice = factSliceCounter(db, sliceFacts);
      const inSlices = Object.fromEntries(FACT_STATES.map((state) => [state, 0]));
      for (let afterNo: number | undefined = 0; afterNo !== undefined;) {
        const slice: FactSlice = countSlice(afterNo, clock.now());
        for (const state of FACT_STATES) inSlices[state]! += slice.counts[state];
        afterNo = slice.next;
      }
      expect(inSlices, `slices of ${sliceFacts}`).to.deep.equal(total);
    }
    db.close();
  });

  it('are found with every confirmation: one that waits, one that was written, and one that came with what was said', async () => {
    const [{ id } = { id: '' }] = await say(said('vivo en Rosario'));
    const confirmed = async () => {
      const asked = { scope, text: 'Rosario', topK: 10, nowMs: opened.clock.now() };
      const [forPrompt] = await opened.facts.findForPrompt(asked, call());
      const [hit] = await opened.facts.find({ ...asked, domains: [], activeOnly: true }, call());
      expect(forPrompt?.fact.lastConfirmedTimeMs).to.equal(hit?.fact.lastConfirmedTimeMs);
      return [hit?.fact.confirmations, hit?.fact.lastConfirmedTimeMs];
    };
    const saidMs = opened.clock.now();
    expect(await confirmed()).to.deep.equal([0, saidMs]);
    opened.clock.advance(1000);
    opened.facts.confirm(ref(id), opened.clock.now());
    expect(await confirmed()).to.deep.equal([1, saidMs + 1000]);
    await opened.sweep();
    expect(await confirmed()).to.deep.equal([1, saidMs + 1000]);
    opened.clock.advance(1000);
    expect((await say(said('vivo en Rosario')))[0]).to.include({ id, operation: 'CONFIRMED' });
    expect(await confirmed()).to.deep.equal([2, saidMs + 2000]);
    const turn = {
      role: 'USER' as const,
      content: 'Vivo en Rosario.',
      speaker: '',
      timeMs: 0,
      toolCalls: [],
      toolCallId: '',
    };
    const read = readTurn(turn, 'tn_1', {
      count: () => 1,
      embed: () => new Float32Array(1),
      newFactId: () => 'fa_1',
      reader: FACT_READER,
      scope,
    });
    opened.clock.advance(1000);
    const nowMs = opened.clock.now();
    const { facts } = await opened.context.append({ scope, turns: [read], nowMs }, call());
    expect(facts.map(({ operation }) => operation)).to.deep.equal(['CONFIRMED']);
    expect(await confirmed()).to.deep.equal([3, saidMs + 3000]);
  });

  it('are found as they are listed, whatever was confirmed and written between the questions', async () => {
    const ids = (await say(said('vivo en Rosario'), said('trabajo en Rosario'), said('estudio en Rosario'))).map(
      ({ id }) => id,
    );
    const asListed = async () => {
      const asked = { scope, text: 'Rosario', domains: [], topK: 10, activeOnly: true, nowMs: opened.clock.now() };
      const found = (await opened.facts.find(asked, call())).map(({ fact }) => fact);
      const byId = (facts: typeof found) => facts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(byId(found)).to.deep.equal(byId([...(await list())]));
      return ids.map((id) => found.find((fact) => fact.id === id)?.confirmations);
    };
    const confirm = (...places: readonly number[]): void => {
      opened.clock.advance(1000);
      for (const index of places) opened.facts.confirm(ref(ids[index]!), opened.clock.now());
    };
    expect(await asListed()).to.deep.equal([0, 0, 0]);
    confirm(0, 1);
    expect(await asListed()).to.deep.equal([1, 1, 0]);
    confirm(1);
    expect(await asListed()).to.deep.equal([1, 2, 0]);
    confirm(0, 2, 2);
    const questions = [asListed(), asListed()];
    expect(await Promise.all(questions)).to.deep.equal([
      [2, 2, 2],
      [2, 2, 2],
    ]);
    await opened.sweep();
    expect(await asListed()).to.deep.equal([2, 2, 2]);
    confirm(2);
    expect(await asListed()).to.deep.equal([2, 2, 3]);
  });

  it('that are forgotten are in no file after the next sweep', async () => {
    const secrets = Array.from({ length: 30 }, () => randomBytes(9).toString('hex'));
    const outcomes = await say(...secrets.map((secret) => said(`mi clave ${secret} abre el portal ${secret}`)));
    await find('clave');
    await opened.sweep();
    expect(await inFiles(secrets[3] as string)).to.equal(true);
    for (const { id } of outcomes) await opened.facts.forget({ scope, id, nowMs: opened.clock.now() }, call());
    await opened.sweep();
    for (const secret of secrets) expect(await inFiles(secret), secret).to.equal(false);
    expect((await list()).map(({ text }) => text)).to.deep.equal(secrets.map(() => ''));
  });

  it('are deleted 30 days after they became stale, whatever happened to them since', async () => {
    const [first] = await say(said('vivo en Rosario'), said('vivo en Lima', { slot: 'home' }));
    await say(said('vivo en Quito', { slot: 'home' }));
    const lifeMs = FACT_AGES.staleMs + FACT_AGES.deletedAfterStaleMs;
    opened.clock.advance(lifeMs);
    await opened.sweep();
    expect(await list()).to.have.length(3);
    opened.facts.confirm(ref(first?.id ?? ''), opened.clock.now());
    opened.clock.advance(1);
    await opened.sweep();
    expect((await list()).map(({ id }) => id)).to.deep.equal([first?.id]);
    opened.clock.advance(lifeMs + 1);
    await opened.sweep();
    expect(await list()).to.deep.equal([]);
    expect(await find('')).to.deep.equal([]);
  });

  it('are not deleted while they are pinned, unless another fact superseded them', async () => {
    const [pinned, loose] = await say(said('vivo en Rosario', { isPinned: true }), said('tengo un perro'));
    const lifeMs = FACT_AGES.staleMs + FACT_AGES.deletedAfterStaleMs;
    opened.clock.advance(lifeMs + 1);
    await opened.sweep();
    expect((await list()).map(({ id }) => id)).to.deep.equal([pinned?.id]);
    expect(loose?.id).not.to.equal(pinned?.id);
    const nowMs = opened.clock.now();
    const by = said('vivo en Quito');
    await opened.facts.replace({ scope, id: pinned?.id ?? '', by, nowMs }, call());
    await opened.sweep();
    expect((await list()).map(({ id }) => id)).to.deep.equal([by.id]);
  });

  it(`are decided quickly among ${MOST}, and no more fit${ALSO_TORTURE}`, async () => {
    const facts = Array.from({ length: MOST }, (_, at) => said(`me gusta tema${at}`));
    for (let at = 0; at < facts.length; at += 1000) await say(...facts.slice(at, at + 1000));
    const [again] = await say(said('me gusta tema7'));
    expect(again?.operation).to.equal('CONFIRMED');
    const query = {
      scope,
      domains: [],
      states: FACT_STATES,
      pinnedOnly: false,
      due: false,
      pageSize: 1000,
      nowMs: opened.clock.now(),
    };
    const page = await opened.facts.list(query, call());
    expect(page.facts).to.have.length(1000);
    expect(await find('tema7')).to.include('me gusta tema7');
    const refused = await say(said('algo nuevo y distinto')).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.include({ reason: 'QUOTA_EXCEEDED' });
  });
});
