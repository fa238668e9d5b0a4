import { expect } from 'chai';
import { AdminServiceDefinition } from '../../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../../proto/gen/recorda/v1/memory.ts';
import { rows, WITHOUT_ROWS } from './rows.ts';

describe('the bench of the event loop', () => {
  it('has a row for each call of the contract, or a reason why not', () => {
    const services = [MemoryServiceDefinition, ContextServiceDefinition, AdminServiceDefinition];
    const calls = services.flatMap(({ methods }) =>
      Object.values<{ readonly name: string }>(methods).map(({ name }) => name),
    );
    expect(calls).to.have.length.above(60);
    const measured = new Set(rows().map(({ call }) => call));
    expect([...measured, ...Object.keys(WITHOUT_ROWS)]).to.have.members(calls);
  });
});
