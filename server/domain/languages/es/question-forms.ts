/**
 * Spanish wordings of the same question, in the order in which they are tried. They match folded text without frame and marks, with
 * `del` and `al` as two words; a verb of what somebody else did ends in `oh` (`trabajó`). Words that no form matches stay as they
 * are, so that questions that differ in them remain different.
 */
import type { Form, Rewordings } from '../question-pack.ts';

const PARTS = {
  NP: String.raw`((?:(?!(?:que|cual|quien|donde|cuando|como)\b)[\p{L}\p{N}'-]+)(?: (?!(?:que|cual|quien|donde|cuando|como)\b)[\p{L}\p{N}'-]+){0,6}?)`,
  NOUN: String.raw`((?!tipo\b|clase\b)[\p{L}-]+(?: (?:de )?(?!es\b|son\b|fue\b|tengo\b|tienen?\b|me\b|le\b|nos\b|mas\b|mi\b|que\b)[\p{L}-]+){0,2}?)`,
  THE: '(?:el|la|los|las)',
  TOWN: '(?:ciudad|pueblo|lugar|sitio|localidad)',
  FIRM: '(?:empresa|compania|firma|sitio|lugar)',
  JOB: '(?:profesion|ocupacion|oficio|trabajo)',
  FAVORITE: '(?:preferid[oa]s?|favorit[oa]s?)',
  OURS: '(?:elegimos|escogimos|decidimos|acordamos|seleccionamos)(?: usar)?',
  MINE: '(?:elegi|escogi|decidi|acorde|seleccione)(?: usar)?',
  // Attributes of a thing: `qué color es X` asks for the color of X.
  SIDE: '(?:raza|color|tamano|marca|material|genero|especie|modelo|talla)',
} as const;

const ORDERING: readonly Form[] = [
  // Word order.
  [
    '((?:(?:mi|mis|nuestr[oa]s?|el|la|los|las) {NP})) ((?:en |a |de )?(?:donde|cuando|como|que|quien|cual(?:es)?)) (.+)',
    '$3 $4 $1',
  ],
  ['yo (.+)|es verdad que (.+)', '$1$2'],
  ['(.*)\\b(?:direccion de (?:correo|mail|email)|correo electronico)(.*)', '$1correo$2'],
  ['(por|con|en|de|a|para) cual(?:es)? (.+)', '$1 que $2'],
  ['de cuanto es {NP}', 'cual es $1'],
  ['{NP} que (significa|quiere decir)', 'que $2 $1'],
  ['{THE} {NOUN} de {NP}', 'cual es $&'],
  ['cuales son (.+)', 'cual es $1'],
  ['quienes son (.+)', 'quien es $1'],
  ['cual(?:es)? (?!es\\b|fue\\b|era\\b|eran\\b|no\\b|de\\b|sera\\b)(.+)', 'que $1'],
  ['((?:en|a|de|con|por|para) )?que (?:tipo|clase|marca) de (.+)', '$1que $2'],
  ['en donde (.+)', 'donde $1'],
  ['en que {TOWN} (.+)', 'donde $1'],
  ['(?:en )?que (?:dia|fecha) (.+)', 'cuando $1'],
  ['cual (es|fue) (?:la fecha|el dia) de (?:el )?(.+)', 'cuando $1 $2'],
  ['(.+) {THE} {NOUN} mi[oa]s?', '$1 mi $2'],
  ['(.*){THE} (\\p{L}+) (nuestr[oa]s?)', '$1$3 $2'],
  ['(.*?)(?:que (\\p{L}+) musical) (.+)', '$1que $2 $3'],
  // The progressive for a lasting state.
  ['que estoy estudiando', 'que estudio'],
  ['(donde|.*que {NOUN}) estoy (trabaj|estudi|us|toc|manej|habl|ensen)ando(.*)', '$1 $3o$4'],
  ['(donde|.*que {NOUN}) esta (trabaj|estudi|us|toc|manej|habl|ensen)ando(.*)', '$1 $3a$4'],
  ['(donde|.*que {NOUN}) estan (trabaj|estudi|us|toc|manej|habl|ensen)ando(.*)', '$1 $3an$4'],
  ['(donde|.*que {NOUN}) estamos (trabaj|estudi|us|toc|manej|habl|ensen)ando(.*)', '$1 $3amos$4'],
  ['(donde|.*que {NOUN}) estoy viviendo(.*)', '$1 vivo$3'],
  ['(donde|.*que {NOUN}) esta viviendo(.*)', '$1 vive$3'],
  ['(donde|.*que {NOUN}) estan viviendo(.*)', '$1 viven$3'],
  ['(donde|.*que {NOUN}) estoy siguiendo(.*)', '$1 sigo$3'],
  ['(.+?) (?:puedo|se) hablar', '$1 hablo'],
  ['(.+?) (?:puedo|se) tocar', '$1 toco'],
  ['en que (idiomas?|lenguas?) (.+)', 'que $1 $2'],
  // Relative clauses: `Cuál es el instrumento que toco`.
  ['cual (?:es|fue) {THE} {NOUN} (?:que mas me gusta|que me gusta mas)', 'cual es mi $1 favorito'],
  [
    'cual (?:es|fue) {THE} {NOUN} (?:(?:en|con|por|a|de) )?(?:{THE} )?(?:que|cual) (?!menos\\b|mas\\b|no\\b)(.+)',
    'que $1 $2',
  ],
];

