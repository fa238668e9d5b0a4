/** Questions that an idempotent tool answers. Folded. */
import { rawLines } from '../text/raw-lines.ts';
import { B, rule, type QuestionRule } from './question-rule.ts';

/** What a calculator or a table of units answers, now as ever; money is none of it. */
export const COMPUTED: readonly QuestionRule[] = [
  rule(
    'conversion',
    rawLines`
      ^(?!.*(?<!\p{L})(?:do i|should i|i (?:need|make|use|cook|eat)|hago|necesito|pongo|uso|cocino|
      como)(?!\p{L}))(?:(?:cuant[oa]s?|a cuant[oa]s?|how many|how much|convert|converti|convertime|convierte|pasa|pasame|
      what is|what's|cuanto es|cuanto son|a que|express)${B}.{0,40}?)(?:(?:\d[\d.,]*|un|una|one|a|an|media|half a|dos|tres|two|
      three) ?)?(?:km|kilometr\p{L}*|millas?|miles?|metros?|meters?|metres?|pies|feet|foot|ft|pulgadas?|inch(?:es)?|yardas?|
      yards?|cm|centimet\p{L}*|mm|milimet\p{L}*|kg|kilos?|kilogram\p{L}*|libras?|pounds?|lbs?|onzas?|ounces?|oz|gramos?|grams?|
      litros?|lit(?:er|re)s?|galon(?:es)?|gallons?|tazas?|cups?|cucharad\p{L}*|tablespoons?|teaspoons?|ml|mililitros?|celsius|
      fahrenheit|kelvin|grados|degrees|bytes|kb|mb|gb|tb|megabytes|gigabytes|terabytes|bits|segundos|seconds|minutos|minutes|
      horas|hours|dias|days|semanas|weeks|hectareas?|hectares?|acres?|toneladas?|tons?)${B}.{0,30}?(?: (?:a|en|to|in|into|son|
      is|are|hay en|tiene[n]?|equivalen?|make|makes|per|por|does)${B}).{1,40}$
    `,
  ),
  rule(
    'arithmetic',
    rawLines`
      ^(?:cuanto (?:es|da|son)|cual es|calcula(?:me)?|what(?:'s| is)|how much is|calculate|compute|el resultado de|resolve|
      solve)\s+(?:el |la |the )?(?:(?:la )?(?:\d+\/\d+|half|mitad|a third|un tercio|a quarter|un cuarto|double|twice|el doble|
      doble|triple) (?:de |of )?\d[\d.,]*|[\d(][\d.,()\s+*/x^÷×%-]*[\d)%]|\d[\d.,]* ?(?:%|por ?ciento|percent) (?:de|
      of) \d[\d.,]*|(?:raiz (?:cuadrada )?de|square root of|sqrt of) \d[\d.,]*|\d[\d.,]* (?:por|mas|menos|dividido(?: por| entre)?|entre|times|plus|minus|divided by|multiplied by|to the power of|elevado a(?:l)?|al cuadrado|squared|cubed|
      mod) ?(?:\d[\d.,]*|cubo|cuadrado)?)$
    `,
    String.raw`^\d[\d.,]*(?:\s*[+*/x÷×^-]\s*\d[\d.,]*)+\s*=?$`,
  ),
];

const UNIT = rawLines`
  (?:km|kilomet(?:ros?|ers?|res?)|millas?|miles?|metros?|met(?:er|re)s?|pies?|feet|foot|ft|pulgadas?|inch(?:es)?|yardas?|yards?|
  cm|centimet(?:ros?|ers?|res?)|mm|kg|kilos?|kilogram(?:os?|s)?|libras?|pounds?|lbs?|onzas?|ounces?|oz|gramos?|grams?|litros?|
  lit(?:er|re)s?|galones|galon|gallons?|tazas?|cups?|ml|celsius|fahrenheit|kelvin|bytes?|kb|mb|gb|tb|segundos?|seconds?|
  minutos?|minutes?|horas?|hours?|dias?|days?|semanas?|weeks?|hectareas?|hectares?|acres?|toneladas?|tons?)
`;
const NUMBER = rawLines`
  (?:\d[\d.,]*|un|una|uno|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|dos|tres|cuatro|cinco|seis|siete|ocho|
  nueve|diez|doce|half an?|media)
`;

/** Nothing but a table of units or arithmetic can be meant: units on both sides and a number. */
export const TABLES: readonly QuestionRule[] = [
  rule(
    'conversion',
    rawLines`
      ^(?:how many|cuant[oa]s) ${UNIT} (?:(?:are |is |hay |son |tienen? |make |makes )(?:there |que )?)?(?:in |
      en )?${NUMBER} ${UNIT}(?: (?:tiene|tienen|son|hay))?$
    `,
    String.raw`^${NUMBER} ?${UNIT} (?:in|to|into|en|a) ${UNIT}$`,
  ),
  rule(
    'arithmetic',
    String.raw`^(?:(?:la )?raiz (?:cuadrada|cubica) de|(?:the )?(?:square|cube) root of|sqrt) \d[\d.,]*$`,
    String.raw`^\d+\/\d+ (?:de|of) \d[\d.,]*$`,
    String.raw`^(?:cuanto (?:es|da|son) |what(?:'s| is) |how much is )?(?:el )?\d[\d.,]* ?(?:%|por ?ciento|percent) (?:de|of) \d[\d.,]*$`,
    String.raw`^(?:cuanto (?:es|da) |what(?:'s| is) )?\d[\d.,]* (?:elevado (?:a la|al?)|to the (?:power of)?|raised to(?: the)?) ?\d+$`,
    String.raw`^\(?[\d.,]+(?:\s*[()+*/x÷×^-]\s*\(?[\d.,]*\)?)+\s*=?$`,
  ),
];
