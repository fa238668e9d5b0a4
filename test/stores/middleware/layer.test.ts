import { expect } from 'chai';
import { layered, type Layer } from '../../../server/stores/middleware/layer.ts';

type Counter = { readonly name: string; count(text: string): number; reset?(): void };

describe('layers of a port', () => {
  const seen: string[] = [];
  const counter: Counter = { name: 'letters', count: (text) => text.length };
  const noting = (who: string): Layer<Counter> => ({
    count(next, text) {
      seen.push(`${who} sees ${text}`);
      const counted = next(`${text}!`);
      seen.push(`${who} answers ${counted}`);
      return counted;
    },
  });
  beforeEach(() => void (seen.length = 0));

  it('see a call from the first to the last, and its answer from the last to the first', () => {
    expect(layered(counter, noting('outer'), noting('inner')).count('a')).to.equal(3);
    expect(seen).to.deep.equal(['outer sees a', 'inner sees a!', 'inner answers 3', 'outer answers 3']);
  });

  it('leave what they do not change the port’s own', () => {
    const under = layered(counter, {});
    expect(under.count).to.equal(counter.count);
    expect(layered(counter, noting('outer')).name).to.equal('letters');
    expect(counter.count('a')).to.equal(1);
  });

  it('add no operation that the port does not have', () => {
    expect(layered(counter, { reset: (next) => next() })).not.to.have.property('reset');
  });
});
