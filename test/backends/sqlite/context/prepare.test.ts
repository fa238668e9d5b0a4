import { expect } from 'chai';
import { readTurn } from '../../../../server/domain/context/read-turn.ts';
import { closeAndDelete, openTemporary } from '../temporary-store.ts';
import { FACT_READER } from '../../../fact-reader.ts';

const call = { signal: new AbortController().signal };
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: 's', namespace: '', taskId: '' };
const reading = {
  count: () => 1,
  embed: () => new Float32Array(1),
  newFactId: () => 'fa_1',
  reader: FACT_READER,
  scope,
};

describe('preparing the next prompt', () => {
  it('does not change the later prompt, and does not keep a store from closing', async () => {
    const opened = await openTemporary();
    const turns = Array.from({ length: 9 }, (_, at) => {
      const content = `The garden has ${at} trees`;
      const turn = { role: 'ASSISTANT' as const, content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '' };
      return readTurn(turn, `tn_${at}`, reading);
    });
    await opened.context.append({ scope, turns, windowPolicy: 'SLIDING', nowMs: opened.clock.now() }, call);
    const read = () =>
      opened.context.read(
        {
          scope,
          text: 'trees',
          recalled: 9,
          recallsWindow: false,
          looksTwice: false,
          systemVersion: '',
          model: '',
          nowMs: opened.clock.now(),
        },
        call,
      );
    const before = await read();
    expect(before.recalled).not.to.deep.equal([]);
    opened.context.prepare(scope, { changesFacts: true });
    opened.context.prepare(scope, { changesFacts: true });
    expect(await read()).to.deep.equal(before);
    opened.context.prepare(scope, { changesFacts: true });
    await closeAndDelete(opened);
    opened.context.prepare(scope, { changesFacts: true });
  });
});
