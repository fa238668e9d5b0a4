import type { RaggedRows } from '../growable.ts';
import type { Participants } from '../participants.ts';
import type { QueryTerms } from '../query-terms.ts';

/**
 * 1 for the memories of the one participant whom a query names, -1 for those of others. A memory with a speaker is the
 * speaker's; one without belongs to whose name it has first. Says whether that tells any apart: it does where the query names
 * exactly one and some are another's; where all are one person's, a name is only how some of them put it.
 */
export function speakerSignal(
  { named, namedWords }: Pick<QueryTerms, 'named' | 'namedWords'>,
  {
    participants,
    terms,
    slots,
  }: { readonly participants: Participants; readonly terms: RaggedRows; readonly slots: number },
  out: Float32Array,
): boolean {
  if (!participants.areOne(namedWords)) return false;
  const others = participants.names();
  const { speakers } = participants;
  const bySpeaker = new Map<number, number>();
  let tellsApart = false;
  for (let slot = 0; slot < slots; slot++) {
    const speaker = speakers[slot] as number;
    let value = speaker < 0 ? firstNamed(slot) : bySpeaker.get(speaker);
    if (value === undefined) bySpeaker.set(speaker, (value = participants.isNamed(speaker, namedWords) ? 1 : -1));
    out[slot] = value;
    if (value < 0) tellsApart = true;
  }
  if (!tellsApart) out.fill(0, 0, slots);
  return tellsApart;

  function firstNamed(slot: number): number {
    const { values } = terms;
    const end = terms.end(slot);
    for (let at = terms.start(slot); at < end; at++) {
      const coded = values[at] as number;
      if ((coded & 1) === 0) continue;
      if (named.has(coded >> 1)) return 1;
      if (others.has(coded >> 1) || participants.isSpeakerTerm(coded >> 1)) return -1;
    }
    return 0;
  }
}
