/** Spanish questions whose answers may never be cached. */
import { rawLines } from '../../text/raw-lines.ts';
import { A, word } from '../../text/word-edges.ts';
import type { FleetingQuestions, QuestionRow } from '../question-pack.ts';

const ROWS: readonly QuestionRow[] = [
  {
    rule: 'time',
    refusal: 'TIME',
    when: [
      // The present moment, and whatever is computed from it.
      word(rawLines`
      hoy|ahora|ahorita|ayer|anoche|anteayer|antier|todavia|aun|sigo|sigue|seguimos|siguen|seguia|ya|actual(?:es|mente)?|
      ultim[oa]s?|reciente(?:s|mente)?|recien|proxim[oa]s?|siguientes?|pasad[oa]s?|que vienen?|entrantes?|faltan?|faltaba|
      (?<!donde )quedan?|quedaba|restan?|restantes?|cuanto (?:hace|llevo|llevamos|tiempo|tarda|demora)|hace (?:cuanto|mucho|
      poco|un|una|\d+)|desde (?:cuando|hace)|hasta|cuantos anos|que edad|mi edad|edad|por ahora|momento|hora es|hora son|
      que dia(?! (?:(?:es|cae|fue) (?:mi|nuestr[oa]) (?:aniversario|cumple\p{L}*|boda|casamiento)|nacio|nacieron|naci|cumple|
      cumplen|me case|nos casamos))|fecha (?:es|de hoy)|que fecha(?! limite)|pendientes?|ultimamente|temprano|(?<!(?:la|
      las) )tarde|antes|despues|pronto|vigentes?|mas nuev[oa]s?|novedad(?:es)?|nuev[oa]s?|por estos dias|fin de semana|finde|
      est[ea] (?:semana|mes|ano|noche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|vez|tarde|manana|finde|trimestre|
      verano|invierno)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|en (?:un|una|dos|tres|\d+) (?:minutos?|
      horas?|dias?|semanas?|mes(?:es)?|anos?)|(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo) que viene|alguna vez|
      volvi|cambio|cambie|sigo siendo|al dia
      `),
      String.raw`(?<!(?:la|las|de|por|esta) )${word('mananas?')}`,
      word('esta manana'),
      String.raw`${A}(?:(?:mi|la) )?(?:proxim|siguient)`,
    ],
  },
  {
    rule: 'changing-state',
    when: [
      word(rawLines`
      ip|rutas?|(?:mas )?(?:cercan[oa]s?|rapid[oa]s?|barat[oa]s?)|en (?:japones|chino|ingles|frances|aleman|italiano|ruso|
      coreano|arabe|griego|latin|hebreo|portugues|catalan)(?=\s*\??\s*$)|saldo|cuenta (?:bancaria|corriente)|en (?:la|
      mi) cuenta|bandeja|notificaciones|calendario|agenda|(?<!(?:prefiero|preferimos|gustan) (?:las )?)reunion(?:es)?|turnos?|
      citas?|eventos?|tareas?|pedidos?|paquetes?|envios?|estado de(?:l)?|como (?:va|van|viene|anda|andan|esta|estan|estoy|
      estas|vamos|voy)|clima|el tiempo|llueve|llover\p{L}*|temperatura|trafico|precios?|cuesta|cuestan|vale|cotiza\p{L}*|
      dolar|euro|tipo de cambio|acciones|bitcoin|resultado|partido|noticias|vuelos?|pasos di|calorias (?:comi|queme|llevo)|
      peso(?! molecular)|bateria|build|pipeline|deploys?|servidor(?:es)?|errores|logs?|donde (?:estoy|estamos|deje|puse|esta|
      estan)|avance|progreso|gaste|gastado|gastos|ahorre|ahorrado|ahorros|debo|deuda|factura|seguidores|suscriptores|puntos|
      mails|correos (?:tengo|nuevos|sin)|mensajes|sin leer|disponibles?|abiert[oa]s?|cerrad[oa]s?|stock|ventas|visitas|ritmo|
      frecuencia|haciendo|trabajando|leyendo|viendo|cocinando|estudiando|en curso|plan(?:es)? para|(?<!on )planes|racha|score|
      ranking|horario de(?:l)? (?:tren|bus|colectivo|vuelo)|hay (?:algo|alguien|luz|agua|\p{L}+ para)|puesto en
      `),
    ],
  },
  {
    rule: 'goes-on',
    when: [
      String.raw`(?:lo|la|los|las) (?:amo|quiero|odio|extrano)(?![\p{L}])|(?:amo|quiero|odio|extrano) a (?:mi|mis|el|la)(?![\p{L}])`,
    ],
  },
  {
    rule: 'feeling',
    when: [
      word(rawLines`
      siento|sentis|sientes|sentir\p{L}*|sentia|triste|tristeza|feliz|contento|contenta|cansad[oa]s?|enojad[oa]s?|
      estresad[oa]s?|ansios[oa]s?|ansiedad(?= (?:tengo|hoy))|animo|humor|solo?edad|preocupad[oa]s?|deprimid[oa]s?|miedo|
      bien(?=\s*\??$)|mal(?=\s*\??$)|extrano|te (?:gusto|gusta|caigo|importo|quiero)|me (?:queres|quieres|amas|odias|
      extranas)|(?:crees|pensas|piensas|opinas|parece|consideras|dirias)|opinion|deberia\p{L}*|debo|conviene|recomend\p{L}*|
      recomiend\p{L}*|suger\p{L}*|sugier\p{L}*|aconsej\p{L}*|mejor(?! amig)(?:es)?|peor|vale la pena|por que|
      para que (?:sirvo|vivo)|sentido|buena idea|ideas?|hambre|sueno|ganas|aburrid[oa]|enamorad[oa]|list[oa] para|capaz de|
      podria|(?<!no )puedo(?! (?:comer|tomar|beber) (?:gluten|lactosa|lacteos|leche|nueces|mani|cacahuates?|mariscos|cerdo|
      carne|huevos?|azucar|soja|alcohol|pescado|trigo)(?:\s+o (?:no|soy \p{L}+))?\s*\??\s*$)|podemos|tengo que|
      necesito(?! saber)|hago (?:con|si|para)|haria[ns]?|motiva\p{L}*
      `),
    ],
  },
];

