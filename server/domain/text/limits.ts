/** Recognises whether a text rules something out. All patterns match folded text. */
import { rawLines } from './raw-lines.ts';
import type { Language } from './language.ts';

/**
 * Matches what somebody does not do, cannot stand, is harmed by or insists on. Likings and habits rule nothing out, nor does what
 * once did not happen ("didn't").
 */
const LIMITS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\b(can't|cannot|can not|don't|doesn't|do not|does not|won't|wouldn't|will not|never|no longer|no|refus\w+|nor)\b/,
    /(?<!\b(did|was|were|had|have|has) )\bnot\b|\b(isn't|aren't) (for|into|allowed|my)\b|\bnowhere\b/,
    /\bprefer\w* .+ (over|to|than)\b|\brather (than|not|have|take|be|stay|do|go)\b|\b(fewer|less) than\b/,
    new RegExp(rawLines`
        \b(hat(e|es|ed)|loath\w+|dislik\w+|despis\w+|detest\w+|avoid\w*|boycott\w*|oppos\w+|against|bann?(s|ed)?|forbid\w*|
        off limits|avers(e|ion)|unwilling|reluctant|cruel\w*|torture|unbearabl\w+|obnoxious|awful|horrible|dull|insist\w*|
        disgust\w*|annoy\w*|irritat\w*|bother\w*|bor(e|es|ed)|quit|g[ia]ven? up|stay(s|ing)? away|fed up)\b
      `),
    new RegExp(rawLines`
        \b(afraid|scar(e|es|ed|y)|terrif\w+|fears?|phobi\w+|anxi\w+|nervous|panic\w*|uncomfortable|uneasy|shy|worr(y|ies|ied)|
        overwhelm\w*|(di)?stress\w*|dizz\w+|\w*sick|nause\w+|queasy|faint\w*)\b
      `),
    new RegExp(rawLines`
        \b(allerg\w+|intoleran\w+|sensitive|asthma\w*|diabet\w*|c(o)?eliac|vegan|vegetarian|kosher|halal|pregnant|migraines?|
        headaches?|rash|cramps?|sore|swells?|swollen|reaction|throws? up|vomit\w*|breaks? out|hurts?|aches?|injur\w+|pain\w*|
        sneez\w*|itch\w*|surgery|insomnia)\b
      `),
    new RegExp(rawLines`
        \b(makes?|gives?|keeps?|puts?|leaves?|upsets?|drives?|gets?|ruins?|kills?|depress\w*|confus\w+|embarrass\w*|exhaust\w*|
        tires?) (me|us|him|her|them|(my|our|his) \w+)\b
      `),
    /\b(only|strict\w*|exclusively|instead of|without|too \w+)\b/,
  ],
  es: [
    /\b(no|nunca|jamas|ni|tampoco|sin|nieg[oa]\w*|rechaz\w+)\b/,
    new RegExp(rawLines`
        \b(odi[oae]\w*|detest\w+|evit\w+|boicote\w+|en contra|prohib\w+|asco|tortura|cruel\w*|insoportable\w*|horribl\w+|
        empalag\w+|insist\w+|molest\w+|aburr\w+|irrit\w+|hart[oa]s?|dej(o|e|a) (de|el|la|los|las))\b
      `),
    new RegExp(rawLines`
        \b(miedo|asust\w+|aterr\w+|panico|fobia|ansi(os|edad)\w*|nervios\w*|mare[oa]\w*|nauseas?|incomod\w+|estres\w*|
        preocup\w+|timid[oa]\w*|desmay\w+)\b
      `),
    new RegExp(rawLines`
        \b(alergi\w+|intoleran\w+|sensible\w*|asma\w*|diabet\w*|celiac\w+|vegan\w+|vegetarian\w+|kosher|halal|embarazada|
        migranas?|duel\w+|dolor\w*|lastim\w+|sarpullido|brot(a|an)|vomit\w+|estornud\w+|pican?|oper(aron|acion)|insomnio|
        cae\w* (mal|pesim\w+|pesad\w+))\b
      `),
    new RegExp(rawLines`
        \b(me|nos|le|les|lo|la) (da|dan|pone|ponen|hace|hacen|deja|dejan|quita|quitan|arruinan?|mata|matan|cansan?|deprimen?|
        confunden?|abruman?|averguenza|agotan?|estresan?|cuesta|cuestan|vuelven?)\b
      `),
    /\b(sol(o|amente)|unicamente|estrict\w+|exclusiv\w+|en (lugar|vez) de|(antes|mas) que|menos de|demasiad\w+|salvo)\b/,
  ],
};

/** Tells whether a folded text says what an answer must avoid or stick to: "I can't stand raw fish". */
export function setsLimit(folded: string, language: Language): boolean {
  return LIMITS[language].some((pattern) => pattern.test(folded));
}

/** Matches questions for things, which may begin with a preposition. */
const ASKS_WHAT = /^\W*(?!por que\b)((a|con|de|en|por|para|about|of|to) )?(what|which|que|cual(es)?)\b/;
/** Matches questions about the past, which want what happened, and so no limit. */
const PAST = /\b(did|didn't|was|wasn't|were|had)\b/;

/** Tells whether a folded question wants to know what somebody avoids or cannot do: "what can't she eat?", "a que es alergica?". */
export function asksForLimit(folded: string, language: Language): boolean {
  return ASKS_WHAT.test(folded) && !PAST.test(folded) && setsLimit(folded, language);
}
