/** Spanish wording around a question. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionFrames } from '../question-pack.ts';

export const FRAMES: QuestionFrames = {
  openings: rawLines`
    hola|buenas|buen dia|buenos dias|buenas tardes|buenas noches|che|oye|oi|mira|bueno|ok|okay|dale|a ver|perdon|disculpa|
    por favor|porfa|gracias|y|pero|una pregunta|pregunta|consulta|duda|ah|eh|entonces|por cierto|amigo|bro|wey|tio
  `,
  asking: rawLines`
    (?:me )?(?:podes|puedes|podrias|puede|podria) (?:decir(?:me)?|recordar(?:me)?|confirmar(?:me)?)|(?:ya )?te (?:dije|conte|
    comente|mencione|habia dicho)|(?:(?:vos|tu|usted) )?(?:me |te )?(?:decis|dices|recordas|recuerdas|acordas|acuerdas|sabes|
    sabias|confirmas)|decime|dime|digame|recordame|recuerdame|recuerdeme|confirmame|quiero saber|quisiera saber|necesito saber|
    me gustaria saber|no me acuerdo|no recuerdo|me olvide
  `,
  fillers: 'otra vez|del?(?! (?:que|cuant|donde|cual|quien))|por favor',
  joins: 'si',
  selves: 'soy|tengo|vivo|trabajo|prefiero|me|como|tomo|mi',
  joinsBefore: String.raw`de que(?= (?:soy|tengo|prefiero|me|mi)\b)`,
  closings: rawLines`
    por favor|porfa|gracias|otra vez|te acordas|te acuerdas|recordas|recuerdas|sabes|sabias|che|exactamente|eh|entonces|vos|wey|
    bro|lo tenes anotado|lo tienes anotado
  `,
  and: 'y|e|pero',
  prepositions: 'a|de|en|con|por|para',
  asks: 'que|cual(?:es)?|como|cuando|donde|cuant[oa]s?|quien(?:es)?',
  cleft: String.raw`(que|quien|cual|donde|cuando|como) (?:es|era|fue) (?:(?:lo|el|la|los|las) )?(?:que|donde|cuando|como) (?=\p{L})`,
  contractions: [
    [String.raw`\bxq\b|\bporq\b`, 'por que'],
    [String.raw`\bq\b`, 'que'],
  ],
};
