/** English questions that a calculator or a table of units answers. */
import { rawLines } from '../../text/raw-lines.ts';
import { B } from '../../text/word-edges.ts';
import type { Calculations } from '../question-pack.ts';

/** `144 divided by 12`, `21% of 1300`. */
const SUM = rawLines`
  \d[\d.,]* ?(?:(?:times|plus|minus|divided by|multiplied by|over|x|\*|\/|\+|-) ?\d[\d.,]*|(?:%|percent) of \d[\d.,]*)
`;

export const CALCULATIONS: Calculations = {
  unit: rawLines`
    kilomet(?:ers?|res?)|miles?|met(?:er|re)s?|feet|foot|inch(?:es)?|yards?|centimet(?:ers?|res?)|kilos?|kilograms?|pounds?|
    ounces?|grams?|lit(?:er|re)s?|gallons?|cups?|seconds?|minutes?|hours?|days?|weeks?|hectares?|acres?|tons?
  `,
  measure: rawLines`
    kilometr\p{L}*|miles?|meters?|metres?|feet|foot|inch(?:es)?|yards?|centimet\p{L}*|milimet\p{L}*|kilos?|kilogram\p{L}*|
    pounds?|ounces?|grams?|lit(?:er|re)s?|gallons?|cups?|tablespoons?|teaspoons?|degrees|seconds|minutes|hours|days|weeks|
    hectares?|acres?|tons?
  `,
  number: 'an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?',
  numeral: 'one|a|an|half a|two|three',
  making: 'do i|should i|i (?:need|make|use|cook|eat)',
  tables: [
    {
      rule: 'conversion',
      when: [
        String.raw`^how many {unit} (?:(?:are |is |make |makes )(?:there )?)?(?:in )?{number} {unit}$`,
        String.raw`^{number} ?{unit} (?:in|to|into) {unit}$`,
        rawLines`
          ^(?:(?:what(?:'s| is)|convert) )?(?:0x[\da-f]+|0b[01]+|\d+) (?:in|to|into) (?:decimal|binary|hex(?:adecimal)?|octal|
          roman numerals)$
        `,
      ],
    },
    {
      rule: 'arithmetic',
      when: [
        String.raw`^(?:the )?(?:square|cube) root of \d[\d.,]*$`,
        String.raw`^\d+\/\d+ of \d[\d.,]*$`,
        String.raw`^(?:what(?:'s| is) |how much is )?\d[\d.,]* ?(?:%|percent) of \d[\d.,]*$`,
        String.raw`^(?:what(?:'s| is) )?\d[\d.,]* (?:to the (?:power of)?|raised to(?: the)?) ?\d+$`,
        String.raw`^${SUM}(?:,? (?:is what|equals(?: what)?|is how much|=))?$`,
      ],
    },
  ],
  others: [
    {
      rule: 'conversion',
      when: [
        rawLines`
          ^(?!.*{making})(?:(?:how many|how much|convert|what is|what's|express)${B}.{0,40}?){numeral}{measure}${B}.{0,30}?
          (?: (?:to|in|into|is|are|make|makes|per|does)${B}).{1,40}$
        `,
      ],
    },
    {
      rule: 'arithmetic',
      when: [
        rawLines`
          ^(?:what(?:'s| is)|how much is|calculate|compute|solve)\s+(?:the )?(?:(?:\d+\/\d+|half|a third|a quarter|double|twice|
          triple) (?:of )?\d[\d.,]*|[\d(][\d.,()\s+*/x^÷×%-]*[\d)%]|\d[\d.,]* ?(?:%|percent) of \d[\d.,]*|(?:square root of|
          sqrt of) \d[\d.,]*|\d[\d.,]* (?:times|plus|minus|divided by|multiplied by|to the power of|squared|cubed|
          mod) ?(?:\d[\d.,]*)?)$
        `,
      ],
    },
  ],
};
