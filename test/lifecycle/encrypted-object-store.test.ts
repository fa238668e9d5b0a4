import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { bytesOf, linesOf, streamOf } from '../../server/lifecycle/chunks.ts';
import { sealed, unsealed } from '../../server/lifecycle/envelope.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { encryptedObjectStore } from '../../server/lifecycle/encrypted-object-store.ts';
import { SEALING } from '../../server/policy/lifecycle.ts';
import { call, failure } from '../conformance/subject.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const MASTER = randomBytes(32);
const ANA = { tenant: 'default', userId: 'ana' };
const BEN = { tenant: 'default', userId: 'ben' };
const CANARY = 'a canary that nobody may read';

function opened(master: Uint8Array = MASTER, cold = memoryColdStore()) {
  const keys = userKeys(cold, keysOf(master));
  return { cold, keys, encryptedObjects: encryptedObjectStore(cold, keys) };
}

async function read(from: ReturnType<typeof opened>, owner: typeof ANA, name: string): Promise<string | undefined> {
  const chunks = await from.encryptedObjects.get(owner, name, call());
  return chunks && Buffer.from(await bytesOf(chunks)).toString();
}

const keep = (to: ReturnType<typeof opened>, owner: typeof ANA, name: string, text: string) =>
  to.encryptedObjects.put(owner, name, streamOf(Buffer.from(text)), call());

describe('an encrypted object store', () => {
  it('closes the stream of an object that it cannot decrypt', async () => {
    const cold = memoryColdStore();
    let open = 0;
    const counted: typeof cold = {
      ...cold,
      async get(name, context) {
        const chunks = await cold.get(name, context);
        if (chunks === undefined || name.startsWith('keys/')) return chunks;
        open += 1;
        return (async function* () {
          try {
            yield* chunks;
          } finally {
            open -= 1;
          }
        })();
      },
    };
    const one = opened(MASTER, counted);
    await keep(one, ANA, 'a', CANARY);
    await one.keys.destroy(ANA, call());
    expect((await failure(read(one, ANA, 'a'))).reason).to.equal('USER_KEY_MISSING');
    expect(open).to.equal(0);
  });
});

describe('sealed objects', () => {
  const key = randomBytes(32);
  const seal = async (bytes: Uint8Array, name = 'a') => Buffer.from(await bytesOf(sealed(key, name, streamOf(bytes))));
  const unseal = async (bytes: Uint8Array, name = 'a') =>
    Buffer.from(await bytesOf(unsealed(key, name, streamOf(bytes))));

  it('are opened as they were sealed, whatever their length', async () => {
    for (const length of [0, 1, SEALING.frameBytes, 3 * SEALING.frameBytes + 7]) {
      const bytes = randomBytes(length);
      expect((await unseal(await seal(bytes))).equals(bytes), `${length}`).to.equal(true);
    }
    const text = Buffer.from(CANARY.repeat(10_000));
    const small = await seal(text);
    expect(small.length).to.be.lessThan(text.length / 10);
    expect((await unseal(small)).equals(text)).to.equal(true);
  });

  it('can be opened from chunks of any size', async () => {
    const bytes = randomBytes(2 * SEALING.frameBytes + 100);
    const whole = await seal(bytes);
    const dribble = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < whole.length; at += 997) yield whole.subarray(at, at + 997);
    };
    expect(bytes.equals(await bytesOf(unsealed(key, 'a', dribble())))).to.equal(true);
  });

  it('are refused after any change: a bit, a cut end, another name, another key, frames in another order', async () => {
    const whole = await seal(randomBytes(2 * SEALING.frameBytes + 1000));
    for (let trial = 0; trial < 1000; trial += 1) {
      const index = Math.floor((trial / 1000) * whole.length);
      const bytes = Buffer.from(whole);
      bytes[index] = (bytes[index] as number) ^ (1 << (trial % 8));
      expect((await failure(unseal(bytes))).reason, `bit at ${index}`).to.equal('COLD_OBJECT_DAMAGED');
    }
    for (const end of [0, 3, 36, 40, 100, SEALING.frameBytes + 56, whole.length - 1]) {
      expect((await failure(unseal(whole.subarray(0, end)))).reason, `cut at ${end}`).to.equal('COLD_OBJECT_DAMAGED');
    }
    expect((await failure(unseal(Buffer.concat([whole, Buffer.from([0])])))).reason).to.equal('COLD_OBJECT_DAMAGED');
    expect((await failure(unseal(whole, 'b'))).reason).to.equal('COLD_OBJECT_DAMAGED');
    const other = bytesOf(unsealed(randomBytes(32), 'a', streamOf(whole)));
    expect((await failure(other)).reason).to.equal('COLD_OBJECT_DAMAGED');
    const frame = 4 + SEALING.frameBytes + SEALING.tagBytes;
    const swapped = [whole.subarray(0, 36), whole.subarray(36 + frame, 36 + 2 * frame), whole.subarray(36, 36 + frame)];
    const rest = whole.subarray(36 + 2 * frame);
    expect((await failure(unseal(Buffer.concat([...swapped, rest])))).reason).to.equal('COLD_OBJECT_DAMAGED');
  });

  it('fail with the error of their source', async () => {
    const fault = new Error('the source failed');
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield randomBytes(10);
      throw fault;
    };
    expect(await bytesOf(sealed(key, 'a', failing())).catch((error: unknown) => error)).to.equal(fault);
  });

  it('can be read line by line from chunks of any size', async () => {
    const text = 'eins\nzwölf\n日本\n\nlast';
    const dribble = async function* (): AsyncGenerator<Uint8Array> {
      for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
    };
    const lines: string[] = [];
    for await (const line of linesOf(dribble())) lines.push(line);
    expect(lines).to.deep.equal(['eins', 'zwölf', '日本', '', 'last']);
  });
});

