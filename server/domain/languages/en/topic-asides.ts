/** English turns to something else that do not mention the conversation: asides, things left undone, things that wait. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const ASIDES: TopicTable = {
  parts: {
    while: String.raw`(?:for (?:a (?:second|sec|moment|minute|bit|while)|now|today|the moment)|real quick)`,
    thing: String.raw`(?:the|my|our|your|that|this|all (?:that|this|the)) (?:\p{L}+ ){0,2}\p{L}+`,
    notcode: rawLines`
    (?!(?:version|previous|last|first line|step|page|code|commit|branch|way|drawing board|screen|beginning|start|default|file|
    line|menu|settings|home ?page)\b|(?:previous|original|old|earlier|last) (?:version|one|step|page|code|draft|commit|line|
    file|layout)\b)
  `,
  },
  rows: [
    {
      id: 'en.aside-thing',
      kind: 'SHIFT',
      when: rawLines`
    (?:ok(?:ay)? )?forget (?:about )?{thing} {while}|(?:let's )?(?:pause|shelve|skip|hold off on|pause on) {thing} {while}
      `,
      yes: [
        'ok forget the resume for a second, I need dinner ideas',
        'Forget about the car for now, I need to plan a funeral.',
      ],
      no: ["don't forget the resume"],
    },
    {
      id: 'en.something-else',
      kind: 'SHIFT',
      when: rawLines`
          (?:and |oh |now |also )*(?:something|one thing|there's something|there is something|there's one thing) (?:else|different|
          unrelated)(?:(?: that)? (?:i(?:'ve| have)? (?:been (?:meaning|wanting)|wanted|meant|need|want)|i'd like|i was going)\b.*|
          \s*[:,\u2014]|\s+-|\s+(?:now|though)\b)|let me (?:just |also )?(?:ask|tell|run) (?:you |
          by you )?(?:about )?(?:something (?:else|different|unrelated|new)|another thing|a different (?:question|thing)|
          one other thing)|can i ask (?:you )?(?:about )?(?:something (?:else|different|unrelated|off[- ]topic)|
          a different (?:question|thing)|an unrelated question)|may i ask something (?:else|different)
      `,
      yes: ['Can I ask about something else?', 'Let me ask you something different'],
      no: ['I like something else'],
    },
    {
      id: 'en.not-this',
      kind: 'SHIFT',
      when: rawLines`
          (?:here's|here is|i have|got|and) (?:an?|another) (?:unrelated|random|different|off[- ]topic) (?:one|question|thing|
          thought)\s*[:,.\u2014]|(?:and |so |ok )*now,? (?:about|for|regarding|as for|on to) (?:the|my|our|that) [^,.:?]{2,30}[,:]|
          (?:this (?:is|isn't|is not) |it's |that's )?(?:not (?:about|related to|to do with|connected (?:to|with)) (?:this|that|
          any of (?:this|that)|what we)(?: at all)?|nothing to do with (?:this|that|anything)|(?:a )?(?:bit|little|tad) (?:random|
          off[- ]topic|unrelated|out of the blue)|(?:an? )?(?:total|complete|totally|completely) (?:tangent|non sequitur|left turn|
          curveball|change of pace))(?:[,.:;\u2014]|\s+-|\s+but\b)
      `,
      yes: ['Now, about the car,', 'not about this, but how do vaccines work?'],
      no: ['now the second part'],
    },
    {
      id: 'en.back-to-thing',
      kind: 'SHIFT',
      when: rawLines`
          (?:ok(?:ay)?,? |so,? |anyway,? )*(?:(?:let's|lets|can we|could we|shall we|i(?:'d| would) like to|i want to) (?:get|go|
          come|circle|jump) back|(?:getting|going|coming|circling|jumping) back|back) to (?:the|my|our|your|that|this|what (?:we|i|
          you)) {notcode}\p{L}+(?:(?: \p{L}+){0,3}\s*(?:$|[,.:;?!\u2014])| (?:thing|stuff|plan|question|topic|issue)\b)|
          returning to (?:the|my|our|your) {notcode}\p{L}+(?: \p{L}+){0,3}\s*(?:[,.:;?!\u2014]|$)|where were we(?= (?:with|on)|
          [?,.])|we (?:can|could|should|will|'ll) (?:come|get|go|circle) back to (?:this|that|it) (?:later|another time|tomorrow|
          in a (?:bit|minute))|(?:let's )?(?:revisit|pick) (?:this|that|it)(?: back)?(?: up)? (?:later|another time|tomorrow)
      `,
      yes: ["let's get back to the trip", 'Could we go back to the budget?'],
      no: ["let's get back to the code"],
    },
    {
      id: 'en.onto-next',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:another|one|a|an|some) )?(?:unrelated|random|separate|off[- ]topic|side) (?:thing|question|topic|one|matter|note|
          thought)(?: (?:entirely|altogether|though))?(?=\s*[:,.!?\u2014]|\s+-)|(?:let's|lets|let us) (?:leave it|leave that|
          leave things) (?:at that|there)(?=\s*[,.;!]|$)|(?:let's |lets |i'll |we(?:'ll| can) )?(?:put|stick) a pin in (?:that|this|
          it)\b|(?:let's|lets|can we|could we) talk (?!(?:to|me|it|this|that|more|about|with|soon|later|again|tomorrow|today|
          tonight|through|over|then|now|after|first|in|on|at|again|together|business is)\b)\p{L}{4,}(?: (?:now|for a (?:bit|minute|
          second)|instead))?\s*(?:$|[.,!?])|enough (?:\p{L}+ing|work|business|politics|shop|chit-?chat|small talk|gossip|
          sports)(?: talk)?(?=\s*[,;] )|(?:ok(?:ay)?,? |now,? |and )*(?:(?:for )?my (?:next|other|second|last) (?:question|topic|
          point|thing|issue)|next (?:up|on my list|on the list|on the agenda|order of business)|first of all, new (?:topic|
          subject))(?=\s*[:,.\u2014]|\s+(?:is|has|would)\b|\s+-)(?!.{0,12}\b(?:about (?:this|that)|on this|regarding this)\b)|
          (?:new|next|another|different|separate|other) (?:one|matter|subject|topic|thing)(?=\s*[:,\u2014]|\s+-)|
          switching (?:things up|it up|over)(?=\s*[:,.\u2014]|\s+-)|(?:a )?(?:quick |brief |sudden |abrupt )?(?:change|shift|
          switch) (?:of|in) (?:topic|subject|direction|gears|pace)(?=\s*[:,.\u2014!]|\s+(?:here|but|now))
      `,
      yes: ["Let's talk football", "let's talk politics now"],
      no: ["let's talk"],
    },
  ],
};
