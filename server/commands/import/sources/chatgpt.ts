import { z } from 'zod';
import { timeMs, turnLine, type NewLine } from '../lines.ts';
import { skip, type Source } from '../source.ts';

const part = z.union([z.string(), z.looseObject({ text: z.string().nullish() })]);
const message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  create_time: z.number().nullish(),
  content: z.looseObject({ content_type: z.string(), parts: z.array(part.nullable()).nullish() }),
  recipient: z.string().nullish(),
  metadata: z.looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
});
const node = z.looseObject({ parent: z.string().nullish(), message: message.nullish() });
const conversation = z
  .looseObject({
    conversation_id: z.string().nullish(),
    id: z.string().nullish(),
    create_time: z.number().nullish(),
    current_node: z.string(),
    mapping: z.record(z.string(), node),
  })
  .refine(({ mapping, current_node }) => Object.hasOwn(mapping, current_node), {
    path: ['current_node'],
    error: 'is not a node of mapping',
  });

const ROLES: Readonly<Record<string, 'USER' | 'ASSISTANT' | undefined>> = { user: 'USER', assistant: 'ASSISTANT' };
const TEXTS = ['text', 'multimodal_text'];

/**
 * Messages form a tree, since a message may be edited. ChatGPT shows the path from the current message to the root.
 */
export const chatgpt: Source = {
  meaning: 'The export of ChatGPT, or its conversations.json,',
  files: ['conversations.json'],
  records: { array: ['$.*'] },
  convert({ value }, origin) {
    const { conversation_id, id, create_time, current_node, mapping } = conversation.parse(value);
    const chat = conversation_id ?? id ?? current_node;
    const skipped: Record<string, number> = {};
    const path: string[] = [];
    const seen = new Set<string>();
    for (let at: string | null | undefined = current_node; at && !seen.has(at) && Object.hasOwn(mapping, at);) {
      seen.add(at);
      path.unshift(at);
      at = mapping[at]!.parent;
    }
    for (const [at, { message: other }] of Object.entries(mapping))
      if (!seen.has(at) && other) skip(skipped, 'other branch');
    const lines: NewLine[] = [];
    for (const at of path) {
      const said = mapping[at]!.message;
      if (!said) continue;
      const { author, recipient, metadata, content } = said;
      const role = ROLES[author.role];
      const isHidden = metadata?.is_visually_hidden_from_conversation === true;
      if (role === undefined || isHidden || (recipient ?? 'all') !== 'all' || !TEXTS.includes(content.content_type)) {
        skip(skipped, isHidden ? 'hidden' : role === undefined ? author.role : 'tool');
        continue;
      }
      const text = (content.parts ?? [])
        .map((one) => (typeof one === 'string' ? one : (one?.text ?? '')))
        .join('\n')
        .trim();
      if (text === '') {
        skip(skipped, 'empty');
        continue;
      }
      const turn = lines.length + 1;
      const saidMs = timeMs(said.create_time ?? create_time);
      lines.push(
        turnLine(origin, {
          sourceId: `${chat}/${at}`,
          role,
          content: text,
          saidMs,
          turn,
          sessionId: `chatgpt:${chat}`,
        }),
      );
    }
    return { lines, skipped };
  },
};
