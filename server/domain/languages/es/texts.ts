/** Spanish requests to write a text or to work on one, and words that introduce somebody else's text. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SpeechPack } from '../speech-pack.ts';

export const TEXT_TASKS: SpeechPack['textTasks'] = {
  begins: rawLines`
    (?:(?:por favor|porfa|ahora|(?:me )?(?:podes|puedes|podrias|puede|podria)|ayudame a|necesito(?: que(?: me)?)?|
    quiero(?: que(?: me)?)?|me ayudas a|vamos a|tengo que|hay que) ?,? ?)*(?:pas(?:a|ame|alo|amelo|ar|arlo) (?:esto |lo )?(?:al?|
    en) (?:ingles|espanol|castellano|frances|portugues|aleman|italiano|limpio|primera persona|tercera persona)|
    mejora\w*(?: esta| este| esto| la| el| mi)? ?(?:oracion|texto|frase|parrafo|redaccion)|traduc\w+|traduzc\w+|escrib(?:i|e|a|
    as|ir|ime|eme|ame|irme|irle|ile|ele|ilo|elo)|redact\w+|corrig\w+|corregi\w*|resum(?:i|e|a|as|ir|ime|eme|irme|ilo|elo)|
    parafras\w+|reescrib\w+|reformul\w+|transcrib\w+|compone(?:me|r)?|respond[ei]le|contesta?le|decile|dile|mandale|enviale|
    avisale|preguntale|completa(?:me)?(?: la)? frase|conjug\w+|inventa(?:me|te)?|gener\w+ (?:un |una |unos |unas )?(?:texto|
    historia|cuento|poema|tuit|frase|slogan|dialogo|mail|post)|arma(?:me)? (?:un |una )?(?:mail|texto|mensaje|post|tuit|carta|
    frase|dialogo|cuento)|haz(?:me)? (?:un |una )?(?:mail|texto|mensaje|post|tuit|carta|frase|dialogo|cuento|poema)|
    hace(?:me)? (?:un |una )?(?:mail|texto|mensaje|post|tuit|carta|frase|dialogo|cuento|poema)|pone(?:le)? (?:que|de titulo)|
    pon(?:le)? (?:que|de titulo)|como (?:se dice|digo|dirias|traducis|traduces)|que (?:significa|quiere decir)|la (?:frase|
    oracion|palabra|letra|cancion|consigna)|el (?:texto|refran|dicho|titulo|slogan|personaje)|un personaje (?:que|dice)|
    mi personaje|analiza (?:la|esta|el|este)|esta bien dicho|se dice|hay una cancion|ejemplo de oracion|por ejemplo)\b
  `,
  standing: rawLines`
    (?:por favor )?(?:siempre|nunca|jamas)\b|(?:por favor )?[a-z]+(?:me|lo|la|nos)? (?:siempre|nunca)\b|(?:traduc\w+|escrib\w+|
    resum\w+|respond\w+)[^,:.]{0,40}\b(?:de ahora en|a partir de ahora|desde ahora|en adelante|siempre)\b
  `,
  refersBelow: rawLines`
    (?:est[eoa]s?|siguientes?|a continuacion|abajo)\b(?:\s+\w+){0,3}\s*(?:al? (?:ingles|espanol|castellano|frances|
    portugues))?\s*[:.]?$|(?:al|en) (?:ingles|espanol|castellano|frances|portugues|aleman|italiano)\s*$
  `,
};

export const TEXTS: SpeechPack['texts'] = {
  introduced: rawLines`
    mails?|mensajes?|textos?|articulos?|cartas?|parrafos?|frases?|oracion(?:es)?|letras?|poemas?|tuits?|posteos?|posts?|
    comentarios?|resena|codigo|logs?|nota de|anuncio|transcrip\w+|chats?|conversacion(?: con| de| entre)|citas?|dice|decia|dijo|
    dicen|puso|pusieron|escribio|mando|respondio|contesto|traduc\w+|corrig\w+|correg\w+|resum\w+|parafrase\w+|reescrib\w+|
    reformul\w+|mejora\w* (?:esto|este)|analiz\w+|clasific\w+|gramatica|redact\w+|escrib(?:i|e|ir|ime|eme)|(?:lee|leer|
    leed) (?:esto|lo siguiente)|respond(?:e|ele|er) a
  `,
  labels: rawLines`
    (?:un|otra?|mi|mis|la|el|los|las|una|nuevo|nueva|por|para|sobre)\b.*|nota|notas|dato|datos|contexto|informacion|aclaracion|
    aviso|importante|ojo|pd|actualizacion|recordatorio|correccion|decision|resumen|recorda\w*|recuerd\w*|acordate|acuerdate|
    anota|anotate|apunta|memoriza|guarda|regla|reglas|preferencia|preferencias|pregunta|consulta|duda|tema|perfil|bueno|hola|
    che|mira|oye|hecho|conclusion|resuelto|decidido|definido|confirmado|siempre|nunca|trabajo|nombre|edad|rol|ubicacion|ciudad|
    equipo|detalles?|viaje|presupuesto|plazo|lugar|menu|dieta|alergias?|medicacion|casa|hijos|mascotas|coche|auto|horario|turnos?|
    direccion|cumple\p{L}*|telefono|colegio|aforo|alquiler|tallas?
  `,
  speakers: 'usuario|asistente|cliente|agente',
  mail: { forwarded: 'reenviado', wrote: 'escribio', headers: 'de|asunto|para', laterHeaders: 'fecha|enviado' },
};
