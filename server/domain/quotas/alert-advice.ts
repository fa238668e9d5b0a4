/** What to do about a quota that is nearly full, or prompts that are too dear, in words. */
import { PROMPT_COST, type Raised, type RaisedOfQuota } from '../accounts.ts';
import type { QuotaName } from '../memory.ts';

type Full = Pick<Raised, 'name' | 'measure'>;
type Measured = RaisedOfQuota['measure'];

/** What happens when it is full, and how room is made without paying. */
const ROOM: Readonly<Record<QuotaName, (measure: Measured) => string>> = {
  WORKING: (measure) =>
    measure === 'COUNT'
      ? 'New keys are refused once it is full. End tasks that are over (EndTask) or reuse keys'
      : 'The least recently used keys make room once it is full. End tasks that are over (EndTask) or keep less under a key',
  SHORT_TERM: () =>
    'The oldest messages of the session make room once it is full; keep what must last as long_term memory',
  LONG_TERM: () =>
    'Adds are refused once it is full. Delete what is no longer needed (DeleteMemories) or add with auto_prune',
  PERSONA: () => 'Adds are refused once it is full. Delete traits that no longer hold',
  EPISODIC: () => 'Adds are refused once it is full. Delete old episodes (DeleteMemories) or add with auto_prune',
  ENTITY: () => 'Adds are refused once it is full. Merge or delete entities that are no longer needed',
  STRUCTURED: () => 'Adds are refused once it is full. Delete documents that are no longer needed (DeleteMemories)',
  RECALL: () => 'The oldest turns make room once it is full; keep what must last as long_term memory',
  FACT: () => 'New facts are refused once it is full. Forget facts that no longer hold (ForgetFact)',
  SESSION: () =>
    'Sessions that have ended or are idle make room once it is full; others are refused. End those that are over (EndSession)',
  REQUEST_ID: () => 'The oldest request ids are forgotten once it is full, and a repeat of them would be applied again',
  RELATIONSHIP: () => 'Adds are refused once it is full. Delete relationships that no longer hold',
};

/** The types whose quota a tier sets. */
const OF_TIERS: readonly QuotaName[] = ['LONG_TERM', 'ENTITY', 'RELATIONSHIP', 'RECALL', 'FACT', 'SESSION'];

const DEAR =
  'The prompts of the session cost more than its whole history read from the cache. Leave max_tokens away or raise it, keep the system ' +
  'prompt as it is within the session, put cache marks where the answer says, and send no memory that is not needed; GetTokenUsage tells the sums.';

export function alertAdvice({ name, measure }: Full): string {
  if (name === PROMPT_COST || measure === 'TOKENS') return DEAR;
  const raise = OF_TIERS.includes(name)
    ? 'raise the tier (SetTier) or the quota (SetQuota)'
    : 'raise the quota (SetQuota)';
  return `${ROOM[name](measure)}, or ${raise}.`;
}
