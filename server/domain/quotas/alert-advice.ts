/** Advice in words about a quota that is nearly full, or prompts that are too expensive. */
import { PROMPT_COST, type Raised, type RaisedOfQuota } from '../accounts.ts';
import type { MemoryType, QuotaName } from '../memory.ts';
import { TYPE_SPECS } from '../types/specs.ts';

type Full = Pick<Raised, 'name' | 'measure'>;
type Measured = RaisedOfQuota['measure'];

/** The effect of a full quota that is not one of a memory type, and how to make room without paying. */
const BESIDE_TYPES: Readonly<Record<Exclude<QuotaName, MemoryType>, string>> = {
  RELATIONSHIP: 'Adds are refused once it is full. Delete relationships that are no longer true',
  RECALL: 'The oldest turns are deleted once it is full; store what must last as long_term memory',
  FACT: 'New facts are refused once it is full. Forget facts that are no longer true (ForgetFact)',
  SESSION:
    'Sessions that have ended or are idle are deleted once it is full; if there are none, new sessions are refused. End finished sessions (EndSession)',
  REQUEST_ID: 'The oldest request ids are forgotten once it is full; a call that repeats one of them is applied again',
  ORDERED_DOCUMENT:
    'BatchWriteDocuments is refused once it is full. Remove documents of ordered collections that are no longer needed (DeleteCollection)',
};

function whenFull(name: QuotaName, measure: Measured): string {
  return name in BESIDE_TYPES
    ? BESIDE_TYPES[name as keyof typeof BESIDE_TYPES]
    : TYPE_SPECS[name as MemoryType].whenFull(measure);
}

/** The types whose quota depends on the tier. */
const OF_TIERS: readonly QuotaName[] = [
  'LONG_TERM',
  'ENTITY',
  'RELATIONSHIP',
  'RECALL',
  'FACT',
  'SESSION',
  'ORDERED_DOCUMENT',
];

const DEAR =
  'The prompts of the session cost more than its whole history read from the cache. Leave max_tokens away or raise it, keep the system ' +
  'prompt as it is within the session, put cache marks where the answer says, and send no memory that is not needed; GetTokenUsage tells the sums.';

export function alertAdvice({ name, measure }: Full): string {
  if (name === PROMPT_COST || measure === 'TOKENS') return DEAR;
  const raise = OF_TIERS.includes(name)
    ? 'raise the tier (SetTier) or the quota (SetQuota)'
    : 'raise the quota (SetQuota)';
  return `${whenFull(name, measure)}, or ${raise}.`;
}
