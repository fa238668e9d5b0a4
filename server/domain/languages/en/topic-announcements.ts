/** English remarks about the conversation before the topic changes: it is closed, excused or left, or something else came up. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const ANNOUNCEMENTS: TopicTable = {
  parts: {
    other: rawLines`
    (?:(?:another|a different|a separate|an unrelated|some other|one other) (?:(?:important|urgent|separate|unrelated|quick|
    small) )?(?:thing|topic|subject|matter|question|issue|point)|something (?:else|different|(?:completely|totally|entirely|
    altogether) (?:different|else|unrelated)|unrelated|separate))
  `,
    same: rawLines`
    (?!.{0,24}\b(?:same (?:thing|subject|topic)|about (?:this|that|it)|on (?:this|that) (?:function|code|file)|in the (?:log|
    code|file|contract|cart|text)|to (?:try|fix))\b)
  `,
    asks: rawLines`
    (?=(?:do|does|did|what|what's|whats|how|how's|where|when|who|which|why|can|could|is|are|have|has|should|would|will|any|know|
    tell|got|whatever|i (?:need|wanted|want|have|was|should))\b)
  `,
    next: rawLines`
    (?:now|next|on to|onto|let's|lets|let us|moving on|i (?:need|want|'d like)|about the|about my|shall we (?:look|talk|turn|
    move|go)|should we (?:look|talk|turn|move)|tell me (?:something )?about|what about|how about|can (?:you|we)|could (?:you|
    we)|tell me|another|back to|we (?:can|should) (?:now )?(?:move|look|talk|turn))
  `,
  },
  rows: [
    {
      id: 'en.excused',
      kind: 'SHIFT',
      when: rawLines`
          (?:sorry|apologies|forgive me|excuse me|pardon me|i know)(?:,| but)? (?:to (?:change|switch|jump|derail|go off)|
          for (?:the (?:sudden |abrupt )?(?:topic|subject) (?:change|switch)|the change of (?:topic|subject)|changing|switching|
          jumping|derailing|going off)|i'm (?:changing|switching|going off))(?: the| off)? ?(?:subject|topic|gears|track|tangent|
          on a tangent|around)?(?![\p{L}])
      `,
      yes: [
        'sorry for the topic change but my tooth hurts',
        'Sorry to jump to something else, but how do I treat a wasp sting?',
      ],
      no: ["don't change the topic"],
    },
    {
      id: 'en.came-up',
      kind: 'SHIFT',
      when: rawLines`
          {same}(?:(?:i )?(?:just )?(?:remembered|thought of|recalled|realized there's) {other}|(?:there's|there is|i have|i've got|
          got|have|here's) {other}(?=\s*(?:[,.:;?]|$)|\s+(?:i (?:want|wanted|need|'d like|meant|should)|that(?:'s| is) unrelated|
          which is))|i(?:'ve got| have) (?:a|another) question (?:that|which) (?:has nothing to do with|isn't related to|
          is unrelated|is about something else)|(?:i(?:'d like| would like| want| wanted| need)) to (?:bring up|raise|mention|
          discuss|touch on|cover|address|ask you|ask|look at) {other}|{other}(?: just)? (?:came to mind|came up|occurred to me|
          popped (?:up|into my head))|{other}(?=\s*:)|before i (?:go|leave|forget),? {other}|(?:as for|regarding|on|concerning|
          with regard to) {other}(?=\s*[,:])|(?:shall we|should we|can we|could we|let's) (?:go|move|skip|turn|jump|
          get)(?: on)? to the next (?:item|point|topic|matter|subject|thing|question)(?! of the list in)|let's do something (?:else|
          different)(?=\s*(?:[,.!?]|$))|(?:and |now )?on to (?:happier|lighter|better|other|more \p{L}+|new) (?:topics|things|
          matters|subjects|news)|(?:moving|turning|coming|getting)(?: on| over)? to (?:the|my|our) [\p{L} ]{3,30}\s*[,:]\s*{asks}|
          (?:different|another|new) (?:story|thing|topic) now(?=\s*[,:.])|(?:other|any other) (?:business|topics?|
          matters?)(?=\s*[:,]))
      `,
      yes: ["let's do something else", 'I wanted to bring up another topic'],
      no: ['I like something else'],
    },
    {
      id: 'en.closed-next',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:i think |i guess |looks like )?we're (?:done|finished|all set)(?: here| with (?:that|this))?|so that's that|
          that's that|(?:ok |so |right )*(?:that|this|that topic|this topic|that one|that part|the \p{L}+)(?:'s| is|'s all|
          s) (?:now )?(?:done|sorted|settled|closed|finished|clear|covered|out of the way|dealt with|resolved|wrapped up|
          it)(?: (?:for|with) (?:that|now|today|the \p{L}+))?|with (?:that|this) (?:done|out of the way|settled|sorted|behind us|
          cleared up|said|covered|finished|in place)|(?:done|finished|all set|good|all done) with (?:that|this|the \p{L}+)|(?:that|
          this) (?:wraps up|takes care of|settles|does it for|covers|concludes) [^,.;:]{2,30}|so much for (?:that|this|the \p{L}+)|
          (?:that's )?enough (?!(?:is|to|for (?:me|him|her|them|us)|time|space|memory)\b)[^,.;:]{2,30}? for (?:today|now|tonight|
          one day)|i'll (?:stop|leave (?:it|that|things)) there(?: with (?:that|this))?|(?:let's )?leave it (?:there|
          at that))\s*[.,;:!]+\s*(?:ok,? |so,? |right,? |and )*{next}(?![\p{L}])(?! (?:run|rerun|test|retry|continue with (?:it|
          this|that)|commit|push|again|make it|fix|do the same))
      `,
      yes: ["that's that. Now, the holidays", 'done with that, on to the report'],
      no: ['can we go on with that?'],
    },
    {
      id: 'en.dropped',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:let's |ok |just )*(?:never ?mind|forget|drop|leave|scratch|skip|scrap)(?: about)? (?:that|it|this|
          all that)(?: (?:one|for now|for a (?:bit|while|moment)|please))?)\s*[,.;\u2014]\s*(?:and |now )?(?:let's (?!(?:use|try|
          make|do it|keep|go with|just use)\b)|help me|tell me|can you help|i (?:need|want) (?:help|to (?:talk|ask|know))|
          what about|how about)|i (?:don't|do not) want to (?:talk|think|hear|go on) about (?:that|this|it) (?:any ?more|any longer|
          now|right now)(?=\s*[,.;])|(?:let's )?(?:leave|pause|forget(?: about)?|set aside|put aside|park) (?!(?:it|that|
          this)\b)(?:the |my |our )?[\p{L} ]{3,25}? (?:for (?:now|a (?:bit|while|moment|minute|second|sec)|today)|aside)\s*(?:,|
          and)\s*(?:and )?(?:let's|look|talk|move|what|how|can|could|tell|i )|(?:let's |let us )(?:leave|pause|park) (?!(?:it|that|
          this)\b)(?:the |my |our )?[\p{L} ]{3,25}? and (?:talk|chat|look at|discuss|move on)\b|enough (?!(?:is|to|for|about|of|on|
          with|said|already)\b)[\p{L} ]{3,20}, (?:what|let's|tell|how|can|could|now|i (?:want|need))|let's forget about (?:work|
          the \p{L}+|\p{L}+ing)\s*,\s*(?:i|let's|tell|what)|(?:leaving|setting|putting) (?:the above|all (?:of )?(?:the above|this|
          that)|what i said) aside
      `,
      yes: ["forget that, let's talk about the party", "drop it, let's look at the photos instead"],
      no: ['forget it'],
    },
    {
      id: 'en.aside',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:just |as )?(?:an?|one|quick|brief|small|little|short)?\s*(?:quick |brief |small |little )?(?:aside|tangent|
          digression|detour|interlude|parenthesis)|ot|o\.t\.|(?:going|heading|veering|
          getting) off on a (?:\p{L}+ )?tangent)(?=\s*[:,\u2014]|\s+-)|(?:while (?:i'm|we're) (?:at it|here|on)|while i(?:'ve got| have|'ve) you(?: here| on the line)?|since (?:we're|i'm) (?:here|off topic|at it|talking)(?: anyway)?|since i(?:'ve got| have) you|speak of the devil|on the subject of (?!(?:this|that|it)\b)[^,.]{3,30}|before it slips my mind|
          (?:i )?almost forgot|before i (?:go|leave|forget)|before we (?:finish|wrap up|close))\s*[,:]\s*{asks}|(?:cutting|
          cut) (?:this|that|the) (?:topic|subject|conversation|discussion) short|since (?:you're|i'm|we're) here,? i (?:wanted|want|
          need|'d like) to ask|(?:picking|taking) up (?:from|where) (?:we left off )?(?:yesterday|last time|before|earlier|
          on)\s*[,:]|(?:a |quick |brief |small )*detour\s*[:,]|(?:i'm|i'll be|i am) (?:changing|switching) (?:the )?(?:subject|
          topic|subjects|topics)\b|(?:leaving|closing|dropping) (?:this|that|the) (?:topic|subject)(?=\s*[,.:])|
          (?:and )?the other thing (?:that )?i (?:wanted|was going|meant|need|have) to (?:ask|say|mention|tell)|(?:let's|let us|
          i'll) leave (?!(?:it|that|this)\b)(?:the |my |our )?[\p{L} ]{2,25}? for (?:later|another (?:day|time)|tomorrow),? (?:what|
          how|can|let's|where|when|which|and|now|i)\b|(?:a )?(?:radical|complete|total|sudden|abrupt) change of (?:topic|subject|
          theme)(?=\s*[,:.])|let me tell you (?:something else|another thing)(?=\s*[,:])|(?:let's|let us|can we) (?:drop|leave|
          skip) (?!(?:it|that|this|the|a|him|her|them|now|early|tomorrow|soon)\b)\p{L}{4,}(?: talk)?,? please\s*$|
          where were we\s*[?,.]
      `,
      yes: ["let's drop politics, please", 'tangent: who invented chess?'],
      no: ["while we're here"],
    },
    {
      id: 'en.turning-to',
      kind: 'SHIFT',
      when: rawLines`
          (?:let's |can we |could we |shall we )?(?:pick up|resume|return to|reopen|get back to|take up) (?:the|our|that|
          this) (?:conversation|discussion|topic|thread|chat|talk|subject) (?:about|on|of|from|again)|now (?:i (?:want|need|
          would like)|i'd like|we (?:need|should)|let's|it's time) (?:to )?(?:look at|talk about|discuss|turn to|go over|deal with|
          tackle|cover) (?!(?:this|that|it|the (?:code|error|log|function|file|next (?:line|file|function)))\b)(?:the |my |
          our )?\p{L}{3,}(?: \p{L}+)?\s*(?:$|[.,:;!?])|(?:apart|aside) from (?:that|this),? (?:i (?:wanted|want|need|'d like|have|
          was)|can you|could you)(?! (?:to )?(?:know|see) what else)|(?:and )?on the other side of things\s*,|
          something else\s*,\s*{asks}
      `,
      yes: ['now I want to look at taxes', 'apart from that, I wanted some help with my CV'],
      no: ['now I want to see it in red'],
    },
  ],
};
