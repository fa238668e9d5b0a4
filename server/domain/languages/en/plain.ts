/** English forms that by themselves state something lasting. */
import { rawLines } from '../../text/raw-lines.ts';
import type { PlainRow } from '../fact-pack.ts';

const WHO = String.raw`(?:i|we|my \p{L}+)`;
const IS = String.raw`(?:i'm|i am|im|we're|we are|my \p{L}+(?:'s| is| are))`;
const MORE = String.raw`(?:very|really|quite|so|also|deathly|severely|mildly|highly|a|an|lifelong|strict)`;

/** Beginnings of sentences about the present moment, or about something that was just named. */
const NOT_GENERAL = String.raw`(?:it|this|that|these|those|he|she|you|they|we|i|the|your|his|her|its|their|our|my|what|which|who|nothing|something|everything|nobody|somebody)`;
const AFFECTS = rawLines`
  (?:annoys?|bores?|bothers?|calms?|depress(?:es)?|disgusts?|drains?|exhausts?|fascinates?|frightens?|intimidates?|irritates?|overwhelms?|
  relax(?:es)?|scares?|soothes?|stress(?:es)?|terrif(?:y|ies)|tires?|unnerves?|upsets?|worr(?:y|ies))
`;

export const PLAIN: readonly PlainRow[] = [
  {
    id: 'en.is-allergic',
    when: rawLines`
      ${IS} (?:${MORE} )*(?:(?:allergic|intolerant) to \p{L}|(?:lactose|gluten) intolerant\b|(?:celiac|coeliac|diabetic|asthmatic|epileptic|
      vegan|vegetarian|pescatarian)(?! (?:food|dish|restaurant|recipe|option|place|meal|menu|cooking)))
    `,
    yes: [
      'I am allergic to peanuts',
      "my son's deathly allergic to bees",
      "I'm a strict vegetarian",
      'we are lactose intolerant',
    ],
    no: ['I am a vegan food critic', 'I was allergic to mornings', 'they are allergic to work'],
  },
  {
    id: 'en.has-allergy',
    when: String.raw`${WHO} (?:have|has|'ve) (?:${MORE} )*(?:\p{L}+ )?(?:allergy|allergies|intolerance|diabetes|asthma|epilepsy|celiac|coeliac)\b`,
    yes: ['I have a nut allergy', 'my wife has asthma', 'we have severe allergies'],
    no: ['I have a question about allergies', 'he has diabetes'],
  },
  {
    id: 'en.affects-me',
    when: String.raw`(?!${NOT_GENERAL}(?!\p{L}))(?:\p{L}[\p{L}'-]* ){1,3}${AFFECTS} me(?: (?:out|down|a lot|so much|to death|every time))?(?! \p{L})`,
    yes: ['Loud music annoys me', 'heights scare me', 'Long queues stress me out', 'instrumental jazz relaxes me'],
    no: [
      'The meeting drained me',
      'it bores me',
      'this chapter bores me',
      'Your silence worries me',
      'dogs scare my sister',
    ],
  },
];
