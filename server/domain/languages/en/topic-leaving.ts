/**
 * English topic phrases that are recognised by their form alone: something, whatever it is, is left and the same sentence asks or
 * states something new; or what follows is called another matter, or said to have nothing to do with the one before. Folded.
 */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

/** Things in the conversation, on the screen or on the desk: leaving one of them aside does not change the topic. */
const MATTER = rawLines`
  \b(?:code|errors?|bugs?|scripts?|files?|functions?|lines?|logs?|builds?|tests?|query|queries|button|tabs?|screens?|pages?|
  menu|windows?|commands?|server|deploy|commits?|branch|paragraph|sentence|title|text|draft|answer|response|options?|chapter|
  slides?|results?|exceptions?|console|terminal|url|endpoint|variables?|table|columns?|cells?|formula|document|form|links?|
  passwords?|tokens?|parameters?|arguments?|exercise|problem|example|questions?|message|emails?|task|homework|report|recipe|
  versions?|copies|copy|images?|layers?|backgrounds?|rows?|intro|summary|article|both sides|equation|devil's advocate)\b
`;

export const LEAVING: TopicTable = {
  parts: {
    matter: MATTER,
    while: rawLines`
    (?:for (?:a (?:second|sec|moment|minute|bit|while|mo)|now|today|tonight|the moment|another (?:day|time))|aside|to (?:one|
    the) side|on (?:hold|the back burner|ice)|to bed|to rest|alone|there|at that|behind us|be|later)
  `,
    what: rawLines`
    (?:about |with |on |of |from )?(?:(?:all|the|my|our|your|that|this|these|those|any more|
    more) )*(?!(?:${MATTER}))(?!(?:commas|bullet|emojis|lists|tables|jokes|it|what|how|if|door|light|key|water|price|
    cost|decimals|salt|sugar|garlic|onions|dough|examples|said)\b)[\p{L}'-]+(?: (?:of |with |in |for |and |to )?(?:the |my |
    our )?[\p{L}'-]+){0,3}?
  `,
    next: rawLines`
    \s*(?:[,.;:!\u2014]+|\band\b(?= (?:talk|let's|chat|discuss|on to|start on|start something))|-)\s*(?:and |now |so |ok |then |
    but )*(?:do|does|did|what(?! else)|what's|whats|how(?! (?:much is it|many are left))|how's|where|when|who|which(?! (?:one|
    is better))|why|can|could|is|are|have you|has|should|would|will|any|know|tell|explain|help|recommend|talk|start|let's|lets|
    let me|let us|i've (?:got )?an?|i (?:need|want|wanted|have a|was wondering|'d like|must|should)|i've got|i'd|i'm (?:trying|
    looking|wondering|curious|after)|on to|onto|about|start|move|got|give me)(?![\p{L}])(?! (?:run|rerun|retry|test|commit|fix|
    do the same))
  `,
    another: rawLines`
    (?:(?:another|a different|a separate|an unrelated|some other|one other|a new|a completely different|a totally different|
    an entirely different|other|something) (?:(?:important|urgent|separate|unrelated|quick|small|little|completely|totally|
    entirely|else|different|new) ?)*(?:thing|topic|subject|matter|question|issue|point|front|note|story|tangent|business|things|
    topics|subjects|matters)|something (?:(?:completely|totally|entirely|altogether|quite|very|slightly) )?(?:else|different|
    unrelated|new|separate))
  `,
    same: rawLines`
    (?!.{0,40}\b(?:same (?:thing|subject|topic|file|function)|about (?:this|that|it)\b|on (?:this|that)\b|with (?:this|that|
    the)\b|in the (?:log|code|file|text)|to (?:try|fix|add|test)))
  `,
    move: rawLines`
    (?:(?:sorry|apologies|forgive me|excuse me|pardon me|hope you don't mind)(?:,| but)? (?:to |for |if |
    me )?)?(?:(?:i'd like to|i would like to|i want to|i wanted to|i need to|i'll|i will|let me|let's|lets|can i|can we|could i|
    could we|may i|mind if i|shall we|i'm going to|i must|allow me to|if i (?:may|can|could)|i'm|we|before we (?:continue|go on|
    finish),?) )?(?:just |quickly |also |now )*(?:(?:jump|switch|mov|hop|skip|go|turn|pivot|shift|segue|veer|talk|chat|start|
    touch)(?:e|ing|ping)?|changing (?=to|the)|ask|pick|bring|raise|throw|toss|slip|squeeze|open|tackle|speak|discuss|have|got|
    here's|there's)\b(?!.*\bthing i (?:love|like|hate|notice|know))
  `,
  },
  rows: [
    {
      id: 'en.leaves-for-next',
      kind: 'SHIFT',
      when: rawLines`
            (?:(?:let's|lets|let us|can we|could we|we can|i'd like to|i want to|please) )?(?:(?:put(?:ting)?|set(?:ting)?|leav(?:e|
            ing)|park(?:ing)?|drop(?:ping)?|forget(?:ting)?|skip(?:ping)?|shelv(?:e|ing)|tabl(?:e|ing)|paus(?:e|ing)|
            wrap(?:ping)? up|clos(?:e|ing)|finish(?:ing)?|stop(?:ping)? (?=talking|chatting)|enough|that's (?:it|all|enough)(?: for| about| on| of| with)?|so much for|done with|never ?mind|moving (?:on|away) from|mov(?:e|ing) past|stepping away from|
            no more|i don't want to talk(?: any ?more)?|we've (?:talked|said|covered) enough)(?: (?:talking|chatting|
            going on))?(?: {while})?) {what}(?: {while})?{next}
      `,
      yes: ["Leaving the budget aside, how's the guest list?", "Let's drop this topic and start on something new."],
      no: ['leave the door open, please'],
    },
    {
      id: 'en.moves-to-another',
      kind: 'SHIFT',
      when: rawLines`
            {same}{move}(?: (?:up|to|onto|over|on|off|in|into|you|about|with|around|for a (?:second|sec|moment|minute)|the (?:topic|
            subject)))* {another}(?=\s*(?:$|[,.:;!?\u2014]|-)|\s+(?:that|which|if|i|for|with|from|and|now|entirely|altogether|
            please|real)\b).*
      `,
      yes: ["I'd like to touch on a completely different subject. Do bees sleep?"],
      no: ['jump to another line'],
    },
    {
      id: 'en.nothing-to-do',
      kind: 'SHIFT',
      when: rawLines`
            (?:apropos of nothing|(?:this|that|it)(?:'s| is| has|'ll) (?:\p{L}+ )?(?:nothing to do|(?:un|not |)related|a (?:sharp|
            hard|sudden|complete|total) (?:turn|left|change|switch))\b.{0,40}?[,:;.-]|(?:quite )?(?:aside|apart|
            separate) from (?:all )?(?:that|this|(?:the |my |our )?(?!(?:{matter}))\p{L}+(?: \p{L}+)?)\s*,\s*(?!(?:what|who|where|
            how|which) (?:else|other|more))(?=(?:what|how|where|when|who|which|can|could|do|does|did|is|are|have|i (?:need|wanted|
            was wondering))\b)|(?:a |one |just a |here's a )?(?:question|query|thought) (?:from|out of) (?:left field|the blue|
            nowhere))
      `,
      yes: [
        'Apropos of nothing, why do flamingos stand on one leg?',
        'Apart from the boiler, what does the house need?',
      ],
      no: ['it has nothing to do with me'],
    },
  ],
};
