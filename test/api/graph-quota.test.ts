import { expect } from 'chai';
import { QuotaName } from '../../proto/gen/recorda/v1/limits.ts';
import { KB } from '../../server/policy/units.ts';
import { describeDoors, errorOf } from './doors.ts';
import { graphStory } from './graph-story.ts';

describeDoors('The quotas of entities and relationships', (door) => {
  const limited = async (name: QuotaName, most: { maxCount?: number; maxBytes?: number }) => {
    const user = graphStory(door());
    await door().recorda.admin.setQuota({ userId: user.scope.userId, quotas: [{ name, ...most }] });
    return user;
  };

  it('limit the count of entities exactly', async () => {
    const user = await limited(QuotaName.ENTITY, { maxCount: 3 });
    for (const [name, left] of [
      ['Ana', 2],
      ['Ben', 1],
      ['Cid', 0],
    ] as const) {
      expect((await user.addEntity(name, 'person')).quotaRemaining?.count).to.equal(left);
    }
    const error = await errorOf(user.addEntity('Dea', 'person'));
    expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED' });
    expect(error.detail.quota).to.deep.equal({
      subject: `user:${user.scope.userId}/entity.count`,
      limit: 3,
      current: 3,
    });
    // A merged entity takes no room of its own.
    expect((await user.addEntity('ANA', 'person')).operation).to.equal('ADD_OPERATION_MERGED');
    const [ana] = await user.list();
    expect((await user.addRelationship(ana?.id ?? '', 'knows', ana?.id ?? '')).operation).to.equal('ADD_OPERATION_ADD');
    await user.memory.deleteMemory({ scope: user.scope, id: ana?.id ?? '' });
    expect((await user.addEntity('Dea', 'person')).quotaRemaining?.count).to.equal(0);
  });

  it('limit the count of relationships exactly', async () => {
    const user = await limited(QuotaName.RELATIONSHIP, { maxCount: 2 });
    const [ana, ben] = [await user.entity('Ana'), await user.entity('Ben')];
    expect((await user.addRelationship(ana, 'knows', ben)).quotaRemaining?.count).to.equal(1);
    expect((await user.addRelationship(ben, 'knows', ana)).quotaRemaining?.count).to.equal(0);
    const error = await errorOf(user.addRelationship(ana, 'likes', ben));
    expect(error.detail.quota).to.deep.equal({
      subject: `user:${user.scope.userId}/relationship.count`,
      limit: 2,
      current: 2,
    });
    expect((await user.addRelationship(ana, 'Knows', ben)).operation).to.equal('ADD_OPERATION_MERGED');
    expect((await user.addEntity('Cid', 'person')).operation).to.equal('ADD_OPERATION_ADD');
    await user.memory.deleteMemory({ scope: user.scope, id: ana });
    expect((await user.addRelationship(ben, 'likes', ben)).quotaRemaining?.count).to.equal(1);
  });

  it('limit the bytes of both, including versions', async () => {
    for (const name of [QuotaName.ENTITY, QuotaName.RELATIONSHIP]) {
      const user = await limited(name, { maxBytes: 4 * KB });
      const ana = await user.entity('Ana');
      const tell = (attributes: object) =>
        name === QuotaName.ENTITY
          ? user.addEntity('Ana', 'person', { attributes })
          : user.addRelationship(ana, 'knows', ana, { attributes });
      const told = await tell({ text: 'x'.repeat(1000) });
      const left = told.quotaRemaining?.bytes ?? 0;
      expect(left).to.equal(4 * KB - (told.memory?.sizeBytes ?? 0));
      await tell({ text: 'y'.repeat(1000) });
      const error = await errorOf(tell({ text: 'z'.repeat(3000) }));
      expect(error.reason).to.equal('QUOTA_EXCEEDED');
      expect(error.detail.quota).to.include({ limit: 4 * KB });
      expect(error.detail.quota?.subject).to.include('.bytes');
    }
  });
});
