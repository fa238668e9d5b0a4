import { expect } from 'chai';
import { describeDoors } from './doors.ts';

const person = (name: string) => ({ name, type: 'person' });

describeDoors('Changes of entities', (door) => {
  it('report each deleted relationship before its entity', async () => {
    const ana = door().recorda.agent({ userId: door().newUser() });
    const { memory } = await ana.entities.relate(person('Ana'), 'knows', person('Ben'));
    await ana.entities.relate(person('Ben'), 'knows', person('Ana'));
    await ana.entities.delete(memory.fromId);
    await ana.entities.relate(person('Ben'), 'knows', person('Eve'));
    await ana.deleteMatching('name == "Eve"', { type: 'entity', force: true });
    const removed: string[] = [];
    for await (const { operation, id } of ana.watch({ types: ['entity'], fromOldest: true })) {
      if (operation === 'remove') removed.push(id.slice(0, 3));
      if (removed.length === 5) break;
    }
    expect(removed).to.deep.equal(['re_', 're_', 'en_', 're_', 'en_']);
  });
});
