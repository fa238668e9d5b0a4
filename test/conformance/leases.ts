/** Tests whether leases fulfil every obligation of their port, as far as one server can tell. */
import { expect } from 'chai';
import { ANA, call, failure } from './subject.ts';
import { atOnce, sharedStore, type OpenWholeStore } from './whole-store.ts';

export function describeLeases(name: string, open: OpenWholeStore): void {
  describe(`Leases: ${name}`, () => {
    const store = sharedStore(open);

    const hold = (job: string) => store().leases.hold(`${job} of ${ANA.tenant}`, call());

    it('gives a server a lease that no other has, and renews it on request', async () => {
      const held = await atOnce(() => hold('one'));
      expect(new Set(held.map((each) => each.status === 'fulfilled' && each.value))).to.deep.equal(new Set([true]));
      expect(await hold('one')).to.equal(true);
      expect(await hold('another')).to.equal(true);
    });

    it('returns the lease to its holder after reopening', async () => {
      expect(await hold('one')).to.equal(true);
      await store.reopen();
      expect(await hold('one')).to.equal(true);
    });

    it('does nothing for an aborted call', async () => {
      const given = { signal: AbortSignal.abort() };
      expect((await failure(store().leases.hold('one', given))).reason).to.equal('CANCELLED');
    });
  });
}
