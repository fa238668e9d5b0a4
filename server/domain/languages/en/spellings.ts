/** English chat spellings, and the words in which typos are corrected. Folded. */
import type { Rewrite } from '../speech-pack.ts';

export const SPELLINGS =
  "im:i'm ive:i've dont:don't doesnt:doesn't didnt:didn't cant:can't wont:won't isnt:isn't arent:aren't wasnt:wasn't couldnt:couldn't " +
  "shouldnt:shouldn't wouldnt:wouldn't havent:haven't hasnt:hasn't weve:we've theyve:they've hes:he's shes:she's theres:there's thats:that's whats:what's theyre:they're youre:you're pls:please " +
  'plz:please thx:thanks wanna:want_to gonna:going_to luv:love cuz:because bcz:because coz:because abt:about ppl:people rly:really ' +
  'tmrw:tomorrow yrs:years favorit:favorite fave:favorite fav:favorite desided:decided decieded:decided recieve:receive';

export const TELLING =
  'remember allergic allergy vegetarian birthday favourite favorite prefer preferences daughter husband girlfriend boyfriend always ' +
  'diabetic intolerant lactose engineer student company usually normally currently actually divorced appointment neighborhood';

export const REWRITES: readonly Rewrite[] = [
  // Two people who speak as one.
  { pattern: /(?<!\p{L})my \p{L}+ and i(?!\p{L})/giu, put: () => 'we' },
];
