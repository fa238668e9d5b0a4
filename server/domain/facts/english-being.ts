/** English: what one is for longer than a day, what one has, and what both were left out of: `big fan of Thai food`. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

const PARTS: Parts = {
  ...ENGLISH_PARTS,
  im: String.raw`(?:i'm|i am|im|we're|we are)(?: (?:also|currently|still|now|actually|both|basically|technically|officially|just))*`,
  ive: String.raw`(?:i'?ve|i have|we'?ve|we have)(?: (?:also|just|only|always|actually|both|basically))*`,
  /** What is done for months. */
  lasting: rawLines`
    (?:interning|apprenticing|volunteering|teaching|lecturing|tutoring|consulting|freelancing|studying|training|apprenticed|homeschooling|fostering|raising|caring for|
    looking after|recovering from|saving(?: up)? for|living|renting|subletting|commuting|doing (?:a|an|my|the) (?:\p{L}+ )?(?:phd|masters?|master's|degree|course|
    internship|apprenticeship|residency|bootcamp|placement|mba|thesis|exchange)|taking (?:\p{L}+ )?(?:lessons|classes|medication|meds|antidepressants|a course)|
    seeing (?:a|my) (?:therapist|psychologist|psychiatrist|counsell?or|physio|nutritionist|specialist)|setting up|starting (?:up )?(?:a|my|our)|opening (?:a|my|our)|
    putting together (?:a|our)|restoring|renovating|rebuilding|making (?:a|an) (?:\p{L}+ )?(?:documentary|film|movie|game|app|album|short|quilt|boat)|writing (?:a|my) |
    learning|dating|seeing (?:someone|somebody|a (?:guy|girl|man|woman))|going out with|engaged to|married to|in a relationship|getting (?:married|divorced)|moving (?:to|
    in with|out of)|expecting (?:a|our|my|twins)|having (?:an? (?:\p{L}+ )?(?:wedding|baby shower|operation)|a (?:baby|boy|girl|c-section)|twins|surgery)|adopting|
    retiring|job[- ]?hunting|looking for (?:a (?:new |\p{L}+ )?(?:job|role|position|flat|apartment|house|roommate)|work)|between jobs|out of work|applying (?:to|
    for) (?:\p{L}+ )?(?:jobs|schools|university|college|med school|law school|grad school|universities))
  `,
  status: rawLines`
    (?:on (?:(?:the |a |my )?(?:night|day|late|early|morning|evening|graveyard|rotating)s? ?(?:shifts?)?|(?:sick|parental|maternity|paternity|medical|unpaid|
    gardening) leave|benefits|a pension|disability|the spectrum|a visa|a student visa|a diet|a low-?\p{L}+ diet|a budget|a sabbatical|dialysis|blood thinners|statins|
    beta blockers|social media)|on call (?:at|on|every|this)|about to (?:retire|become|turn|graduate|move|start|have a|get married)|all (?:remote|vegan|vegetarian|from|
    based|freelancers?)|in (?:my \p{L}+ year(?: of)?|\p{L}+ grade|year \d+|recovery|therapy|a (?:wheelchair|band|choir|long[- ]distance relationship|relationship|
    throuple)|the (?:military|army|navy|reserves|union|middle of a divorce))|(?:\p{L}+|\d+) (?:weeks|months) pregnant|off (?:alcohol|sugar|dairy|gluten|caffeine|meat|
    the meds|social media)|(?:head|lead|senior|chief|assistant|deputy|vice|acting|junior) (?!(?:down|over|of)\b)\p{L}+|(?:an? )?(?:night owl|early bird|morning person|
    only child|single (?:mom|mum|dad|mother|father|parent)|stay[- ]at[- ]home \p{L}+|empty nester|people person|homebody)|colou?r-?blind|left-?handed|ambidextrous|
    hard of hearing|deaf in one ear|sober|celibate|polyamorous|childfree|child-free|debt-free|half (?!past|done|way|asleep|an|a)\p{L}+|second[- ]generation \p{L}+|
    (?:nine|eight|seven|six|five|four|three|two|ten|eleven|twelve|\d+)(?: people)? (?:on|in) (?:the|my|our) (?:team|company|house|band|family)|size \d+|\d'\d+|\d+ ?(?:cm|
    kg|lbs?)|(?:not )?(?:originally )?from (?!(?:this|that|the (?:same|log|error))\b)\p{L}+)
  `,
  illness: rawLines`
    (?:\p{L}{3,}(?:itis|osis|algia|pathy|exia|emia|aemia|phobia|agnosia|plegia|lepsy|uria|sclerosis)|\p{L}+(?:'s)? (?:disease|syndrome|disorder|allergy|intolerance|palsy|
    deficiency)|adhd|add|ocd|ptsd|ibs|pcos|copd|hiv|ms|crohn's|crohns|tinnitus|vertigo|eczema|insomnia|migraines?|anxiety|a stutter|a lisp|a pacemaker|a bad (?:knee|back|
    hip|shoulder)|chronic \p{L}+|sleep apn\p{L}+|hay fever|hearing aids?|perfect pitch|dyscalculia|aphantasia)
  `,
  goods: rawLines`
    (?:girls?|boys?|grown[- ]up \p{L}+|stepkids|step-?(?:son|daughter|brother|sister)s?|(?:younger|older|little|big|twin|half)[- ](?:brother|sister)s?|brothers?|sisters?|
    siblings?|kids?|(?:new |\p{L}+ )?boss|(?:new )?manager|(?:branch |head )?offices?|employees|staff|clients in|(?:youtube |tiktok |twitch )?channel|blog|podcast|
    newsletter|(?:\p{L}+ )?(?:class|classes|lessons|practice|rehearsals?|training|choir|therapy) (?:on|every|twice|once)|jobs|(?:exams?|years?|semesters?|credits?) left|
    (?:\p{L}+ )?sensitive skin|side (?:gig|hustle|project)|second job|tattoos?|motor(?:bike|cycle)|bike|e-?bike|scooter|van|vegetable garden|allotment|greenhouse|studio|
    workshop|stall|licen[cs]e|pilot's licen[cs]e|black belt|(?:dual|double|\p{L}+) (?:citizenship|nationality)|phd|masters?|degree|background in|soft spot for|
    sweet tooth|standing desk|curfew|parrots?|snakes?|lizard|ferrets?|chickens|bees|aquarium)
  `,
};

