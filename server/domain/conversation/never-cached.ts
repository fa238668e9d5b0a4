/** What takes an answer out of every cache: time, what changes by itself, feelings, side effects. Folded. */
import { rawLines } from '../text/raw-lines.ts';
import { A, rule, word, type QuestionRule } from './question-rule.ts';

/** Where an order begins. */
const atStart = (list: string): string =>
  String.raw`(?:^|[.,;:!?\u00bf\u00a1]|${word('please|and|y|then|you|por favor|porfa|che|hola|hey|hi|also|me|nos|que')})[^\p{L}]*${word(list)}`;

/** One of these, and no answer is kept. */
export const NEVER_CACHED: readonly QuestionRule[] = [
  rule(
    'time',
    // Spanish: now, and what is reckoned from it.
    word(
      rawLines`
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
      `,
    ),
    String.raw`(?<!(?:la|las|de|por|esta) )${word('mananas?')}`,
    word('esta manana'),
    // English.
    word(
      rawLines`
        today|today's|tonight|tonight's|now|yesterday|yesterday's|tomorrow|tomorrow's|current|currently|latest|recent|recently|
        next(?! of kin)|upcoming|still|yet|already|anymore|any more|any longer|no longer|so far|until|till|left(?!-)|remain|
        remains|remaining|this (?:week|month|year|morning|afternoon|evening|weekend|quarter|summer|winter|time|\p{L}+day)|ago|
        how long|how much time|how many (?:years|months|weeks|days|hours)|how old|my age|age|time is it|what time is|what day|
        what date(?! format)|the date(?! of (?:my|our))|the time|lately|nowadays|these days|at the moment|presently|pending|
        outstanding|overdue|due|newest|new(?! (?:york|zealand|orleans|jersey|mexico|delhi))|what's new|any new|how soon|soon|
        just (?:said|did|told|sent|wrote|asked)|up to date|as of|since|anytime|(?:mon|tues|wednes|thurs|fri|satur|sun)day|
        before|after|earlier|later|expired?|at present|to date|by (?:now|then|\p{L}+day)|in (?:a|an|one|two|\d+) (?:minutes?|
        hours?|days?|weeks?|months?|years?)|(?:days|weeks|months|hours|years|sleeps) (?:to|till|until|away|before)|changed?|
        the weekend|weekend's|ever|used to|away
      `,
    ),
    String.raw`${word('last')}(?! name)`,
    String.raw`${A}(?:(?:mi|la) )?(?:proxim|siguient)`,
  ),
  rule(
    'changing-state',
    word(
      rawLines`
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
      `,
    ),
    word(
      rawLines`
        ip|(?:uber|taxi|cab|lyft|bolt) driver|routes?|outfit|(?:fastest|shortest|quickest|cheapest|nearest|closest) \p{L}+|
        my (?:dinner|lunch|breakfast)(?=\s*\??\s*$)|in (?:\p{L}+ese|\p{L}+ish|french|german|italian|russian|korean|arabic|greek|
        latin|hebrew|hindi)(?=\s*\??\s*$)|balance|my (?:bank )?account|inbox|notifications?|calendar|agenda|schedule|
        (?<!prefer .{0,30})meetings?|appointments?|events?|tasks?|to-?dos?|to do list|orders?|packages?|shipments?|delivery|
        (?<!marital )status|weather|forecast|rain|raining|temperature|traffic|prices?|cost|costs|exchange rate|stocks?|shares|
        bitcoin|crypto|score|scores|the (?:game|match)|news|flights?|steps|calories|heart rate|weigh|weight|battery|storage|
        build|pipeline|deploy(?:ment)?s? (?:status|running|done)|servers?(?= (?:up|down|running|ok|status|healthy))|
        server (?:is )?(?:up|down)|errors?|logs?|where (?:am i|are we)(?! (?:from|based|born))|did i (?:leave|put|park)|
        progress|spent|spend|spending|saved|savings|owe|debt|bill|bills|followers|subscribers|points|unread|emails? (?:do|did|
        have)|messages?|available|open (?:issues|tickets|tabs|prs)|in stock|sales|visits|streak|rank(?:ing)?|working on|
        am i (?:doing|going|reading|watching|working|late|on track|behind|ahead|wearing|online|connected|logged)|
        are we (?:doing|going|there|late|on track)|doing|going on|happening|plans for|my plans|how(?:'s| is| are) (?:my|our|the)
      `,
    ),
  ),
  // And my sister? What is asked of her was said before.
  rule(
    'goes-on',
    rawLines`
      ^[^\p{L}]*(?:(?:ok|bueno|dale|so|well|entonces),? )*(?:(?:y|and|o|or|pero|but|e) )(?:(?:que hay |what about |
      how about )?(?:de |con |of )?)(?:el |la |los |las |the )?(?:mi|mis|my|our|nuestr[oa]s?|su|sus|his|her|
      their) (?!\p{L}+(?: \p{L}+)?,? (?:cual|quien|como|cuando) (?:es|son|se llama))
    `,
    // To love somebody is a feeling, to love jazz is not.
    String.raw`(?:love|like|hate|trust|miss|fancy) (?:him|her|them|my (?!(?:coffee|tea|eggs|steak|answers|food|meat|music)${'(?![\\p{L}])'})\p{L}+)(?![\p{L}])|(?:lo|la|los|las) (?:amo|quiero|odio|extrano)(?![\p{L}])|(?:amo|quiero|odio|extrano) a (?:mi|mis|el|la)(?![\p{L}])`,
  ),
  rule(
    'feeling',
    word(
      rawLines`
        siento|sentis|sientes|sentir\p{L}*|sentia|triste|tristeza|feliz|contento|contenta|cansad[oa]s?|enojad[oa]s?|
        estresad[oa]s?|ansios[oa]s?|ansiedad(?= (?:tengo|hoy))|animo|humor|solo?edad|preocupad[oa]s?|deprimid[oa]s?|miedo|
        bien(?=\s*\??$)|mal(?=\s*\??$)|extrano|te (?:gusto|gusta|caigo|importo|quiero)|me (?:queres|quieres|amas|odias|
        extranas)|(?:crees|pensas|piensas|opinas|parece|consideras|dirias)|opinion|deberia\p{L}*|debo|conviene|recomend\p{L}*|
        recomiend\p{L}*|suger\p{L}*|sugier\p{L}*|aconsej\p{L}*|mejor(?! amig)(?:es)?|peor|vale la pena|por que|
        para que (?:sirvo|vivo)|sentido|buena idea|ideas?|hambre|sueno|ganas|aburrid[oa]|enamorad[oa]|list[oa] para|capaz de|
        podria|(?<!no )puedo(?! (?:comer|tomar|beber) (?:gluten|lactosa|lacteos|leche|nueces|mani|cacahuates?|mariscos|cerdo|
        carne|huevos?|azucar|soja|alcohol|pescado|trigo)(?:\s+o (?:no|soy \p{L}+))?\s*\??\s*$)|podemos|tengo que|
        necesito(?! saber)|hago (?:con|si|para)|haria[ns]?|motiva\p{L}*
      `,
    ),
    word(
      rawLines`
        feel|feeling|feelings|felt|mood|happy|sad|tired|angry|stressed|anxious|lonely|worried|depressed|scared|upset|bored|
        hungry|ok|okay|alright|(?:like|love|hate|miss|trust) me|do you (?:like|love|hate|think|feel|believe|want|prefer|enjoy|
        mind|have|agree|need)|think|thoughts|opinion|should|shall|ought|could(?! you)|might|would you(?! (?:tell|remind|
        remember|confirm))|recommend\p{L}*|suggest\p{L}*|advice|advise|tips|ideas?|(?<!(?:like|love|enjoy) )best(?! friend| man)|better|worst|worth|why|how come|meaning|good idea|ready|in love|want to(?! know)|wanna|motivate\p{L}*|can (?:i|
        we)(?! (?:eat|have|drink) (?:gluten|lactose|dairy|milk|nuts|peanuts|shellfish|pork|meat|eggs?|sugar|soy|alcohol|fish|
        wheat)\s*\??\s*$)|need(?! to know)|must|have to|supposed to|what if
      `,
    ),
  ),
  rule(
    'side-effect',
    rawLines`
      ^[^\p{L}]*(?:(?:hola|che|oye|hey|hi|please|por favor|porfa|dale|ok|bueno)[\s,]+)*(?:(?:me |nos |te )?(?:podes|puedes|
      podrias|puede|podria|podrian|can you|could you|would you|will you) (?:please |por favor )?(?:(?:recordar|remember|
      recall) (?:que|that)(?![\p{L}])|(?!(?:decir|decirme|recordar|recordarme|confirmar|confirmarme|tell|remind|confirm|
      remember|recall)(?: (?:me|again|otra vez))*(?: (?:que|cual\p{L}*|como|donde|cuando|cuant\p{L}*|quien\p{L}*|si|what|what's|
      which|where|when|who|whose|how|if|whether|my|mi|mis|our|the name|el nombre|de que|en que|a que|con quien)(?![\p{L}])|
      \s*\?))))
    `,
    atStart(
      rawLines`
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
    ),
    atStart(
      rawLines`
        send|book|buy|delete|create|add|schedule a|remind me (?:to|about|in|at|on|that|of (?!my|our|the name))|write|set (?:up|
        a|an|the|my)|turn (?:on|off)|play (?:some|me|the|a|music|my)|pay|transfer|cancel|update|remember that|remember to|
        forget|email (?:my|him|her|them|the|me)|text (?:my|him|her|them|me)|call (?:my|him|her|them|the|an?)|post|publish|
        deploy|run (?:the|my|a|this)|open (?:the|my|a)|close (?:the|my)|install|generate|translate|summari[sz]e|draft|note that|
        save|store|make (?:me|a|an|the|my)|order (?:me|a|some|the)|share|upload|download|ping|notify|change (?:my|the)|reset|
        switch|restart|submit|sign me|log
      `,
    ),
  ),
];
