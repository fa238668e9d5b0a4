import { expect } from 'chai';
import { cacheMeter, type MeteredBlock } from '../../../server/domain/context/cache-meter.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';

const MINUTE_MS = 60_000;
const block = (key: string, tokens: number, isMarked = false): MeteredBlock => ({ key, tokens, isMarked });

describe('what a provider bills for prompts', () => {
  it('is more for writing what is marked, and a tenth for reading it again', () => {
    const bill = cacheMeter(modelPrice('claude-sonnet-4-5'));
    const prompt = [block('system', 1000), block('said', 500, true)];
    expect(bill(prompt, 0)).to.deep.equal({ tokens: 1500, read: 0, written: 1500, cost: 1875 });
    const next = [block('system', 1000), block('said', 500), block('answer', 100), block('asked', 20, true)];
    expect(bill(next, MINUTE_MS)).to.deep.equal({ tokens: 1620, read: 1500, written: 120, cost: 150 + 150 });
  });

  it('is all of it anew once the cache has run out, which each use puts off', () => {
    const bill = cacheMeter(modelPrice('claude-sonnet-4-5'));
    const prompt = [block('said', 2000, true)];
    bill(prompt, 0);
    expect(bill(prompt, 4 * MINUTE_MS).read).to.equal(2000);
    expect(bill(prompt, 8 * MINUTE_MS).read).to.equal(2000);
    expect(bill(prompt, 14 * MINUTE_MS)).to.include({ read: 0, written: 2000 });
  });

  it('is nothing less under the least prefix, nor where the mark stands after what changes', () => {
    const bill = cacheMeter(modelPrice('claude-sonnet-4-5'));
    const short = [block('said', 900, true)];
    bill(short, 0);
    expect(bill(short, 1)).to.deep.equal({ tokens: 900, read: 0, written: 0, cost: 900 });
    const changing = (at: number) => [block('said', 2000), block(`memory ${at}`, 100), block(`asked ${at}`, 20, true)];
    bill(changing(0), 2);
    expect(bill(changing(1), 3).read).to.equal(0);
    const dear = cacheMeter(modelPrice('claude-haiku-4-5'));
    dear([block('said', 4000, true)], 0);
    expect(dear([block('said', 4000, true)], 1).read).to.equal(0);
  });

  it('looks for what was marked up to twenty blocks back', () => {
    const bill = cacheMeter(modelPrice('claude-sonnet-4-5'));
    const long = (turns: number) => [
      block('said', 2000, turns === 0),
      ...Array.from({ length: turns }, (_, at) => block(`turn ${at}`, 10, at === turns - 1)),
    ];
    bill(long(0), 0);
    expect(bill(long(20), 1).read).to.equal(2000);
    const late = cacheMeter(modelPrice('claude-sonnet-4-5'));
    late(long(0), 0);
    expect(late(long(21), 1).read).to.equal(0);
  });

  it('without marks is the longest known beginning, in whole steps, and nothing for writing', () => {
    const bill = cacheMeter(modelPrice('gpt-5'));
    expect(bill([block('said', 1100), block('asked', 50)], 0)).to.deep.equal({
      tokens: 1150,
      read: 0,
      written: 0,
      cost: 1150,
    });
    const next = bill([block('said', 1100), block('other', 60)], 1);
    expect(next).to.include({ read: 1024, written: 0 });
    expect(next.cost).to.be.closeTo(102.4 + 136, 1e-9);
  });
});
