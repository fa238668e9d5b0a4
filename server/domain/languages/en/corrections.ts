/** English ways to take back an earlier decision. */
import type { CorrectionRow } from '../fact-pack.ts';

export const CORRECTIONS: readonly CorrectionRow[] = [
  {
    id: 'en.changed-mind',
    when: String.raw`(?:(?:i|we)(?:'ve| have)? )?chang(?:ed|ing) (?:my|our) minds?|(?:on|having) second thoughts?|(?:actually|wait|sorry),? no(?=\s*[,.;!]|\s*$)|no,? (?:wait|actually|sorry)|scratch that|change of plans?|(?:i |we )?(?:thought better of it|slept on it)`,
    isPlain: true,
    yes: ["Changed my mind. Let's take the Leeds office", 'actually no, Adyen', 'on second thought we keep Redis'],
    no: ["I don't mind either", 'there is actually no room left'],
  },
  {
    id: 'en.after-all',
    putsWay: true,
    when: String.raw`instead|in the end|after all|rather|actually,? (?:answer|reply|respond|write|speak|talk)|scrap(?:ping)? (?:that|the)?|then,? not`,
    yes: [
      'Adyen instead',
      "in the end we're going with Fly",
      "we'll keep Postgres after all",
      'actually, reply in German',
    ],
    no: ["let's go with Stripe"],
  },
  {
    id: 'en.not-that',
    when: String.raw`\S+(?: then)?,? not (?:the |a |an |on )?\S+(?=[\s.!]*$)`,
    yes: ['a pool of 10 then, not 20', 'The 19th, not the 12th'],
    no: ['we picked 10, and not because it is cheap'],
  },
];
