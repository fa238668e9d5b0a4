/** English: plain statements of name, home, family and health, and what goes on with the fact before. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

export const ENGLISH_LIFE = [
  ...factRules(ENGLISH_PARTS, 'PLAIN', 'PERSONAL', [
    ['en.name-alone', String.raw`(?:i'm|i am|im)\s+(?<name>\p{L}{2,})$`, 'name'],
    [
      'en.name',
      rawLines`
        (?:my|the) (?:(?:full|first|last|middle|real|legal|given|family) )?(?:name|surname|nickname|pronouns)(?:'s| is| are|
        s)\s+(?!(?:not|on|hard|unusual|common|long|in|listed|the same|missing)\b)[\p{L}\u00a4].*|(?:i|friends|people|i usually|
        i just) go(?:es)? by\s+(?!(?:bus|car|train|foot|bike|plane|the|quickly|fast|so)\b)[\p{L}\u00a4].*|(?:i'm|im|i am|
        this is|it's)\s+(?!\p{L}+ing\b)\p{L}+(?: \p{L}+)?(?:,? (?:nice to meet you|and i\b|by the way|btw|from(?! (?:my|this|
        that|the)\b))).*
      `,
      'name',
    ],
    [
      'en.live',
      rawLines`
        (?:i|we)\s+{slow}(?:live|reside|rent|stay|dwell)\s+{slow}(?!(?:in (?:\p{L}+ times|fear|the moment|hope|denial|constant|
        a (?:dream|bubble|simulation|nightmare|fantasy)|my head|the past|chaos|peace)|for (?:this|that|the|moments)|
        and (?:learn|breathe)|up to|with (?:it|that|this|regret|guilt|fear|anxiety|the (?:consequences|doubt|pain|guilt))|
        on coffee|off|through|by (?:the|a)|to|tuned|calm|awake|out of)\b)(?:in|at|on|near|with|by|alone|outside|close|between|
        next|across|downtown|abroad|here|a|an|the|about|around|off|over|above|under|not far|just|my|(?:\d+|one|two|three|
        half an|an|a few|several) (?:hours?|minutes?|miles|km|blocks)|half a (?:block|mile|mile|kilometer|mile))\b.*|(?:i|
        we) (?:just )?live (?:alone|together|abroad|off-grid)\b.*|(?:my|our) (?:home|house|apartment|flat|place|address|
        home address|city|hometown|neighbou?rhood|country|zip code|postal code|postcode|location)(?: is|'s)(?: in| at| on| near)?\s+(?!(?:a (?:mess|disaster)|so|too|very|messy|small|dirty|cold|not|burning|haunted|under)\b).+
      `,
      'home',
    ],
    [
      'en.origin',
      rawLines`
        (?:i|we)\s*(?:was|were|'m|am)?\s*(?:born(?: and raised)?|raised|brought up|grew up|come|came originally|
        hail)\s+(?:(?:catholic|jewish|muslim|protestant|hindu|buddhist|religious|vegetarian|vegan|bilingual)\b.*|(?:in|on|from|
        near|outside|with|to|speaking)\s+(?!(?:here to|a (?:place|long line)|up with)\b).+)
      `,
    ],
    [
      'en.relation',
      rawLines`
        (?:my|our) (?:(?:\p{L}+|oldest|youngest|eldest|older|younger|middle|little|big|only|late|new|two|three|four|twin|
        baby)\s+)*{person}(?:'s|s')?\s*(?:(?:first |full |middle )?names? (?:is|are|'s)|(?:is |are )?(?:called|named)|(?:is|
        are) (?:\d+|(?:a |an )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten)[- ](?:years?|months?)[- ]old|(?:one|two|
        three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! of)|allergic|vegan|vegetarian|diabetic|celiac|autistic|
        turning|lactose|gluten)|birthday (?:is|'s)|(?:has|have) (?:a (?:peanut|nut|shellfish|food|pollen) allergy|allergies|
        diabetes|asthma|autism|adhd|celiac)|was born|were born|turns? \d+|name is)\s*(?!(?:not)\b).*
      `,
    ],
    [
      'en.my-data',
      rawLines`
        (?:my|our) (?:birthday|birth date|date of birth|dob|age|email|email address|phone|phone number|cell|mobile|number|
        height|weight|shoe size|shirt size|size|zodiac sign|sign|star sign|blood type|time ?zone|native language|first language|
        mother tongue|language|marital status|editor|ide|browser|programming language|operating system|framework|bank|dentist|
        doctor|insurance|nationality|ethnicity|religion|diet|pronouns|username|handle|allerg(?:y|ies)|anniversary|
        wedding anniversary|eye colou?r|hair colou?r|dominant hand|currency|ssn|passport number|bedtime|github|twitter|
        instagram|license plate|schedule|star sign)(?: is|'s| are|:)\s+(?!(?:a secret|not|too|so|very|soon|tomorrow|today|
        in the|up|coming|a (?:mess|bit|disaster)|killing|through|acting|none)\b).+
      `,
    ],
    [
      'en.body',
      rawLines`
        (?:i|we)\s+{slow}(?:stand \d|weigh \d+|wear (?:size|glasses|contacts|hearing|a (?:size|medium|large|small)|hijab)|
        suffer from|live with (?!(?:the|this|that|it|my|a) )|deal with|struggle with (?:insomnia|migraines?|adhd|anxiety|
        depression|dyslexia|asthma|back pain))\s*(?!(?:this|that|it|your|the (?:doubt|consequences|guilt))\b).*
      `,
    ],
  ]),
  ...factRules(ENGLISH_PARTS, 'FRAGMENT', undefined, [
    [
      'en.fragment',
      rawLines`
        (?:and )?(?:(?:live|work|study|teach) (?:in|at|for|as|with|remotely)\b|(?:on |in |with |a |an )*(?:team of (?:\d|two|
        three|four|five|six|seven|eight|nine|ten|twelve|about|around)|(?:\d+|two|three|four|five|six|seven|eight|nine|
        ten)(?:[- ]person team| people| kids| children| dogs?| cats?| engineers| developers| employees| clients| of us| years (?:of experience|old)|[- ]years?[- ]old)|\d+ years|remote|remotely|hybrid|full[- ]time|part[- ]time|freelance|
        married|single|divorced|vegan|vegetarian|celiac|allergic to|left-handed|father of|mother of|dad of|mom of|fan of|
        based in|from|originally from|software engineer|developer|designer|engineer|nurse|teacher|lawyer|accountant|no kids|
        no pets))(?!\p{L}).*
      `,
    ],
  ]),
];
