/** English: what happened in a life and stays so: gains and losses, of the speaker and of their kin. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

const PARTS: Parts = {
  ...ENGLISH_PARTS,
  did: rawLines`
    (?:i|we|my (?:wife|husband|partner|family) and i)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|
    officially|also|now|both|all)\s+)*
  `,
  a: String.raw`(?:(?:a|an|the|my|our|some|two|three|his|her|\p{L}+'s)\s+)?(?:[\p{L}-]+\s+){0,3}?`,
  durable: rawLines`
    (?:house|home|flat|apartment|condo|cottage|cabin|land|plot|place|car|truck|van|e?-?bikes?|bicycle|motorbike|motorcycle|
    scooter|boat|caravan|campervan|farm|vineyard|piano|guitar|violin|horse|dogs?|cats?|puppy|kitten|parrot|greyhound|labrador|
    laptop|macbook|iphone|camera|telescope|timeshare)
  `,
  venture: rawLines`
    (?:shop|store|cafe|restaurant|bar|pub|bakery|grocer(?:y|'s)?|greengrocer's|business|company|studio|practice|startup|firm|
    agency|gallery|gym|salon|clinic|school|hostel|hotel|bookshop|brewery|etsy|channel|podcast|newsletter|blog|game|app|album|
    book|novel|ep|single|website|product|course|brand|label|charity|nonprofit|foundation|branch|office)
  `,
  project: rawLines`
    (?:project|blog|podcast|course|degree|phd|masters?|novel|book|idea|plan|side hustle|wedding|engagement|trip|band|team|choir|
    gym|class|club|lease|contract|subscription)
  `,
  part: rawLines`
    (?:arm|leg|wrist|ankle|foot|hand|finger|toe|rib|collarbone|nose|hip|knee|shoulder|elbow|back|acl|meniscus|achilles|ligament|
    tendon|hamstring|jaw|pelvis)
  `,
  kin: String.raw`(?:my|our) (?:(?:older|younger|oldest|youngest|middle|little|big|late|twin|baby|best) )*{person}(?: \p{L}+)?`,
};

export const ENGLISH_EVENTS = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.bought',
      String.raw`{did}(?:bought|sold|inherited|leased|purchased|traded in|adopted|rescued|got) {a}{durable}(?:{b}.*)?`,
    ],
    [
      'en.ventured',
      rawLines`
        {did}(?:opened|closed|shut|sold|launched|released|published|founded|started|set up|shipped|took over|bought|
        franchised) (?:down )?(?:a|an|my|our|the) (?:(?!(?:file|new (?:tab|file|
        window))\b)[\p{L}-]+ ){0,3}?{venture}(?:{b}(?! (?:page|file|tab|link|and (?:it|nothing))).*)?
      `,
    ],
    [
      'en.signed',
      rawLines`
        {did}(?:signed (?:with|for|a (?:\p{L}+ )?(?:contract|deal|lease)|on with)|joined (?!(?:the (?:call|meeting|chat|zoom|
        queue|server|channel)|a (?:call|meeting)|in|him|her|them|you|two|both|strings?|tables?)\b)|enrolled|got into|(?:got|was|
        been) accepted(?! as)|qualified (?:as|for)|became (?:an?|the) (?!(?:mess|joke|fool|problem)\b)|(?:got|received|obtained|
        earned|renewed|lost) (?:my|a|an|the|our) (?:[\p{L}'-]+ ){0,2}?(?:licen[cs]e|degree|diploma|certificate|certification|
        citizenship|visa|green card|residency|passport|tattoo|piercing|scholarship|grant|black belt|tenure)|got \p{L}+(?:ish|
        ese|ian|an|ench|eek|ch) (?:citizenship|residency)|passed (?:the|my) (?!(?:test|tests|build|value|variable|argument|
        string|ball|salt)\b)(?:[\p{L}'-]+ ){0,3}?(?:exams?|bar|boards|test|finals|certification|theory))(?:{b}.*)?
      `,
    ],
    [
      'en.lost-job',
      rawLines`
        (?:they|my (?:company|boss|employer|job|manager)|the company) (?:just |recently )?(?:let (?:me|us) go|fired me|
        laid (?:me|us) off|sacked me|made me (?:redundant|a|the)|promoted me|hired me|moved me to|transferred me|
        cut my hours)\b.*|{did}(?:handed in (?:my|our) (?:notice|resignation)|gave (?:my )?notice|(?:quit|left) (?:the|
        my) (?:[\p{L}-]+ ){0,2}?(?:firm|company|agency|office|studio|bank|hospital|school|lab|startup|band|army|navy|police|
        force)|(?:lost|left|quit|changed) (?:my )?jobs?|changed jobs?|(?:got|received) a (?:pay ?)?(?:raise|rise|promotion|
        demotion|pay cut)|finished (?:high school|secondary school|primary school|my (?:degree|apprenticeship|a-levels|gcses))|
        fell out with my|made up with my|moved back to|got (?:a new job|the job|sacked|fired|laid off|promoted|made redundant)|
        was (?:sacked|fired|let go|laid off|promoted|made redundant)|went (?:freelance|part[- ]time|back to (?:school|uni|
        university|college|work)|self-employed)|came out of retirement)\b.*|changed (?:jobs|careers|companies)\b.*
      `,
    ],
    [
      'en.ended',
      rawLines`
        {did}(?:left|deleted|quit) (?:twitter|facebook|instagram|tiktok|linkedin|reddit|whatsapp|social media)\b.*|
        {did}(?:dropped|cancelled|canceled|called off|abandoned|gave up on|given up on|scrapped|shelved|broke off|postponed|
        wrapped up) (?:the|my|our) (?:[\p{L}'-]+ ){0,3}?{project}(?:{b}.*)?|{did}(?:broke up(?: with (?:my|our))?|
        split(?: up)? (?:with|from) (?:my|our)|separated|divorced|got (?:back together|divorced|engaged|married|separated)|
        moved (?:back )?in (?:with|together)|(?:came|went) to live|ended things with)\b.*|{did}(?:cut out|given up|gave up|
        cut back on|stopped (?:eating|drinking|smoking|using|taking)|came off|got off|went off|came out as) (?!(?:it|this|that|
        the (?:server|process|line|call))\b)\p{L}.*
      `,
    ],
    [
      'en.lost-kin',
      rawLines`
        {did}lost (?:my|our) {person}\b(?! (?:again|in the (?:shop|mall|crowd)|for a)).*|i (?:dj|bartend|babysit|dog-?sit|tutor|
        freelance|moonlight|volunteer|busk)(?:{b}(?! (?:this|that|it)\b).*)?
      `,
    ],
    [
      'en.hurt',
      rawLines`
        {did}(?:broke|broken|fractured|tore|torn|sprained|dislocated|injured|twisted|shattered) (?:my|a|an) (?:(?:left|right|
        lower|upper) )?{part}{b}.*|{did}(?:had|have had|underwent|am having|'m having) (?:a |an |
        my )?(?:[\p{L}-]+ ){0,2}?(?:surgery|operation|transplant|stroke|heart attack|miscarriage|c-section|bypass|
        knee replacement|hip replacement|appendix out|wisdom teeth out|tonsils out|vasectomy)\b.*|{did}(?:was|been|
        got) diagnosed (?:with|as)\b.*
      `,
    ],
    [
      'en.kin-event',
      rawLines`
        {kin}(?:'s)? (?:(?:just|recently|finally) )?(?:passed away|died|has died|was born|were born|(?:is|
        are) getting (?:married|divorced)|got (?:married|divorced|engaged)|retired|graduated|(?:turned|turns|is turning) (?:\d+|
        a hundred|\p{L}+ty)\b|(?:starts|started|is starting) (?:first|second|third|kindergarten|preschool|primary|school|
        nursery|college|university|uni|high school|middle school|grade)|had (?:a baby|twins|a stroke|a heart attack|surgery)|
        (?:is|are) (?:due|expecting)|(?:gets|is getting) married|raised me|brought me up|adopted me)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PERSONAL', [
    [
      'en.kin-is',
      rawLines`
        {kin}(?:'s| is| are) (?:(?:also|both|a bit|very|completely|partially|now|already) )*(?:retired|disabled|blind|deaf|
        autistic|pregnant|trans|gay|bilingual|unemployed|(?!sick|spanish class)\p{L}{3,}(?:ish|ese|ican|inian|tine|ian|ean|ench|
        eliac)|(?:an? )(?!(?:jerk|bit|little|lot|mess|idiot|pain|nightmare|saint|genius|legend|liar|fool|joke|big fan|
        fan)\b)\p{L}+)\b(?! (?:about|that|with me|at me|because)).*
      `,
    ],
  ]),
];
