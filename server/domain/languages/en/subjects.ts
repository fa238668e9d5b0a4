/** English statements that are not about the user, and their subjects. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SubjectRow } from '../fact-pack.ts';

const KIN = rawLines`
  (?:(?:older|younger|little|big|elder|twin|step|half|ex|late|best|next-door)[ -]?)*(?:(?:great-)*(?:grand)?(?:mother|mom|mum|ma|father|
  dad|pa|parent|son|daughter|child|children)|sister|brother|sibling|aunt|auntie|uncle|cousin|niece|nephew|kid|baby|granny|wife|husband|
  spouse|partner|fianc[eé]e?|boyfriend|girlfriend|friend|flatmate|roommate|housemate|neighbou?r|godmother|godfather|boss|manager|
  colleague|co-?worker|assistant|doctor|dentist|therapist|accountant|lawyer|landlord|landlady|teacher|coach|trainer|nanny)s?(?:-in-law)?
`;
const NAME = rawLines`
  (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|
  Christmas|Easter|I\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?
`;

export const SUBJECTS: readonly SubjectRow[] = [
  {
    id: 'en.named-relative',
    when: String.raw`(?:[Mm]y|[Oo]ur) (?<relation>${KIN})(?:,| is (?:called|named)|'s name is)? (?<name>${NAME})(?! and I\b)(?!\p{L})`,
    yes: [
      ['My sister Ana lives in Lima', 'sister', 'Ana'],
      ['my doctor is called Ruiz', 'doctor', 'Ruiz'],
      ["my best friend's name is Bo", 'best friend', 'Bo'],
      ['Our accountant, Mary Jones, is on leave', 'accountant', 'Mary Jones'],
    ],
    no: ['my wife Ana and I live in Lima', 'my boss is German', 'My sister May come'],
  },
  {
    id: 'en.relative',
    when: String.raw`(?:[Mm]y|[Oo]ur) (?<relation>${KIN})(?!\p{L}|-)(?! (?:and (?:I|me)\b|tongue|language|board|nature|\p{Lu}\p{Ll}+ and I\b))`,
    yes: [
      ["my aunt can't eat gluten", 'aunt'],
      ["My mother-in-law's car is red", 'mother-in-law'],
      ['our kids go to school in Leeds', 'kids'],
    ],
    no: [
      'my aunt and I bake',
      'My mother tongue is Welsh',
      'my partnership is over',
      'I love my aunt',
      'my wife Ana and I live in Lima',
    ],
  },
];
