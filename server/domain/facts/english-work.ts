/** English: plain statements of work, study, projects, what one is, has and uses. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

export const ENGLISH_WORK = [
  ...factRules(ENGLISH_PARTS, 'PLAIN', 'WORK', [
    [
      'en.work',
      rawLines`
        (?:i|we)\s+{slow}work(?!\s+(?:on (?:this|that|it|my (?:issues|temper|patience))|out{b}|it out|hard enough|around|
        through|well together|up|harder|to live|hard$|hard for|like (?:a|an) (?:dog|idiot|slave)|myself)\b)(?:\s+{slow}(?:(?:at|
        for|in|as|on|with|from|remotely|remote|part|full|night|nights|days|freelance|independently|alone|weekends|evenings|
        mornings|shifts|mostly|out of|under|a|an|the|four|five|six|\d+|hybrid|across|closely|here|there|mainly|onsite|offshore|
        contract|overtime|long|late|early|\p{L}+days|monday|9|two|three|both|best|better|retail|construction|remotely|double|
        odd)\b.*)|$)
      `,
      'employer',
    ],
    [
      'en.working',
      rawLines`
        {am}\s+{slow}working\s+{slow}(?:(?:at|for|in|as|with|from|remotely|part|full|on (?:a|an|my|our|the))\s*)(?!(?:this|that|
        it|the (?:bug|error|report|ticket|slides|presentation|homework|same|assignment|issue))\b).*
      `,
    ],
    [
      'en.profession',
      rawLines`
        (?:i|we)\s+{slow}(?:teach|lead|manage|run (?:a|an|my|the|our|\p{L}+ing\b|\p{L}+s for)|own (?:a|an|my|the)|code (?:in|
        mostly|for)|program in|develop (?:in|web|mobile|software|games|apps|for)|freelance|consult|design (?:websites|logos|
        apps|uis?|clothes|games|interfaces)|write (?:software|code in|novels|for|copy|fiction|poetry)|build (?:apps|websites|
        software|houses|furniture|games|tools|data|ml|models|internal|mobile|backend)|sell (?:insurance|cars|houses|software|
        real|handmade|clothes)|repair|report (?:directly )?to|oversee|head (?:up )?(?:the|a|our)|handle (?:the )?(?:marketing|
        sales|support|billing|payroll|hr|operations|logistics|accounts)|do (?:marketing|sales|design|consulting|devops|backend|
        frontend|data|qa|research|support|accounting|freelance|contract|ux)|am in charge of|make a living|earn|bill|commute|
        drive (?:a (?:truck|bus|taxi|cab)|for)|supervise|coordinate|founded|co-?founded|practice (?:law|
        medicine)){b}\s*(?!(?:it|this|that|you|myself|out)\b).*
      `,
    ],
    [
      'en.my-work',
      rawLines`
        (?:my|our) (?:(?:small|own|little|family|new) )?(?:company|job|job title|title|position|role|employer|startup|
        profession|occupation|team|office|department|industry|field|business|agency|salary|stack|tech stack|work hours|
        working hours|work schedule|shift|line of work|commute|clients?)\s+(?:is|are|'s|has|uses|builds|makes|sells|does|works|
        consists of|runs|starts|operates|focuses|employs|deals|serves)\s+(?!(?:a (?:mess|joke|nightmare|disaster|pain|lot|bit)|
        killing|so|too|very|really|horrible|terrible|awful|the (?:worst|best)|driving|getting|being|not|boring|stressful|insane|
        exhausting|great|fine|ok|useless|hell|crazy|annoying|kind of|broken|slow|nuts)\b).+
      `,
    ],
    [
      'en.we-are',
      rawLines`
        (?:we're|we are|there are)\s+(?:a (?:team|company|startup|family|group|small|\p{L}+ (?:team|company|startup|family|
        agency))|{number} (?:people|engineers|developers|employees|of us|devs|founders))(?!\p{L}).*|(?:there's|
        there are) (?:\d+|two|three|four|five|six|seven|eight|ten) of us\b.*
      `,
      'team-size',
    ],
  ]),
  ...factRules(ENGLISH_PARTS, 'PLAIN', undefined, [
    [
      'en.am',
      rawLines`
        {am}\s+{slow}(?:(?!{fleeting})(?:a|an)\s+(?!(?:huge |big |massive )?fan of (?:this|that|it|your)\b)[\p{L}\p{N}\u00a4].*|
        the\s+(?:ceo|cto|cfo|coo|founder|co-?founder|owner|lead|head|manager|director|only|oldest|youngest|eldest|middle|father|
        mother|president|sole|main|principal|product|tech|team|engineering|chair\p{L}*)(?! (?:one|problem|worst|reason|
        person (?:who|that))\b).*|(?:from|based|located|born|originally|married|divorced|single|engaged|pregnant|expecting|
        retired|self-employed|unemployed|freelanc\p{L}+|vegan|vegetarian|pescatarian|celiac|coeliac|diabetic|lactose|gluten|
        allergic|intolerant|dyslexic|colou?r-?blind|hard of hearing|visually impaired|short-sighted|far-?sighted|neurodivergent|
        disabled|asthmatic|epileptic|an[a]?emic|saving (?:up )?for|caring for|raising|left-handed|left handed|right-handed|deaf|
        blind|autistic|adhd|bilingual|trilingual|gay|lesbian|bisexual|trans|nonbinary|non-binary|queer|jewish|muslim|christian|
        catholic|hindu|buddhist|atheist|kosher|halal|keto|sober|widowed|bald|nearsighted|fluent|certified|licensed|enrolled|
        employed|responsible for|in charge of|studying|majoring|pursuing|learning|training for|raising|living|renting|named|
        called|married|on (?:a (?:team|diet|low|keto|gluten|budget of|visa)|the (?:\p{L}+ )?team|medication|insulin|parental|
        maternity|paternity|est|pst|cst|gmt|utc)|in (?:my (?:\p{L}+ )?(?:twenties|thirties|forties|fifties|sixties|year|first|
        second|third|final|last year of)|college|university|high school|med school|law school|grad school|marketing|sales|
        finance|tech|hr|logistics|the (?:army|navy|military|\p{L}+ (?:industry|timezone|time zone|business|department))|gmt|utc|
        est|pst|cst|charge of|\p{L}+(?:, \p{L}+)*\s*$)|\d+(?: years old)?(?=$|[\s,.])|(?:twenty|thirty|forty|fifty|
        sixty)[- ]?\p{L}*|\d+ weeks pregnant|(?:[\p{L}]+(?:ish|ese|ican|inian|tine|ian|ean|alan))(?=$|
        [\s,]))(?!\p{L})(?! (?:now on|the (?:start|beginning|looks)|scratch)).*|(?:into|obsessed with|addicted to|keen on|
        passionate about|crazy about|afraid of|scared of|terrified of|fond of|not (?:a fan|into|fond|big on|a morning|a coffee|
        much of|a \p{L}+ person))\s+(?!(?:it|this|that|your|you|losing|failing|asking)\b).+)
      `,
    ],
    [
      'en.have',
      rawLines`
        (?:i|we)(?:'ve got| have got| have|'ve| own| got| 've got)\s+{slow}(?:(?:{number}|my|the|a lot of|over|about|around|
        more than|type|severe|mild|chronic|bad|terrible|really|twin|young|small|little|older|younger|own|new|old|big|great|
        little|adopted|rescue|\d+ years?|type \d|(?:\d+|\p{L}+)[- ](?:year|month|week)s?[- ]old|bachelor's|master's|service|
        black|white|golden|german|mixed|used|electric|red|blue|vintage|food|nut|peanut|shellfish|seasonal|
        pollen)\s+)*{owned}(?!\p{L})(?! (?:trouble|problems?|questions?)).*
      `,
    ],
    [
      'en.use',
      rawLines`
        (?:i|we)\s+{slow}(?:use|speak|play|practice|wear|drive|ride|collect|run(?= (?:every|on|a|my|linux|ubuntu|windows|macos|
        \d))|train|volunteer|sing|paint|garden|knit|surf|climb|meditate|swim|cycle|host|self-host|deploy (?:to|on|with)|rely on|
        store|track|write in|read (?:mostly|sci|fantasy|a lot|in|mysteries|manga|books)|take (?:insulin|medication|metformin|
        antidepressants|the (?:bus|train|subway|metro|tube)|sugar|my coffee)|drink (?!(?:it|that|this)\b)|eat (?!(?:it|that|
        this)\b)|cook (?!(?:it|that|this)\b)|follow a|sleep (?:at|in|with|on|better|\d)|wake up|get up|go to (?:the gym|church|
        bed|school|college|university|therapy|work)|exercise|keep kosher|observe|fast (?:on|during)|watch (?:mostly|a lot|anime|
        football))\b\s*(?!(?:it|this|that|the (?:same|word|term|code|function|above|following|wrong)|your|you|him|her|them|
        to\b(?! (?:write|code|deploy|track|manage|take notes|build|commute))|up|out|around|along|devil's|dead|into|myself|
        a lot of (?:time|words))\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'en.develop',
      rawLines`
        {am}\s+{slow}(?:building|coding|programming|writing|developing|redesigning|rebuilding|rewriting|remodel+ing|translating|
        organi[sz]ing|migrating|making|creating|designing|launching|planning|starting|running|producing|recording|composing|
        restoring|renovating|growing|preparing)\s+(?:a|an|my|our|the|some|two)\s+(?!(?:cake|coffee|sandwich|dinner|lunch|
        breakfast|test|email|list|tea|query|function|call|reply|letter|mistake|fool|mess|report|request|fever|decision|bit|note|
        joke)\b)(?:[\p{L}']+[- ]){0,4}?(?:app|apps|application|startup|company|business|book|novel|thesis|dissertation|game|
        website|site|platform|bot|api|course|saas|store|shop|mvp|blog|podcast|server|system|model|library|sdk|cli|tool|tools|
        product|plugin|extension|dashboard|marketplace|album|film|movie|documentary|house|cabin|robot|wedding|marathon|service|
        project|play|musical|script|screenplay|song|songs|opera|memoir|cookbook|newsletter|channel|agent|compiler|engine|
        language|framework|portfolio|garden|restaurant|family tree|boat)\b.*
      `,
    ],
    [
      'en.study',
      rawLines`
        (?:i|we)\s+{slow}(?:study|go to (?:school|college|university|uni)|attend|major in|majored in|minor in)\s+(?!(?:it|this|
        that|for (?:this|that))\b).*
      `,
    ],
    [
      'en.my-thing',
      rawLines`
        (?:my|our) (?:(?:\p{L}+|final-year|open source)\s+){0,2}(?:project|app|product|site|website|thesis|novel|book|game|
        podcast|channel|blog|bot|repo|repository|database|server|backend|frontend|mvp|store|shop|budget|goal|deadline|
        launch date|plan|dissertation|newsletter|api|codebase|saas)\s+(?:is called|is named|is (?:about|due|built|written|
        hosted|on|in|to|based|for|made|a|an|\d|\p{L}+day|january|february|march|april|may|june|july|august|september|october|
        november|december|the)|uses|runs|has|sells|covers|targets|'s called)\s*(?!(?:mess|disaster|joke|nightmare|bug|bugs|
        error|errors|issues?|problems?|fire|broken|worst|a (?:mess|disaster|joke|nightmare|bug)|pain)\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'en.used-to-now',
      String.raw`(?:i|we) used to .{3,60}?,? but (?:now )?(?<fact>(?:i|we)(?:'m|'re)? (?:now )?\p{L}.+)`,
    ],
  ]),
];
