/** What stands in the conversation, on the screen or on the desk: parts of patterns that nothing may follow. All folded. */
import { rawLines } from '../text/raw-lines.ts';

export const SPANISH_MATTER = rawLines`
  \b(?:codigo|error(?:es)?|bugs?|script|archivos?|funcion(?:es)?|linea|logs?|build|tests?|query|consulta|boton|pestana|pantalla|
  pagina|menu|ventana|comando|servidor|deploy|commit|rama|parrafo|oracion|frase|titulo|texto|borrador|respuesta|opcion|capitulo|
  diapositiva|resultado|excepcion|consola|terminal|url|endpoint|variable|tabla|celda|formula|excel|documento|formulario|enlace|
  link|contrasena|clave|token|token|parametro|argumento|ejercicio|problema|ejemplo|pregunta|duda|mensaje|mail|correo|tarea|
  informe|receta|version|fondo|tablas|capas?|imagen|imagenes|copias?|filas?|columnas?|datos|pares|lados|lista|intro|
  introduccion|resumen|articulo|parte|historia|cuento|ecuacion|nota|celdas|clases?\b(?= (?:java|python|abstracta|hija|padre)))\b
`;

export const ENGLISH_MATTER = rawLines`
  \b(?:code|errors?|bugs?|scripts?|files?|functions?|lines?|logs?|builds?|tests?|query|queries|button|tabs?|screens?|pages?|
  menu|windows?|commands?|server|deploy|commits?|branch|paragraph|sentence|title|text|draft|answer|response|options?|chapter|
  slides?|results?|exceptions?|console|terminal|url|endpoint|variables?|table|columns?|cells?|formula|document|form|links?|
  passwords?|tokens?|parameters?|arguments?|exercise|problem|example|questions?|message|emails?|task|homework|report|recipe|
  versions?|copies|copy|images?|layers?|backgrounds?|rows?|intro|summary|article|both sides|equation|devil's advocate)\b
`;
