import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import type { Recorda } from '../../client/recorda.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { keyRing } from '../../server/keys/key-ring.ts';
import { writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { all } from '../api/doors.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { scaled } from '../scale.ts';

const ID = /\b[a-z]{2}_[0-9a-f]{32}\b/g;
/** Times, and the compressed size, which depends on the digits of the ids. */
const VARYING = /"(?:\w*Time|latencyMs|storedBytes)":(?:"[^"]*"|[\d.e-]+|null)/g;

/** Takes the first id of each kind; `npm run torture` takes all. */
function sampled(ids: readonly string[]): readonly string[] {
  const kinds = new Map<string, number>();
  return ids.filter((id) => {
    const kind = id.slice(0, 2);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return kinds.get(kind)! <= scaled(1, Infinity);
  });
}

/** Every call that takes the id of a memory or fact, made by a user who has learnt another user's id. */
const CALLS: Readonly<Record<string, (recorda: Recorda, userId: string, id: string) => Promise<unknown>>> = {
  getMemory: ({ memory }, userId, id) => memory.getMemory({ scope: { userId }, id }),
  updateMemory: ({ memory }, userId, id) =>
    memory.updateMemory({ memory: { id, scope: { userId }, importance: 0.5 }, updateMask: ['importance'] }),
  appendEpisodeStep: ({ memory }, userId, id) =>
    memory.appendEpisodeStep({ scope: { userId, agentId: 'a' }, id, step: { action: 'x' } }),
  traverse: ({ memory }, userId, id) =>
    memory.traverseEntities({ scope: { userId }, starts: [{ start: { $case: 'id', value: id } }] }),
  'addMemory with an end of a relationship': (recorda, userId, id) =>
    recorda.agent({ userId }).entities.relate(id, 'knows', id),
  'addMemory with evidence': (recorda, userId, id) =>
    recorda.agent({ userId }).entities.upsert('Marta', 'person', { evidence: [id] }),
  getFact: ({ context }, userId, id) => context.getFact({ scope: { userId }, id }),
  updateFact: ({ context }, userId, id) => context.updateFact({ scope: { userId }, fact: { id, pinned: true } }),
  confirmFact: ({ context }, userId, id) => context.confirmFact({ scope: { userId }, id }),
  contradictFact: ({ context }, userId, id) =>
    context.contradictFact({ scope: { userId }, id, text: 'I live in Rome' }),
  restoreFact: ({ context }, userId, id) => context.restoreFact({ scope: { userId }, id }),
  storeResponse: ({ context }, userId, id) =>
    context.storeResponse({
      scope: { userId },
      key: { asked: { $case: 'question', value: 'Where do I live?' }, locale: 'en' },
      answer: 'In Rome',
      factIds: [id],
    }),
  explainImportance: ({ admin }, userId, id) => admin.explainImportance({ userId, id }),
  restoreArchived: ({ admin }, userId, id) => admin.restoreArchived({ userId, ids: [id] }),
  list: async (recorda, userId) => all(recorda.agent({ userId, agentId: 'a' }).list({ type: 'entity' })),
  forgetFact: ({ context }, userId, id) => context.forgetFact({ scope: { userId }, id }),
  deleteMemory: ({ memory }, userId, id) => memory.deleteMemory({ scope: { userId }, id }),
};

describe('Ids of other tenants @torture', () => {
  let folder: string;
  let acme: Recorda;
  let other: Recorda;
  /** An operator of the same tenant as `other`, who sets what an admin may not. */
  let operator: Recorda;
  const closing: (() => Promise<unknown>)[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-ids-'));
    const made = (tenant: string, role: KeyEntry['role']): { readonly entry: KeyEntry; readonly text: string } => {
      const { id, hash, text } = newKey();
      const createTime = '2026-01-01T00:00:00Z';
      return { entry: { id, hash, name: '', tenant, role, users: [], createTime }, text };
    };
    const keysOf = [made('acme', 'operator'), made('other', 'admin'), made('other', 'operator')];
    const path = join(folder, 'keys.json');
    const entries = keysOf.map(({ entry }) => entry);
    writeKeysFile(path, entries);
    const keys = keyRing(path, silentLog);
    closing.push(() => Promise.resolve(keys.close()));
    const server = await openRecorda({ dataDir: join(folder, 'data'), warmUp: false });
    closing.push(() => server.close());
    const { pipeline } = server;
    const serving = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0, keys });
    closing.push(() => serving.drain(1000));
    [acme, other, operator] = keysOf.map(({ text }) => {
      const recorda = connect(`127.0.0.1:${serving.port}`, { apiKey: text });
      closing.push(() => recorda.close());
      return recorda;
    }) as [Recorda, Recorda, Recorda];
    await tellEverything(acme, 'ana');
  });

  after(async () => {
    for (const close of closing.toReversed()) await close();
    await rm(folder, { recursive: true });
  });

  const exported = async (recorda: Recorda, userId: string): Promise<string> => {
    const parts = await all(recorda.admin.exportUserData({ userId }));
    return Buffer.concat(parts.map(({ lines }) => lines)).toString();
  };
  const idOf = (line: string): string | undefined => (JSON.parse(line) as { readonly id?: string }).id;
  /** Returns the answer or error as text, without the parts that differ between any two calls. */
  const told = async (answer: Promise<unknown>): Promise<string> => {
    const given = await answer.catch((error: Error & { readonly reason?: string }) => [error.reason, error.message]);
    return JSON.stringify(given ?? null)
      .replaceAll(VARYING, '')
      .replaceAll(ID, 'ID')
      .replaceAll(/(?<="userId":")(?:took|free)/g, 'USER');
  };
  const unused = (id: string): string => `${id.slice(0, -10)}0123456789`;
  const answersTo = async (userId: string, id: string): Promise<Readonly<Record<string, string>>> => {
    const answers: Record<string, string> = {};
    for (const [name, call] of Object.entries(CALLS)) answers[name] = await told(call(other, userId, id));
    return answers;
  };

  it('get the same answers as unused ids, from every call that takes an id', async () => {
    const lines = (await exported(acme, 'ana')).trim().split('\n');
    const ids = [...new Set(lines.flatMap((line) => idOf(line) ?? []))];
    expect(new Set(ids.map((id) => id.slice(0, 2))).size, 'kinds of ids').to.be.greaterThan(7);
    const before = await exported(acme, 'ana');
    for (const [at, id] of sampled(ids).entries()) {
      expect(await answersTo(`took ${at}`, id), id).to.deep.equal(await answersTo(`free ${at}`, unused(id)));
    }
    expect(await exported(acme, 'ana')).to.equal(before);
  });

  it('get the same answers as unused ids after an import that names them, too', async () => {
    const lines = (await exported(acme, 'ana')).trim().split('\n').slice(0, -1);
    const ids = [...new Set(lines.flatMap((line) => idOf(line) ?? []))];
    const imported = (userId: string, some: readonly string[]) =>
      other.admin.importUserData({ userId, lines: Buffer.from(some.join('\n')) });
    const free = lines.map((line) => line.replaceAll(ID, unused));
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect(await told(imported('took', lines))).to.equal(await told(imported('free', free)));
    }
    const shape = (text: string) =>
      text
        .split('\n')
        .slice(0, -2)
        .map((line) => line.replaceAll(ID, 'ID').replace(/,"mac":"[\w-]+"/, ''));
    const texts = await Promise.all(['took', 'free'].map((userId) => exported(other, userId)));
    expect(shape(texts[0]!).toSorted()).to.deep.equal(shape(texts[1]!).toSorted());
    for (const id of sampled(ids)) {
      expect(await answersTo('took', id), id).to.deep.equal(await answersTo('free', unused(id)));
    }
  });

  it('are kept when a user is imported again from an export of this server', async () => {
    await tellEverything(operator, 'bea');
    const text = await exported(other, 'bea');
    const lines = Buffer.from(text);
    await all(other.admin.deleteUserData({ userId: 'bea', force: true }));
    await other.admin.importUserData({ userId: 'bea', lines });
    const without = (all: string) =>
      all.split('\n').filter((line) => !/^\{"line":"(?:tier|quota|manifest)"/.test(line));
    expect(without(await exported(other, 'bea'))).to.deep.equal(without(text));
    // The error message reveals nothing about another user, or another id.
    const [line] = text.split('\n').filter((one) => one.includes('"id":"lt_'));
    const id = idOf(line!)!;
    await other.admin.importUserData({ userId: 'eva', lines: Buffer.from(line!) });
    expect(await told(CALLS['getMemory']!(other, 'eva', id))).to.include('MEMORY_NOT_FOUND');
    await all(other.admin.deleteUserData({ userId: 'bea', force: true }));
    await other.admin.importUserData({ userId: 'bea', lines: Buffer.from(line!.replaceAll(id, unused(id))) });
    expect(await told(CALLS['getMemory']!(other, 'bea', unused(id)))).to.include('MEMORY_NOT_FOUND');
    await other.admin.importUserData({ userId: 'bea', lines: Buffer.from(line!) });
    expect(await told(CALLS['getMemory']!(other, 'bea', id))).not.to.include('MEMORY_NOT_FOUND');
  });

  it('are refused by an import where they do not have the form of an id', async () => {
    const text = (await exported(acme, 'ana')).split('\n').find((line) => line.includes('"line":"fact"'))!;
    const line = text.replace(/"id":"[^"]+"/, '"id":"mine"');
    expect(await told(other.admin.importUserData({ userId: 'x', lines: Buffer.from(line) }))).to.include(
      'FIELD_INVALID',
    );
  });
});
