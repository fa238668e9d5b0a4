/**
 * Spanish questions about what the user has told: the core of such a question begins like this; folded. The present tense may ask for
 * advice as well as for a fact (¿qué tomo?), so each question word is listed with the verbs with which it can only ask for a fact.
 */
import { rawLines } from '../../text/raw-lines.ts';
import { B } from '../../text/word-edges.ts';
import type { QuestionRow } from '../question-pack.ts';
import { STABLE_ATTRIBUTES } from './stable-attributes.ts';

const S = STABLE_ATTRIBUTES;
const FAVOURITE = String.raw`(?:favorit[oa]s?|preferid[oa]s?)`;
const MORE = rawLines`
  (?: (?:mayor|menor|mas chic[oa]|mas grande|del medio|${FAVOURITE}|principal|maxim[oa]|minim[oa]|mensual|anual|total|materna|
  patern[oa]|completo|personal|laboral|mexican[oa]|espanol[oa]?|de (?!(?:hoy|manana)${B})\p{L}+(?: \p{L}+)?))*
`;
/** Things and people that the user calls theirs: my name, my elder daughter. */
export const MINE = String.raw`(?:mi|mis|nuestr[oa]s?) ${S}${MORE}`;
const END = String.raw`(?=$|,| (?:para|en|de|con|sobre|segun)${B})`;
const WHAT = String.raw`(?:(?:a|de|en|con|para|por|sobre) )?(?:que|cual(?:es)?)`;
/** Things asked for by their kind: which language, what sort of music. */
const KIND = rawLines`
  (?: (?:tipo|clase|marca|modelo|genero|estilo) de)? (?!(?:puedo|hago|debo|tengo|me|nos|no|te|se|mas|
  tal)${B})[\p{L}]{3,}(?: (?:de|del|para) (?:la |el |los |las )?[\p{L}]+| [\p{L}]+)?
`;
const KNOWN = rawLines`
  (?:hablo|hablamos|toco|practico|prefiero|preferimos|me gusta[n]?|nos gusta[n]?|me encanta[n]?|odio|detesto|estudie|estudio|
  juego|manejo|conduzco|decidi|decidimos|elegi|elegimos|escogi|escogimos|acordamos|colecciono|enseno|programo|calzo|soy|somos|
  quiero|vivo|trabajo|naci|creci|me crie|me recibi|me gradue|hice (?:la|el) (?:secundaria|primaria|universidad|carrera|master|
  doctorado|colegio))
`;
const OWNED = rawLines`
  (?:auto|coche|carro|moto|perr[oa]s?|gat[oa]s?|mascotas?|alergias?|obra social|prepaga|seguro(?: medico)?|titulos?|celular|
  telefono|movil|enfermedad(?:es)?|nacionalidad(?:es)?|talla|talle|signo|grupo sanguineo|profesion|apodo|hobby|hobbies)
`;

