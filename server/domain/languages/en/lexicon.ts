/** English words that rules share. */
import { rawLines } from '../../text/raw-lines.ts';
import type { Lexicon } from '../fact-pack.ts';

export const LEXICON: Lexicon = {
  polite: rawLines`
    (?:(?:please|pls|plz|kindly|just|also|always|(?:can|could|would|will) you(?: please| kindly)?|i (?:need|want) you to|
    i(?:'d| would) like you to|you (?:should|must)|make sure (?:to|you))\s+)*
  `,
  this: String.raw`(?:\s+(?:this|the following|please|always|well|down|for (?:later|me|next time|the record|(?:the )?future(?: \p{L}+)?)))*`,
  that: String.raw`(?:\s*,?\s+that\s+|\s*[:,]\s*|\s+)`,
  own: String.raw`(?:i|i'm|im|i've|my|we|we're|we've|our)\b`,
  future: rawLines`
    (?:from (?:now|here|today|this point|tomorrow)(?: on(?:wards?)?| forward)?|going forward|moving forward|henceforth|
    starting (?:now|today|tomorrow|next \p{L}+|monday)|as of (?:now|today|tomorrow)|effective (?:immediately|today|now)|
    in (?:the )?future(?: (?:answers|replies|messages|chats))?|until further notice|for (?:(?:all )?future (?:answers|replies|
    messages|chats)|the rest of this (?:chat|conversation)))
  `,
  slow: rawLines`
    (?:(?:currently|now|also|still|just|actually|mostly|mainly|usually|already|both|finally|recently)\s+)*
  `,
  mild: '(?:crazy|mad|nuts|old-fashioned|old fashioned|naive|cynical|paranoid|stupid|silly|weird|picky|lazy|selfish|biased|a cynic|a snob)',
  have: String.raw`(?:'ve|'d| have)?\s*`,
  does: rawLines`
    (?:works|lives|likes|loves|hates|enjoys|prefers|wants|needs|says|thinks|believes|knows|plays|studies|teaches|learns|runs|
    drives|rides|makes|sells|buys|writes|reads|speaks|talks|drinks|eats|cooks|bakes|collects|repairs|farms|edits|translates|
    avoids|recommends|looks|finds|takes|comes|goes|gets|keeps|uses|helps|owns|saves|travels|paints|sings)
  `,
};
