import { rawLines } from '../../text/raw-lines.ts';
import type { FactPack } from '../fact-pack.ts';
import { COMMANDS } from './commands.ts';
import { CORRECTIONS } from './corrections.ts';
import { LEXICON } from './lexicon.ts';
import { PLAIN } from './plain.ts';
import { SLOTS, STATED_SLOTS } from './slots.ts';
import { SUBJECTS } from './subjects.ts';
import { VETOES } from './vetoes.ts';

export const FACTS: FactPack = {
  lexicon: LEXICON,
  commands: COMMANDS,
  slots: SLOTS,
  statedSlots: STATED_SLOTS,
  beforeSlots: 'and|but|that|actually|now|no longer',
  ofUser: {
    names: "(?:the )?user(?:'s)?|he|she|they",
    asOwn: [
      ['lives', 'I live'],
      ['works', 'I work'],
      ['moved|relocated|joined|started|switched|quit|left|got', 'I $&'],
      ['is', "I'm"],
      ['has', 'I have'],
      ['uses|prefers|likes|drives|speaks', 'I $&'],
    ],
  },
  subjects: SUBJECTS,
  beforeSubjects: 'and|but|that|also|now',
  plain: PLAIN,
  vetoes: VETOES,
  corrections: CORRECTIONS,
  asksOfUser: "(?:am|was|do|did|have|had|can|could|may|must|should|will|would) i|i(?:'m| am|'ve)",
  asksOfOthers:
    'my|mine|our|ours|we|us|they|them|their|he|him|his|she|her|family|everyone|everybody|anyone|anybody|who|whose',
  proposes: rawLines`
    (?:let's|lets|let us|(?:we|i)(?:'ll|'d rather| will)|(?:we're|i'm|we are|i am) (?:going|doing|taking|using|switching|sticking)|
    (?:we |i |just )?(?:go|stick|keep|use|do|take|pick|make))
  `,
  settles: 'then',
  endsOpen:
    '(?:and|or|but) (?:sometimes|usually|mostly|always)|and|or|but|the|a|an|my|our|your|because|cos|if|than|care of',
  joinsValues:
    'the a like about roughly just as on at by from to until till since in around of and or every each per st nd rd th am pm',
  swaps: String.raw`(?:the |a |an |on )?(?:\S+?(?: \S+?)?)(?:(?:,? then)?, (?:and )?not|,? then (?:and )?not) (?:the |a |an |on )?(?<old>\S+(?: \S+)?)`,
  asksOfThat: rawLines`
    (?:please |pls |just |can you |could you )*(?:(?:save|note|file|remember|store|write down|jot down) (?:that|this|it)(?: down)?|
    (?:keep|bear) (?:that|this|it) (?:in mind|somewhere|on file)|make a note(?: of (?:that|this|it))?|don't forget (?:that|this|it)|
    (?:note|write|jot|put) (?:that|this|it) down)(?: (?:for me|please|for (?:later|next time|good)|somewhere))*
  `,
  begins: rawLines`
    (?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|my|our|he|he's|she|she's|they|they're|there|there's|you|it|it's|that's|this|please|thanks|ok|can|could|what|how|
    let's|help|always|never|from now on|remember|call me|which|don't|suggest|give me|tell me|write|draft|redo|recommend|(?:live|work|study|teach) (?:in|at|for|as|with|remotely))
  `,
  elided: {
    begins: '(?:live|work|study|teach) (?:in|at|for|as|with|remotely)',
    subject: "i(?:'m|'ve)?|we(?:'re|'ve)?",
    put: 'I ',
  },
  conditions: 'if|when|whenever|every time|each time',
  listed: String.raw`(?:the|an?|some|his|her) (?:\S+ ?){1,2}`,
  endsList: String.raw`(?:and|or) (?:\S+ ?){1,5}`,
  titles: String.raw`[Rr]emember the \p{Lu}`,
  tails: rawLines`
    ok|okay|please|pls|thanks|thank you|lol|haha|btw|by the way|fyi|got it|just so you know|bro|dude|man|xd|especially|particularly
  `,
};
