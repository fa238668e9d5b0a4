/** Recognises what kind of answer a question wants, and whether a text contains one: a time, a place, a title, a limit to observe. */
import { rawLines } from './raw-lines.ts';
import { READ_UNITS } from '../../policy/retrieval.ts';
import { dateOrderOf, type DateOrder } from './date-order.ts';
import { fold } from './fold.ts';
import type { Language } from './language.ts';
import { setsLimit } from './limits.ts';

/** The bits of a text's cues. */
export const CUE = { when: 1, where: 2, title: 4, limit: 8 } as const;

/** Additional bits for which number a date of the text begins with. */
export const DATE_ORDER_CUE: Readonly<Record<DateOrder, number>> = { DAY_FIRST: 1 << 4, MONTH_FIRST: 1 << 5 };

type Patterns = { readonly asks: Cues; readonly has: Cues };
type Cues = { readonly when: RegExp; readonly where: RegExp; readonly title: RegExp };

/** `asks` matches folded text, `has` the text as it is, since capitals matter. */
const PATTERNS: Readonly<Record<Language, Patterns>> = {
  en: {
    asks: {
      when: /\bwhen\b|\bwhat (date|day|month|year|time)|\bwhich (month|year|day)|\bhow (long|soon)\b/,
      where:
        /\bwhere\b|\b(what|which) (city|country|state|place|location|town|area|national park|places|cities|countries|states)\b/,
      title: new RegExp(rawLines`
            \b(what|which)\b.{0,30}\b(books?|novels?|movies?|films?|songs?|albums?|shows?|series|games?|bands?|artists?|
            musicals?|plays?|podcasts?)\b
          `),
    },
    has: {
      when: new RegExp(
        rawLines`
          \b(yesterday|tonight|tomorrow|last \w+|next \w+|\w+ (?:days?|weeks?|months?|years?) ago|this (?:week|month|year|
          morning|weekend)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|
          august|september|october|november|december|(?:19|20)\d{2}|for \w+ (?:years?|months?|weeks?))\b
        `,
        'i',
      ),
      where: /\b(?:in|at|to|from|near|around|visit(?:ed|ing)?)\s+(?:the\s+)?\p{Lu}\p{Ll}+/u,
      title: /["\u201c]|(?<=[^.!?]\s)\p{Lu}\p{L}+(?:\s+(?:of|the|and|in|to|a))*\s+\p{Lu}\p{L}+/u,
    },
  },
  es: {
    asks: {
      when: new RegExp(rawLines`
          \bcuando\b|\b(que|cual) (es )?(la )?(fecha|dia|mes|ano|hora)\b|\b(en )?que (fecha|dia|mes|ano)\b|\bcuanto tiempo\b|
          \bdesde cuando\b
        `),
      where:
        /\b(a|de|en|por)?\s?(donde|adonde)\b|\b(que|cual) (ciudad|pais|lugar|sitio|estado|provincia|barrio|pueblo)(es|s)?\b/,
      title: new RegExp(rawLines`
            \b(que|cual(es)?)\b.{0,30}\b(libros?|novelas?|peliculas?|canci(on|ones)|discos?|album|series?|juegos?|bandas?|
            artistas?|obras?|podcasts?)\b
          `),
    },
    has: {
      when: new RegExp(
        rawLines`
          (?<!\p{L})(ayer|anteayer|anoche|hoy|mañana|(?:el|la|los|las) (?:\p{L}+ )?(?:pasad|próxim)[oa]s?|hace \p{L}+ (?:días?|
          semanas?|meses|años?)|(?:próxim|pasad)[oa]s?|est[ea] (?:semana|mes|año|mañana|fin de semana)|lunes|martes|miércoles|
          jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|
          noviembre|diciembre|(?:19|20)\d{2}|durante \p{L}+ (?:años|meses|semanas))(?!\p{L})
        `,
        'iu',
      ),
      where: /(?<!\p{L})(?:en|a|de|desde|hacia|por|visit\p{L}+)\s+(?:el\s+|la\s+|los\s+|las\s+)?\p{Lu}\p{Ll}+/u,
      title: /["\u201c«]|(?<=[^.!?]\s)\p{Lu}\p{L}+(?:\s+(?:de|del|la|el|los|las|y|en))*\s+\p{Lu}\p{L}+/u,
    },
  },
};

/** Returns the cues that a folded question asks for. */
export function askedCues(folded: string, language: Language): number {
  return bits(PATTERNS[language].asks, folded);
}

/** Returns the cues that a text contains. */
export function textCues(text: string, language: Language): number {
  const head = text.length > READ_UNITS ? text.slice(0, READ_UNITS) : text;
  const order = dateOrderOf(head);
  return (
    bits(PATTERNS[language].has, head) |
    (setsLimit(fold(head), language) ? CUE.limit : 0) |
    (order === undefined ? 0 : DATE_ORDER_CUE[order])
  );
}

function bits(cues: Cues, text: string): number {
  return (
    (cues.when.test(text) ? CUE.when : 0) |
    (cues.where.test(text) ? CUE.where : 0) |
    (cues.title.test(text) ? CUE.title : 0)
  );
}