export const USER_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-attribute',
    when: [
      rawLines`
      ^${WHAT} (?:es|son|era|eran|fue) (?:el (?:primer |segundo )?(?:nombre|apellido|cumpleanos|mail|correo|telefono|apodo|
      numero|color|usuario|puesto) de ${MINE}|la (?:direccion|raza|profesion|fecha(?: de \p{L}+)?|patente|talla|
      marca) de ${MINE}|${MINE})(?: ${FAVOURITE})?${END}
    `,
      String.raw`^(?:quien|quienes) (?:es|son|era|eran) ${MINE}${END}`,
      rawLines`
      ^(?:cuando|que dia|en que (?:fecha|mes|dia)) (?:es|cae|fue) (?:(?:mi|nuestr[oa]) (?:cumple(?:anos)?|aniversario|boda|
      casamiento|deadline|fecha (?:de (?:nacimiento|entrega|lanzamiento)|limite))|el (?:cumple(?:anos)?|aniversario|
      casamiento) de (?:${MINE}|mi boda))
    `,
      String.raw`^(?:cuando|que dia|en que (?:fecha|mes|dia)) (?:cumplen? anos|cumple|cumplen|nacio|nacieron) ${MINE}`,
      rawLines`
      ^donde (?:es|queda|quedan) (?:mi|nuestr[oa]) (?:casa|oficina|empresa|trabajo|universidad|facultad|colegio|escuela|barrio|
      ciudad|pueblo|gimnasio|consultorio|estudio)${B}
    `,
      rawLines`
      ^(?:donde|en que \p{L}+|de que|a que|para que \p{L}+) (?:vive|viven|trabaja|trabajan|estudia|estudian|nacio|nacieron|
      se dedica|se dedican) ${MINE}
    `,
      String.raw`^de (?:donde|que (?:pais|ciudad|club|equipo|signo|raza)) (?:es|son) ${MINE}`,
      String.raw`^(?:que|cual) raza (?:es|son) ${MINE}`,
      String.raw`^(?:como|de que manera) se (?:llama|llaman|llamaba|llamaban|apellida|apellidan|escribe|pronuncia) ${MINE}`,
      String.raw`^(?:que|cual) [\p{L} ]{3,24} (?:es|era|son) (?:mi|mis|nuestr[oa]) (?:${FAVOURITE}|${S} ${FAVOURITE})$`,
      String.raw`^(?:cual(?:es)?|que) (?:es|son) (?:mi|mis) [\p{L} ]{2,30} ${FAVOURITE}`,
      String.raw`^(?:que|cual) (?:es|fue|era) (?:la|mi|nuestra) decision(?: final)? (?:sobre|de|del|para|con)${B}`,
      String.raw`^a que (?:soy|somos|es) alergic`,
      rawLines`
      ^(?:de que|sobre que) (?:trata|va|es|se trata|tratan) (?:mi|nuestr[oa]) (?:tesis|proyecto|novela|libro|startup|app|
      investigacion|blog|podcast|canal|empresa|tesina)(?=$|,)
    `,
      String.raw`^a que (?:es|son) alergic[oa]s? ${MINE}`,
      rawLines`
      ^a (?:que|cual) (?:escuela|colegio|universidad|facultad|gimnasio|iglesia|jardin|club|instituto) (?:va|van|asiste|
      asisten) ${MINE}
    `,
      String.raw`^(?:cual|que dia|cuando) es (?:la fecha (?:limite|de entrega|de lanzamiento)|el deadline|el presupuesto) (?:de|para|del) (?:mi|nuestr[oa]|la|el) `,
    ],
  },
  {
    rule: 'my-verb',
    when: [
      rawLines`
      ^(?:donde|adonde)(?: exactamente)? (?:vivo|vivimos|trabajo|trabajamos|laburo|laburamos|naci|nacimos|creci|me crie|estudie|
      estudio|me case|nos casamos|conoci a|nos conocimos|entreno|me recibi|me gradue)${B}
    `,
      String.raw`^de (?:donde|que (?:pais|ciudad|provincia|club|equipo|cuadro|signo)) (?:soy|somos|vengo|venimos)${B}`,
      rawLines`
      ^(?:de|en|para|con|a|por) (?:que|cual|quien|quienes)(?: (?!(?:puedo|debo|hago)${B})[\p{L}]+){0,3}? (?:vivo|vivimos|
      trabajo|trabajamos|laburo|estudie|estudio|naci|nacimos|soy|somos|prefiero|preferimos|estoy casad[oa]|me crie|hice (?:la|
      el) (?:secundaria|primaria|carrera|master|doctorado)|me dedico|me recibi|creci|reporto|tengo (?:la )?cuenta)${B}
    `,
      String.raw`^(?:que|cual(?:es)?)${KIND} ${KNOWN}${B}(?! (?:para (?!(?:mis?|los|las|el|la) )|hoy|con) )`,
      String.raw`^(?:que|cual(?:es)?)${KIND} (?:decidi|decidimos|elegi|elegimos|escogimos|acordamos)${B}`,
      String.raw`^(?:que|cual(?:es)?) (?:tipo de |marca de )?${OWNED} (?:tengo|tenemos|manejo|uso)$`,
      rawLines`
      ^(?:que|cual(?:es)?) (?:no me gusta[n]?|(?:me|nos) (?:gusta[n]?|encanta[n]?|molesta[n]?|da alergia|hace mal)|prefiero|
      preferimos|odio|detesto|decidi|decidimos|elegi|elegimos|acordamos|resolvimos|estudie|enseno|colecciono|no como|no tomo|
      no puedo (?:comer|tomar|beber)|evito|como en el (?:desayuno|almuerzo)|desayuno (?:normalmente|siempre)|quedamos en)${B}
    `,
      String.raw`^con (?:que|cual) \p{L}+ nos quedamos`,
      rawLines`
      ^como (?:me llamo|me dicen|prefiero|preferimos|me gusta[n]?|tomo (?:el|mi) (?:cafe|te|mate)|conoci a|nos conocimos|
      quiero que me)${B}
    `,
      rawLines`
      ^cuando (?:naci|nacimos|me case|nos casamos|me mude|nos mudamos|me recibi|me gradue|cumplo anos|cumplo|adopte|adoptamos|
      conoci a|nos conocimos|decidi|decidimos|funde|fundamos)${B}
    `,
      rawLines`
      ^cuant(?:o (?:mido|calzo)|[oa]s (?:hij[oa]s|herman[oa]s|perr[oa]s|gat[oa]s|mascotas|niet[oa]s|sobrin[oa]s|idiomas|
      autos) (?:tengo|tenemos|hablo)|[oa]s (?:personas )?somos en (?:el|mi|nuestro) equipo)
    `,
      rawLines`
      ^a (?:que|cual) (?:gimnasio|iglesia|escuela|colegio|universidad|facultad|club|instituto|dentista|medic[oa]|terapeuta|
      peluquer\p{L}+) (?:voy|vamos|fui)(?=$|,)
    `,
      String.raw`^en que (?:idioma|lengua)s? (?:hablo|hablamos)${B}`,
      rawLines`
      ^(?:que|cual(?:es)?) (?:(?:tipo|clase|marca|modelo) de [\p{L} ]{2,20}|${S}(?: de \p{L}+)?|navegador|buscador|
      gestor de \p{L}+) (?:uso|usamos|utilizo|utilizamos|tomo|bebo)(?=$| (?:en|de) (?:el|la|mi|nuestro))
    `,
      String.raw`^(?:como|que) (?:me )?(?:dicen|llaman|nombran|apodan) (?:mis|mi) |^(?:como|que nombre) le (?:puse|pusimos) al? |^como (?:le )?(?:puse|pusimos|llamamos) (?:al?|a mi|a nuestr[oa]) `,
      String.raw`^lo que (?:decidi|decidimos|elegimos|acordamos|quedamos)${B}`,
    ],
  },
  {
    rule: 'asked-attribute',
    ifAsked: true,
    when: [
      String.raw`^(?:(?:(?:el|la|los) )?(?:nombres?|apellido|direccion|cumpleanos|numero|telefono) de )?${MINE}(?: ${FAVOURITE})?$`,
    ],
  },
  {
    rule: 'yes-no',
    ifAsked: true,
    when: [
      rawLines`
      ^(?:yo )?(?:(?:soy|somos) (?:(?:un|una|mas|de) )?(?:alergic|celiac|vegan|vegetarian|diabetic|intolerant|zurd|diestr|casad|
      solter|divorciad|viud|hincha|fan|daltonic|hipertens|argentin|mexican|espanol|chilen|uruguay|colomb|peruan|de te|de cafe|
      padre|madre|mama|papa|abuel|hij[oa] unic|medic|desarrollador|programador|docente|profesor|abogad|contador|ingenier|
      arquitect|monotributist|autonom|fumador|donante|miope)\p{L}*|vivo (?:en|con|sol[oa])|vivimos en|trabajo (?:en|para|de|
      como|desde|remoto|con)|prefiero|preferimos|(?:no )?me gusta[n]?|como(?= (?:carnes?|pescado|gluten|mariscos|cerdo|azucar|
      lacteos|huevos?|pollo|frutas?|verduras?|picante|pan|queso|soja|mani|frutos)${B})|(?:bebo|tomo)(?= (?:alcohol|cafe|mate|
      azucar|medicacion)${B})|uso(?= (?:lentes|anteojos|gafas|mac|windows|linux|android|iphone|audifonos)${B})|(?:hablo|toco|
      fumo)(?! (?:mi|mis|el|la|los|las|alguien|con)${B})|juego (?:a|al)|tengo (?:algun\p{L}* )?(?:una? )?(?:alergia|hij|herman|
      perr|gat|mascota|auto|coche|carro|moto|pareja|novi|espos|intoleran|diabetes|asma|casa propia|seguro|pasaporte|licencia|
      registro|doble nacionalidad)\p{L}*|estoy (?:casad|divorciad|solter|jubilad)\p{L}*|naci en|estudie|decidimos|elegimos|
      decidi|puedo comer|sufro de|padezco)(?:${B}.{0,60})?$
    `,
      String.raw`^(?:es|son|se llama[n]?) ${MINE} (?:alergic|celiac|vegan|vegetarian|de|un|una|mayor|menor)\p{L}*.*$`,
      rawLines`
      ^${MINE} (?:es|son) (?:alergic|celiac|vegan|vegetarian|diabetic|de |mayor|menor)\p{L}*.*$|^${MINE} (?:vive|trabaja|
      se llama)[n]? .+$
    `,
    ],
  },
];
