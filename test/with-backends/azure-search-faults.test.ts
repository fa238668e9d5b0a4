import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import { documentKey } from '../../server/backends/azure-ai-search/search-keys.ts';
import { stopSignal, deadlineExceeded } from '../../server/domain/abort.ts';
import { AZURE_SEARCH } from '../../server/policy/backends.ts';
import type { SearchIndex } from '../../server/ports/search.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { contentOf, searchSubject, START_MS, type SearchSubject } from '../conformance/search-index-subject.ts';
import { call, failure } from '../conformance/subject.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';

const WRITES = '/docs/search.index';
const SEARCHES = '/docs/search.post.search';

describe('The client of an Azure AI Search that fails', () => {
  let standIn: SearchStandIn;
  let index: SearchIndex;
  let subject: SearchSubject;

  const open = (more: Partial<Parameters<typeof openAzureSearch>[0]> = {}): Promise<SearchIndex> => {
    const { endpoint, key } = standIn;
    return openAzureSearch({ endpoint, key, index: 'memories', vectors: 'hnsw', ...more }, silentLog);
  };
  before(async () => {
    standIn = await startSearchStandIn();
    index = await open();
  });
  beforeEach(() => {
    standIn.clearFaults();
    subject = searchSubject(index);
  });
  after(async () => {
    await index.close();
    await standIn.close();
    expect(standIn.breaches).to.deep.equal([]);
  });

  const asked = (path: string): number => standIn.requests.filter((request) => request.includes(path)).length;
  const listed = () => subject.texts();

  it('sends again what failed within a batch, and nothing else', async () => {
    const documents = ['one', 'two', 'three', 'four'].map((text) => subject.document(text));
    await subject.put(subject.document('first'));
    const before = asked(WRITES);
    standIn.fault({ kind: 'partial', statusCode: 503, path: WRITES, times: 2 });
    expect(await subject.put(...documents)).to.deep.equal(Array.from({ length: 4 }, () => 'WRITTEN'));
    expect(asked(WRITES) - before).to.equal(3);
    expect(await listed()).to.have.members(['first', 'one', 'two', 'three', 'four']);
  });

  it('reports the outcome of each document of a batch', async () => {
    const [right, wrong] = [subject.document('right'), subject.document('wrong')];
    standIn.fault({ kind: 'partial', statusCode: 400, path: WRITES });
    const [one, other] = await index.put([right, wrong], call());
    expect(one).to.deep.equal({ ok: true, value: 'WRITTEN' });
    expect(other).to.have.nested.property('error.reason', 'INTERNAL');
    expect(other).to.have.nested.property('error.retryable', false);
    expect(await listed()).to.deep.equal(['right']);
    const keys = [documentKey(subject.scope, wrong.record.id)];
    standIn.fault({ kind: 'partial', statusCode: 422, keys, path: WRITES, times: 99 });
    const [, waiting] = await index.put([right, wrong], call());
    expect(waiting).to.have.nested.property('error.reason', 'BACKEND_UNAVAILABLE');
    expect(waiting).to.have.nested.property('error.retryable', true);
  }).timeout(30_000);

  it('waits as long as it is asked to, and tries again', async () => {
    for (const [name, wait] of Object.entries({ 'retry-after': '1', 'retry-after-ms': '600' })) {
      const headers = { [name]: wait };
      standIn.fault({ kind: 'status', status: 429, headers, path: SEARCHES });
      const startedAt = performance.now();
      expect(await listed()).to.deep.equal([]);
      expect(performance.now() - startedAt).to.be.within(590, 3000);
    }
    standIn.fault({ kind: 'status', status: 503, path: SEARCHES, times: 3 });
    expect(await listed()).to.deep.equal([]);
  });

  it('gives up at the deadline, however long it was asked to wait', async () => {
    standIn.fault({ kind: 'status', status: 503, headers: { 'retry-after': '20' }, path: SEARCHES });
    const signal = stopSignal();
    setTimeout(() => signal.abort(deadlineExceeded()), 200);
    const startedAt = performance.now();
    const { scope } = subject;
    const listing = index.list({ scope, pageSize: 1, descending: false, nowMs: START_MS }, { signal });
    expect((await failure(listing)).reason).to.equal('DEADLINE_EXCEEDED');
    // Far below the 20 seconds that it was asked to wait; machines differ.
    expect(performance.now() - startedAt).to.be.below(2500);
  });

  it('gives up at the deadline if no answer comes', async () => {
    standIn.fault({ kind: 'slow', ms: 5000, path: SEARCHES });
    const signal = stopSignal();
    setTimeout(() => signal.abort(deadlineExceeded()), 150);
    const startedAt = performance.now();
    expect((await failure(index.count(subject.scope, { signal }))).reason).to.equal('DEADLINE_EXCEEDED');
    // The answer would come after five seconds.
    expect(performance.now() - startedAt).to.be.below(2500);
  });

  it('applies a write once whose connection was cut, before or after it was done', async () => {
    for (const when of ['before', 'after'] as const) {
      standIn.fault({ kind: 'cut', when, path: WRITES, times: 2 });
      expect(await subject.put(subject.document(when))).to.deep.equal(['WRITTEN']);
    }
    expect(await listed()).to.deep.equal(['before', 'after']);
    expect(await index.count(subject.scope, call())).to.equal(2);
  });

  it('splits what is too large for one request, by its bytes or when the service says so', async () => {
    const large = 'word '.repeat(200_000);
    const documents = Array.from({ length: 30 }, (_, index) => subject.document(`${index} ${large}`));
    const before = asked(WRITES);
    const writes = await index.put(documents, call());
    expect(writes.every((write) => write.ok && write.value === 'WRITTEN')).to.equal(true);
    expect(asked(WRITES) - before).to.be.within(3, 8);
    standIn.fault({ kind: 'status', status: 413, path: WRITES, times: 2 });
    const some = ['a', 'b', 'c', 'd'].map((text) => subject.document(text));
    expect(await subject.put(...some)).to.deep.equal(Array.from({ length: 4 }, () => 'WRITTEN'));
    standIn.fault({ kind: 'status', status: 413, path: WRITES, times: 1 });
    const [alone] = await index.put([subject.document('alone')], call());
    expect(alone).to.have.nested.property('error.retryable', false);
  }).timeout(60_000);

  it('fails soon with typed errors while the service is away, and recovers within seconds', async () => {
    await subject.put(subject.document('before'));
    standIn.shut();
    const { scope, document } = subject;
    const calls = [
      () => index.list({ scope, pageSize: 1, descending: false, nowMs: START_MS }, call()),
      () => index.get({ scope, id: 'x' }, START_MS, call()),
      () => index.count(scope, call()),
      () => index.check(call()),
    ];
    await Promise.all(calls.map(async (one) => expect((await failure(one())).reason).to.equal('BACKEND_UNAVAILABLE')));
    expect(index.isThere()).to.equal(false);
    // The circuit is open by now.
    for (const one of calls) {
      const startedAt = performance.now();
      const error = await failure(one());
      expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
      expect(error.detail.retryAfterMs).to.be.above(0);
      expect(performance.now() - startedAt).to.be.below(7000);
    }
    const [outcome] = await index.put([document('away')], call()).catch(() => [undefined]);
    expect(outcome?.ok ?? false).to.equal(false);
    standIn.open();
    const openedAt = performance.now();
    while (!index.isThere()) await sleep(20);
    expect(performance.now() - openedAt).to.be.below(5000);
    await sleep(AZURE_SEARCH.breakerMs);
    expect(await listed()).to.deep.equal(['before']);
  }).timeout(60_000);

  it('notices that the service went away even if nobody calls', async () => {
    standIn.shut();
    const shutAt = performance.now();
    while (index.isThere()) await sleep(20);
    expect(performance.now() - shutAt).to.be.below(5000);
    standIn.open();
    while (!index.isThere()) await sleep(20);
  }).timeout(20_000);

  it('opens while the service is away, says so, and creates the index as soon as it is back', async () => {
    standIn.shut();
    const said: string[] = [];
    const { endpoint, key } = standIn;
    const log = { ...silentLog, error: (_: object, message: string) => void said.push(message) };
    const later = await openAzureSearch({ endpoint, key, index: 'later', vectors: 'hnsw' }, log);
    expect(said.join()).to.match(/^Azure AI Search does not answer: the server starts without it/);
    expect(later.isThere()).to.equal(false);
    expect((await failure(later.put([subject.document('early')], call()))).reason).to.equal('BACKEND_UNAVAILABLE');
    standIn.open();
    const openedAt = performance.now();
    while (!later.isThere()) await sleep(20);
    expect(performance.now() - openedAt).to.be.below(5000);
    const [outcome] = await later.put([subject.document('late')], call());
    expect(outcome?.ok).to.equal(true);
    expect(await later.count(subject.scope, call())).to.equal(1);
    await later.close();
  }).timeout(30_000);

  it('opens an index that exists, even if several servers create it at once', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => open({ index: 'shared' })));
    const embedders = opened.map((_, index) => JSON.stringify([`embedder ${index % 2}`, '1', 4]));
    const writes = opened.map((one, index) =>
      one.put([subject.document(`of ${index}`, { embedder: embedders[index]! })], call()),
    );
    for (const [outcome] of await Promise.all(writes)) expect(outcome?.ok).to.equal(true);
    await Promise.all(opened.map((one) => one.close()));
    const again = await open({ index: 'shared' });
    expect(await again.count(subject.scope, call())).to.equal(4);
    await again.close();
  });

  it('says what is wrong with a key, a name or an index of another program', async () => {
    const messages = async (opening: Promise<unknown>): Promise<string> => {
      const error = await opening.then(
        () => new Error('it opened'),
        (why: unknown) => why as Error,
      );
      return error.message;
    };
    expect(await messages(open({ key: 'wrong' }))).to.match(/rejects the key/);
    const others = {
      name: 'others',
      fields: [
        { name: 'id', type: 'Edm.String', key: true },
        { name: 'words', type: 'Edm.Int32' },
      ],
    };
    const made = await fetch(`${standIn.endpoint}/indexes?api-version=${AZURE_SEARCH.apiVersion}`, {
      method: 'POST',
      headers: { 'api-key': standIn.key, 'content-type': 'application/json' },
      body: JSON.stringify(others),
    });
    expect(made.status).to.equal(201);
    expect(await messages(open({ index: 'others' }))).to.match(/was not created by Recorda.*words is Edm\.Int32/);
  }).timeout(30_000);

  it('sends no key to the target of a redirect', async () => {
    standIn.fault({ kind: 'status', status: 307, headers: { location: `${standIn.endpoint}/stolen` }, path: SEARCHES });
    await failure(index.list({ scope: subject.scope, pageSize: 1, descending: false, nowMs: START_MS }, call()));
    expect(asked('/stolen')).to.equal(0);
  });

  it('has nothing of memories in its errors', async () => {
    standIn.fault({ kind: 'status', status: 400, path: SEARCHES });
    const filter = 'metadata.secret == "canary"';
    const { scope } = subject;
    const error = await failure(index.list({ scope, filter, pageSize: 1, descending: false, nowMs: START_MS }, call()));
    expect(error.reason).to.equal('INTERNAL');
    expect(JSON.stringify([error.message, error.detail, error.stack])).to.not.include('canary');
    expect(contentOf(subject.record('x'))).to.equal('x');
  });
});
