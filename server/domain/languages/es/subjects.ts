/** Spanish statements that are not about the user, and their subjects. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SubjectRow } from '../fact-pack.ts';

const PARIENTE = rawLines`
  (?:ex[ -]?)?(?:madre|mam[aá]|padre|pap[aá]|padres|herman[oa]|hermanit[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|hij[oa]|abuel[oa]|niet[oa]|
  espos[oa]|marido|mujer|pareja|novi[oa]|suegr[oa]|cuñad[oa]|yerno|nuera|padrino|madrina|ahijad[oa]|amig[oa]|vecin[oa]|jef[ea]|colega|
  compañer[oa]|médic[oa]|doctora?|dentista|psicólog[oa]|terapeuta|contadora?|abogad[oa]|caser[oa]|profesora?|profe|maestr[oa]|
  entrenadora?|niñera|nen[ea])s?(?: (?:mayor|menor|mayores|menores|chic[oa]|grande|melliz[oa]|de (?:piso|cuarto|trabajo|oficina)))?
`;
const NOMBRE = String.raw`\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?`;

export const SUBJECTS: readonly SubjectRow[] = [
  {
    id: 'es.pariente-nombrado',
    when: String.raw`(?:[Mm]is?|[Nn]uestr[oa]s?) (?<relation>${PARIENTE})(?:,| se llama| es)? (?<name>${NOMBRE})(?! y yo\b)(?!\p{L})`,
    yes: [
      ['mi contador es Álvaro', 'contador', 'Álvaro'],
      ['Mi hermana mayor Ana vive en Lima', 'hermana mayor', 'Ana'],
      ['nuestra niñera se llama Rosa Paz', 'niñera', 'Rosa Paz'],
    ],
    no: ['mi mujer Ana y yo vivimos en Lima', 'mi jefe es alemán'],
  },
  {
    id: 'es.pariente',
    when: String.raw`(?:[Mm]is?|[Nn]uestr[oa]s?) (?<relation>${PARIENTE})(?!\p{L})(?! (?:y yo\b|patria|\p{Lu}\p{Ll}+ y yo\b))`,
    yes: [
      ['mi tía no puede comer gluten', 'tía'],
      ['Mis padres viven en Jaén', 'padres'],
    ],
    no: ['mi tía y yo cocinamos', 'mi amigable perro ladra', 'quiero a mi tía', 'mi mujer Ana y yo vivimos en Lima'],
  },
];
