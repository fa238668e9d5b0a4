/** Spanish slots: statements of something that there is only one of. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SlotRow } from '../fact-pack.ts';

export const SLOTS: readonly SlotRow[] = [
  {
    slot: 'name',
    when: String.raw`{lento}(?:me llamo(?! al?\b)|mi (?:nombre|apellido|apodo)(?: completo)? es) \p{L}`,
    yes: ['Me llamo Ana', 'mi apellido es Paz'],
    no: ['mi hija se llama Ana', 'me llamo al silencio'],
  },
  {
    slot: 'home',
    when: rawLines`
      {lento}(?:(?:vivo|vivimos|resido|alquilo|alquilamos|rento|(?:estoy|estamos) (?:viviendo|radicad[oa]s?))\b|(?:me|nos) (?:mude|
      mudamos|fui a vivir|fuimos a vivir|traslade|trasladamos|(?:acabo|acabamos) de mudar)\b|mi (?:casa|depto|departamento|piso|
      direccion|domicilio|barrio|ciudad|codigo postal) (?:es|queda|esta en) )
    `,
    // A named place: "with a friend" and "in the clouds" are none.
    onlyWith: rawLines`
      \b(?:vivo|vivimos|viviendo|resido|mud\w+|traslad\w+|casa|direccion)\b.*?\b(?:en|a|es|queda) (?!(?:una?|el|la)\b(?! (?:plata|paz|
      habana|pampa|rioja|ciudad))|(?:las|los) (?:nubes|afueras|suburbios)\b|(?:con|tu) )
    `,
    yes: ['Vivo en Rosario', 'me mudé a Córdoba', 'mi dirección es Salta 402'],
    no: ['mi hermana vive en Roma'],
  },
  {
    slot: 'employer',
    when: String.raw`{lento}(?:trabajo|trabajamos|laburo|laburamos|chambeo|curro|curramos)\b`,
    onlyWith: String.raw`^(?:\S+ ){0,3}(?:en|para) (?!equipo|casa|una?\b|turno)`,
    yes: ['Trabajo en fintech', 'ahora laburo para Globant'],
    no: ['mi trabajo es duro'],
  },
  {
    slot: 'job',
    when: rawLines`
      {lento}(?:cambie de (?:trabajo|laburo|empleo|puesto|empresa)|renuncie\b|me (?:echaron|despidieron|ascendieron|promovieron|
      contrataron|jubile|retire)|consegui (?:un |nuevo |otro )*(?:trabajo|laburo|empleo)|(?:empece|arranque|comence|
      entre) (?:a (?:trabajar|laburar)|en (?!(?:el|la|un|una|cero|panico)\b)\p{L})|pase a ser\b|me hice (?:freelance|autonom[oa]))
    `,
    instead: {
      slot: 'employer',
      with: rawLines`
        ^(?!.*(?:ascend|jubil)).*\b(?:en|para|a)\s+(?!(?:una?|el|la|mi|trabajar|casa|tech|senior|junior|manager|director|jef\w+|lider|home|
        enero)\b)\p{L}{2,}
      `,
    },
    yes: ['Empecé a trabajar en Movistar', 'me ascendieron a jefa'],
    no: ['empecé en cero'],
  },
  {
    slot: 'name-used',
    when: String.raw`(?:(?:todos |mis amigos )?me (?:dicen|llaman)|(?:llama|deci|di|llame|trata|trate|tutea|vosea)me(?: de| por)?|no me (?:trates|hables|llames|digas) (?:de )?) *(?!{mote}\b|(?:cuando|si|a las|al|por|luego|despues|manana|mas tarde)\b)(?:\p{L}|$)`,
    instead: { slot: 'address-form', with: String.raw`\b(?:vos|tu|usted|tutea\w*|vosea\w*)\b` },
    yes: ['llamame Pancho', 'tratame de vos'],
    no: ['llamo a Ana', 'llamame loco, pero me gustó', 'llamame cuando llegues'],
  },
  {
    slot: 'favourite:',
    when: String.raw`(?:mi|nuestr[oa]) (?<what>[\p{L} ]{2,30}?) (?:favorit|preferid)[oa] (?:es|son|sigue siendo) `,
    yes: ['Mi color favorito es el azul', 'nuestro plato preferido es la paella'],
    no: ['es mi favorito'],
  },
  {
    slot: 'team-size',
    when: String.raw`(?:en (?:el|mi) equipo )?somos (?:un equipo de )?(?:unos |unas )?(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta)(?: personas| en (?:el|mi) equipo)?(?:$|,)`,
    yes: ['somos un equipo de 5', 'en mi equipo somos seis'],
    no: ['somos amigos'],
  },
];

/** Statements of marital status. */
const MARITAL = rawLines`
  (?:(?:we|estoy|soy|me|nos|ya|ahora|recien|acabo de) )*(?:casad[oa]|solter[oa]|divorciad[oa]|separad[oa]|viud[oa]|comprometid[oa]|case|
  casamos|divorcie|divorciamos|separe|separamos|comprometi)\b(?! con (?:el|la|los|las|est[ea]|mi) (?:trabajo|laburo|compu\S*|celular|carrera|
  oficina|idea))
`;

