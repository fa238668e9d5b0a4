/** `recorda facts reread`: what today's reader finds in turns that were read before. */
import { Option } from 'commander';
import { withOptions } from './client-command.ts';

export const REREAD_COMMAND = withOptions<{
  readonly dryRun?: boolean;
  readonly session?: string;
  readonly model?: boolean;
}>({
  usage: 'reread <user>',
  description:
    'Read the turns of a user that can still be found again with this version’s reader, and print how the facts differ: + for new facts, - for facts that this reader no longer finds, which are kept; with or without a running server',
  arguments: { user: 'id of the user' },
  options: [
    new Option('--session <id>', 'only the turns of this session; default: all'),
    new Option('--model', 'use the language model of RECORDA_EXTRACTOR_URL, to which the turns are sent'),
    new Option('--dry-run', 'change nothing'),
  ],
  subject: 'SERVER',
  async run({ recorda, out, args: [userId = ''], options, call }) {
    const { dryRun = false, session: sessionId = '', model = false } = options;
    const reader = model ? 'FACT_READER_MODEL' : 'FACT_READER_BUILT_IN';
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    let turns = 0;
    let pageToken = '';
    do {
      const page = await recorda.admin.rereadFacts({ userId, sessionId, dryRun, pageToken, reader }, call);
      turns += page.turnCount;
      for (const fact of page.facts) {
        const { outcome, text, sessionId: session, turn } = fact;
        const became = outcome.slice('REREAD_OUTCOME_'.length).toLowerCase();
        count(became);
        if (became !== 'known')
          out.row('RereadFact', fact, [`+ ${became.padEnd(SIGN_WIDTH)} ${session} ${turn}: ${text}`]);
      }
      for (const fact of page.unfound) {
        const { text, sessionId: session, turn } = fact;
        count('unfound');
        out.row('Fact', fact, [`- ${'unfound'.padEnd(SIGN_WIDTH)} ${session} ${turn}: ${text}`]);
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    const found = [...counts].map(([what, times]) => `${times} ${what}`).join(', ');
    out.summary(`${turns} turns${found === '' ? '' : `: ${found}`}.${dryRun ? ' Nothing was changed.' : ''}`);
  },
});

const SIGN_WIDTH = 'superseded'.length;
