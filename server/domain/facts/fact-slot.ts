/** What there is one of: a fact that fills the same slot with something else contradicts the one before. */
import { rawLines } from '../text/raw-lines.ts';
import { fold } from '../text/fold.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import type { FactRules, SlotCue } from './fact-rules.ts';

/** Subjects that may well have several values. */
const MANY = new RegExp(rawLines`
      \b(?:herman[oa]s?|hij[oa]s?|amig[oa]s?|ti[oa]s?|prim[oa]s?|brothers?|sisters?|sons?|daughters?|friends?|cousins?|clients?|
      kids?|children|dogs?|cats?|pets?|perr[oa]s?|gat[oa]s?|project|proyecto|app)\b
    `);

/** Finds the slot of a fact's text, be it in the words of the person it is about or of somebody else. */
export function slotOfFact(text: string, { slotCues }: FactRules = GRAMMAR.facts): string | undefined {
  const own = asOwn(text);
  const folded = fold(own).replace(BEFORE, '');
  for (const { slot, pattern } of slotCues) {
    const found = pattern.exec(folded);
    if (found !== null) return slotOf(slot.endsWith(':') ? slot + found.groups?.['what']?.trim() : slot, folded);
  }
  return slotOfWords(folded);
}

/** Whether a text says what there is one of in words that a rule of the packs knows. */
export function hasCue(text: string, rules: FactRules): boolean {
  return cueOf(text, rules) !== undefined;
}

/** The first rule that finds in a text what there is one of. */
export function cueOf(text: string, { slotCues }: FactRules): SlotCue | undefined {
  const folded = fold(text).replace(BEFORE, '');
  return slotCues.find(({ pattern }) => pattern.test(folded));
}

/** Words before a statement that say nothing of what it is about. */
const BEFORE = /^(?:(?:y|and|pero|but|que|that|actually|la verdad|ya no|no longer)\s+)+/;

const OTHERS = /^(?:(?:the )?user|(?:el|la) usuari[oa]|usuari[oa])(?:'s)?\s+/iu;
const OF_OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:he|she|they)\s+/iu, ''],
  [/^lives\b/iu, 'I live'],
  [/^works\b/iu, 'I work'],
  [/^(?:moved|relocated|joined|started|switched|quit|left|got)\b/iu, 'I $&'],
  [/^is\b/iu, "I'm"],
  [/^has\b/iu, 'I have'],
  [/^(?:uses|prefers|likes|drives|speaks)\b/iu, 'I $&'],
  [/^vive\b/iu, 'vivo'],
  [/^trabaja\b/iu, 'trabajo'],
  [/^se mud[oó](?!\p{L})/iu, 'me mudé'],
  [/^empez[oó](?!\p{L})/iu, 'empecé'],
  [/^se llama\b/iu, 'me llamo'],
  [/^es\b/iu, 'soy'],
  [/^tiene\b/iu, 'tengo'],
  [/^est[aá](?!\p{L})/iu, 'estoy'],
];

/** Agents write of their users what users say of themselves. */
function asOwn(text: string): string {
  return OF_OTHERS.reduce((said, [from, to]) => said.replace(from, to), text.trim().replace(OTHERS, ''));
}

/** The slot that a cue and the fact's own words make; undefined where several facts may hold at once. */
function slotOf(cued: string, folded: string): string | undefined {
  switch (cued) {
    case 'employer':
      return /^(?:\S+ ){0,3}(?:en|para|at|for) (?!(?:equipo|casa|home|un\b|una\b|turno|night)|the (?:morning|night))/.test(
        folded,
      )
        ? 'employer'
        : undefined;
    case 'home':
      return HOME.test(folded) ? 'home' : undefined;
    case 'job':
      return /\b(?:joined|at|for|with|en|para|a)\s+(?!(?:a|an|the|my|un|una|el|la|mi|work|trabajar|casa|home|tech|lead|senior|junior|head|manager|director|jef\w+|lider|home|part|full|monday|tuesday|enero|january)\b)\p{L}{2,}/u.test(
        folded,
      ) && !/promoted|ascend|retired|jubil|\bfor (?:personal|health|family)/.test(folded)
        ? 'employer'
        : 'job';
    case 'address':
      return /\b(?:vos|tu|usted|tutea\w*|vosea\w*|sir|ma'am)\b/.test(folded) ? 'address-form' : 'name-used';
    default:
      return cued.replace('colour', 'color').replace('favourite:favorite', 'favourite:');
  }
}

/** A place that is named: in a field, with a friend and in the clouds are none; to get here is where nobody lives. */
const HOME = new RegExp(rawLines`
      \b(?:(?:vivo|vivimos|viviendo|resido|mud\w+|traslad\w+|casa|direccion)\b.*?\b(?:en|a|es|queda)|(?:live|living|reside|moved|
      relocated|home|address)\b.*?\b(?:to|in|at|is)) (?!(?:un|una|a|an|the|el|la)\b(?! (?:plata|paz|habana|pampa|rioja|ciudad|hague|
      bronx|netherlands))|(?:las|los) (?:nubes|afueras|suburbios)\b|con |with |tu |your |get |be |make |see |help )
    `);

const MARITAL = new RegExp(rawLines`
      ^(?:(?:i'm|i am|im|i|i've|we|we're|estoy|soy|me|nos|just|recently|finally|ya|now|ahora|recien|acabo de) )*(?:got |gotten |
      been |get )?(?:single|married|divorced|engaged|widowed|a widow|a widower|separated|casad[oa]|solter[oa]|divorciad[oa]|
      separad[oa]|viud[oa]|comprometid[oa]|case|casamos|divorcie|divorciamos|separe|separamos|comprometi)\b(?!
      (?: con (?:el|la|los|las|est[ea]|mi) (?:trabajo|laburo|compu\S*|celular|carrera|oficina|idea)|(?: to)? (?:the|this|my) (?:job|work|career|
      desk|phone|laptop|idea)))
    `);
/** Statements about more than one: a dog and another dog are two facts. */
const COUNTED = new RegExp(rawLines`
      ^(?:(?:now|ahora|ya) )?(?:tengo|tenemos|i have|we have|i've got|we've got|i now have|we now have) (?:now )?(?:\d+|two|
      three|four|five|six|seven|dos|tres|cuatro|cinco|seis|siete) (?<what>kids|children|dogs|cats|brothers|sisters|siblings|hij|
      perr|gat|herman|nen)
    `);

/** `my X is Y` and `use Y for X` name their slot themselves. */
function slotOfWords(folded: string): string | undefined {
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
