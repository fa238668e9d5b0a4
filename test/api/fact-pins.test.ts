import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';
import { DAY_MS, lastOf, opening } from './lifecycle-doors.ts';

describeDoors(
  'Pinned facts',
  (door) => {
    it('are pinned by an add, and by pin and unpin', async () => {
      const { recorda, newUser } = door();
      const { facts } = recorda.agent({ userId: newUser() });
      const { fact } = await facts.add('I am allergic to penicillin', { pinned: true });
      expect(fact.pinned).to.equal(true);
      expect((await facts.unpin(fact.id)).pinned).to.equal(false);
      // If it is stated again without a pin it stays as it is; with one it is pinned.
      expect((await facts.add('I am allergic to penicillin')).fact).to.include({ id: fact.id, pinned: false });
      expect((await facts.add('I am allergic to penicillin', { pinned: true })).fact.pinned).to.equal(true);
      expect((await facts.add('I am allergic to penicillin')).fact.pinned).to.equal(true);
      expect((await errorOf(facts.pin('fa_none'))).reason).to.equal('FACT_NOT_FOUND');
      const scope = { userId: newUser() };
      const wrong = recorda.context.updateFact({ scope, fact: { id: fact.id, text: 'x' }, updateMask: ['text'] });
      expect((await errorOf(wrong)).reason).to.equal('FIELD_INVALID');
      const others = recorda.context.updateFact({ scope, fact: { id: fact.id } });
      expect((await errorOf(others)).reason).to.equal('FACT_NOT_FOUND');
    });

    it('do not age and are not deleted for their age; once unpinned they have their real age', async () => {
      const { recorda, newUser, advance } = door();
      const { facts } = recorda.agent({ userId: newUser() });
      const { fact } = await facts.add('I am allergic to penicillin', { pinned: true });
      const { fact: low } = await facts.add('I like the mountains', { confidence: 'low', pinned: true });
      const { fact: loose } = await facts.add('I play the violin on Sundays');
      expect(await facts.retrieve('penicillin allergy', { activeOnly: true })).to.have.length.greaterThan(0);
      advance(400 * DAY_MS);
      for (const { id } of [fact, low]) expect((await facts.get(id)).fact.state).to.equal('active');
      expect((await facts.get(loose.id)).fact.state).to.equal('stale');
      const active = await facts.retrieve('penicillin allergy', { activeOnly: true });
      expect(active.map((hit) => hit.fact.id)).to.include(fact.id);
      expect((await all(facts.list({ states: ['active'] }))).map(({ id }) => id)).to.have.members([fact.id, low.id]);
      await facts.unpin(fact.id);
      expect((await facts.get(fact.id)).fact.state).to.equal('stale');
      const after = await facts.retrieve('penicillin allergy', { activeOnly: true });
      expect(after.map((hit) => hit.fact.id)).not.to.include(fact.id);
    });

    it('are not superseded by later statements, only by ContradictFact', async () => {
      const { recorda, newUser } = door();
      const { facts } = recorda.agent({ userId: newUser() });
      const { fact: loose } = await facts.add('My name is Ana');
      const { supersededIds } = await facts.add('My name is Eva');
      expect(supersededIds, 'without a pin').to.deep.equal([loose.id]);
      const [named] = await all(facts.list());
      const id = named!.id;
      await facts.pin(id);
      const later = await facts.add('My name is Mia');
      expect(later.supersededIds).to.deep.equal([]);
      expect((await facts.get(id)).fact.state).to.equal('active');
      const by = await facts.contradict(id, 'My name is Zoe');
      expect(by.supersededIds).to.include(id);
      expect((await errorOf(facts.pin(id))).reason).to.equal('FACT_NOT_FOUND');
    });

    it('are counted for a user and the tenant, but not for an agent', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const agentId = `guide of ${userId}`;
      const pins = async (asked: object): Promise<number> => {
        const { usages } = await recorda.admin.getUsage(asked);
        return usages.find(({ name }) => name === 'QUOTA_NAME_FACT')!.pinnedCount;
      };
      const before = await pins({});
      const { facts } = recorda.agent({ userId, agentId });
      const { fact } = await facts.add('I am allergic to penicillin', { pinned: true });
      await recorda.agent({ userId }).facts.add('I live in Oslo', { pinned: true });
      const { fact: loose } = await facts.add('I play the violin on Sundays');
      expect(await pins({ userId })).to.equal(2);
      expect(await pins({ userId, agentId })).to.equal(0);
      expect(await pins({ agentId })).to.equal(0);
      expect(await pins({})).to.equal(before + 2);
      const { users } = await recorda.admin.listUsage({ pageSize: 1_000 });
      const { usages } = users.find((user) => user.userId === userId)!;
      expect(usages.find(({ name }) => name === 'QUOTA_NAME_FACT')!.pinnedCount).to.equal(2);
      await facts.pin(loose.id);
      expect(await pins({ userId })).to.equal(3);
      await facts.unpin(loose.id);
      await facts.contradict(fact.id, 'I am not allergic to penicillin any more');
      expect(await pins({ userId }), 'one that no longer holds is not counted').to.equal(1);
      const [oslo] = await all(facts.list({ pinnedOnly: true }));
      await facts.forget(oslo!.id);
      expect(await pins({ userId })).to.equal(0);
    });

    it('can be listed alone, in pages', async () => {
      const { recorda, newUser } = door();
      const scope = { userId: newUser() };
      const { facts } = recorda.agent(scope);
      const pinned: string[] = [];
      for (const name of ['Oslo', 'Lima', 'Rome', 'Kyiv', 'Bonn']) {
        const options = { pinned: name !== 'Rome', domain: 'personal' } as const;
        const { fact } = await facts.add(`I have also lived in ${name}`, options);
        if (options.pinned) pinned.push(fact.id);
      }
      expect((await all(facts.list({ pinnedOnly: true, pageSize: 2 }))).map(({ id }) => id)).to.deep.equal(pinned);
      expect(await all(facts.list({ pinnedOnly: true, domains: ['work'] }))).to.deep.equal([]);
      expect(await all(facts.list())).to.have.length(5);
      const { nextPageToken } = await recorda.context.listFacts({ scope, pinnedOnly: true, pageSize: 2 });
      const other = recorda.context.listFacts({ scope, pageSize: 2, pageToken: nextPageToken });
      expect((await errorOf(other)).reason, 'the token of another question').to.equal('PAGE_TOKEN_INVALID');
    });

    it('return with an import and with a backup', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const { facts } = recorda.agent({ userId });
      const { fact } = await facts.add('I am allergic to penicillin', { pinned: true });
      await facts.add('I live in Oslo');
      await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
      const parts = await all(recorda.admin.exportUserData({ userId }));
      const lines = Buffer.concat(parts.map((part) => part.lines));
      expect(lines.toString().match(/"is_pinned":1/g)).to.have.length(1);
      expect(lines.toString()).not.to.include('"is_pinned":0');
      await facts.unpin(fact.id);
      const { backups } = await recorda.admin.listBackups({});
      const id = backups
        .map((backup) => backup.id)
        .toSorted()
        .at(-1)!;
      const verified = await lastOf(recorda.admin.verifyBackup({ id }));
      expect(verified.faults).to.deep.equal([]);
      await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect((await facts.get(fact.id)).fact.pinned).to.equal(true);
      await lastOf(recorda.admin.deleteUserData({ userId, force: true }));
      await recorda.admin.importUserData({ userId, lines });
      expect((await facts.get(fact.id)).fact.pinned).to.equal(true);
    });
  },
  opening({}),
);
