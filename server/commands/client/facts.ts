/** `recorda facts`: what is known of a user. `reread` reads turns again. */
import { Option } from 'commander';
import { pages } from '../../../client/pages.ts';
import { FactDomain, FactState, type Fact } from '../../../proto/gen/recorda/v1/facts.ts';
import { type ClientCommand, withOptions } from './client-command.ts';
import { choicesOf, shownName, shownTime, wireNameOf } from './output.ts';

const DOMAINS = choicesOf(FactDomain);
const STATES = choicesOf(FactState);

export const FACT_COMMANDS: readonly ClientCommand[] = [
  withOptions<{ readonly domain?: string; readonly state?: string; readonly due?: boolean }>({
    usage: 'list',
    description: 'List the facts known about a user: id, day of the last confirmation, state, text',
    options: [
      new Option('--domain <domain>', 'only facts of this domain').choices(DOMAINS),
      new Option('--state <state>', 'only facts in this state; default: all but superseded ones').choices(STATES),
      new Option('--due', 'only facts that go stale within 14 days'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, options: { domain, state, due = false }, call }) {
      const domains = domain === undefined ? [] : [wireNameOf(FactDomain, domain)];
      const states = state === undefined ? [] : [wireNameOf(FactState, state)];
      const every = pages(async (pageToken) => {
        const { facts, nextPageToken } = await recorda.context.listFacts(
          { scope, domains, states, due, pageToken },
          call,
        );
        return { elements: facts, nextPageToken };
      });
      await out.rows('Fact', every, cellsOf);
    },
  }),
  withOptions<{ readonly domain?: string; readonly pinned?: boolean }>({
    usage: 'add <text>',
    description: 'Add a fact about a user; it supersedes what it contradicts',
    arguments: { text: 'the fact, in one sentence' },
    options: [
      new Option('--domain <domain>', 'domain of the fact').choices(DOMAINS).default('personal'),
      new Option('--pinned', 'include it in every prompt'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, args: [text = ''], options: { domain = '', pinned = false }, call }) {
      const asked = { scope, text, domain: wireNameOf(FactDomain, domain), pinned };
      const answer = await recorda.context.addFact(asked, call);
      const { fact, operation, supersededIds } = answer;
      const superseded = supersededIds.length === 0 ? '' : ` instead of ${supersededIds.join(', ')}`;
      out.document(
        'AddFactResponse',
        answer,
        `${fact?.id ?? ''}  ${shownName('FACT_OPERATION', operation)}${superseded}`,
      );
    },
  }),
  {
    usage: 'confirm <id>',
    description: 'Confirm that a fact is still true',
    arguments: { id: 'of the fact' },
    subject: 'USER',
    async run({ recorda, out, scope, args: [id = ''], call }) {
      const { fact } = await recorda.context.confirmFact({ scope, id }, call);
      if (fact !== undefined) out.document('Fact', fact, cellsOf(fact).join('  '));
    },
  },
  {
    usage: 'forget <id>',
    description: 'Forget a fact permanently',
    arguments: { id: 'of the fact' },
    subject: 'USER',
    async run({ recorda, out, scope, args: [id = ''], call }) {
      const { fact } = await recorda.context.forgetFact({ scope, id }, call);
      if (fact !== undefined) out.document('Fact', fact, `${id}  forgotten`);
    },
  },
];

function cellsOf({ id, lastConfirmedTime, state, text }: Fact): readonly string[] {
  return [id, shownTime(lastConfirmedTime).slice(0, DAY), shownName('FACT_STATE', state), text];
}
const DAY = 'YYYY-MM-DD'.length;
