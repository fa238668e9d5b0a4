/** The words that begin questions and orders in English. */
import { rawLines } from '../../text/raw-lines.ts';
import type { RequestWords } from '../question-pack.ts';

export const REQUESTS: RequestWords = {
  opens: 'and|so|but|ok|okay|then|now|hey|well|please|pls',
  asks: rawLines`
    who|whose|what|where|when|why|which|how|do|does|did|is|are|was|were|can|could|have|has|
    (?:would|will|should|shall|am) (?:i|we|you|he|she|it|they|my|our|the)|
    (?:at|on|in|from|to|for|with|by|since|until|about) (?:what|which|who|whom|whose)
  `,
  orders: rawLines`
    write|translate|explain|summari[sz]e|convert|create|generate|fix|refactor|draft|make|show|set|give|define|compare|calculate|compute|describe|
    suggest|recommend|name|plan|review|rewrite|design|build|solve|count|list|send|find|tell|prepare|outline|put together|come up with|look up|
    (?:summary|recap|overview|list) of|(?:ideas?|recipe)(?= for\b|:)
  `,
  begs: 'please|pls|plz',
};
