/**
 * Tests every type's quota at its limit, by count and by bytes: one less, exact, one more. Quotas are set low for
 * this.
 */
import { expect } from 'chai';
import { QuotaName } from '../../proto/gen/recorda/v1/limits.ts';
import type { RecordaError } from '../../client/errors.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

type Edge = {
  readonly name: QuotaName;
  /** Adds one more, of about this many bytes of text. */
  readonly add: (agent: ReturnType<Door['recorda']['agent']>, n: number, textBytes: number) => Promise<Size>;
  readonly subject: RegExp;
};
type Size = { readonly memory: { readonly id: string; readonly sizeBytes: number }; readonly operation: string };

const EDGES: Readonly<Record<string, Edge>> = {
  text: {
    name: QuotaName.LONG_TERM,
    add: (agent, n, textBytes) => agent.add(`${n}`.padEnd(textBytes, 'x')),
    subject: /^user:[^/]+\/long_term\./,
  },
  trait: {
    name: QuotaName.PERSONA,
    add: (agent, n, textBytes) => agent.persona.set(`key ${n}`, 'x'.repeat(textBytes)),
    subject: /^user:[^/]+\/agent:a\/persona\./,
  },
  episode: {
    name: QuotaName.EPISODIC,
    add: (agent, _, textBytes) => agent.episodes.start('x'.repeat(textBytes), { startTime: new Date(0) }),
    subject: /^user:[^/]+\/agent:a\/episodic\./,
  },
  entity: {
    name: QuotaName.ENTITY,
    add: (agent, n, textBytes) => agent.entities.upsert(`${n}`.padEnd(textBytes, 'x'), 'thing'),
    subject: /^user:[^/]+\/entity\./,
  },
  document: {
    name: QuotaName.STRUCTURED,
    add: (agent, n, textBytes) =>
      agent.documents.put({ collection: 'c', key: `key ${n}` }, { text: 'x'.repeat(textBytes) }),
    subject: /^user:[^/]+\/structured\./,
  },
};

describeDoors('Each type at the limit of its quota', (door) => {
  const agentWith = async (name: QuotaName, quota: { maxCount?: number; maxBytes?: number }) => {
    const userId = door().newUser();
    await door().recorda.admin.setQuota({ userId, quotas: [{ name, ...quota }] });
    return door().recorda.agent({ userId, agentId: 'a', sessionId: 's' });
  };

  for (const [payload, { name, add, subject }] of Object.entries(EDGES)) {
    it(`accepts a ${payload} below the count, and refuses it at the count`, async () => {
      const agent = await agentWith(name, { maxCount: 3 });
      const ids = [];
      for (let n = 0; n < 3; n += 1) {
        const { memory, operation } = await add(agent, n, 20);
        expect(operation).to.equal('ADD');
        ids.push(memory.id);
      }
      const error = await errorOf(add(agent, 3, 20));
      expect(error.reason).to.equal('QUOTA_EXCEEDED');
      expect(error.detail.quota).to.include({ limit: 3, current: 3 });
      expect(error.detail.quota?.subject)
        .to.match(subject)
        .and.match(/count$/);
      expect(error.message).to.match(/current: 3, max: 3/);
      await agent.delete(ids[1]!);
      expect((await add(agent, 3, 20)).operation).to.equal('ADD');
      expect((await errorOf(add(agent, 4, 20))).reason).to.equal('QUOTA_EXCEEDED');
    });

    it(`accepts a ${payload} up to the last byte, and refuses one byte more`, async () => {
      // The overhead of a text differs by type.
      const { sizeBytes } = (await add(door().recorda.agent({ userId: door().newUser(), agentId: 'a' }), 1, 20)).memory;
      for (const spare of [-1, 0, 1]) {
        const agent = await agentWith(name, { maxBytes: 2 * sizeBytes + spare });
        await add(agent, 1, 20);
        const second = await add(agent, 2, 20).catch((error: RecordaError) => error);
        if (spare >= 0) expect(second).to.have.nested.property('memory.sizeBytes', sizeBytes);
        else {
          expect(second).to.include({ reason: 'QUOTA_EXCEEDED' });
          expect(second).to.have.nested.property('detail.quota.limit', 2 * sizeBytes - 1);
          expect(second).to.have.nested.property('detail.quota.current', sizeBytes);
        }
      }
    });

    it(`accepts exactly as many concurrent adds of a ${payload} as there is room for`, async () => {
      const agent = await agentWith(name, { maxCount: 5 });
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          add(agent, n, 20).then(
            ({ operation }) => operation,
            (error: RecordaError) => error.reason,
          ),
        ),
      );
      expect(results.filter((result) => result === 'ADD')).to.have.length(5);
      expect(results.filter((result) => result === 'QUOTA_EXCEEDED')).to.have.length(15);
    });
  }

  it('accepts known traits, documents and entities again even if the quota is full', async () => {
    for (const payload of ['trait', 'document', 'entity']) {
      const { name, add } = EDGES[payload]!;
      const agent = await agentWith(name, { maxCount: 1 });
      await add(agent, 1, 20);
      expect((await add(agent, 1, 20)).operation, payload).to.equal('MERGED');
    }
  });

  it('refuses a trait whose versions would be too many, and an episode whose steps would be', async () => {
    const traits = await agentWith(QuotaName.PERSONA, { maxBytes: 400 });
    await traits.persona.set('k', 'x'.repeat(200));
    expect((await errorOf(traits.persona.set('k', 'y'.repeat(200)))).reason).to.equal('QUOTA_EXCEEDED');
    expect((await traits.persona.get('k'))?.value).to.equal('x'.repeat(200));
    const episodes = await agentWith(QuotaName.EPISODIC, { maxBytes: 600 });
    const { memory } = await episodes.episodes.start('x');
    expect((await errorOf(episodes.episodes.step(memory, 'y'.repeat(500)))).reason).to.equal('QUOTA_EXCEEDED');
    expect((await episodes.episodes.step(memory, 'y')).steps).to.have.length(1);
  });

  it('deletes the oldest episode if auto_prune says so', async () => {
    const agent = await agentWith(QuotaName.EPISODIC, { maxCount: 3 });
    const ids = [];
    for (const task of ['a', 'b', 'c']) {
      door().advance(1);
      ids.push((await agent.episodes.start(task)).memory.id);
    }
    door().advance(1);
    const added = await agent.episodes.start('d', { autoPrune: 'to_fit' });
    expect(added).to.deep.include({ operation: 'ADD_WITH_PRUNE', prunedCount: 1, removedIds: [ids[0]] });
    expect((await errorOf(agent.episodes.start('e'))).reason).to.equal('QUOTA_EXCEEDED');
  });
});
