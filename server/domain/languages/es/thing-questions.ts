/** Spanish questions about what a thing of the user is or has, and about what they do and take. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionRow } from '../question-pack.ts';
import { MINE } from './user-questions.ts';

export const THING_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-thing-has',
    when: [
      // The name of anything stays the same, and so does who does something for the user, until the user says otherwise.
      String.raw`^como se llama(?:n)? (?:mi|mis|nuestr[oa]s?) \p{L}+(?: (?:de )?\p{L}+)?$`,
      rawLines`
      ^quien(?:es)? (?:es|son) (?:mi|mis|nuestr[oa]s?) (?!(?:rival|cita|chofer|reemplazo|amor|alma|enemig\p{L}+|invitad\p{L}+|
      visita|competencia)(?!\p{L}))\p{L}+(?: (?:de )?\p{L}+)?$
    `,
      rawLines`
      ^que (?:vende|hace|fabrica) (?:mi|nuestr[oa]) (?:emprendimiento|empresa|negocio|tienda|startup|local)$|
      ^cual es mi (?:especialidad|pasion|debilidad|sueno|oficio|cuit|rut|nif|cedula)$|^que (?:comidas?|alimentos?) (?:evito|
      odio|detesto)$|^a que (?:jardin|guarderia|escuela|colegio|club) (?:va|van) (?:mi|mis) \p{L}+$
    `,
      rawLines`
      ^a que (?:le )?(?:tengo|tenemos) alergia$|^que (?:hace|vende|fabrica) (?:mi|nuestr[oa]) (?:startup|empresa|app|producto|
      negocio|proyecto)$|^que dias? (?:voy|vamos) (?:al?|a la|a los) \p{L}+$|^(?:que|cual) es mi oficio$
    `,
      rawLines`
      ^que (?:medicamentos?|medicacion|remedios?|pastillas?) (?:tomo|uso) para (?:la|el|los|las|mi) \p{L}+$|^(?:a que|
      que) (?:medicamentos?|medicinas?|alimentos?|comidas?) (?:soy|somos) alergic[oa]s?$|^(?:manejo|conduzco|nado|fumo)$|
      ^que usamos en (?:el|la|mi) (?:trabajo|laburo|oficina|empresa|equipo)(?:, .{3,40})?$
    `,
      rawLines`
      ^(?:que|cual(?:es)?|de que|con que)(?: [\p{L}]+){1,4} (?:usa|usan|es|tiene|tienen|estudia|ensena|toca|habla) (?:mi|mis|
      nuestr[oa]s?) (?:proyecto|app|empresa|startup|equipo|tienda|negocio|auto|coche|carro|moto|perr[oa]|gat[oa]|hij[oa]|
      herman[oa]|espos[oa]|marido|mujer|mama|papa|madre|padre|pareja|novi[oa])$
    `,
      rawLines`
      ^que (?:estudia|ensena) ${MINE}$|^de (?:cuantas|cuanta) (?:personas|gente) es (?:mi|nuestro) (?:equipo|empresa|familia)|
      ^(?:que|cual) (?:marca|modelo|color|raza|talla) es (?:mi|nuestr[oa]) \p{L}+$
    `,
      rawLines`
      ^como se llama(?:n)? (?:la|el) (?:empresa|proyecto|equipo|escuela|universidad|colegio|app|tienda|club|gimnasio) (?:donde|
      (?:en|para|a) (?:el|la) que|en que|que) (?:trabajo|trabajamos|estudio|vivo|voy|lidero|dirijo|tengo)$
    `,
      String.raw`^(?:en|de|para) que (?:trabaja|trabajan) ${MINE}$|^de que (?:trabajo|laburo|vivo)$`,
      rawLines`
      ^como se (?:llama|llaman) (?:el|la|los|las) (?:novi[oa]|espos[oa]|marido|mujer|hij[oa]s?|perr[oa]|gat[oa]|herman[oa]|
      jef[ea]|maestr[oa]|profesor[a]?|pareja|mama|papa|madre|padre|bebe|medic[oa]|veterinari[oa]|pediatra) de (?:mi|mis|
      nuestr[oa]s?) \p{L}+$|^en que idioma (?:quiero|prefiero) que (?:me )?(?:contestes|respondas|hables|escribas)$|
      ^que (?:decidi|decidimos|acordamos|elegimos|resolvimos) (?:sobre|con|de|del|para|respecto (?:a|de)) .{2,40}$
    `,
      rawLines`
      ^que (?:deporte|instrumento|actividad|hobby)s? (?:hago|practico|toco|juego)$|^que (?:tipo|clase|estilo) de (?:musica|
      libros|series|peliculas|comida) (?:escucho|leo|veo|miro|como|prefiero)$|^que (?:apellido|nombre|cargo|puesto|rol|horario|
      estado civil|nacionalidad|edad civil) (?:tengo|tenia)(?: en (?:la|el|mi) (?:empresa|trabajo|equipo|oficina))?$|
      ^que (?:cosas|comidas|alimentos) no puedo (?:comer|tomar|beber)$
    `,
      rawLines`
      ^(?:por|con) (?:que|cual)(?: [\p{L}]+){1,5} (?:me decidi|nos decidimos|me quede|nos quedamos|opte|optamos)$|
      ^como (?:te )?(?:pedi|pedimos|dije) que me (?:llamaras|llames|dijeras|digas|trataras|trates|hablaras|hables)$
    `,
      rawLines`
      ^(?:cual(?:es)?|quien) (?:es|era) (?:mi|nuestr[oa]) (?:escritor[a]?|autor[a]?|actor|actriz|cantante|pintor[a]?|poeta|
      director[a]?|artista|jugador[a]?|musico|idioma|lengua) (?:preferid[oa]|favorit[oa]|matern[oa]|nativ[oa])$
    `,
      String.raw`^puedo (?:comer|tomar|beber) \p{L}+$`,
    ],
  },
];
