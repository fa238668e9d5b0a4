/** Long-term memory: lasting texts of a user. */
import type { TextPayload } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec } from './memory-type-spec.ts';
import { refuseForeign } from './parts.ts';

export const longTerm: MemoryTypeSpec<TextPayload> = {
  ...SHARED,
  idPrefix: 'lt_',
  keptBy: [],
  owner: 'user',
  isPinnable: true,
  contentBytes: ({ content, speaker }) => Buffer.byteLength(content) + Buffer.byteLength(speaker),
  searchText: ({ content }) => content,
  patched(payload, fields) {
    const { content = payload.content, speaker = payload.speaker, eventTimeMs, turn, ...foreign } = fields;
    refuseForeign(foreign, payload.type);
    const event = 'eventTimeMs' in fields ? eventTimeMs : payload.eventTimeMs;
    const turnNumber = 'turn' in fields ? turn : payload.turn;
    return {
      type: payload.type,
      content,
      speaker,
      ...(event !== undefined && { eventTimeMs: event }),
      ...(turnNumber !== undefined && { turn: turnNumber }),
    };
  },
  archivedHead: ({ speaker, eventTimeMs, turn }) => ({
    speaker,
    ...(eventTimeMs !== undefined && { eventTimeMs }),
    ...(turn !== undefined && { turn }),
  }),
  whenFull: () =>
    'Adds are refused once it is full. Delete what is no longer needed (DeleteMemories) or add with auto_prune',
};
