/** Hides what a message holds that is not its writer's own statement: code, quotations, pasted mails, logs and chats. */
import { rawLines } from '../text/raw-lines.ts';
import { CODE_LINE } from '../../policy/facts.ts';

/** Stands for a hidden unit; no pattern reads it as a word of its own, but it may stand inside a name. */
export const MASK = '\u00a4';

const CODE_BLOCK = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`/g;
/** A quotation of one line; a single quote opens before a letter and closes after one, so that `don't` has none. */
const QUOTATION = /"[^"\n]*(?:"|$)|(?<![\p{L}\p{N}])'[^'\n]+?'(?![\p{L}\p{N}])/gu;
/** From here to the end of the message: somebody else's text. */
const PASTED_BELOW = [
  /(?:^|\n)[ \t]*(?:-{2,}|_{2,}|={2,})[^\n]*(?:original|forwarded|reenviado)[\s\S]*$/,
  /(?:^|\n)[^\n]{0,80}\b(?:wrote|escribio):[ \t]*\n[\s\S]*$/,
  new RegExp(rawLines`
      (?:^|\n)(?:from|de|subject|asunto|to|para|cc): [^\n]+\n(?:(?:from|de|subject|asunto|to|para|cc|date|fecha|sent|
      enviado): [^\n]*\n)[\s\S]*$
    `),
];
/** Names of what is a text, and verbs that work on one: what follows their colon is that text. */
const TEXT_INTRODUCED = new RegExp(
  rawLines`
      \b(?:e?mails?|mensajes?|textos?|articulos?|cartas?|parrafos?|frases?|oracion(?:es)?|letras?|poemas?|tuits?|tweets?|
      posteos?|posts?|comentarios?|resena|review|codigo|logs?|nota de|anuncio|transcrip\w+|chats?|conversacion(?: con| de| entre)|citas?|sentences?|paragraphs?|articles?|letters?|messages?|texts?|lyrics|captions?|quotes?|passages?|transcripts?|
      comments?|statements?|bios?|dice|decia|dijo|dicen|puso|pusieron|escribio|mando|respondio|contesto|says?|said|wrote|reads|
      replied|posted|texted|sent me|told me|traduc\w+|translat\w+|corrig\w+|correg\w+|correct|proofread|resum\w+|
      summari[sz]e\w*|parafrase\w+|paraphrase|rephrase|rewrite|reescrib\w+|reformul\w+|mejora\w* (?:esto|este)|analiz\w+|
      analy[sz]e|classify|clasific\w+|grammar|gramatica|redact\w+|draft|write|escrib(?:i|e|ir|ime|eme)|reply|(?:read|lee|leer|
      leed) (?:this|esto|lo siguiente)|respond(?:e|ele|er) a)\b[^.!?\n]{0,80}:(?=\s|$)
    `,
  'g',
);
/** What names no speaker before a colon. */
const LABELS = new RegExp(rawLines`
      ^(?:(?:un|otra?|mi|mis|one|my|the|la|el|los|las|una|another|some|a|quick|small|nuevo|nueva|por|para|about|sobre)\b.*|nota|
      notas|dato|datos|contexto|info|informacion|aclaracion|aviso|importante|ojo|pd|ps|fyi|nb|update|actualizacion|context|note|
      notes|background|reminder|recordatorio|correction|correccion|decision|resumen|summary|tl;?dr|recorda\w*|recuerd\w*|
      acordate|acuerdate|remember|anota|anotate|apunta|memoriza|guarda|save|noted?|regla|reglas|rules?|preferencia|preferencias|
      preferences?|pregunta|question|consulta|duda|tema|topic|perfil|profile|bueno|ok|hola|hi|hey|che|mira|oye|listen|look|
      facts?|hecho|fact check|details?|detalles?|conclusion|resuelto|decidido|decided|definido|confirmado|confirmed|final|
      siempre|always|never|nunca|off ?topic|unrelated|heads up|fun fact|spoiler|idea|plan|trabajo|work|name|nombre|edad|age|
      stack|rol|role|ubicacion|location|ciudad|city|team|equipo)$
    `);
const SPEAKER_LINE = new RegExp(
  rawLines`
      ^[ \t]*(?:[[(]?\d{1,2}[:.]\d{2}[^\])\p{L}]{0,12}[\])]?[ \t-]*)?(?<who>\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,2}|user|
      usuario|assistant|asistente|ai|bot|human|system|tool|client|cliente|agent|agente) ?:(?=\s)
    `,
  'u',
);
const CODE_SIGNS = /[{}<>=[\]|\\#$@*_;]|::|->|\/\//g;
const LOG_LINE = new RegExp(rawLines`
      ^\s*(?:\[?\d{4}-\d\d-\d\d[t ]|(?:error|warn|info|debug|fatal|trace)\b[\]:]? |at \S+ ?\(|traceback|caused by:|\$ |>>> |
      #include|import \w|(?:const|let|var|def|function|class|select|return) \w+.*[=(;{*])
    `);

/** `folded` and `text` stand unit for unit. */
export function maskForeign(folded: string, text: string): string {
  let masked = folded.replaceAll(CODE_BLOCK, hidden);
  masked = masked.replaceAll(QUOTATION, hidden);
  for (const pattern of PASTED_BELOW) masked = masked.replace(pattern, hidden);
  // Looked for only where a colon may end it: most of what is said has none.
  for (const { index, 0: found } of masked.includes(':') ? masked.matchAll(TEXT_INTRODUCED) : []) {
    const from = index + found.length;
    masked = masked.slice(0, from) + hidden(masked.slice(from));
  }
  let at = 0;
  return masked
    .split('\n')
    .map((line) => {
      const raw = text.slice(at, at + line.length);
      at += line.length + 1;
      return isForeignLine(line, raw) ? hidden(line) : line;
    })
    .join('\n');
}

function isForeignLine(line: string, raw: string): boolean {
  if (/^\s*>/.test(line) || LOG_LINE.test(line)) return true;
  const who = SPEAKER_LINE.exec(raw)?.groups?.['who'];
  if (who !== undefined && !LABELS.test(line.slice(0, line.indexOf(':')).trim())) return true;
  if (line.length < CODE_LINE.leastUnits) return false;
  const shown = line.replaceAll(MASK, '').trim();
  const signs = shown.match(CODE_SIGNS)?.length ?? 0;
  if (signs < CODE_LINE.signs) return false;
  return (shown.match(/[\p{L} ]/gu)?.length ?? 0) < CODE_LINE.letters * shown.length;
}

/** Line ends stay: they end sentences. */
function hidden(text: string): string {
  return text.replaceAll(/[^\n]/g, MASK);
}