/** Words that name nothing, and names of roles, which are the same whoever has them: `mi nuevo jefe`, `mi jefa`. */
const ALIKE = {
  nuevo: '',
  nueva: '',
  actual: '',
  ahora: '',
  ya: '',
  jefa: 'jefe',
  medica: 'medico',
  doctora: 'doctor',
  casera: 'casero',
  contadora: 'contador',
  abogada: 'abogado',
  psicologa: 'psicologo',
  profesora: 'profesor',
  entrenadora: 'entrenador',
  directora: 'director',
  tutora: 'tutor',
};

export const STATED_SLOTS: readonly SlotRow[] = [
  {
    slot: 'marital',
    when: MARITAL,
    yes: ['Estoy divorciada', 'me casé en mayo'],
    no: ['estoy casado con el trabajo', 'está soltero'],
  },
  {
    slot: 'count:',
    when: String.raw`(?:ahora )?(?:tengo|tenemos) (?:\d+|dos|tres|cuatro|cinco|seis|siete) (?<what>hij|perr|gat|herman|nen)`,
    yes: ['Tengo dos hijos', 'ahora tenemos 3 gatas'],
    no: ['tengo un perro', 'tiene dos hijos'],
  },
  {
    slot: 'my:',
    when: String.raw`(?:mi|nuestr[oa]) (?<what>[\p{L} ]{2,40}?) (?:es|se llama|queda|se apellida)\b`,
    several: String.raw`\b(?:herman[oa]s?|hij[oa]s?|amig[oa]s?|ti[oa]s?|prim[oa]s?|companer[oa]s?|colegas?|vecin[oa]s?|perr[oa]s?|gat[oa]s?|proyecto|app)\b`,
    alike: ALIKE,
    yes: ['mi editor es Vim', 'nuestra casera se apellida Paz', 'mi editor ahora es Vim'],
    no: ['tu editor es Vim', 'mis editores son raros'],
  },
  {
    slot: 'for:',
    when: rawLines`
      (?!vivo|trabajo|soy)(?:ir con|[\p{L}\d.+#-]+) (?:[\p{L}\d.+#-]+ ){0,4}?(?:como|para) (?:(?:el|la|los|las|nuestr[oa]|una?|a) )?
      (?<what>[\p{L} ]{3,40})$
    `,
    yes: ['usar Redis para la caché', 'Stripe como pasarela'],
    no: ['usar Redis', 'soy bueno para el ajedrez'],
  },
  {
    slot: 'age',
    when: String.raw`tengo \d+(?: anos)?$`,
    yes: ['Tengo 34 años', 'tengo 40'],
    no: ['tengo 40 gallinas'],
  },
];
