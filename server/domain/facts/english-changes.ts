/** English: what has changed, and what has ended. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {};

export const ENGLISH_CHANGES = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.moved',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|now|also)\s+)*(?:moved|relocated|emigrated|
        immigrated|settled (?=in|down in))\s*(?:(?:to|into|from|back|in|out of|houses?|apartments?|across|over|here|cities|
        countries|abroad|overseas|home|away)\b)(?!\s+(?:on|past|the (?:file|meeting|button|ticket|task|deadline|car|couch|
        folder))\b).*
      `,
      'home',
    ],
    [
      'en.changed-job',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|officially|also)\s+)*(?:(?:changed|switched|
        quit|left|lost|resigned(?: from)?|started|got|landed|accepted|found|began|took)\s+(?:(?:my|a|the|an|
        from my)\s+)?(?:(?:new|old|current|first|different|\p{L}+ing|remote|part-time|full-time|teaching|dev|
        dream)\s+)*(?:jobs?|roles?|positions?|careers?|companies|employers|gig|company|offer (?:from|at)|promotion|corporate|
        business|internship)\b|(?:quit$|resigned|retired|been (?:promoted|laid off|fired|hired|made redundant|transferred)|
        got (?:promoted|fired|laid off|hired|let go)|was (?:promoted|fired|laid off|hired|let go|transferred|made redundant)|
        gone freelance|went freelance|became (?:a|an|the) (?!(?:mess|joke|fool|problem)\b)|joined (?!(?:the (?:call|meeting|
        chat|zoom)|a (?:call|meeting)|in|him|her|them)\b)|left (?:teaching|nursing|law|banking|medicine|journalism|politics|
        consulting|finance|academia|google|amazon|my company|the company|the startup|academia|consulting)|
        started (?:working (?:at|for|as|in)|as an?\b|at\b|my own|a (?:company|business|startup|side))|opened (?:a|my) (?:shop|
        store|restaurant|practice|business|bakery|studio)|founded))(?:\b.*)?
      `,
      'job',
    ],
    [
      'en.life-event',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|officially)\s+)*(?:(?:got|gotten|
        getting) (?:married|divorced|engaged|separated|a (?:new )?(?:dog|cat|puppy|kitten|car|house|apartment|degree|diploma|
        visa|green card|diagnosis|divorce)|diagnosed|my (?:degree|phd|license|licence|citizenship|diploma|green card|visa)|
        pregnant|braces|glasses)|been diagnosed|was diagnosed|graduated|had (?:a baby|our (?:first|second|third)|a (?:son|
        daughter|kid|boy|girl)|twins|surgery)|adopted (?:a|an|two|three|our)|gave birth|broke up with my|split up|turned (?:\d+|
        thirty|forty|fifty|twenty)|became (?:a (?:father|mother|dad|mom|parent|citizen|vegan|vegetarian|grandpa|grandma)|vegan|
        vegetarian)|went (?:vegan|vegetarian|gluten-free|keto)|bought (?:a|an|our|my) (?:\p{L}+ )?(?:house|apartment|home|condo|
        flat|car|bike|boat|farm|place|land)|sold (?:my|our|the) (?:\p{L}+ )?(?:house|apartment|car|company|flat|business|bike|
        motorcycle)|finished (?:my (?:degree|phd|masters?|thesis|studies|bootcamp)|school|college|university)|launched (?:my|
        our|a|the) (?!(?:script|app and|build|job|process|query|command|browser|program|test)\b)|shipped (?:our|my) (?:mvp|
        first|app|product)|published (?:my|our)|enrolled in|signed up for|passed (?:the|my) (?:bar|exam|driving|boards|
        certification))\b.*|(?:my|our) (?:son|daughter|baby|child|kid|grandson|granddaughter|first child|second child|nephew|
        niece|twins)\s+(?:was|were|is|has been) born.*|i'm (?:pregnant|expecting|engaged now|divorced now|a (?:father|mother|
        dad|mom|parent|grandpa|grandma) now)\b.*|(?:my|our) (?:company|team|startup) (?:was acquired|got acquired|moved to|
        switched to|migrated to)\b.*
      `,
    ],
    [
      'en.stopped',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|completely)\s+)*(?:stopped|quit|gave up|
        given up|ditched|dropped|cut out)\s+(?!the (?!(?:gym|job|band|team|club|course|company|choir|church|pill|piano|guitar|
        project|program)\b)|(?:by|at|the (?:server|process|ball|call|file|car|music)|it|that|this|on|off|here|there|a (?:plate|
        glass)|my (?:phone|keys)|believing|understanding|following|reading|crying|trying|caring|listening|counting|
        reading (?:your|that|this)|out|him|her|them|everything)\b)[\p{L}\u00a4].*
      `,
    ],
    [
      'en.no-longer',
      rawLines`
        (?:i|we)\s+(?:(?:no longer|don't|dont|do not)\s+(?:work|live|use|eat|drink|smoke|own|have|drive|teach|study|do|run|like|
        go|play|need|take|wear)\b(?:[^,.;]*\b(?:anymore|any more|any longer))?|(?:am|are|was) no longer|'m no longer|
        'm not \p{L}+ anymore).*(?<=(?:no longer|anymore|any more|any longer)\b.*)
      `,
    ],
    [
      'en.switched',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|fully)\s+)*(?:(?:switched|migrated|
        transitioned|upgraded|moved over|moved everything|moved our \p{L}+|changed)\s+(?:(?:our|my|the|everything|all|over|from|
        banks?|providers?|phones?|\p{L}+|\p{L}+ \p{L}+)\s+)*?(?:to|from|banks|majors?|providers|doctors|schools|gyms|
        (?<=changed )names?|my (?:last |first )?name)\b(?!\s+(?:the next|light|subject|topic|mind|dark|another (?:tab|topic|
        window)|a different (?:tab|topic))).*|(?:started|begun|began|taken up|took up)\s+(?!(?:a (?:new )?(?:chat|thread|
        conversation|timer|fire|fight)|the (?:server|process|build|car|app)|crying|laughing|to (?:think|feel|wonder|worry)|over|
        with|it|off|reading (?:your|this|that|the|chapter|page|it)|my (?:car|computer|day))\b)(?:\p{L}+ing\b|(?:a|an|my|therapy|
        school|college|university|grad|medication|keto|yoga|karate|piano|to (?:learn|study|run|swim|use|play|go|take|train|
        work))\b).*)
      `,
    ],
    [
      'en.now',
      rawLines`
        (?:i|we)\s+(?:now|currently|finally)\s+(?:live|work|use|have|own|run|study|teach|drive|lead|manage|drink|eat)\s.+|(?:i|
        we)(?:'m|'re| am| are|m) now\s+(?!(?:going|trying|stuck|confused|getting|seeing|thinking|wondering|ready|at the point|
        tired)\b).+
      `,
    ],
  ]),
];
