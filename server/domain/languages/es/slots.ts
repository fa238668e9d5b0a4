/** Spanish: what there is one of. */
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
    yes: ['Vivo en Rosario', 'me mudé a Córdoba', 'mi dirección es Salta 402'],
    no: ['mi hermana vive en Roma'],
  },
  {
    slot: 'employer',
    when: String.raw`{lento}(?:trabajo|trabajamos|laburo|laburamos|chambeo|curro|curramos)\b`,
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
    yes: ['Empecé a trabajar en Movistar', 'me ascendieron a jefa'],
    no: ['empecé en cero'],
  },
  {
    slot: 'address',
    when: String.raw`(?:(?:todos |mis amigos )?me (?:dicen|llaman)|(?:llama|deci|di|llame|trata|trate|tutea|vosea)me(?: de| por)?|no me (?:trates|hables|llames|digas) (?:de )?) *(?!{mote}\b|(?:cuando|si|a las|al|por|luego|despues|manana|mas tarde)\b)(?:\p{L}|$)`,
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
