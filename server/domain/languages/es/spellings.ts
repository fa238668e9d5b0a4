/**
 * Spanish chat spellings, the words in which typos are corrected, and the compound past of Spain as the simple past of Latin America
 * (`nos hemos mudado`: `nos mudamos`), so that each rule needs only one form. Folded.
 */
import { rawLines } from '../../text/raw-lines.ts';
import type { Rewrite } from '../speech-pack.ts';
import { simplePast } from './simple-past.ts';

export const SPELLINGS =
  'q:que ke:que qe:que xq:porque pq:porque porq:porque xfa:por_favor porfis:por_favor plis:por_favor tmb:también tbn:también ' +
  'tmbn:también tambn:también soi:soy estoi:estoy tngo:tengo tng:tengo kiero:quiero qiero:quiero kero:quiero cn:con dnd:donde dsd:desde ' +
  'mñn:mañana grax:gracias nse:no_se cdo:cuando cnd:cuando trabjo:trabajo travajo:trabajo bivo:vivo vibo:vivo hize:hice';

export const TELLING =
  'recuerda recorda acordate acuerdate siempre trabajo prefiero alergico alergica alergia vegetariano vegetariana divorciado divorciada ' +
  'cumpleanos favorito favorita hermano hermana necesito diabetico diabetica celiaco celiaca intolerante decidimos';

const COMPOUND_PAST = new RegExp(
  rawLines`
      (?<!\p{L})(?<have>he|hemos|ha|han)\s+(?<done>(?:\p{L}{2,}(?:[ai]do|ído)|ido|dado|\p{L}*(?:hecho|puesto|vuelto|visto|
      abierto|roto|escrito|muerto|dicho)))(?!\p{L})
    `,
  'giu',
);

export const REWRITES: readonly Rewrite[] = [
  // `toy` is an English word, too.
  {
    pattern:
      /(?<!\p{L})(?:toy|tamos)(?= (?:\p{L}+ndo|en|con|sin|de|casad[oa]|solter[oa]|embarazada|muy|re)(?!\p{L}))/giu,
    put: ([found]) => `es${found.toLowerCase()}`,
  },
  {
    pattern: COMPOUND_PAST,
    put: ({ groups }) => simplePast(groups?.['have']?.toLowerCase() ?? '', groups?.['done']?.toLowerCase() ?? ''),
  },
];
