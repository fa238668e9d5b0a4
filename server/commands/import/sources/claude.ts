import { z } from 'zod';
import { memoryLine, timeMs, turnLine, type NewLine, type Origin } from '../lines.ts';
import { skip, type Converted, type Source, type SourceRecord } from '../source.ts';

const block = z.looseObject({ type: z.string(), text: z.string().nullish() });
const message = z.looseObject({
  uuid: z.string(),
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(block).nullish(),
  created_at: z.string().nullish(),
});
const conversation = z.looseObject({ uuid: z.string(), chat_messages: z.array(message) });
const memories = z.looseObject({
  conversations_memory: z.string().nullish(),
  project_memories: z.record(z.string(), z.string()).nullish(),
});

/** Claude's memory is one text with headings. Each paragraph becomes a memory. */
function remembered({ value }: SourceRecord, origin: Origin): Converted {
  const { conversations_memory, project_memories } = memories.parse(value);
  const texts = [['conversations', conversations_memory ?? ''] as const, ...Object.entries(project_memories ?? {})];
  const lines = texts.flatMap(([of, text]) => {
    let heading = '';
    return text.split(/\n\s*\n/).flatMap((paragraph): NewLine[] => {
      const content = paragraph.trim();
      if (/^(?:#+ .*|\*\*[^*]+\*\*)$/.test(content)) heading = content.replaceAll(/^#+ |\*\*/g, '');
      if (content === '' || content.replaceAll(/^#+ |\*\*/g, '') === heading) return [];
      const metadata = { ...(heading !== '' && { heading }), ...(of !== 'conversations' && { project: of }) };
      return [
        memoryLine(origin, {
          sourceId: `${of}/${content}`,
          payload: { type: 'LONG_TERM', content, speaker: '' },
          metadata,
        }),
      ];
    });
  });
  return { lines };
}

export const claude: Source = {
  meaning: 'The export of Claude, or its conversations.json or memories.json,',
  files: ['conversations.json', 'memories.json'],
  records: { array: ['$.*'], object: ['$'] },
  convert(record, origin) {
    const { value } = record;
    const isMemory = typeof value === 'object' && value !== null && 'conversations_memory' in value;
    if (isMemory || record.file === 'memories.json') return remembered(record, origin);
    const { uuid: chat, chat_messages } = conversation.parse(value);
    const skipped: Record<string, number> = {};
    const lines: NewLine[] = [];
    for (const { uuid, sender, text, content, created_at } of chat_messages) {
      const said = (content ?? [])
        .filter(({ type }) => type === 'text')
        .map((one) => one.text ?? '')
        .join('\n')
        .trim();
      const whole = said === '' ? (text ?? '').trim() : said;
      if (whole === '') skip(skipped, 'empty');
      else {
        const role = sender === 'human' ? 'USER' : 'ASSISTANT';
        const [turn, saidMs] = [lines.length + 1, timeMs(created_at)];
        lines.push(
          turnLine(origin, { sourceId: uuid, role, content: whole, saidMs, turn, sessionId: `claude:${chat}` }),
        );
      }
    }
    return { lines, skipped };
  },
};
