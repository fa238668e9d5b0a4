/** English statements that are never taken for the user's own, whatever the reader says. */
import { rawLines } from '../../text/raw-lines.ts';
import type { VetoRow } from '../fact-pack.ts';
import { IDIOMS } from './idioms.ts';

export const VETOES: readonly VetoRow[] = [
  {
    id: 'en.denied',
    when: String.raw`(?:(?:i|we) (?:don't|dont|do not) (?:(?:actually|really|currently) )?(?:live|work|study) (?:in|at|for|as)\b(?!.*\bany ?(?:more|longer)\b)|my (?:\p{L}+ )?name (?:is not|isn't|isnt)\b)`,
    yes: ["I don't work in fintech", "i don't live in Madrid", 'my name is not George'],
    no: ["I don't eat pork", "I don't work at Acme anymore", 'I no longer live in Madrid'],
  },
  {
    id: 'en.forget',
    when: String.raw`{polite}(?:forget|erase|delete|discard|unlearn)\b`,
    yes: ['Forget what we decided about the deployment', 'please delete my address'],
    no: ['I always forget names'],
  },
  {
    id: 'en.named-other',
    // A name without any tie to the user; a sentence that has `my` or `us` in it may still be about the user.
    when: rawLines`
      (?!(?:The|This|That|These|Those|No|All|Each|Every|Always|Never|Please|Also|Just|Some|Most|My|Our|I|We)\b)\p{Lu}\p{Ll}+
      \s(?:would|has|{does})\b(?!.*\b(?:[Ii]|[Mm]y|me|[Ww]e|[Oo]ur|us|mine)\b)
    `,
    isAsWritten: true,
    yes: ['Nadia repairs lifts', 'Hugo would like to open a bakery'],
    no: [
      'Brandon Sanderson is my favourite author',
      'My sister repairs lifts',
      'Always uses tabs',
      'Postgres it is',
      'Ana helps me',
    ],
  },
  {
    id: 'en.undecided',
    when: String.raw`(?:i|we) (?:may|might|could)\b(?! (?:not|never)\b)`,
    yes: ['I may switch jobs next year', 'we might move to Leeds'],
    no: ['I may not eat nuts', 'I work at the port'],
  },
  {
    id: 'en.no-preference',
    when: String.raw`(?:(?:i|we) (?:don't|dont|do not) (?:really )?have (?:a|any) (?:strong )?preferences?|no preference)\b`,
    yes: ['I do not have a preference', 'no preference, really'],
    no: ['I have a preference for trains'],
  },
  {
    id: 'en.booking',
    // The number of people for a table or a room belongs to the task at hand.
    when: String.raw`(?:there (?:are|will be)|there'll be|it's) (?:just |about )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) of us (?:for|on|at(?! home)|tonight|this|next)\b`,
    yes: ['There are five of us for Saturday at 20:15'],
    no: ['There are five of us at home', 'There are five of us in the family'],
  },
  {
    id: 'en.hyperbole',
    // Figures of speech: nobody is allergic to a weekday or sleeps at the office. Allergies that exist, such as to exercise, are not
    // in the list.
    when: rawLines`
      (?:(?:i'm|im|i am|we're|we are) (?:(?:kind of|basically|totally|literally|practically) )?allergic to (?:the |my )?(?:(?:mon|tues|wednes|thurs|fri|satur|
      sun)days?|(?:early )?mornings?|work|working|meetings?|small talk|drama|stupidity|stupid people|people|commitment|bullshit|bureaucracy|paperwork|maths?|lies|
      liars|hypocrisy|housework|chores|spreadsheets|taxes|nonsense|boredom|responsibility)|(?:i|we) (?:(?:basically|practically|pretty much|literally) )?live (?:in|at|on)
      (?: the| my| an?)? (?:gym|office|airports?|airplanes?|planes?|library|phone|internet|instagram|youtube|slack|zoom|excel|meetings?|past|future|coffee|caffeine))
      (?=\s*(?:[.,;!]|$))
    `,
    yes: ["I'm allergic to Tuesdays", 'we practically live in the office'],
    no: ["I'm allergic to exercise", "I'm allergic to work gloves", 'I live in an office block', 'I live at the beach'],
  },
  {
    id: 'en.idiom',
    when: String.raw`.*?(?<!\p{L})(?:${IDIOMS.join('|')})(?!\p{L})`,
    yes: ['I bit off more than I could chew', 'I stand corrected'],
    no: ['I raise sheep and a dog', 'I play the blues'],
  },
];
