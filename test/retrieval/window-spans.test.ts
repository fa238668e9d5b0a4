import { expect } from 'chai';
import { sessionChains } from '../../server/retrieval/session-chains.ts';
import { WIDE, WINDOW } from '../../server/retrieval/signals/lexical.ts';
import { SCATTERED, windowSpan } from '../../server/retrieval/window-spans.ts';

/** Returns the spans of slots that are added with these sessions, kinds and turns. */
function spans(sessions: readonly string[], kinds: readonly number[], reach = WIDE, turns = sessions.map(() => 0)) {
  const chains = sessionChains();
  chains.reserve(sessions.length);
  for (const [slot, id] of sessions.entries()) chains.insert(slot, id, turns[slot] ?? 0, slot);
  const links = { before: chains.before, after: chains.after, kinds: Uint8Array.from(kinds) };
  return sessions.map((_, slot) => windowSpan(slot, links, reach));
}

const span = (before: number, after: number): number => before + 16 * after;

describe('the span of a slot', () => {
  it('is how far its words reach before it and after it', () => {
    expect(spans(['a', 'a', 'a', 'b', ''], [0, 0, 0, 0, 0])).to.deep.equal([
      span(0, 2),
      span(1, 1),
      span(2, 0),
      span(0, 0),
      span(0, 0),
    ]);
  });

  it('goes by who reads it: a turn looks back at two, a fact to one on each side', () => {
    expect(spans(['a', 'a', 'a', 'a'], [1, 1, 0, 0], WINDOW)).to.deep.equal([
      span(0, 1),
      span(0, 1),
      span(0, 1),
      span(1, 0),
    ]);
  });

  it('is scattered where neighbours are not the slots next to it', () => {
    expect(spans(['a', 'b', 'a'], [0, 0, 0])).to.deep.equal([SCATTERED, span(0, 0), SCATTERED]);
    expect(spans(['a', 'a', 'a'], [0, 0, 0], WIDE, [3, 2, 1])).to.deep.equal([SCATTERED, SCATTERED, SCATTERED]);
    // The turn after the fact has a span that extends past it.
    expect(spans(['a', 'a', 'a'], [0, 0, 1], WINDOW)[0]).to.equal(span(0, 2));
  });
});
