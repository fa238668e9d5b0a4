import type { RaggedRows } from '../growable.ts';
import type { Participants } from '../participants.ts';

/** Adds 1 to the memories of the one participant whom a query names, -1 to those of others. */
export type SpeakerSignal = (slot: number) => number;

/**
 * `named` are the terms of names in the query. A memory with a speaker is the speaker's; one without is whose name it has first.
 */
export function speakerSignal(
  named: ReadonlySet<number>,
  participants: Participants,
  terms: RaggedRows,
): SpeakerSignal {
  const names = participants.names();
  return (slot) => {
    const speaker = participants.speakerTerms(slot);
    if (speaker.length > 0) return speaker.some((term) => named.has(term)) ? 1 : -1;
    for (let at = terms.start(slot); at < terms.end(slot); at++) {
      const term = (terms.values[at] as number) >> 1;
      if (named.has(term)) return 1;
      if (names.has(term) || participants.isSpeaker(term)) return -1;
    }
    return 0;
  };
}