const TELLING: readonly Form[] = [
  // Names.
  ['como se llaman? {NP}', 'cual es el nombre de $1'],
  ['(?:que|cual es los) nombres? (?:tienen?|de) {NP}', 'cual es el nombre de $1'],
  ['que nombre le (?:puse|pusimos|di|dimos|elegi|elegimos) a {NP}', 'cual es el nombre de $1'],
  ['(?:quien|que (?:autor|autora|escritor)) escribio(?:h)? {NP}', 'cual es el nombre de autor de $1'],
  ['por quien fue escrit[oa] {NP}', 'cual es el nombre de autor de $1'],
  ['a que (dentista|medico|doctor|terapeuta|gimnasio|peluquer[oa]|veterinari[oa]) voy', 'cual es el nombre de mi $1'],
  ['cual es mi mejor (amig[oa])', 'cual es el nombre de mi mejor $1'],
  // Home and place of work.
  ['donde (?:esta|queda) mi casa', 'donde vivo'],
  ['que {TOWN} (viv(?:o|en?)|naci(?:oh|eron)?)(.*)', 'donde $1$2'],
  ['(?:en|para) que {FIRM} (trabaj(?:o|an?|amos))(.*)', 'donde $1$2'],
  ['para quien (trabaj(?:o|an?|amos))(.*)', 'donde $1$2'],
  ['cual es mi (?:lugar|sitio) de trabajo', 'donde trabajo'],
  ['cual es (?:el nombre de )?mi (?:empleador|empresa)', 'donde trabajo'],
  // Occupation, allergies, hobbies.
  ['(?:de|en) que (?:trabajo|laburo)', 'a que me dedico'],
  ['(?:de|en) que (?:trabajan?|laburan?) {NP}', 'a que se dedica $1'],
  ['a que se dedican {NP}', 'a que se dedica $1'],
  ['cual es mi {JOB}', 'a que me dedico'],
  ['cual es {THE} {JOB} de {NP}', 'a que se dedica $1'],
  ['que hacen? {NP} para (?:vivir|ganarse la vida)', 'a que se dedica $1'],
  ['cual es mis? alergias?|que alergias? tengo|tengo (?:alguna )?alergias?|a que tengo alergia', 'a que soy alergico'],
  ['soy alergic[oa] a algo|a que soy alergica|a que (?:alimentos|comidas) soy alergic[oa]', 'a que soy alergico'],
  // Favourites and preferences.
  ['cual es mi {NOUN} {FAVORITE}', 'cual es mi $1 favorito'],
  ['que {NOUN} es (?:el )?mi(?:o)? {FAVORITE}', 'cual es mi $1 favorito'],
  ['que {NOUN} (?:me gusta mas|mas me gusta|prefiero)', 'cual es mi $1 favorito'],
  ['cual es {THE} {NOUN} {FAVORITE} de {NP}|que {NOUN} prefieren? {NP}', 'que $1$3 prefiere $2$4'],
  ['que {NOUN} le gusta mas a {NP}', 'que $1 prefiere $2'],
  ['que prefiero {NP} o {NP}', 'prefiero $1 o $2'],
  ['me gusta mas {NP} o {NP}', 'prefiero $1 o $2'],
  // Numbers, dates and places of birth and marriage.
  ['cuantos hermanos y hermanas (.+)', 'cuantos hermanos $1'],
  ['cual es el numero de mis {NOUN}', 'cuantos $1 tengo'],
  ['que cantidad de {NOUN} tengo|que numero de (\\p{L}+s) tengo', 'cuantos $1$2 tengo'],
  ['cuantos son mis {NOUN}', 'cuantos $1 tengo'],
  ['de cuantos {NOUN} soy (?:padre|madre)', 'cuantos $1 tengo'],
  ['cuando (?:cumplo anos|naci)|cual es mi (?:fecha de nacimiento|cumpleanos)', 'cuando es mi cumpleanos'],
  ['cuando (?:es el|es) cumpleanos de {NP}|cuando cumplen? anos {NP}', 'cuando es el cumpleanos de $1$2'],
  ['cuando (?:es|fue) mi (?:boda|casamiento)', 'cuando me case'],
  ['cual es mi lugar de nacimiento|de que {TOWN} soy natural', 'donde naci'],
  ['donde creci', 'donde me crie'],
  // Decisions, studies, possessions.
  [
    'por que {NOUN} nos decidimos|con que {NOUN} nos quedamos|por que {NOUN} optamos|que {NOUN} {OURS}',
    'que $1$2$3$4 elegimos',
  ],
  ['por que {NOUN} me decidi|con que {NOUN} me quede|por que {NOUN} opte|que {NOUN} {MINE}', 'que $1$2$3$4 elegi'],
  ['que carrera (?:estudio|hago|curso)|cual es mi carrera', 'que estudio'],
  ['(?:en|a) que (?:universidad|facultad) (?:estudie|fui|hice la carrera|me gradue|me recibi)', 'donde estudie'],
  ['donde hice (?:la|mi) carrera', 'donde estudie'],
  ['que (auto|coche|carro|moto) (?:conduzco|manejo)', 'cual es mi $1'],
  ['de que equipo soy (?:hincha|fan|aficionad[oa]|seguidor[a]?)', 'de que equipo soy'],
  ['que dieta (?:sigo|hago|llevo)', 'cual es mi dieta'],
];

