/** Parts of the patterns by which statements in English are read. Folded. */
import { rawLines } from '../text/raw-lines.ts';
import type { Parts } from './fact-rule.ts';

export const ENGLISH_PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}'])`,
  slow: rawLines`
    (?:(?:currently|fully|also|mostly|mainly|now|usually|normally|typically|generally|really|actually|still|only|just|primarily|
    sometimes|often|already|personally|do|much|strongly|absolutely|totally|genuinely|kinda|both|all|definitely|honestly|truly|
    particularly|especially|basically|technically|tend to|simply)\s+)*
  `,
  am: String.raw`(?:i'm|i am|im|we're|we are|i've been|i have been|we've been)`,
  deictic: rawLines`
    (?:it|it's|this|that(?! (?:you|my|we)\b)|that's|these|those|your|you|you're|all the|how \p{L}+ (?:it|this|that|they) (?:is|
    was|are|were)|how (?:it|you|this|that(?! (?:you|my|we)\b)|the)\b|what (?:you|it|this)|the (?:first|second|third|last|
    other)\b|the (?:way|idea|answer|result|sound|look|suggestion|version|one|new (?:version|one))(?: (?:one|option|version|you|
    it|this|that(?! (?:you|my|we)\b)|of (?:that|this)))?\b(?! of (?:living|working))|where (?:this|it)|when (?:you|it|this|
    that(?! (?:you|my|we)\b)|things|my|people)|him|her|them|to (?:know|see|hear|say|ask|thank|think|admit|break|be (?:honest|
    clear|that)|remind|point|tell|inform|disagree|bother|complain|interrupt)|to\s*$|both$|everything|nothing|neither|either|so|
    mondays|my (?:life|job|luck|day|brain)|not to (?:say|answer|talk|know|think)|knowing|seeing|being (?:wrong|ignored|lied)|
    when|having to)
  `,
  person: rawLines`
    (?:wife|husband|spouse|partner|girlfriend|boyfriend|fiance|fiancee|sons?|daughters?|kids?|child|children|baby|babies|twins|
    brothers?|sisters?|siblings?|mom|mum|mother|dad|father|parents?|grandma|grandpa|grandmother|grandfather|grandparents|aunt|
    uncle|cousins?|nephews?|nieces?|grandsons?|granddaughters?|mother-in-law|father-in-law|dogs?|cats?|puppy|kitten|pets?|
    parrot|rabbit|hamster|turtle|horse|boss|manager|cofounder|co-founder|best friend|roommate|flatmate|godson|goddaughter|
    stepson|stepdaughter|therapist|doctor|team|ex)
  `,
  number: rawLines`
    (?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|several|some|no|
    a couple of|a few)
  `,
  owned: rawLines`
    (?:kids?|child|children|sons?|daughters?|wife|husband|spouse|partner|girlfriend|boyfriend|brothers?|sisters?|siblings?|
    twins|baby|dogs?|cats?|pets?|puppy|puppies|kittens?|parrot|rabbits?|horses?|chickens|hamster|turtle|fish tank|nephews?|
    nieces?|grandchildren|grandkids|stepson|stepdaughter|allerg\p{L}*|diabetes|asthma|adhd|autism|celiac|coeliac|dyslexia|
    epilepsy|arthritis|anxiety|depression|migraines?|ibs|hypothyroidism|high blood pressure|lactose|intoleran\p{L}*|scoliosis|
    insomnia|tinnitus|astigmatism|food sensitivit\p{L}*|peanut allergy|nut allergy|degree|phd|masters?|mba|bachelor's|master's|
    years of experience|years' experience|experience (?:in|with)|car|motorcycle|house|apartment|condo|cabin|farm|boat|garden|
    side business|business|startup|company|shop|store|restaurant|bakery|practice|studio|clients?|employees|reports|team of|
    direct reports|blog|podcast|channel|newsletter|dual citizenship|citizenship|green card|passport|visa|mortgage|macbook|mac|
    iphone|android|thinkpad|pixel|playstation|xbox|piano|electric car|tesla|pacemaker|prosthe\p{L}*|big family|family|
    standing desk|home office)
  `,
  fleeting: rawLines`
    (?:a (?:mess|wreck|idiot|failure|fool|disaster|genius|loser|zombie|joke|bit|little|lot|step|minute|few|couple|bad|terrible|
    horrible|moron|total|complete mess|huge mess|burden|fraud|hypocrite|monster)|an? (?:idiot|absolute|hour|inch|emotional|
    awful|utter)\b)
  `,
};

/** The object is no more than what stands here in the conversation. */
export const ENGLISH_NOT_HERE = String.raw`(?!{deictic}{b})`;
