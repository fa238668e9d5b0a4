/** What there is one of: a fact that fills the same slot with something else contradicts the one before. */
import { fold } from '../text/fold.ts';

/** Subjects that may well have several values. */
const MANY =
  /\b(?:herman[oa]s?|hij[oa]s?|amig[oa]s?|ti[oa]s?|prim[oa]s?|brothers?|sisters?|sons?|daughters?|friends?|cousins?|clients?|kids?|children|dogs?|cats?|pets?|perr[oa]s?|gat[oa]s?|project|proyecto|app)\b/;

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
      return /\b(?:vivo|vivimos|resido|live|living|reside|mud\w+|moved|relocated|traslad\w+|casa|direccion|home|address)\b.*?\b(?:en|a|to|in|at|is|es|queda)\b (?!(?:un|una|a|an|the|el|la)\b(?! (?:plata|paz|habana|pampa|rioja|ciudad|hague|bronx|netherlands))|con |with )/.test(
        folded,
      )
        ? 'home'
        : undefined;
    case 'address':
      return /\b(?:vos|tu|usted|tutea\w*|vosea\w*|sir|ma'am)\b/.test(folded) ? 'address-form' : 'name-used';
    case undefined:
      return slotOfWords(folded);
    default:
      return ruleSlot;
  }
}

/** `my X is Y` and `use Y for X` name their slot themselves. */
function slotOfWords(folded: string): string | undefined {
  if (/^(?:(?:ahora|now|yo|i|we|i'm|currently|actualmente) )*(?:trabaj|labur|work)/.test(folded))
    return slotOf('employer', folded);
  if (/^(?:(?:ahora|now|yo|i|we|i'm|currently|actualmente) )*(?:viv|resid|live|living)/.test(folded))
    return slotOf('home', folded);
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
