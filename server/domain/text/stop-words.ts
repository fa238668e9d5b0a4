import type { Language } from './language.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that are unrelated to the topic of a memory; folded, and split at apostrophes. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was ' +
      'will with he she his her him i me my you your we our us what when where who which how why do does did has have had ' +
      'been from about s t m d ll re ve don didn doesn isn wasn',
  ),
  es: words(
    'a al algo ante aunque como con cual cuales cuando cuanto de del desde donde e el ella ellas ellos en entre era eran es esa ' +
      'ese eso esos esas esta estan estaba este esto estos estas fue fueron ha han habia hay he la las le les lo los mas me mi ' +
      'mis muy ni no nos nosotros o os para pero por porque pues que quien quienes se sea ser si sin sobre son su sus tambien ' +
      'te tu tus u un una uno unos unas usted ustedes vos y ya yo hace hacen hacer haces hago hizo tiene tienen tienes tener ' +
      'tengo tenia puede pueden puedes puedo poder soy eres sos somos estoy estas estamos fui ir va van voy vas',
  ),
};
