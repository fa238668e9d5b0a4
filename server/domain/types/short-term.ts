/** Short-term memory: the messages of a session. */
import type { MessagePayload } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec } from './memory-type-spec.ts';
import { refuseForeign } from './parts.ts';

export const shortTerm: MemoryTypeSpec<MessagePayload> = {
  ...SHARED,
  idPrefix: 'st_',
  keptBy: ['sessionId'],
  owner: 'session',
  isPinnable: false,
  contentBytes: ({ content }) => Buffer.byteLength(content),
  searchText: ({ content }) => content,
  patched(payload, fields) {
    const { content = payload.content, role = payload.role, timeMs = payload.timeMs, ...foreign } = fields;
    refuseForeign(foreign, payload.type);
    return { ...payload, content, role, timeMs };
  },
  whenFull: () =>
    'The oldest messages of the session are deleted once it is full; store what must last as long_term memory',
};