export const ENGLISH_BEING = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.not-any-more',
      rawLines`
        (?:i'm|i am|im|we're|we are) (?:no longer .+|not .{2,60} (?:anymore|any more|any longer)\b.*)|(?:i|we)(?:'ve| have)? (?:just |recently |finally )?moved (?:flats?|
        houses?|apartments?|homes?|house|cities|countries|states|offices)\b.*|(?:i|we)(?:'ll| will) be \d+ (?:in|on|next|this)\b.*|(?:i|we)(?:'ll| will)? turn(?:ed|
        ing)? \d+\b(?! (?:degrees|pages|off)).*|(?:i'm|we're|i am) (?:turning \d+)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'en.am-lasting',
      String.raw`{im}\s+(?:not )?(?:{lasting}|{status}){b}(?!\s+(?:this|that|it|your|you)\b)(?! (?:to (?:understand|fix|see)|from this|how)).*`,
    ],
    [
      'en.have-such',
      rawLines`
        (?:{ive}(?: got)?|(?:i|we)(?: (?:also|still|already|only|both|even))? (?:have|own|got))\s+(?:(?:{number}|my|the|about|around|over)\s+)?(?:(?!(?:question|problem|
        issue|error|bug|doubt|look|feeling|hard|idea)\b)[\p{L}-]+\s+){0,2}?(?:{illness}|{goods}){b}(?! (?:error|issue|problem|here|that (?:won't|doesn't|isn't|fails))).*|
        (?:i'm|i am|im) (?:\p{L}+ )?(?:with|living with|suffering from) {illness}\b.*
      `,
    ],
    [
      'en.have-since',
      rawLines`
        {ive} (?:had|been|lived|worked|known|played|owned|used|kept|run|taught|driven|smoked|suffered|struggled|dealt)\s.{2,60}?\b(?:since (?!(?:this|yesterday|
        i (?:asked|wrote|updated|installed)|the (?:update|upgrade))\b)|for (?:\p{L}+ ){0,3}?(?:years?|months?|decades?|ages|weeks|a while|most of my life|my whole life)|
        (?:\p{L}+|\d+) years now|all my life|my whole life)\b.*|been (?:an?|at|in|working|living|married|vegan|vegetarian|sober|single|doing|with|
        teaching)\s.{2,60}\b(?:years?|months?|since|decades?|ages)\b.*
      `,
    ],
    [
      'en.dropped-subject',
      rawLines`
        (?:(?:big|huge|massive|long-?time|lifelong|not (?:an?|much of an?|really an?))\s+)+(?:(?:\p{L}+) )?(?:fan|lover|believer|user|reader|drinker|eater|person|
        supporter)(?: (?:of|here)\b(?! (?:this|that|it|your|the (?:idea|design|first|second))\b).*|\s*$)|name(?:'s| is) (?!(?:not|the|a)\b)\p{L}.*|(?:\p{L}+ )?(?:vegan|
        vegetarian|dad|mum|mom|father|mother|nurse|teacher|plumber|developer|dev|engineer|student|owner|expat|freelancer|night owl|introvert|beginner|diabetic|celiac|
        coeliac)(?: of (?:\d+|\p{L}+))? here\b.*|(?:i'm|i am|im) (?<name>\p{L}{2,})(?=,? (?:an? |the |from |originally |and (?:i|i'm)\b|but (?:i|i'm|grew|live|raised|
        born|based)\b|your |\d)).*
      `,
    ],
    [
      'en.place-now',
      rawLines`
        (?:i'm|i am|im|we're|we are) (?:based |located |living |living out )?(?:in|near|outside|just outside|by) (?<name>\p{L}{3,})(?=\s*(?:,? (?:not|now|these days|
        at the moment|for (?:now|work|a (?:year|few)))|$)).*|(?:i|we) (?:now )?live (?:out |over |up |down |right |just )+(?:by|in|near|at|on|past|beyond|towards?)\s.+
      `,
    ],
    [
      'en.my-such',
      rawLines`
        my (?:(?:main|biggest|big|favou?rite|life|lifelong|current|other|only|secret|guilty|monthly|annual|daily|usual)\s+)*(?:hobby|hobbies|trade|craft|calling|vocation|
        line|passion|speciality|specialty|dream|goal|goals|aim|ambition|weakness|comfort food|routine|hours|shift|pastime|obsession|major|minor|background|heritage|faith|
        mother tongue|go-to|pet peeve|phobia|budget|car|bike|phone|laptop|dream job|first language|side project|day job|(?:football|soccer|baseball|basketball|rugby|
        hockey) (?:team|club))(?: (?:for|in|at|on|this|of) [\p{L}\d' ]{2,25}?)?(?:'s| is| are)\s+(?!(?:broken|out of|off|on|in|at|about|almost|full|running|charging|
        dying|dead|slow|not working|not|so|too|very|fine|ok|here|there|to (?:get|make|fix|run|understand) (?:this|that|it)|this|that|killing|a (?:mess|
        disaster))\b)[\p{L}\d$€£\u00a4].*
      `,
    ],
    [
      'en.body-lack',
      rawLines`
        (?:i'm|i am|im) missing (?:an?|two|three|my|part of my|some) (?:\p{L}+ )?(?:fingers?|toes?|arms?|legs?|eyes?|ears?|tooth|teeth|hand|foot|kidney|lung|limb)\b.*|
        (?:i'm|i am|im) not allowed (?:to (?:eat|drink|have|lift|drive|fly|smoke|exercise)\b|salt|sugar|alcohol|caffeine|gluten|dairy|coffee|meat|red meat).*|i (?:don't|
        dont|do not|can't|cannot) (?:hear|see|walk|sleep) (?:well|properly|much|very well|from|out of|on)\b.*|i (?:can't|cannot|cant) (?:take|have|use) (?:ibuprofen|
        aspirin|paracetamol|penicillin|antibiotics|nsaids|anti-?inflammatories|codeine|painkillers|\p{L}+(?:cillin|profen|mycin|oxacin|azole))\b.*|(?:i|
        we) go to (?:the )?(?:\p{L}+ )?(?:pilates|yoga|gym|church|mosque|synagogue|temple|therapy|class|classes|choir|practice|training|night school|aa|meetings)\b.*
      `,
    ],
    [
      'en.of-mine',
      rawLines`
        (?:my|our) [\p{L}-]+(?:'s|s') (?:database|backend|frontend|domain|budget|deadline|due date|launch|launch date|name|goal|address|opening hours|tech stack|stack|
        codename)(?:'s| is| are) (?!(?:broken|wrong|not|so|too|a mess)\b).+
      `,
    ],
    [
      'en.want-to-learn',
      rawLines`
        i(?:'d| would)? (?:really )?(?:want|wanna|am trying|plan|intend|hope|aim)(?: to)? (?:learn|become|retire|study|move to|open (?:a|my)|start (?:a|my)|write a|
        run a (?:marathon|half)) (?!(?:this|that|it|how to (?:fix|do|use) (?:this|that|it)|more|about (?:this|that)|what|why)\b)\p{L}.+|i'm trying to (?:lose weight|quit|
        get pregnant|save|cut (?:down|back)|learn|get better at|eat (?:less|more|healthier))\b(?! (?:this|that|it)\b).*
      `,
    ],
    [
      'en.we-launch',
      rawLines`
        (?:i'm|we're|we are|i am) (?:launching|releasing|shipping|opening|publishing|going live with|presenting|submitting|moving|hosting|closing) (?:the|our|my|a|an|on|
        in) [^?]{2,60}?\b(?:on|in|by|at|for) (?:the )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|
        winter|q[1-4]|20\d\d|\d)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'DECISION', 'DECISIONS', [
    [
      'en.that-is-final',
      rawLines`
        (?:i'm|i am|we're|we are|i|we|it's going to be|it'll be|gonna|going)\b.{4,100}?,? (?:that's (?:final|settled|decided)|it's (?:final|settled|decided|official)|
        final decision|decided|settled|agreed|final|sorted|done deal|(?:the team|we|my \p{L}+ and i) (?:settled|agreed|decided|voted)(?: (?:on )?(?:it|
        that))?(?: \p{L}+)*)\s*$
      `,
    ],
    [
      'en.ended-up',
      rawLines`
        (?:i|we)(?:'ve| have)? (?:finally |eventually )?(?:ended up (?:choosing|picking|buying|hiring|going with|going for|getting|deciding|selecting|taking|signing|
        renting|moving)|ruled out|decided against|turned down|passed on|chosen\s*:|picked\s*:|settled\s*:|(?:have |'ve )?chosen)\s*(?<fact>(?!(?:it|that|this|the wrong|
        nothing)\b)[\p{L}\d\u00a4].+)|(?:i've|we've|i have|we have) (?:chosen|picked|decided|settled)\s*:\s*(?<thing>[\p{L}\d\u00a4].+)
      `,
    ],
  ]),
];
