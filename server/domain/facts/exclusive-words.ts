/** Ways that cannot be had at once: of the words in one row, a text that has one group speaks against a text that has another. */
const ROWS: readonly (readonly RegExp[])[] = [
  [
    /\b(?:cort[oa]s?|breves?|concis[oa]s?|direct[oa]s?|resumid[oa]s?|short|brief|concise|direct|terse|succinct)\b/,
    /\b(?:larg[oa]s?|detallad[oa]s?|extens[oa]s?|complet[oa]s?|profund[oa]s?|long|detailed|thorough|lengthy|elaborate|in-depth|verbose)\b/,
  ],
  [/\b(?:formal(?:es)?|usted)\b/, /\b(?:informal(?:es)?|casual|vos|tutea\w*|tu|relajad[oa])\b/],
  [/\b(?:oscuro|dark)\b/, /\b(?:claro|light)\b/],
  [/\b(?:tabs?|tabulador\w*|tabulacion\w*)\b/, /\b(?:spaces|espacios)\b/],
  [/\b(?:ventanilla|window)\b/, /\b(?:pasillo|aisle)\b/],
  [/\b(?:metric\w*|kilomet\w*|celsius)\b/, /\b(?:imperial|millas|miles|fahrenheit)\b/],
  [
    /\b(?:ingles|english)\b/,
    /\b(?:espanol|castellano|spanish)\b/,
    /\b(?:frances|french)\b/,
    /\b(?:portugues|portuguese)\b/,
    /\b(?:aleman|german)\b/,
    /\b(?:italiano|italian)\b/,
  ],
  [
    /\b(?:por la manana|a la manana|de manana|morning|mornings|mananas)\b/,
    /\b(?:por la tarde|a la tarde|tardes|afternoons?)\b/,
  ],
  [/\b(?:casad[oa]|married)\b/, /\b(?:solter[oa]|single)\b/, /\b(?:divorciad[oa]|divorced|separad[oa]|separated)\b/],
  [/\b(?:con (?:emojis?)|uses? emojis?|usa emojis?|add emojis?)\b/, /\b(?:sin emojis?|no emojis?|without emojis?)\b/],
  [
    /\b(?:remot[oa]|remote(?:ly)?|desde casa|from home)\b/,
    /\b(?:presencial|onsite|on-site|in the office|en la oficina)\b/,
  ],
];

/** Whether two folded texts have words of one row that exclude each other. */
export function excludeEachOther(left: string, right: string): boolean {
  return ROWS.some((groups) => {
    const [one, other] = [left, right].map((text) => groups.findIndex((group) => group.test(text)));
    return one !== undefined && other !== undefined && one >= 0 && other >= 0 && one !== other;
  });
}
