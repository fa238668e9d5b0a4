/** English: know-how, the hours of a day, what is used at work and what is done for its own sake. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

export const ENGLISH_HABITS = [
  ...factRules(ENGLISH_PARTS, 'PLAIN', undefined, [
    [
      'en.know-how',
      rawLines`
        (?:i|we) (?:also |already )?know (?:sign language|(?:some |a (?:bit|little) (?:of )?)?\p{L}+(?:ish|ese|ian|ench|erman|
        ic)\b|how to (?:swim|drive|code|sew|knit|cook|sail|dance|read music|play)|(?:python|javascript|typescript|rust|java|sql|
        excel|latex|braille|shorthand|photoshop))\b(?! (?:what|how|that)).*|my (?:back|knees?|hips?|shoulders?|neck|eyesight|
        hearing|heart|lungs) (?:is|are) (?:wrecked|bad|shot|messed up|screwed|weak|terrible|damaged|fused|gone)\b.*
      `,
    ],
    [
      'en.we-use',
      rawLines`
        (?:here )?(?:at|in) (?:my|our|the) (?:(?<=here (?:at|in) (?:my|our|the) )\p{L}+|company|work|job|office|team|startup|
        firm|school|lab|department|place|shop),? (?:i|we) (?!(?:can|could|will|would|need|should|had|did|was|were|got|have to|
        want)\b)\p{L}+(?<!ed)\s.+
      `,
    ],
    [
      'en.daily',
      rawLines`
        (?:i|we) (?:(?:usually|always|normally|generally|often) )?(?:(?:start|finish|clock (?:in|out|off)|knock off|get (?:off|
        up|home|in)|wake up|leave for|begin|end)(?: work| school| class| my (?:day|shift))?(?: at| around| by)+ (?:\d|noon|
        midnight|six|seven|eight|nine|ten|five|four)|get paid|hit the (?:gym|pool|trails|slopes)|(?:mostly|mainly|only|
        exclusively) (?:read|watch|listen|eat|drink|play|buy|cook|wear|use|shop|date)|don't (?:sleep|eat|exercise|cook|read|
        travel|drink|smoke|drive|socialize|date|go out)(?: (?:much|well|a lot|often|enough|out|very \p{L}+|at all))|(?:don't|
        dont|do not) (?:watch|own|do|believe in|have) (?!(?:it|this|that|the|your|any (?:idea|clue|more)|an? (?:idea|clue)|idea|
        time|to|access|permission|know|enough|what|much)\b)\p{L})\b.*
      `,
    ],
    [
      'en.do-activity',
      rawLines`
        (?:i|we) (?:also |usually |mostly |mainly )?do (?:(?!(?:not|it|this|that|the|so|want|need|know|think|like|have|my|your|
        a|an|agree|believe|love|understand|see|feel|hope|appreciate|remember|mean|care|get|really|some|nothing|everything|
        things|something)\b)[\p{L}-]+ ){0,2}?(?:\p{L}+ing|\p{L}+s|yoga|judo|karate|crossfit|pilates|ballet|stand-?up|research|
        outreach|agile|scrum|kanban|triathlons)\b(?! (?:this|that|it|mean|happen)).*
      `,
    ],
  ]),
];
