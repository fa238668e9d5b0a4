/** English: plain statements of what one's life is like beside work and home: people by name, body, means, limits. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';
import { ENGLISH_TOLD } from './english-told.ts';

const PARTS = { ...ENGLISH_PARTS, told: ENGLISH_TOLD };

export const ENGLISH_CIRCUMSTANCES = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'en.whenever-i',
      rawLines`
        (?:if|when|whenever|every time|any ?time|each time) i (?:ever )?(?:write|ask|paste|send|say|share|give|mention|type|
        post|speak|talk|use|request|upload|show|tell)\b(?! (?:this|that|it|the (?:same|file|
        button))\b)[^.?!]{2,60}?,?\s(?:please |then |just |also )*(?:always |never |don't |do not )?{told}\b.+
      `,
    ],
    [
      'en.talk-as-if',
      rawLines`
        (?:please )?(?:talk|speak|explain things|explain everything|write) to me (?:like|as if|as though) (?:i'm|i am|i was|
        i were|im)\b.+
      `,
    ],
    [
      'en.do-not-with-me',
      rawLines`
        (?:please )?(?:don't|dont|do not|no|avoid|stop) (?:ever )?(?:use|using|add|adding|send|sending|give|giving|start|
        starting|end|ending|write|call|calling)(?: me)? .{2,50}\b(?:with me|when (?:you )?(?:talk|speak|write|writing|
        talking)(?:ing)? to me|in your (?:answers|replies|responses|messages)|in (?:any )?(?:answers|replies|responses))\s*$|
        i'd rather you (?:didn't|not|don't) (?:use|call|add|give|send|sugarcoat|apologi[sz]e|end|start|write in|include|make|be|
        ask)\b.+
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'en.do-from-now-on',
      rawLines`
        (?:please |just |also )*(?:don't |dont |do not |always |never )?{told}\b[^.?!]{2,70}\b(?:from (?:now|here|
        today)(?: on(?:wards?)?| forward)?|going forward|moving forward|in (?:the )?future|from this point on)\s*$
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PREFERENCES', [
    ['en.rather-than', String.raw`i'd (?:much )?rather (?!(?:not|you)\b)\p{L}+ [^.?!]{0,40}?\bthan\b.+`],
    [
      'en.do-not-alone',
      rawLines`
        i (?:don't|dont|do not) (?:drink|smoke|drive|cook|gamble|swear|vape|eat out|do drugs)(?: (?:at all|anymore|alcohol))?$|
        i haven't (?:eaten|drunk|had|smoked|touched|driven|owned|worn) .+\b(?:since|in (?:\p{L}+ )?(?:years|months|ages|
        decades))\b.*
      `,
    ],
    [
      'en.want-such-answers',
      rawLines`
        i (?:always )?(?:want|like|need|prefer) (?:my |your |all )?(?:answers|replies|responses|explanations|summaries|feedback|
        examples|code) (?:in|as|with|without|to be|that|short|kept|under)\b.+
      `,
    ],
    [
      'en.need-such',
      rawLines`
        i (?:always )?(?:need|require) (?:\p{L}+ )?(?:wheelchair|step-free|accessible|large print|captions|subtitles|
        gluten-free|halal|kosher|vegan|vegetarian|hypoallergenic|dairy-free|nut-free|quiet)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PERSONAL', [
    [
      'en.lives-with',
      rawLines`
        (?:my|our) {person}(?: \p{L}+)? (?:lives?|stays?|is living) with (?:us|me)\b.*|we (?:homeschool|foster|raise|care for|
        look after) (?:our|two|three|my|a|an)\b.+
      `,
    ],
    [
      'en.have-such-kin',
      rawLines`
        (?:i|we)(?:'ve got| have|'ve) (?:an?|two|three|four|five) (?:\p{L}+[- ]){1,3}(?:sons?|daughters?|kids?|child|children|
        dogs?|cats?|brothers?|sisters?|boys?|girls?|twins|baby|husband|wife|mother|father|puppy|kitten)\b(?! (?:who|that) (?:is|
        was|are)n't).*
      `,
    ],
  ]),
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.just-got',
      rawLines`
        (?:just |finally |officially )*(?:got (?:promoted|engaged|married|laid off|fired|divorced|hired|diagnosed|
        accepted (?:to|into|at)|a (?:new )?(?:job|dog|cat|puppy|kitten|promotion))|moved (?:to|into|in with) (?!the (?:next|
        last|other))|quit my job|started (?:at|working (?:at|for|as)|therapy|a new job)|switched (?:to|from) (?!(?:the next|
        another (?:tab|topic)|dark|light)\b)|turned \d+|became an? |adopted an? |bought an? (?:house|apartment|car|flat|
        condo))\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PERSONAL', [
    [
      'en.person-name',
      String.raw`(?:my|our) (?:(?:new|old|older|younger|oldest|youngest|best|line|direct) )*{person} is (?<name>\p{L}{3,})(?=$|,)`,
    ],
    [
      'en.person-is',
      rawLines`
        (?:my|our) (?:(?:new|older|younger|oldest|youngest|middle|little|big|late) )*{person}(?: \p{L}+)?,?(?:'s| is| are) (?:(?:also|both|now|severely|a bit|very) )*(?:\d+\b|(?:a |an )(?!(?:jerk|bit|little|lot|mess|idiot|pain|nightmare|
        saint|genius|legend|liar|fool)\b)\p{L}+|pregnant|due in|expecting|dyslexic|autistic|deaf|blind|diabetic|celiac|coeliac|
        vegan|vegetarian|allergic|lactose|retired|disabled|bilingual|in a wheelchair|in the (?:army|navy|military)|
        in (?:college|kindergarten|\p{L}+ grade|high school)|from \p{L}+|\p{L}+(?:ish|ese|ican|inian|tine|ian)\b).*
      `,
    ],
    [
      'en.person-has',
      rawLines`
        (?:my|our) (?:(?:new|older|younger|oldest|youngest|middle|little|big) )*{person}(?: \p{L}+)? (?:has|
        have) (?:an? )?(?:\p{L}+ )?(?:dyslexia|autism|adhd|diabetes|asthma|epilepsy|dementia|alzheimer's|celiac|allerg(?:y|ies)|
        down syndrome|arthritis|cancer)\b.*
      `,
    ],
    [
      'en.body-state',
      rawLines`
        (?:i'm|i am|im) (?:\d(?:'|\.\d|ft| ?foot| ?feet)|(?:about )?\d{2,3} ?(?:cm|kg|lbs?|pounds|kilos))[\p{L}\d'"\u00a4 ]*.*|
        i(?:'ve got| have|'ve) (?:a |an |two )?(?:(?:really|pretty|quite|very) )?(?:bad|bum|weak|trick|dodgy|fused|artificial|
        replaced|chronic|herniated|slipped) (?:knees?|back|hips?|shoulders?|ankles?|neck|wrists?|eyesight|hearing|heart|lungs?|
        dis[ck]|pain)\b.*|i (?:only )?have (?:one|no) (?:hand|arm|leg|eye|kidney)\b.*|my (?:doctor|dietitian|cardiologist|
        nutritionist|therapist|psychiatrist|gp) (?:put me on|prescribed me|has me on|diagnosed me with)\b.+
      `,
    ],
    [
      'en.can-not',
      rawLines`
        i (?:can't|cannot|cant|can not) (?:do (?:gluten|dairy|sugar|nuts|spicy|soy|lactose|caffeine|alcohol|stairs|heights|
        mornings)|drive|swim|have (?:gluten|dairy|nuts|sugar|alcohol|caffeine|pets)|lift|run|see well|hear|walk (?:far|long)|
        cook|stand for)\b(?! (?:this|it|that|the (?:test|code|script|command|program|migration|app|query)|tests?\b|npm|
        my (?:code|script|app))).*
      `,
    ],
    [
      'en.without',
      rawLines`
        (?:i|we) (?:don't|do not|dont) (?:have|own) (?:an? |any |our own )?(?:car|kids|children|pets?|tv|oven|air fryer|
        microwave|dishwasher|smartphone|driver's license|license|siblings|garden|yard|internet at home|credit cards?|
        bank account|blender|degree|passport|air conditioning|ac|washing machine|balcony|health insurance|insurance)\b.*|(?:i|
        we) have no (?:car|kids|children|pets|siblings|allergies|oven|garden)\b.*
      `,
    ],
    [
      'en.own-thing',
      rawLines`
        (?:i|we)(?:'ve got| have| own| drive| ride|'ve) (?:an? |my )?(?:\p{L}+ )?(?:toyota|honda|ford|bmw|audi|tesla|volkswagen|
        vw|nissan|hyundai|kia|mazda|subaru|volvo|fiat|renault|peugeot|seat|chevy|chevrolet|jeep|mercedes|vespa|yamaha|kawasaki|
        harley|macbook|thinkpad|kindle|ipad|pixel|galaxy)\b.*|(?:i|we)(?:'ve got| have|'ve) (?:(?:a|an|one|two|three|four|twin|
        young|newborn|teenage|little|small)\s+)*(?:toddlers?|newborns?|teenagers?|teens|infants?|preschoolers|step ?kids|
        foster \p{L}+|grandsons?|granddaughters?)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PREFERENCES', [
    [
      'en.avoid',
      rawLines`
        (?:i|we) (?:(?:always|usually|generally|try to|tend to|mostly) )*(?:avoid|skip|stay away from|steer clear of|
        don't touch|stick to|swear by|care (?:a lot |deeply )?about|can't get enough of|am not (?:a )?(?:fan of|big on|
        into))\s+(?!(?:it|this|that|these|those|him|her|them|the (?:error|question|issue|bug|problem|topic|part|intro|first|
        last|next|step)|conflict|to\b|class|work today)\b)[\p{L}\u00a4].*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'en.studied',
      rawLines`
        (?:i|we)(?: originally| actually| both)? (?:studied|graduated|trained|did my (?:phd|masters?|degree|bachelor's|
        residency|undergrad)|have a (?:background|degree|diploma|certificate) in|got my (?:degree|phd|masters?))\s*(?:in |at |
        from |as )?(?!(?:your|this|that|it|the (?:code|docs|problem|text|example|material|chapter)|for (?:the|my|a) (?:test|
        exam)|hard|all (?:night|day)|last night|yesterday|today)\b)[\p{L}\u00a4].*
      `,
    ],
    [
      'en.have-been',
      rawLines`
        (?:i|we)(?:'ve| have) (?:worked|lived|taught|studied|smoked|played|run|owned|been (?:a|an|in|on|with|at|working|living|
        teaching|vegan|vegetarian|married|sober|single|doing|running|playing)) .{2,60}\b(?:for|since) .*(?:years?|months?|\d{4}|
        decades?|childhood|i was|college|school|january|february|march|april|may|june|july|august|september|october|november|
        december).*|i start (?:at|working (?:at|for)|my new job|school|university|college)\b.+
      `,
    ],
    [
      'en.my-number',
      rawLines`
        (?:my|our) (?:(?:total|monthly|weekly|max|maximum|annual|daily) )?(?:budget|goal|target|limit|deadline|income|salary|
        rent|mortgage|step goal|calorie goal|bedtime|curfew|flight|wedding|due date)(?: (?:for|of|on|is for|
        with) [\p{L}' ]{2,30}?)? (?:is|are)(?: (?:around|about|up to|roughly|set for|on|at))? (?:[$\u20ac\u00a3]?\d|(?:january|
        february|march|april|may|june|july|august|september|october|november|december)\b).*
      `,
    ],
    [
      'en.the-one-i',
      rawLines`
        the (?:thesis|book|app|novel|project|game|paper|company|startup|course|business|podcast|shop|team|dissertation|language|
        framework|database) (?:that )?(?:i'm|we're|i am|we are|i|we) (?:writing|building|working (?:on|for|at)|making|
        developing|running|launching|leading|learning|use|run|lead|own|founded|work (?:for|at|on|with)) (?:is|uses|has|
        runs)\b(?! (?:broken|down|failing|a mess|slow|not working)\b).+
      `,
    ],
    [
      'en.zone',
      rawLines`
        (?:i'm|i am|im|we're) (?:in|on) (?:the )?(?:\p{L}+ ){1,3}time(?: ?zone)?\b.*|(?:i'm|im|i am) (?:in|on) (?:gmt|utc|est|
        pst|cst|cet|ist)[+-]?\d*.*
      `,
    ],
    [
      'en.take',
      rawLines`
        i take (?:\p{L}+ ){1,4}?(?:(?:once|twice|three times) (?:a|per) day|every (?:day|morning|night|evening)|daily|
        before bed|for (?:my )?(?:\p{L}+ )?(?:blood pressure|thyroid|anxiety|depression|allergies|diabetes|adhd|cholesterol|
        sleep|pain|migraines))\b.*
      `,
    ],
  ]),
];
