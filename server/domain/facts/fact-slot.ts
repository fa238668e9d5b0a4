/** What there is one of: a fact that fills the same slot with something else contradicts the one before. */
import { rawLines } from '../text/raw-lines.ts';
import { fold } from '../text/fold.ts';

/** Subjects that may well have several values. */
const MANY = new RegExp(rawLines`
      \b(?:herman[oa]s?|hij[oa]s?|amig[oa]s?|ti[oa]s?|prim[oa]s?|brothers?|sisters?|sons?|daughters?|friends?|cousins?|clients?|
      kids?|children|dogs?|cats?|pets?|perr[oa]s?|gat[oa]s?|project|proyecto|app)\b
    `);

/** Of a rule's slot and the fact's own words; undefined where several may hold at once. */
export function slotOf(ruleSlot: string | undefined, text: string): string | undefined {
  const folded = fold(text);
  switch (ruleSlot) {
    case 'employer':
      return /^(?:\S+ ){0,3}(?:en|para|at|for) (?!(?:equipo|casa|home|un\b|una\b|turno|night)|the (?:morning|night))/.test(
        folded,
      )
        ? 'employer'
        : undefined;
    case 'home':
      return /\b(?:vivo|vivimos|viviendo|resido|live|living|reside|mud\w+|moved|relocated|traslad\w+|casa|direccion|home|address)\b.*?\b(?:en|a|to|in|at|is|es|queda)\b (?!(?:un|una|a|an|the|el|la)\b(?! (?:plata|paz|habana|pampa|rioja|ciudad|hague|bronx|netherlands))|con |with )/.test(
        folded,
      )
        ? 'home'
        : undefined;
    case 'job':
      return /\b(?:joined|at|for|with|en|para|a)\s+(?!(?:a|an|the|my|un|una|el|la|mi|work|trabajar|casa|home|tech|lead|senior|junior|head|manager|director|jef\w+|lider|home|part|full|monday|tuesday|enero|january)\b)\p{L}{2,}/u.test(
        folded,
      ) && !/promoted|ascend|retired|jubil|\bfor (?:personal|health|family)/.test(folded)
        ? 'employer'
        : 'job';
    case 'address':
      return /\b(?:vos|tu|usted|tutea\w*|vosea\w*|sir|ma'am)\b/.test(folded) ? 'address-form' : 'name-used';
    case undefined:
      return slotOfWords(folded);
    default:
      return ruleSlot.replace('colour', 'color').replace('favourite:favorite', 'favourite:');
  }
}

const MARITAL = new RegExp(rawLines`
      ^(?:(?:i'm|i am|im|i|i've|we|we're|estoy|soy|me|nos|just|recently|finally|ya|now|ahora|recien|acabo de) )*(?:got |gotten |
      been |get )?(?:single|married|divorced|engaged|widowed|a widow|a widower|separated|casad[oa]|solter[oa]|divorciad[oa]|
      separad[oa]|viud[oa]|comprometid[oa]|case|casamos|divorcie|divorciamos|separe|separamos|comprometi)\b
    `);
/** Of more than one: a dog and another dog are two facts. */
const COUNTED = new RegExp(rawLines`
      ^(?:(?:now|ahora|ya) )?(?:tengo|tenemos|i have|we have|i've got|we've got|i now have|we now have) (?:now )?(?:\d+|two|
      three|four|five|six|seven|dos|tres|cuatro|cinco|seis|siete) (?<what>kids|children|dogs|cats|brothers|sisters|siblings|hij|
      perr|gat|herman|nen)
    `);

/** `my X is Y` and `use Y for X` name their slot themselves. */
function slotOfWords(folded: string): string | undefined {
  if (/^(?:(?:ahora|now|yo|i|we|i'm|currently|actualmente) )*(?:trabaj|labur|work)/.test(folded))
    return slotOf('employer', folded);
  if (
    /^(?:(?:ahora|now|yo|i|we|i'm|we're|estoy|estamos|currently|actualmente) )*(?:viv|resid|live|living)/.test(folded)
  )
    return slotOf('home', folded);
  if (MARITAL.test(folded)) return 'marital';
  const counted = COUNTED.exec(folded)?.groups?.['what'];
  if (counted !== undefined) return `count:${counted}`;
  const subject =
    /^(?:mi|nuestr[oa]|my|our) (?<subject>[\p{L} ]{2,40}?)(?:'s name)? (?:es|se llama|queda|is called|is named|is|name is|se apellida)\b/u.exec(
      folded,
    )?.groups?.['subject'];
  if (subject !== undefined) return MANY.test(subject) ? undefined : `my:${subject}`;
  const purpose =
    /^(?:usar|elegir|use|using|go with|ir con|[\p{L}\d.+#-]+) (?:[\p{L}\d.+#-]+ ){0,4}?(?:como|as|para|for) (?:el |la |los |las |nuestr[oa] |the |our |my |a |un |una )?(?<purpose>[\p{L} ]{3,40})$/u.exec(
      folded,
    )?.groups?.['purpose'];
  if (purpose !== undefined && !/^(?:vivo|trabajo|i |soy)/.test(folded)) return `for:${purpose}`;
  return /^(?:tengo|i'm|i am|im) \d+(?: anos| years old)?$/.test(folded) ? 'age' : undefined;
}
