/** `recorda facts reread`: what today's reader finds in turns that were read before. */
import { Command } from 'commander';
import { LIMITS } from '../policy/limits.ts';
import { readConfig, withSettings } from './environment.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';

type Flags = { readonly dryRun?: boolean; readonly session?: string; readonly model?: boolean };

export function factsCommand(): Command {
  return new Command('facts').description('Look after what is known of users').addCommand(rereadCommand());
}

function rereadCommand(): Command {
  const command = new Command('reread')
    .description(
      'Read the turns of a user that are still findable with the reader of this version, and say what differs from what is known: + what is new, - what this reader no longer finds, which stays; while the server serves or without one',
    )
    .argument('<user>', 'id of the user')
    .option('--session <id>', 'only the turns of this session; not set: all')
    .option('--model', 'with the language model of RECORDA_EXTRACTOR_URL, which is sent the turns')
    .option('--dry-run', 'change nothing');
  return withSettings(command).action(
    async (
      userId: string,
      { dryRun = false, session: sessionId = '', model = false, ...flags }: Flags & Record<string, string>,
    ) => {
      const reader = model ? 'FACT_READER_MODEL' : 'FACT_READER_BUILT_IN';
      const { config } = readConfig(flags);
      const recorda = await openLocalOrRemote(config);
      const counts = new Map<string, number>();
      const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
      let turns = 0;
      try {
        let pageToken = '';
        do {
          const page = await recorda.admin.rereadFacts(
            { userId, sessionId, dryRun, pageToken, reader },
            { timeoutMs: LIMITS.deadlineMs },
          );
          turns += page.turnCount;
          for (const { outcome, text, sessionId: session, turn } of page.facts) {
            const became = outcome.slice('REREAD_OUTCOME_'.length).toLowerCase();
            count(became);
            if (became !== 'known') console.log(`+ ${became.padEnd(SIGN_WIDTH)} ${session} ${turn}: ${text}`);
          }
          for (const { text, sessionId: session, turn } of page.unfound) {
            count('unfound');
            console.log(`- ${'unfound'.padEnd(SIGN_WIDTH)} ${session} ${turn}: ${text}`);
          }
          pageToken = page.nextPageToken;
        } while (pageToken !== '');
      } finally {
        await recorda.close();
      }
      const told = [...counts].map(([what, times]) => `${times} ${what}`).join(', ');
      console.log(`${turns} turns${told === '' ? '' : `: ${told}`}.${dryRun ? ' Nothing was changed.' : ''}`);
    },
  );
}

const SIGN_WIDTH = 'superseded'.length;