describe('the encrypted object store', () => {
  it('stores objects under names without ids, and encrypted', async () => {
    const one = opened();
    await keep(one, ANA, 'archive/1', CANARY);
    expect(await read(one, ANA, 'archive/1')).to.equal(CANARY);
    for (const [name, bytes] of one.cold.objects) {
      expect(name.split('/')).not.to.include('ana');
      expect(Buffer.from(bytes).toString('latin1')).not.to.include('canary');
    }
  });

  it('gives the same keys to another server with the same master key, and none to one with another', async () => {
    const one = opened();
    await keep(one, ANA, 'a', CANARY);
    expect(await read(opened(MASTER, one.cold), ANA, 'a')).to.equal(CANARY);
    const error = await failure(read(opened(randomBytes(32), one.cold), ANA, 'a'));
    expect(error.reason).to.equal('MASTER_KEY_MISMATCH');
  });

  it('has one key if several servers make it at once', async () => {
    const cold = memoryColdStore();
    const servers = Array.from({ length: 8 }, () => opened(MASTER, cold));
    const made = await Promise.all(servers.map(({ keys }) => keys.of(ANA, call())));
    expect(new Set(made.map(({ id }) => id)).size).to.equal(1);
    expect(new Set(made.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).to.equal(1);
  });

  it('opens no object of another user, even in place of the user’s own', async () => {
    const one = opened();
    await keep(one, ANA, 'a', CANARY);
    await keep(one, BEN, 'a', 'of Ben');
    const objects = one.cold.objects;
    objects.set(`users/${coldPartition(BEN)}/a`, objects.get(`users/${coldPartition(ANA)}/a`) as Uint8Array);
    expect((await failure(read(one, BEN, 'a'))).reason).to.equal('COLD_OBJECT_DAMAGED');
    objects.set(`keys/${coldPartition(BEN)}`, objects.get(`keys/${coldPartition(ANA)}`) as Uint8Array);
    expect((await failure(read(opened(MASTER, one.cold), BEN, 'a'))).reason).to.equal('MASTER_KEY_MISMATCH');
  });

  it('erases the objects of a user, and with their key every copy of them', async () => {
    const one = opened();
    for (let count = 0; count < 5; count += 1) await keep(one, ANA, `archive/${count}`, CANARY);
    await keep(one, BEN, 'archive/1', 'of Ben');
    const copies = new Map(one.cold.objects);
    expect(await one.encryptedObjects.erase(ANA, call())).to.deep.equal({ objects: 5, hadKey: true });
    expect(await one.encryptedObjects.erase(ANA, call())).to.deep.equal({ objects: 0, hadKey: false });
    expect([...one.cold.objects.keys()].filter((name) => name.includes(coldPartition(ANA)))).to.deep.equal([]);
    for (const [name, bytes] of copies) if (name.startsWith('users/')) one.cold.objects.set(name, bytes);
    expect((await failure(read(one, ANA, 'archive/1'))).reason).to.equal('USER_KEY_MISSING');
    await keep(one, ANA, 'new', 'after it');
    expect((await failure(read(one, ANA, 'archive/1'))).reason).to.equal('COLD_OBJECT_DAMAGED');
    expect(await read(one, ANA, 'new')).to.equal('after it');
    expect(await read(one, BEN, 'archive/1')).to.equal('of Ben');
  });
});
