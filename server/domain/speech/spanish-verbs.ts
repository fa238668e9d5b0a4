/** Forms of Spanish verbs by rule, folded: what one says to tell another what to do, in tuteo, voseo and ustedeo, and denied. */

/**
 * What people tell an assistant to do. `lemma:stressed` gives the stem under stress where it differs; `lemma=forms` gives all forms
 * of verbs that follow no rule.
 */
const TOLD =
  'usar responder contestar escribir hablar tratar explicar agregar mostrar:muestr evitar citar formatear resumir avisar preguntar ' +
  'confirmar verificar chequear revisar mantener=manten,mantene,mantenga,mantengas,mantengan empezar:empiez arrancar comenzar:comienz ' +
  'terminar cerrar:cierr llamar saludar corregir:corrig generar devolver:devuelv entregar pasar mencionar recordar:recuerd considerar ' +
  'guardar asumir utilizar emplear mandar enviar:envi ayudar:ayud ofrecer sugerir:sugier recomendar:recomiend priorizar elegir:elig ' +
  'buscar anotar calcular redondear convertir:conviert listar numerar firmar indicar aclarar detallar simplificar acortar limitar ' +
  'respetar seguir:sig borrar tocar modificar cambiar ejecutar correr desplegar:desplieg deployar commitear pushear subir bajar compartir ' +
  'publicar reservar agendar comprar pedir:pid repetir:repit interrumpir inventar adivinar suponer=supon,supone,suponga,supongas ' +
  'felicitar disculpar despedir:despid tutear vosear adjuntar incluir=inclui,incluye,incluya,incluyas,incluyan ' +
  'traducir=traduci,traduce,traduzca,traduzcas,traduzcan decir=di,deci,diga,digas,digan poner=pon,pone,ponga,pongas,pongan ' +
  'hacer=haz,hace,haga,hagas,hagan dar=da,den,des ser=seas,sea,sean tener=ten,tene,tenga,tengas,tengan ' +
  'ir=anda,ve,vaya,vayas dejar marcar etiquetar probar:prueb testear comentar documentar nombrar indentar ordenar traer=trae,traiga,traigas ' +
  'tomar llevar sacar crear cargar proponer=propon,propone,proponga,propongas compilar apagar prender:prend encender:enciend activar desactivar ' +
  'validar analizar pensar:piens leer consultar abrir imprimir saltear omitir ocultar cortar juzgar mentir:mient opinar presentar ' +
  'sumar restar contar:cuent escuchar esperar priorizar referirte dirigirte quedarte limitarte';

const CLITICS = '(?:me|te|nos|lo|la|los|las|le|les|se|melo|mela|melos|melas|selo|sela|selos|selas|noslo)?';

type Verb = {
  readonly imperative: readonly string[];
  readonly subjunctive: readonly string[];
  readonly infinitive: string;
};

function verbOf(entry: string): Verb {
  const [head = '', irregular] = entry.split('=');
  const [lemma = '', stress] = head.split(':');
  const infinitive = lemma.replace(/te$|le$/, '');
  if (irregular !== undefined) {
    const forms = irregular.split(',');
    return { imperative: forms, subjunctive: forms.filter((form) => /[ae]s?$/.test(form)), infinitive };
  }
  const stem = infinitive.slice(0, -2);
  const stressed = stress ?? stem;
  const vowel = infinitive.at(-2) ?? 'a';
  const other = vowel === 'a' ? 'e' : 'a';
  const soft = (root: string): string => softened(root, vowel);
  return {
    imperative: [
      stressed + (vowel === 'i' ? 'e' : vowel),
      stem + vowel,
      soft(stressed) + other,
      `${soft(stressed)}${other}n`,
    ],
    subjunctive: [stressed, stem].flatMap((root) => ['s', '', 'n'].map((end) => soft(root) + other + end)),
    infinitive,
  };
}

/** As a stem is written before the other kind of vowel: busc- is busqu- before e. */
function softened(root: string, vowel: string): string {
  if (vowel === 'a') return root.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c');
  return root
    .replace(/([aeiou])c$/, '$1zc')
    .replace(/gu$/, 'g')
    .replace(/g$/, 'j');
}

const VERBS = TOLD.split(' ').map(verbOf);
const oneOf = (forms: readonly string[]): string => `(?:${[...new Set(forms)].join('|')})`;

/** What tells one to do it, with its pronouns. */
export const IMPERATIVE = `${oneOf(VERBS.flatMap(({ imperative }) => imperative))}${CLITICS}`;
/** What tells one not to, after `no` or `nunca`. */
export const SUBJUNCTIVE = oneOf(VERBS.flatMap(({ subjunctive }) => subjunctive));
/** `siempre responder en español`. */
export const INFINITIVE = `${oneOf(VERBS.map(({ infinitive }) => infinitive))}${CLITICS}`;
