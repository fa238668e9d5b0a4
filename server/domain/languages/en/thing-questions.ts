/** English questions about what a thing of the user is or has, and about what they do and take. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import { PERSON } from './user-questions.ts';
import type { QuestionRow } from '../question-pack.ts';

export const THING_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-thing-has',
    when: [
      // The name of anything stays the same, and so does who does something for the user, until the user says otherwise.
      String.raw`^what(?:'s| is| are) my (?:\p{L}+ ){1,3}(?:called|named)$|^what did (?:i|we) (?:name|call) my \p{L}+$`,
      rawLines`
      ^who(?:'s| is| are) my (?!(?:next|opponent|date|driver|match|waiter|crush|soulmate|enem\p{L}+|ride|guests?|visitors?|
      caller|replacement|competition|target|real|true)(?!\p{L}))\p{L}+(?: \p{L}+)?$
    `,
      rawLines`
      ^what does (?:my|our) (?:\p{L}+ )?(?:business|shop|store|company) (?:sell|make|do)$|^what(?:'s| is) my (?:speciality|
      specialty|tax number|dream|weakness|passion)$|^what foods? do i (?:avoid|dislike|hate)$|^do i have a (?:partner|
      girlfriend|boyfriend|wife|husband|spouse|pet|business|degree|driver's licen[cs]e)$
    `,
      rawLines`
      ^where(?:'s| is| are) (?:my|our) (?:wife|husband|partner|girlfriend|boyfriend|parents|mom|mum|dad|family|in-laws|boss|
      roommate|cofounder) from$|^what do (?:i|we) have an? (?:allergy|intolerance) to$|^what does (?:my|our) (?:startup|company|
      app|product|project|team|business) do$|^(?:what|which) (?:instrument|sport|language|languages) (?:does|
      do) ${PERSON} (?:play|speak|do)$|^(?:what|which) days? do (?:i|we) (?:go to|have|do) \p{L}+$|^what(?:'s| is) my (?:trade|
      craft|vocation|calling|occupation)$
    `,
      rawLines`
      ^what (?:do i take|medication do i take|medicine do i take) for my \p{L}+$|^what do (?:i|we) use at (?:work|the office|
      my company)(?:, .{3,40})?$|^do i (?:drive|swim|smoke|drink|cook)$|^what(?:'s| is) my (?:maximum|max|minimum|monthly|
      annual|total) budget$|^(?:what|which) (?:medications?|medicines?|drugs?|foods?) (?:am|are) (?:i|we) allergic to$
    `,
      rawLines`
      ^(?:what|which)(?: \p{L}+){1,3} (?:does|do) (?:my|our) (?:project|app|company|startup|team|shop|store|business|website|
      backend|frontend|thesis) (?:use|run on|run|work with|sell|make|build)$
    `,
      rawLines`
      ^(?:what|which) (?:make|brand|model|colou?r|breed|size) is (?:my|our) \p{L}+$|^how many of us are (?:there )?(?:on|
      in) (?:the|my|our) (?:team|family|company|band|house)$
    `,
      rawLines`
      ^what(?:'s| is) the name of the (?:company|project|team|school|university|app|shop|club|gym|street|town|
      city) (?:that )?(?:i|we) (?:work|study|live|go|run|lead|own|teach)(?: (?:for|at|on|in|to))?$
    `,
      rawLines`
      ^(?:what|which|in (?:what|which)) language do (?:i|we) (?:want|prefer|like) you to (?:answer|reply|speak|write|
      respond)(?: in| me in)?$
    `,
      rawLines`
      ^what (?:sport|sports|instrument|activity|martial art) do i (?:do|practi[cs]e|play)$|^(?:what|which) (?:date|time|number|
      file|citation) format do (?:i|we) (?:prefer|like|use)$|^(?:tell me )?what i do (?:for (?:work|a living))$
    `,
      rawLines`
      ^(?:what|which)(?: \p{L}+){1,3} did (?:i|we) (?:go (?:for|with)|opt for|settle on|decide on|choose|pick)$|^what did (?:i|
      we) ask you to call (?:me|us)$|^am i (?:left|right)(?:[- ]handed)?(?: or (?:left|right))?(?:[- ]handed)?$
    `,
      rawLines`
      ^(?:what|who)(?:'s| is| are) my (?:gp|general practitioner|(?:t-?shirt|shirt|jacket|sneaker|trouser|waist|hat|glove|
      dress) size|marital status|star sign|gp's name|next of kin)$|^can (?:i|we) (?:eat|have|drink) \p{L}+$
    `,
      rawLines`
      ^do (?:i|we) (?:have|hold) a (?:driver's|driving|pilot's|drivers) licen[cs]e$|^do (?:i|we) (?:take|drink|have) (?:sugar|
      milk|cream) (?:in|with) (?:my|our) (?:coffee|tea)$
    `,
    ],
  },
];
