import { randomBytes, randomUUID } from 'node:crypto';
import {
  ContainerSASPermissions,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { expect } from 'chai';
import { connectBlob, type BlobAddress } from '../../server/backends/blob/connect-blob.ts';
import { openBlob } from '../../server/backends/blob/open-blob.ts';
import { bytesOf, streamOf } from '../../server/lifecycle/chunks.ts';
import { BLOB } from '../../server/policy/backends.ts';
import { describeColdStore } from '../conformance/cold-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { startAzurite, type AzuriteProcess } from './azurite-process.ts';

describe('Azure Blob Storage', () => {
  let azurite: AzuriteProcess;
  before(async () => {
    azurite = await startAzurite();
  });
  after(() => azurite.stop());

  const newAddress = (): BlobAddress => azurite.place(`c${randomUUID()}`);

  describeColdStore('azure-blob', {
    async open() {
      const address = newAddress();
      return {
        store: openBlob(address),
        another: async () => openBlob(address),
        async damage(name, how, at) {
          const blob = connectBlob(address).getBlockBlobClient(name);
          const bytes = await blob.downloadToBuffer();
          const cut = Math.floor(at * bytes.length);
          bytes[cut] = (bytes[cut] as number) ^ 1;
          const left = how === 'CUT' ? bytes.subarray(0, cut) : bytes;
          await blob.upload(left, left.byteLength);
        },
        close: async () => void (await connectBlob(address).deleteIfExists()),
      };
    },
  });

  describe('as cold storage', () => {
    it('accepts objects of many blocks, and one of a name at a time', async () => {
      const store = openBlob(newAddress());
      const bytes = randomBytes(2.5 * BLOB.blockBytes);
      expect(await store.put('large', streamOf(bytes), { ifAbsent: true }, call())).to.deep.equal({
        name: 'large',
        bytes: bytes.length,
      });
      expect(await store.put('large', streamOf(bytes), { ifAbsent: true }, call())).to.equal(undefined);
      const read = Buffer.from(await bytesOf((await store.get('large', call()))!));
      expect(read.equals(bytes)).to.equal(true);
    });

    it('pages through many objects without starting over', async () => {
      const store = openBlob(newAddress());
      const names = Array.from({ length: 60 }, (_, index) => `n/${String(index).padStart(3, '0')}`);
      await Promise.all(names.map((name) => store.put(name, streamOf(Buffer.from('x')), { ifAbsent: false }, call())));
      const listed: string[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const page = await store.list({ prefix: 'n/', after, limit: 7 }, call());
        listed.push(...page.objects.map(({ name }) => name));
        after = page.next;
      }
      expect(listed).to.deep.equal(names);
      // Another process knows none of the places.
      const { objects } = await store.list({ prefix: 'n/', after: 'n/0305', limit: 2 }, call());
      expect(objects.map(({ name }) => name)).to.deep.equal(['n/031', 'n/032']);
    });

    it('accepts a token of the container as well as the key of the account', async () => {
      const address = newAddress();
      await openBlob(address).check(call());
      const containerName = address.url.split('/').at(-1)!;
      const token = generateBlobSASQueryParameters(
        {
          containerName,
          permissions: ContainerSASPermissions.parse('racwdl'),
          expiresOn: new Date(Date.now() + 60_000),
        },
        new StorageSharedKeyCredential(address.account, address.key),
      ).toString();
      const store = openBlob({ ...address, key: token });
      await store.check(call());
      await store.put('by/token', streamOf(Buffer.from('x')), { ifAbsent: false }, call());
      expect((await store.list({ prefix: '', limit: 5 }, call())).objects).to.deep.equal([
        { name: 'by/token', bytes: 1 },
      ]);
    });

    it('refuses a wrong key without quoting the service', async () => {
      const address = newAddress();
      const store = openBlob({ ...address, key: Buffer.from('another').toString('base64') });
      const error = await failure(store.check(call()));
      expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
      expect(error.message).to.contain('403').and.not.to.contain(address.account);
    });

    it('gives up at the deadline if the service does not answer', async () => {
      const store = openBlob(newAddress());
      azurite.pause();
      try {
        const stop = new AbortController();
        setTimeout(() => stop.abort(), 50);
        const startMs = performance.now();
        const calls = [
          store.list({ prefix: '', limit: 1 }, { signal: stop.signal }),
          store.get('a', { signal: stop.signal }),
          store.put('a', streamOf(Buffer.from('x')), { ifAbsent: false }, { signal: stop.signal }),
        ];
        for (const one of calls) expect((await failure(one)).reason).to.equal('CANCELLED');
        expect(performance.now() - startMs).to.be.below(1000);
      } finally {
        azurite.resume();
      }
    });
  });
});