const JOINING: readonly Form[] = [
  ['(?:de )?que ({SIDE}) (?:es|son|tienen?) {NP}', 'cual es el $1 de $2'],
  ['cual es mi (gimnasio|banco|dentista|medico|colegio|universidad|escuela)', 'cual es el nombre de mi $1'],
  ['que {NOUN} (?:tengo|poseo|uso|utilizo|llevo)', 'cual es mi $1'],
  ['cual es mi telefono', 'cual es mi numero de telefono'],
  ['que {NOUN} (?:tenemos|usamos|utilizamos)', 'cual es nuestro $1'],
  ['que {NOUN} tienen? {NP}', 'cual es el $1 de $2'],
  ['de que {NOUN} soy', 'cual es mi $1'],
  ['que {NOUN} es (?:el |la )?mi[oa]', 'cual es mi $1'],
  ['que (?:quiere decir|significa) {NP}|cual es el significado de {NP}', 'que significa $1$2'],
  // Attributes of a person or thing.
  ['que {NOUN} (?:utiliza|usa) {NP}', 'cual es el $1 de $2'],
  ['que (?:ciudad|pueblo|persona) es {NP}', 'cual es $1'],
  ['cual es el nombre de la capital de {NP}', 'cual es la capital de $1'],
  [
    '(?:como (?:puedo|podria|debo|deberia|hago para|se puede|haria para|hacer para)|de que (?:manera|forma)(?: puedo)?) (.+)',
    'como $1',
  ],
  ['como se (?!llam)(\\p{L}{2,}?)(?:an|en|a|e) (.+)', 'como $1~ $2'],
  ['como (\\p{L}+?)(?:zco|cer|ce) (.+)', 'como $1c~ $2'],
  ['como (\\p{L}{2,}?)(?:o|ar|er|ir) (.+)', 'como $1~ $2'],
  ['quien es (?!(?:yo|tu|vos|el|ella|ese|esa|este|esta)$){NP}', 'cual es el nombre de $1'],
];

export const REWORDINGS: Rewordings = {
  // Once folded, `habló` (somebody spoke) reads like `hablo` (I speak).
  unfolded: [[String.raw`ó(?!\p{L})`, 'oh']],
  spelled: [
    [String.raw`\bdel\b`, 'de el'],
    [String.raw`\bal\b`, 'a el'],
  ],
  written: [['~', '']],
  parts: PARTS,
  ordering: ORDERING,
  telling: TELLING,
  joining: JOINING,
  articles: 'el|la|los|las|una?',
  sameWords:
    'mujer esposa;marido esposo;madre mama mami;padre papa papi;padres papas;coche auto carro;idiomas lenguas;idioma lengua;' +
    'telefono celular movil;medico doctor;ordenador computadora computador;piso apartamento departamento;usa utiliza;' +
    'correo mail email;mi mis;nuestro nuestra nuestros nuestras;cuantos cuantas',
  choice: { verbs: 'prefiero', or: 'o' },
};
