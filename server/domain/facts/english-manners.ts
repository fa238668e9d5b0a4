/** English: how the assistant is to behave with this user, without a word for always. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { ENGLISH_TOLD } from './english-told.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}'])`,
  told: ENGLISH_TOLD,
  please: String.raw`(?:(?:please|pls|plz|kindly|just|also|and|ok|you can|you should|i'd like you to|i want you to|i need you to|try to)\s+)*`,
  manner: rawLines`
    (?:brief|short|concise|direct|blunt|honest|frank|straight|patient|gentle|kind|formal|informal|casual|simple|clear|technical|
    specific|polite|succinct|light|serious|professional|neutral|critical|strict|tough|terse|to the point)
  `,
  style: rawLines`
    (?:emojis?|emoticons?|jargon|bullets?|bullet points|bullet lists?|lists?|tables?|headings?|headers?|markdown|
    exclamation (?:marks|points)|slang|swearing|swear words|fluff|filler|small talk|sugar-?coating|disclaimers?|caveats?|
    apologies|sarcasm|jokes|acronyms|abbreviations|anglicisms|buzzwords|corporate (?:jargon|speak)|technical terms|
    technicalities|pleasantries|platitudes|flattery|cliches|analogies|long answers|walls of text|formalities|passive voice|
    footnotes|citations|preambles?|intros?|all caps|hashtags)
  `,
};

export const ENGLISH_MANNERS = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'en.manner-with-me',
      rawLines`
        {please}(?:be|stay|keep (?:it|things|your \p{L}+|answers|replies|everything)|talk|speak|write|explain (?:things|
        everything)|answer)\s+(?:\p{L}+ ){0,3}?(?:with|to|for) me(?: (?:please|pls|at all times))?\s*$|i (?:want|need|'d like|
        would like|prefer) you to be (?:\p{L}+ ){0,2}?{manner}\b.*|(?:with|for) me,? {please}(?:be|keep|use|stay|avoid|no|don't|
        get|go|{told})\b.+|{please}(?:don't|do not|dont|never|stop) (?:talk|speak|write|talking|speaking|explain things|
        treat)(?:ing)? (?:to )?me (?:like|as)\b.+
      `,
    ],
    [
      'en.no-style',
      rawLines`
        {please}(?:(?:no|zero|less|fewer|skip (?:the|all)|drop the|cut the|avoid|without)\s+(?:\p{L}+ )?{style}(?: (?:with me|
        for me|please|pls|in your (?:answers|replies|responses|messages)|when (?:you )?\p{L}+ (?:to |with )?me|ever))*|(?:don't|
        do not|dont|never|stop) (?:ever )?(?:use|using|add|adding|put|putting|give me|giving me|send me|sending me|answer with|
        write|writing|reply with|include|including)\s+(?:any |so many |\p{L}+ )?{style}(?: (?:with me|for me|please|
        in your (?:answers|replies|responses|messages)|when (?:you )?\p{L}+ (?:to |with )?me|ever))*)\s*$
      `,
    ],
    [
      'en.do-not-to-me',
      rawLines`
        {please}(?:don't|do not|dont|never|stop|avoid)\s+(?:ever\s+)?(?:\p{L}+ing|{told})\b[^.?!]{0,60}?(?:to|with|for|on|
        at) me\s*$|{please}(?:avoid|don't use|do not use|no|skip)\s[^.?!]{2,40}\bwhen (?:you )?(?:write|writing|talk|talking|
        speak|speaking|reply|replying|answer|answering)(?: to)? me\s*$|{please}(?:don't|do not|dont) (?:explain|state|repeat|
        tell me) the (?:obvious|basics)\b.*|{please}(?:don't|do not|dont|never) (?:remind me of|talk to me about|ask me about|
        mention) (?!(?:it|this|that|the)\b)\p{L}.+
      `,
    ],
    [
      'en.do-not-suggest',
      rawLines`
        {please}(?:don't|do not|dont|never)\s+(?:ever\s+)?(?:suggest|recommend|propose|offer|show me|send me|give me|pick|
        choose|include)\s+(?!(?:this|that|it|the|these|those|me|him|her|anything|any of|a|an|your|my)\b)(?:any |
        me )?[\p{L}-]+s\b(?: (?:that|with|which|containing|from|in|over|without|for|by|about|made)\b.+)?\s*$|
        i don't want you to (?:suggest|recommend|use|call|give|send|write|talk|ask|show|offer|explain|remind)\b(?! (?:this|that|
        it|the)\b).+
      `,
    ],
    [
      'en.want-when',
      rawLines`
        i (?:want|need|'d like|would like|prefer) you to {told}\b[^.?!]*\b(?:when(?:ever)?|every time|each time|if) i\b.+|
        i'd (?:rather|prefer(?: it if)?) you (?:kept|keep|used|use|called|call|answered|answer|wrote|write|spoke|speak|were|are|
        be|gave|give|explained|explain|sent|send|stuck|stick|avoided|avoid)\b(?! (?:this|that)\b).+|(?:it )?(?:bugs|annoys|
        bothers|irritates|upsets) me when you\b.+|i (?:hate|dislike|love|like|appreciate) (?:it )?when you (?!(?:said|did|told|
        gave)\b).+
      `,
    ],
    [
      'en.call-me',
      rawLines`
        {please}(?:you can |you may |(?:everyone|everybody|people|friends|they|folks)(?: (?:all|just|have|has|
        always))* )?(?:call|called|calls) me (?!(?:back|later|tomorrow|today|tonight|when|if|at|on|crazy|old|maybe|a|an|asap|in|
        the|what|out|after|before|again|now|names|lazy|stupid|weird|picky|it|this|that|every|about|for|to|with|and|but|or|
        soon)\b)\p{L}+(?:\s*$|[\s,]+(?:please|since|not|instead|and|by|ok|okay)\b.*$)|i'm (?:dr|mr|mrs|ms|professor|prof|
        doctor)\.? \p{L}+ to you.*
      `,
      'address',
    ],
  ]),
];
