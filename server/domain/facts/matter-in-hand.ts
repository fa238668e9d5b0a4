/** What is told of the matter in hand and of the moment, be the verb what it may: parts of patterns that nothing may follow. All folded. */
import { rawLines } from '../text/raw-lines.ts';

/** What stands in the conversation, on the screen or on the desk. */
export const SPANISH_MATTER = rawLines`
  \b(?:codigo|error(?:es)?|bugs?|script|archivos?|funcion(?:es)?|linea|logs?|build|tests?|query|consulta|boton|pestana|pantalla|
  pagina|menu|ventana|comando|servidor|deploy|commit|rama|parrafo|oracion|frase|titulo|texto|borrador|respuesta|opcion|capitulo|
  diapositiva|resultado|excepcion|consola|terminal|url|endpoint|variable|tabla|celda|formula|excel|documento|formulario|enlace|
  link|contrasena|clave|token|token|parametro|argumento|ejercicio|problema|ejemplo|pregunta|duda|mensaje|mail|correo|tarea|
  informe|receta|version|fondo|tablas|capas?|imagen|imagenes|copias?|filas?|columnas?|datos|pares|lados|lista|intro|
  introduccion|resumen|articulo|parte|historia|cuento|ecuacion|nota|celdas|clases?\b(?= (?:java|python|abstracta|hija|padre)))\b
`;
export const SPANISH_HERE = rawLines`
  (?:(?:esto|eso|est[ea]s?|estos|es[ea]s?|esos|aquell?[oa]s?|lo|te|le|les|que|si|como|cuando|porque|pero|y|aca|aqui|ahi|alla|
  algo|nada|todo|tu|tus|su|sus|ya|mal|bien|igual|mas|mejor|tan|tanto|asi|agua|click|clic|enter|atencion|gracias|falta|cuenta|
  caso|cuidado|cara|ganas)\b|(?:(?:el|la|los|las|un|una|unos|unas|mi|mis|de|del|con|en|a|al|por|para|otro|otra|dos|tres|
  \d+) )*${SPANISH_MATTER}\b)
`;
export const SPANISH_NOW = rawLines`
  (?!.*\b(?:err?or(?:es)?|bug|fall[ao]|no (?:anda|funciona|pasa nada|me (?:sale|deja))|explota|se (?:rompe|cuelga)|hoy|
  ahora mismo|en este momento|(?<!(?:la|las|de|por|cada|esta|media) )manana (?!por)|en (?:un|una|dos|tres|cinco|diez|
  \d+) (?:minutos?|segundos?|ratos?)|como un (?:burro|perro|loco|esclavo|condenado)|pasado manana|anoche|ayer|esta (?:tarde|
  noche|manana|semana|vez)|este (?:finde|fin de semana)|en (?:este|ese) |el (?:finde|viernes|sabado|domingo|lunes|martes|
  miercoles|jueves) que viene|la semana que viene|de nuevo|otra vez|por vos|por ti|tu respuesta|un (?:segundo|rato|momento|
  minuto)|en un rato|y (?:vuelvo|te (?:digo|aviso|cuento))|luego te|despues te|primero|en tus manos|de acuerdo)\b)
`;

export const ENGLISH_MATTER = rawLines`
  \b(?:code|errors?|bugs?|scripts?|files?|functions?|lines?|logs?|builds?|tests?|query|queries|button|tabs?|screens?|pages?|
  menu|windows?|commands?|server|deploy|commits?|branch|paragraph|sentence|title|text|draft|answer|response|options?|chapter|
  slides?|results?|exceptions?|console|terminal|url|endpoint|variables?|table|columns?|cells?|formula|document|form|links?|
  passwords?|tokens?|parameters?|arguments?|exercise|problem|example|questions?|message|emails?|task|homework|report|recipe|
  versions?|copies|copy|images?|layers?|backgrounds?|rows?|intro|summary|article|both sides|equation|devil's advocate)\b
`;
export const ENGLISH_HERE = rawLines`
  (?:(?:this|that|these|those|it|its|him|her|them|you|your|something|nothing|everything|anything|so|too|what|which|when|where|
  why|how|if|because|but|and|or|here|there|more|most|much|up|well|like|as|than|sure|sense|sorry|ready)\b|(?:(?:the|a|an|my|our|
  some|any|all|two|three|\d+|of|to|in|on|at|with|for|from|into|same|first|second|last|next|new|old|
  \p{L}+ed) )*${ENGLISH_MATTER}\b)
`;
export const ENGLISH_NOW = rawLines`
  (?!.*\b(?:errors?|bugs?|fails?|failed|crash\p{L}*|not working|doesn't work|today|tonight|right now|at the moment|tomorrow|
  yesterday|last night|this (?:morning|afternoon|evening|time|weekend)|next (?:week|weekend|time)|again|in a (?:minute|sec|
  second|bit|moment)|later|your (?:answer|reply|help))\b)
`;
