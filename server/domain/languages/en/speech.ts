/** English words by which clauses ask, suppose, doubt and report. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SpeechPack } from '../speech-pack.ts';
import { FICTION } from './fiction.ts';
import { CLAUSE_STARTS, CUTS, OPENINGS } from './openings.ts';
import { REWRITES, SPELLINGS, TELLING } from './spellings.ts';
import { TEXTS, TEXT_TASKS } from './texts.ts';

export const SPEECH: SpeechPack = {
  asking: {
    politely: rawLines`
      (?:can|could|would|will) you(?: please| kindly)? (?:please )?(?:always |never )?(?:remember|note|keep in mind|bear in mind|
      make a note|take note|memorize|save(?: the fact)? that|call me|address me|always|never|from now on)
    `,
    withMark: rawLines`
      (?:(?:a|since|for|in|at|with|from|to|about) )?(?:what|what's|whats|how|how's|why|where|where's|when|who|who's|whose|
      which)\b|(?:do|does|did|don't|dont|doesn't|didn't|is|isn't|are|aren't|was|were|am|can|can't|could|should|shouldn't|would|
      wouldn't|will|won't|have|has|haven't|had|may|might|shall) (?:i|you|we|he|she|it|they|the|my|your|our|this|that|these|
      those|both|there|any\w*|some\w*|[a-z]+ (?:still|always|never|ever))\b|(?:any|anyone|ideas|what if|how about|what about)\b
    `,
    withoutMark: rawLines`
      (?:what(?! happened (?:is|was)\b| i (?:said|meant|mean)\b)(?! i (?:like|love|enjoy|hate|dislike|prefer|value|fear|miss|do)\b.{0,40}\b(?:is|are)\b)|what's|whats|how (?:do|
      does|did|can|could|should|would|is|are|was|much|many|long|come|to)|why|where (?:do|does|did|can|is|are|was|should)|
      when (?:do|does|did|is|are|was|will|should|can)|who (?:is|are|was|did|does|said)|which)\b|(?:do|does|did|is|are|was|were|
      am|can|could|should|would|will|have|has) (?:i|you|we|he|she|it|they|my|your|there|this|that|the)\b|(?:what if|how about|
      what about)\b|(?:i wonder|i want to know|i'd like to know|tell me (?:if|what|how|where|which|whether))\b
    `,
    relative: "who|who's|whose|which(?! (?:one|ones|of)\\b)|where|where's|when",
    ended: rawLines`
      i'm|i've|i (?:am|have|don't|dont|can't|cant|live|work|eat|hate|love|prefer|need|want|use|drive|play|always|never|only|usually)|
      we're|we've|we (?:have|don't|dont|live|eat|use)|(?:my|our) \p{L}+(?: \p{L}+)?(?:'s| is| has| can't| hates| loves| doesn't)
    `,
    agreementTag: rawLines`
      ok|okay|k|please|got it|alright|all right|deal|cool|yeah|understood|can you|could you|would you|will you|clear
    `,
    truthTag: "no|right|correct|true|isn't it|aren't i|don't i|do i|am i|isn't that so|or not|or what",
  },
  moods: {
    hypothetical: rawLines`
      (?:if|unless|even if|as if|as though|in case|imagine|pretend|suppos\w+|let's say|say (?:i|we)|assum\w+ (?:i|we|that|my|me)|
      hypothetically|maybe|perhaps|possibly|probably|what if|i (?:think|guess|believe|suppose|assume|feel like|might|may|could|
      would|wish|hope|doubt|wonder|imagine|dreamed|dreamt)|i'd (?!rather|prefer)\w+|not sure|i'm not sure|im not sure|
      i don't know|i dont know|idk|i'm thinking|im thinking|we're thinking|thinking (?:of|about)|considering|i'm considering|
      leaning|i'm leaning|almost(?! (?:never|always|every))|i almost|was going to|i was (?:going|about) to|whenever i|in (?:a|
      my) (?:story|dream|novel|game)|act as|(?:let's )?role ?play|you are now|when i was|as a kid|back (?:then|when|in))\b
    `,
    but: 'but',
    hedgedEnd: rawLines`
      i think|i guess|i suppose|maybe|perhaps|probably|not sure(?: yet)?|or something|or whatever|idk|just kidding|jk|lol jk|
      (?<!\b(?:i'm|am|is|are|was|we're|they're|do|does|did|or|why|of course|he's|she's|that's|thats|it's|its) )not|but (?:i'm |im )?not (?:sure|certain|
      decided)\b.*|but (?:nothing|it)(?:'s| is)(?:n't)? (?:final|decided|not|settled|confirmed).*
    `,
    reporting: rawLines`
      (?:(?<!\b(?:i|we) (?:\w+ )?)(?:says|said|saying|claims|claimed|thinks|thought|believes)|they (?:say|think|claim|believe)|
      told me|tells me|wrote|writes|asked|replied|insists|keeps? saying|according to|mentioned|quotes?|quoted|reads|goes|
      was like|is like|be like)\b(?!.{0,20}\byou\b)
    `,
    reportingEnd: rawLines`
      (?:he|she|they|(?!i\b)\p{L}+|(?:my|the) \p{L}+) (?:says?|said|told me|claims?|replied|wrote)|(?:says?|said) .{1,40}|
      according to .{1,40}|as .{1,30} (?:says?|said|used to say)
    `,
    ownReport: rawLines`
      (?:i|we) (?:(?:just|then|finally|even) )?(?:(?:said|says|say|go|went|goes|replied|answered|explained)(?: to (?:him|her|them))?|
      (?:told|tell) (?:him|her|them|(?:(?:the|my|our) )?[\p{L}']+)|(?:was|were|am) (?:like|saying|telling (?:him|her|them))|
      (?:had to )?(?:admit|admitted))(?: that| look| listen| no| yes| yeah| mate| love| babe| darling| doctor| sir| ma'am| madam|
      auntie| nan| mum| mam| dad| pet)*(?=,| (?:i|i'm|im|i've|ive|i'd|my|we|we're|we've|our|the|he|she|it|well|okay|ok|no|yes|yeah)\b)|
      i'm (?:like|saying|telling (?:him|her|them))(?: that| look| listen| no| yes| yeah| mate| love)*(?=,| (?:i|i'm|i've|my|we|we're|
      our)\b)
    `,
    storyGoesOn: 'anyway|anyways|anyhow|anywho|turns out|long story short|so yes|so yeah',
    firstPerson: 'i|we',
    thirdPerson: rawLines`
      he|she|they|it|the|my|your|his|her|their|our|this|that|these|those|everyone|everybody|nobody|no one|someone|some people|
      people|a|an|most|many
    `,
  },
  clauses: {
    joins: 'and|but|so|because|plus|though|although|while|since|cuz|bc|cos|cus|n',
    starts: CLAUSE_STARTS,
    cuts: CUTS,
    openings: OPENINGS,
    conditions: '(?:and |also )?(?:if|when|whenever)',
    orders: String.raw`(?:always|never|please)\s`,
    subjects: "i'd|i'll|i|we'd|we|would|he|she|they|you",
    abbreviations: String.raw`vs|etc|p|mr|mrs|ms|st|approx|e\.g|i\.e|no|jr|dr`,
  },
  fiction: FICTION,
  textTasks: TEXT_TASKS,
  texts: TEXTS,
  spellings: SPELLINGS,
  telling: TELLING,
  rewrites: REWRITES,
};
