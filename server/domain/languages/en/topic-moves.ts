/** English phrases that move a conversation on: verbs of moving and leaving with the conversation as their object. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const MOVES: TopicTable = {
  parts: {
    end: rawLines`
    (?![\p{L}'-])(?!\s+(?:lines?|fields?|headers?|matter|of (?:the|my|this|that|your|an?|his|her|our)\b(?! conversation| chat| discussion)|in (?!(?:our|the|this) (?:conversation|chat)|case|advance)|on (?:the|my) (?:bike|car|truck|bicycle|email|
    ticket|form|page|invoice)|to (?:dark|light|["\u00a4])|for (?:the|my) (?:email|essay|paper|ticket)|every|all the time|
    whenever|constantly|when\b|(?:won't|will|would|doesn't|does|can|helps?|never|isn't|always)\b|is\b|was\b|are\b))
  `,
    other: rawLines`
    (?:something\s+(?:else|different|new|more \p{L}+|completely \p{L}+|totally \p{L}+|entirely \p{L}+|unrelated|lighter|happier|
    nicer|better|brighter|funnier|fun|cheerful|positive|urgent|important)|(?:another|a new|a different|a separate|an unrelated|
    the next|a completely different|an entirely different|a totally different|other)\s+(?:topics?|subjects?|things?|matters?|
    questions?|issue|point|note)|other (?:things|stuff|matters)|(?:a )?(?:new|different|next) (?:topic|subject))
  `,
    subject: String.raw`(?:(?:the |a )?(?:subjects?|topics?|conversation|gears?|tracks?|lanes?|tack|tunes?|course|direction))`,
    that: rawLines`
    (?:that|this|it|those|all (?:of )?(?:that|this)|(?:that|this|the) (?:topic|subject|conversation|discussion|matter|thing|
    stuff|issue|question|\p{L}+ (?:topic|stuff|thing|issue|discussion|talk|question|conversation|business)))
  `,
    wish: rawLines`
    (?:(?:let's|lets|let us|let me|can we|could we|can i|could i|may we|shall we|should we|i(?:'d| would) (?:like|love|prefer|
    rather)(?: us)?(?: to)?|i (?:want|need|wanna)(?: us)?(?: to)?|how about we|why don't we|what if we|do you mind if (?:we|i)|
    mind if (?:we|i)|would you mind if (?:we|i)|we should|we can|i'm going to|i'm gonna|i'll|we'll|time to|it's time to|
    i propose we|i suggest we)\s+(?:just |please |quickly |briefly |now )*)
  `,
  },
  rows: [
    {
      id: 'en.change-subject',
      kind: 'FLUSH',
      when: rawLines`
          i(?:'d| would) (?:rather|prefer)(?: (?:it )?if)? we (?:changed?|switched|dropped) (?:the )?(?:subject|topic)s?{end}|
          (?:change|switch) (?:the )?(?:subject|topic)s?(?=\s*(?:$|[.!,]|please|now))|(?:{wish}|please )(?:change|switch|
          shift)(?:\s+up)?(?:\s+to)?\s+(?:{subject}{end}|{other}{end})
      `,
      yes: ["let's change topic", 'can we change topics?'],
      no: ['can we talk?'],
    },
    {
      id: 'en.go-elsewhere',
      kind: 'FLUSH',
      when: rawLines`
          {wish}(?:talk|chat|speak|discuss|move on|move along|move|go on|go|skip|skip ahead|jump|turn|get on|pivot|
          focus)(?:\s+(?:about|to|onto|on to|on|with))?\s+(?:{other}){end}|{wish}move on(?=$|\s*[,.:;!?]|\s+(?:from (?:that|this)|
          now|to))
      `,
      yes: ["Let's move on to the costs", "let's jump to another topic"],
      no: ["let's not move on to another topic yet"],
    },
    {
      id: 'en.start-over',
      kind: 'FLUSH',
      when: rawLines`
          (?:{wish}(?:start (?:over|fresh|afresh|from scratch)|begin (?:again|anew))|clean slate|fresh start)(?=$|\s*[,.:;!?]|
          \s+(?:with (?:a new|something)|please|on a))
      `,
      yes: ["let's start over"],
      no: ["let's start over from the second paragraph"],
    },
    {
      id: 'en.changing-subject',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:changing|switching|shifting|flipping|pivoting|to (?:change|switch))\s+(?:the\s+)?{subject}{end}|(?:change|switch|
          shift) of (?:subject|topic|pace|scene)(?![\p{L}])|(?:subject|topic|gear) (?:change|switch|shift)(?=$|\s*[,.:;!?\u2014])|
          (?:changing|switching|moving|jumping|pivoting|shifting|turning|going|skipping)(?: over| on| ahead)? (?:to|
          onto) {other}{end}|moving (?:on|along|right along)(?=$|\s*[,.:;!?\u2014]|\s+(?:from (?:that|this)|to)\b)|(?:switch|
          change)(?:ing)? gears(?:$|\s*[,.:;!?]|\s+(?:here|now|a bit|for a)))
      `,
      yes: ['moving on', 'Moving right along: dessert'],
      no: ['moving on up'],
    },
    {
      id: 'en.on-another-note',
      kind: 'SHIFT',
      when: rawLines`
          (?:on|and on)\s+(?:an?|to)\s+(?:(?:completely|totally|entirely|slightly|whole|wholly|very|much)\s+)*(?:different|another|
          unrelated|separate|side|other|lighter|brighter|happier|personal|more \p{L}+|new|sadder|serious|random)\s+(?:note|topic|
          subject|matter|front|question)(?![\p{L}])|on another (?:note|topic|subject|matter|front)|in other news|on to (?:the next|
          something|another|other)\b|onto the next\b
      `,
      yes: ['on to other matters: the boiler', 'On to another subject: my garden'],
      no: ["let's not move on to another topic yet"],
    },
    {
      id: 'en.unrelated',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:this is|it's|that's|one|a|an|here's a|here's an|kind of|kinda|sort of|slightly|a bit|question)\s+)*(?:(?:completely|
          totally|entirely|wholly|slightly|somewhat|kinda)\s+)*(?:unrelated|off[- ]?topic|different (?:question|topic|subject|
          thing)|separate (?:question|topic|subject|thing)|random (?:question|thought|topic)|side (?:note|question)|
          not related(?: to (?:this|that|the above))?|(?:this |it )?has nothing to do with (?:this|that|it|anything)(?=,? but)|
          nothing to do with (?:this|that)|(?:totally|completely|kinda|so|a bit) random|(?:going|getting|straying|drifting|
          veering)(?: a bit| slightly)? off[- ]?topic|separately(?=,)|out of (?:left field|nowhere|the blue))(?:\s+(?:a bit|
          a little|for a \p{L}+|question|topic|thing|note|here|now|entirely|to (?:this|that)|to what we.{0,20}))*(?=$|
          \s*[,:.;!?\u2014]|\s+-|\s+(?:but|do|does|what|how|where|when|can|could|is|are|have|i|which|who|about|on)\b)
      `,
      yes: ["Side question: what's an ETF?", 'So, unrelated: tabs or spaces?'],
      no: ['the two errors are unrelated'],
    },
    {
      id: 'en.another-thing',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:one|oh|and|i have|got|here's|ok)\s+)*(?:another|a different|a new|other|next|new|last|one (?:more|other|last)|
          separate)\s+(?:thing|topic|subject|question|matter|issue|item|point)(?:\s+(?:entirely|altogether|though|now|for you|
          please))*(?=$|\s*[,:.;!?\u2014]|\s+-|\s+(?:i\s+(?:wanted|want|need|meant|forgot|had|'ve)|do you|can you|could you|how|
          what|where|when|which|unrelated)\b)
      `,
      notAfterDenial: true,
      yes: ['next topic please', "Next subject: Friday's dinner"],
      no: ['next slide please', 'No, not that: another thing'],
    },
    {
      id: 'en.leaving-that',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:leaving|putting|setting|parking|tabling|shelving|pushing|moving|dropping|pausing|{wish}(?:leave|put|set|park|table|
          shelve|drop|pause|push|save)|park|drop)\s+(?:{that}\s*(?:aside|to (?:one|the) side|for (?:now|later|another (?:day|time)|
          today|a (?:moment|second|minute|bit))|behind(?: us)?|there|here|to rest|on (?:hold|the back burner)|be|past)|
          aside {that})|(?:{wish}(?:drop|leave|park|table|pause|close|wrap up)|dropping|closing|wrapping up|pausing)\s+(?:{that}|
          {that} at (?:that|this)|a pin in {that})(?=$|\s*[,.:;!?]|\s+(?:and (?:move|talk|go|switch)|now))|(?:that|this|all that|
          all this) aside(?=\s*[,.:]))
      `,
      yes: ["let's drop this topic", 'leaving that aside, I need a workout plan'],
      no: ["let's stay on this topic"],
    },
    {
      id: 'en.done-with-that',
      kind: 'SHIFT',
      when: rawLines`
          (?:enough (?!said|is|to|for|already|time|people|money|space|examples|detail|details|theory|data|info|
          memory)\p{L}+(?=\s*[.!](?:\s|$))|(?:that's |ok )?enough (?:about|of|on|with|talk about|talking about) (?:{that}|(?:the |
          my )?\p{L}{3,}(?=\s*[,.:;]))|(?:i'm|we're) (?:done|finished|good) (?:with|on) {that}|(?:that's|that is) (?:settled|sorted|
          all|it|done)(?: for (?:that|this))?[,.;]? (?:now|next|on to|so)\b|forget (?:about )?(?:this|that|the) (?:topic|subject|
          conversation))(?![\p{L}])
      `,
      yes: ['Enough numbers. Tell me a joke', "enough of this, let's talk music"],
      no: ['I am not done with that yet'],
    },
    {
      id: 'en.wanted-to-ask',
      kind: 'SHIFT',
      when: rawLines`
          (?:i\s+(?:just |also |actually |really )*(?:wanted|want|need|needed|meant|have been meaning|was meaning|was going|
          was gonna|would like|wish|came)|i've (?:also |actually )?been (?:meaning|wanting)|i'd (?:also )?(?:like|love)|
          i'm (?:also )?(?:curious|writing)|been meaning|wanted|meant)\s+(?:to\s+)?(?:ask|talk|speak|check|chat|consult|
          pick your brain|get your (?:take|thoughts|opinion))(?:\s+(?:to |with )?you)?\s+(?:(?:something|one thing|a question|
          a quick question|quickly|real quick|another thing)(?:\s+(?:else|about|on|different|unrelated))?|about|on|for|regarding|
          whether|if)(?![\p{L}])(?!\s+(?:that|this|it|what you (?:just )?said|your (?:last )?(?:answer|reply))(?=$|[\s,.!?]))|
          (?:i have|i've got|got|here's|quick|have)\s+(?:an?(?:other)?\s+)?(?:(?:quick|small|different|unrelated|random|new|
          completely|totally|entirely|separate)\s+)*question(?:\s+for you)?(?:\s+(?:about|on|regarding|unrelated|that's|not)|
          \s*[:,\u2014]|\s+-)(?!\s*(?:that|this|it|your|what you\b.*|the (?:code|error|answer|function))(?=$|[\s,.:!?]))
      `,
      yes: ['I want to talk about my anxiety', 'wanted to ask you about my resume'],
      no: ['I wanted to ask about what you just said'],
    },
    {
      id: 'en.by-the-way',
      kind: 'SHIFT',
      when: rawLines`
          (?:by the way|btw|incidentally|while we're at it|before i forget|while (?:i have|i've got) you|that reminds me|
          speaking of (?:other|something else|other things))[\s,:\u2014-]+(?:do|does|did|what|what's|how|how's|where|when|who|which|
          why|can|could|is|are|have|should|would|will|i (?:need|wanted|want|have a question|was wondering)|any)\b
      `,
      yes: ['btw can you recommend a book?', 'btw I need help with my tax return'],
      no: ['I need another approach'],
    },
    {
      id: 'en.back-to',
      kind: 'SHIFT',
      when: rawLines`
          (?:going back|getting back|coming back|circling back|returning|back|{wish}(?:go|get|circle|come|return|
          jump)(?: back)?) to (?:the (?:earlier|previous|original|first|other) (?!(?:version|file|commit|page|branch|screen|level|
          settings|step|line|draft|layout|code|function|one)\b)\p{L}+|what (?:we|i|you) (?:were|was|said|talked|discussed)|(?:our|
          the|my|your) (?:\p{L}+ )?(?:topic|subject|conversation|discussion|question|point|thing|chat)|
          {that})(?![\p{L}])(?!\s+(?:file|commit|version|page|branch|screen|level|settings))
      `,
      yes: ["Let's go back to the budget topic", 'going back to my earlier question'],
      no: ["let's go back to the previous version"],
    },
    {
      id: 'en.speak-of',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:now )?{wish}(?:talk|chat|speak|discuss)(?: now)? (?:about|of|over)|{wish}(?:discuss|move on to|turn to|get to|
          go on to|move onto)|turning (?:now )?to|now (?:on|about|for|onto))\s+(?!(?:the next (?:step|function|line|page|file|
          exercise|part|section|test)|that|this|it|him|her|them|you|more|how (?:it|that|this|to|we)|what you|where|why)(?=$|
          [\s,.!?]))(?:the |my |our |a |an |your )?[\p{L}\d]{3,}(?!\s+(?:with (?:him|her|them|my|the)\b))
      `,
      yes: ['turning to the budget', 'Now for something else'],
      no: ['change the terminal theme to something else'],
    },
  ],
};
