/** `recorda context explain`: a prompt, block by block, with what each costs, what it is worth and why it came, and what it does not have. */
import { Command } from 'commander';
import type { AssembleContextResponse } from '../../proto/gen/recorda/v1/context.ts';
import { LIMITS } from '../policy/limits.ts';
import { readConfig, withSettings } from './environment.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';

type Flags = {
  readonly json?: boolean;
  readonly agent?: string;
  readonly model?: string;
  readonly maxTokens?: string;
  readonly factsFirst?: boolean;
};

export function contextCommand(): Command {
  return new Command('context').description('Look into the prompts of conversations').addCommand(explainCommand());
}

function explainCommand(): Command {
  const command = new Command('explain')
    .description(
      'Print the prompt that a session would get now: its blocks with cost, worth, source and why, and what it does not have; while the server serves or without one',
    )
    .argument('<user>', 'id of the user')
    .argument('<session>', 'id of the session')
    .argument('[question]', 'what the user says now; not set: what they said last', '')
    .option('--agent <id>', 'whose system prompt the prompt has')
    .option('--model <name>', 'the model that is asked; not set: tokens of o200k_base')
    .option('--max-tokens <number>', 'the most that it may take, 100 to 4,000')
    .option('--facts-first', 'facts right after the system prompt')
    .option('--json', 'as JSON: the answer of AssembleContext');
  return withSettings(command).action(
    async (userId: string, sessionId: string, newTurn: string, given: Flags & Record<string, string>) => {
      const { json = false, agent = '', model = '', maxTokens, factsFirst = false, ...flags } = given;
      const { config } = readConfig(flags);
      const recorda = await openLocalOrRemote(config);
      try {
        const order = factsFirst ? 'BLOCK_ORDER_FACTS_FIRST' : 'BLOCK_ORDER_UNSPECIFIED';
        const answer = await recorda.context.assembleContext(
          {
            scope: { userId, sessionId, agentId: agent },
            newTurn,
            model,
            order,
            explain: true,
            maxTokens: maxTokens === undefined ? undefined : Number(maxTokens),
          },
          { timeoutMs: LIMITS.deadlineMs },
        );
        process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : explainedText(answer));
      } finally {
        await recorda.close();
      }
    },
  );
}

/** A head for each block, its items under it, then its text; last what is not there. */
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
  if (omitted.length > 0) lines.push('', 'not there:');
  for (const { kind, source, reason, tokenCount: tokens } of omitted)
    lines.push(`  ${named(kind)} ${source}  ${tokens} tokens  ${named(reason)}`);
  if (degradations.length > 0) lines.push('', `done so that it fits: ${degradations.map(named).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** `BLOCK_KIND_LAST_ERROR` as `last error`. */
function named(value: string): string {
  return value
    .replace(/^(?:BLOCK_KIND|BLOCK_STABILITY|INCLUDE_REASON|OMIT_REASON|DEGRADATION)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

function shown(number: number): string {
  return Number(number.toPrecision(3)).toString();
}