export const NEVER_CACHED: FleetingQuestions = {
  rows: ROWS,
  // Once folded, `habló` (somebody spoke) reads like `hablo` (I speak).
  ofAnother: String.raw`(?!naci[óo])\p{L}{2,}ó`,
  goesOn: {
    openings: 'ok|bueno|dale|entonces',
    and: 'y|o|pero|e',
    about: 'que hay',
    of: 'de|con',
    articles: 'el|la|los|las',
    whose: 'mi|mis|nuestr[oa]s?|su|sus',
    unless: '(?:cual|quien|como|cuando) (?:es|son|se llama)',
  },
  requests: {
    openings: 'hola|che|oye|por favor|porfa|dale|ok|bueno',
    whom: 'me|nos|te',
    can: 'podes|puedes|podrias|puede|podria|podrian',
    please: 'por favor',
    remember: 'recordar',
    that: 'que',
    tell: 'decir|decirme|recordar|recordarme|confirmar|confirmarme',
    again: 'me|otra vez',
    asked: rawLines`
      que|cual\p{L}*|como|donde|cuando|cuant\p{L}*|quien\p{L}*|si|mi|mis|el nombre|de que|en que|a que|con quien
    `,
  },
  orders: {
    after: 'y|por favor|porfa|che|hola|me|nos|que',
    verbs: rawLines`
      manda\p{L}*|mande\p{L}*|envia\p{L}*|envie\p{L}*|reserva(?:me|r|le|lo|la)?|agenda(?:me|r|lo)|compra(?:me|r|le|lo)|
      pedi(?:me|r|le)|pide(?:me|le)|llama(?:r|lo|la|le)|borra\p{L}*|elimina\p{L}*|crea(?:me|r|le|lo)|agrega\p{L}*|anota\p{L}*|
      apunta\p{L}*|guarda\p{L}*|recorda(?= que)|recorda(?:me|te)? (?!que|cual|como|donde|cuando|cuant|quien|de que|en que|
      a que|con|mi|el (?:nombre|apellido|numero|cumple)|la (?:direccion|fecha))\p{L}+|recuerda(?:me|te)? (?!que|cual|como|
      donde|cuando|cuant|quien|de que|en que|a que|con|mi|el (?:nombre|apellido|numero|cumple)|la (?:direccion|fecha))\p{L}+|
      olvida\p{L}*|paga(?:r|me|le)|transfer\p{L}*|cancela\p{L}*|actualiza\p{L}*|prende|prender|apaga\p{L}*|abri(?:r|me)?|
      cerra(?:r|me)|publica(?:r|lo|me)|subi(?:r|lo)|ejecuta\p{L}*|corre(?:r|lo)|instala\p{L}*|pone(?:me|r|le)|pon(?:me|le)|
      avisa\p{L}*|escribi\p{L}*|redacta\p{L}*|traduc\p{L}*|resumi\p{L}*|genera\p{L}*|inventa\p{L}*|cambia(?:me|r|le|lo)?|
      configura\p{L}*|elegi(?=me|r)\p{L}*|arma(?:me|r)|hace(?:me|le)|hazme|contesta\p{L}*|responde\p{L}*|despliega|
      desplega\p{L}*
    `,
  },
};
