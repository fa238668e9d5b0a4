/** Spanish words that rules share. */
import { rawLines } from '../../text/raw-lines.ts';
import type { Lexicon } from '../fact-pack.ts';

export const LEXICON: Lexicon = {
  cortes: rawLines`
    (?:(?:(?:me |te )?(?:podes|puedes|podrias|puede|podria)(?: por favor)?|por favor|porfa|te pido que|(?:necesito|quiero) que|
    solo|siempre|tambien)\s+)*
  `,
  que: rawLines`
    (?:\s+(?:siempre|bien|esto|lo siguiente|por favor|porfa|para (?:siempre|mas adelante|despues|la proxima)|de mi|sobre mi|
    en (?:tu )?memoria|(?:este|el) dato(?: de)?)){0,2}\s*(?:,?\s+(?:de )?que\s+|:\s*)
  `,
  propio: String.raw`(?:yo|me|mi|mis|nos|nuestr\p{L}+|soy|somos|tengo|tenemos|vivo|trabajo|prefiero|uso|no|siempre|nunca)\b`,
  futuro: rawLines`
    (?:(?:de|desde) (?:ahora|aca|aqui|hoy|ya|manana)(?: mismo)?(?: en (?:mas|adelante)| para adelante)?|a partir (?:de )?
    (?:ahora|hoy|manana|ya|este momento)(?: en adelante)?|en (?:adelante|lo sucesivo|el futuro)|de hoy en mas)
  `,
  mote: '(?:loc[oa]|anticuad[oa]|antigu[oa]|exagerad[oa]|paranoic[oa]|ingenu[oa]|tont[oa]|rar[oa]|vag[oa]|egoista|pesad[oa])',
  lento: String.raw`(?:(?:actualmente|ahora|hoy|ya|todavia|aun|tambien|yo|recien|por fin|acabo de) )*`,
};
