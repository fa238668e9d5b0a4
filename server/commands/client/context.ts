/**
 * `recorda context explain`: a prompt, block by block, with what each costs, what it is worth, why it was
 * chosen, and what was left out.
 */
import { Option } from 'commander';
import type { AssembleContextResponse } from '../../../proto/gen/recorda/v1/context.ts';
import { type ClientCommand, numberOption, withOptions } from './client-command.ts';

type Flags = {
  readonly agent?: string;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly factsFirst?: boolean;
};

export const CONTEXT_COMMANDS: readonly ClientCommand[] = [
  withOptions<Flags>({
    usage: 'explain <user> <session> [question]',
    description:
      'Print the prompt that a session would get now: its blocks with cost, worth, source and reason, and what was left out; with or without a running server',
    arguments: {
      user: 'id of the user',
      session: 'id of the session',
      question: 'what the user says now; default: what they said last',
    },
    options: [
      new Option('--agent <id>', 'id of the agent whose system prompt is used'),
      new Option('--model <name>', 'model that gets the prompt; default: tokens are counted with o200k_base'),
      numberOption('--max-tokens <number>', 'maximum tokens of the prompt, 100 to 4,000', [100, 4000]),
      new Option('--facts-first', 'put facts right after the system prompt'),
    ],
    subject: 'SERVER',
    async run({ recorda, out, args: [userId = '', sessionId = '', newTurn = ''], options, call }) {
      const { agent = '', model = '', maxTokens, factsFirst = false } = options;
      const answer = await recorda.context.assembleContext(
        {
          scope: { userId, sessionId, agentId: agent },
          newTurn,
          model,
          order: factsFirst ? 'BLOCK_ORDER_FACTS_FIRST' : 'BLOCK_ORDER_UNSPECIFIED',
          explain: true,
          maxTokens,
        },
        call,
      );
      out.document('AssembleContextResponse', answer, explainedText(answer));
    },
  }),
];

/** Prints a head for each block, with its items under it and then its text; what was left out comes last. */
function explainedText(answer: AssembleContextResponse): string {
  const { blocks, omitted, degradations, tokenCount, maxTokens, cost } = answer;
  const usd = cost?.isPriceKnown ? `, $${cost.usd.toPrecision(3)}` : '';
  const lines = [`${tokenCount} tokens of ${maxTokens} at most${usd}`];
  for (const { kind, stability, tokenCount: tokens, inputTokenEquivalents: price, items, text } of blocks) {
    lines.push('', `${named(kind)}  ${tokens} tokens, costs ${shown(price)}  (${named(stability)})`);
    for (const { source, tokenCount: own, worth, reason } of items)
      lines.push(`  ${source}  ${own} tokens, worth ${shown(worth)}  ${named(reason)}`);
    for (const line of text.split('\n')) lines.push(`  | ${line}`);
  }
  if (omitted.length > 0) lines.push('', 'left out:');
  for (const { kind, source, reason, tokenCount: tokens } of omitted)
    lines.push(`  ${named(kind)} ${source}  ${tokens} tokens  ${named(reason)}`);
  if (degradations.length > 0) lines.push('', `reduced to fit: ${degradations.map(named).join(', ')}`);
  return lines.join('\n');
}

/** Shows `BLOCK_KIND_LAST_ERROR` as `last error`. */
function named(value: string): string {
  return value
    .replace(/^(?:BLOCK_KIND|BLOCK_STABILITY|INCLUDE_REASON|OMIT_REASON|DEGRADATION)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

function shown(number: number): string {
  return Number(number.toPrecision(3)).toString();
}
