/** English questions whose answers may never be cached. */
import { rawLines } from '../../text/raw-lines.ts';
import { word } from '../../text/word-edges.ts';
import type { FleetingQuestions, QuestionRow } from '../question-pack.ts';

const ROWS: readonly QuestionRow[] = [
  {
    rule: 'time',
    refusal: 'TIME',
    when: [
      word(rawLines`
      today|today's|tonight|tonight's|now|yesterday|yesterday's|tomorrow|tomorrow's|current|currently|latest|recent|recently|
      next(?! of kin)|upcoming|still|yet|already|anymore|any more|any longer|no longer|so far|until|till|left(?!-)|remain|
      remains|remaining|this (?:week|month|year|morning|afternoon|evening|weekend|quarter|summer|winter|time|\p{L}+day)|ago|
      how long|how much time|how many (?:years|months|weeks|days|hours)|how old|my age|age|time is it|what time is|what day|
      what date(?! format)|the date(?! of (?:my|our))|the time|lately|nowadays|these days|at the moment|presently|pending|
      outstanding|overdue|due|newest|new(?! (?:york|zealand|orleans|jersey|mexico|delhi))|what's new|any new|how soon|soon|
      just (?:said|did|told|sent|wrote|asked)|up to date|as of|since|anytime|(?:mon|tues|wednes|thurs|fri|satur|sun)day|
      before|after|earlier|later|expired?|at present|to date|by (?:now|then|\p{L}+day)|in (?:a|an|one|two|\d+) (?:minutes?|
      hours?|days?|weeks?|months?|years?)|(?:days|weeks|months|hours|years|sleeps) (?:to|till|until|away|before)|changed?|
      the weekend|weekend's|ever|used to|away
      `),
      String.raw`${word('last')}(?! name)`,
    ],
  },
  {
    rule: 'changing-state',
    when: [
      word(rawLines`
      ip|(?:uber|taxi|cab|lyft|bolt) driver|routes?|outfit|(?:fastest|shortest|quickest|cheapest|nearest|closest) \p{L}+|
      my (?:dinner|lunch|breakfast)(?=\s*\??\s*$)|in (?:\p{L}+ese|\p{L}+ish|french|german|italian|russian|korean|arabic|greek|
      latin|hebrew|hindi)(?=\s*\??\s*$)|balance|my (?:bank )?account|inbox|notifications?|calendar|agenda|schedule|
      (?<!prefer .{0,30})meetings?|appointments?|events?|tasks?|to-?dos?|to do list|orders?|packages?|shipments?|delivery|
      (?<!marital )status|weather|forecast|rain|raining|temperature|traffic|prices?|cost|costs|exchange rate|stocks?|shares|
      bitcoin|crypto|score|scores|the (?:game|match)|news|flights?|steps|calories|heart rate|weigh|weight|battery|storage|
      build|pipeline|deploy(?:ment)?s? (?:status|running|done)|servers?(?= (?:up|down|running|ok|status|healthy))|
      server (?:is )?(?:up|down)|errors?|logs?|where (?:am i|are we)(?! (?:from|based|born))|did i (?:leave|put|park)|
      progress|spent|spend|spending|saved|savings|owe|debt|bill|bills|followers|subscribers|points|unread|emails? (?:do|did|
      have)|messages?|available|open (?:issues|tickets|tabs|prs)|in stock|sales|visits|streak|rank(?:ing)?|working on|
      am i (?:doing|going|reading|watching|working|late|on track|behind|ahead|wearing|online|connected|logged)|
      are we (?:doing|going|there|late|on track)|doing|going on|happening|plans for|my plans|how(?:'s| is| are) (?:my|our|the)
      `),
    ],
  },
  {
    rule: 'goes-on',
    when: [
      // Loving somebody is a feeling; loving jazz is not.
      String.raw`(?:love|like|hate|trust|miss|fancy) (?:him|her|them|my (?!(?:coffee|tea|eggs|steak|answers|food|meat|music)(?![\p{L}]))\p{L}+)(?![\p{L}])`,
    ],
  },
  {
    rule: 'feeling',
    when: [
      word(rawLines`
      feel|feeling|feelings|felt|mood|happy|sad|tired|angry|stressed|anxious|lonely|worried|depressed|scared|upset|bored|
      hungry|ok|okay|alright|(?:like|love|hate|miss|trust) me|do you (?:like|love|hate|think|feel|believe|want|prefer|enjoy|
      mind|have|agree|need)|think|thoughts|opinion|should|shall|ought|could(?! you)|might|would you(?! (?:tell|remind|
      remember|confirm))|recommend\p{L}*|suggest\p{L}*|advice|advise|tips|ideas?|(?<!(?:like|love|enjoy) )best(?! friend| man)|better|worst|worth|why|how come|meaning|good idea|ready|in love|want to(?! know)|wanna|motivate\p{L}*|can (?:i|
      we)(?! (?:eat|have|drink) (?:gluten|lactose|dairy|milk|nuts|peanuts|shellfish|pork|meat|eggs?|sugar|soy|alcohol|fish|
      wheat)\s*\??\s*$)|need(?! to know)|must|have to|supposed to|what if
      `),
    ],
  },
];

export const NEVER_CACHED: FleetingQuestions = {
  rows: ROWS,
  goesOn: {
    openings: 'ok|so|well',
    and: 'and|or|but',
    about: 'what about|how about',
    of: 'of',
    articles: 'the',
    whose: 'my|our|his|her|their',
  },
  requests: {
    openings: 'hey|hi|please|ok',
    can: 'can you|could you|would you|will you',
    please: 'please',
    remember: 'remember|recall',
    that: 'that',
    tell: 'tell|remind|confirm|remember|recall',
    again: 'me|again',
    asked: "what|what's|which|where|when|who|whose|how|if|whether|my|our|the name",
  },
  orders: {
    after: 'please|and|then|you|hey|hi|also|me',
    verbs: rawLines`
      send|book|buy|delete|create|add|schedule a|remind me (?:to|about|in|at|on|that|of (?!my|our|the name))|write|set (?:up|
      a|an|the|my)|turn (?:on|off)|play (?:some|me|the|a|music|my)|pay|transfer|cancel|update|remember that|remember to|
      forget|email (?:my|him|her|them|the|me)|text (?:my|him|her|them|me)|call (?:my|him|her|them|the|an?)|post|publish|
      deploy|run (?:the|my|a|this)|open (?:the|my|a)|close (?:the|my)|install|generate|translate|summari[sz]e|draft|note that|
      save|store|make (?:me|a|an|the|my)|order (?:me|a|some|the)|share|upload|download|ping|notify|change (?:my|the)|reset|
      switch|restart|submit|sign me|log
    `,
  },
};
