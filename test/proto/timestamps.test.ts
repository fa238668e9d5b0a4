import { expect } from 'chai';
import { Timestamp } from '../../proto/gen/google/protobuf/timestamp.ts';
import { RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { Memory } from '../../proto/gen/recorda/v1/resources.ts';

/** The moon landing as a google.protobuf.Timestamp: nanos count forward, also before 1970. */
const LANDING = new Date('1969-07-20T20:17:40.500Z');
const LANDING_BYTES = Buffer.from(Timestamp.encode({ seconds: -14_182_940, nanos: 500_000_000 }).finish());

describe('timestamps before 1970', () => {
  it('are written as other languages read them', () => {
    const memory = Memory.encode(Memory.fromPartial({ createTime: LANDING })).finish();
    expect(Buffer.from(memory).includes(LANDING_BYTES)).to.equal(true);
    const search = RetrieveMemoriesRequest.encode(RetrieveMemoriesRequest.fromPartial({ now: LANDING })).finish();
    expect(Buffer.from(search).includes(LANDING_BYTES)).to.equal(true);
  });

  it('are read back as they were, to the millisecond', () => {
    for (const ms of [-1, -999, -1000, -1001, -14_182_939_500, 0, 1]) {
      const date = new Date(ms);
      expect(Memory.decode(Memory.encode(Memory.fromPartial({ createTime: date })).finish()).createTime).to.deep.equal(
        date,
      );
    }
  });
});
