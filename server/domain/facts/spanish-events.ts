/** Spanish: what happened in a life and stays so: gains and losses. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

const PARTS: Parts = {
  ...SPANISH_PARTS,
  just: rawLines`
    (?:(?:ya|recien|por fin|al final|finalmente|hace poco|ayer|y|tambien|justo|el (?:otro dia|sabado|domingo|lunes|martes|
    miercoles|jueves|viernes)) )*(?:me |nos )?
  `,
  a: String.raw`(?:(?:un|una|el|la|mi|nuestr[oa]|otr[oa]|los|las|dos|tres) )?(?:\p{L}+ ){0,1}?`,
  durable: rawLines`
    (?:casa|depa|depto|departamento|piso|apartamento|terreno|parcela|lote|finca|campo|chacra|quinta|cabana|local|auto|coche|
    carro|camioneta|furgoneta|moto|motocicleta|bici|bicicleta|monopatin|patinete|barco|lancha|caravana|piano|guitarra|camara|
    portatil|notebook|laptop|iphone|celular nuevo|movil nuevo|caballo)
  `,
  venture: rawLines`
    (?:tienda|negocio|empresa|restaurante|bar|cafe|cafeteria|panaderia|peluqueria|ferreteria|verduleria|libreria|local|
    consultorio|estudio|despacho|taller|gimnasio|academia|escuela|agencia|startup|consultora|hostal|hotel|canal|podcast|blog|
    app|aplicacion|juego|videojuego|disco|libro|novela|web|pagina web|marca|ong|fundacion|sucursal|oficina)
  `,
  kin: rawLines`
    (?:mi|mis|nuestr[oa]s?) (?:{number} )?{person}(?: (?:mayor|menor|del medio|mas chic[oa]|mas grande))?(?: (?!(?:ya|tambien|
    cumplen?|nacio|murio|fallecio|se|me|arranca|empieza|entra|termina)\b)\p{L}+)?
  `,
  animal: String.raw`(?:perr|gat|cachorr|gatit|perrit|galgo|caniche|labrador|conej|loro|tortuga|hamster|nen|nin|bebe|hij)`,
};

export const SPANISH_EVENTS = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'es.bought',
      rawLines`
        {just}(?:compre|compramos|he comprado|hemos comprado|vendi|vendimos|he vendido|herede|heredamos|saque|
        sacamos) {a}{durable}(?:{b}.*)?|{just}(?:adopte|adoptamos|rescate|rescatamos|he adoptado|
        hemos adoptado) .*{animal}\p{L}*.*
      `,
    ],
    [
      'es.ventured',
      rawLines`
        {just}(?:abri|abrimos|he abierto|hemos abierto|cerre|cerramos|he cerrado|lance|lanzamos|he lanzado|hemos lanzado|
        publique|publicamos|he publicado|monte|montamos|he montado|puse|pusimos|funde|fundamos|inaugure|inauguramos|vendi|
        vendimos|traspase|traspasamos|deje|dejamos|arme|armamos|cree|creamos) (?:un|una|el|la|mi|nuestr[oa]) (?!(?:archivo|
        puerto|terminal)\b)(?<!cerre la )(?<!abri la )(?:\p{L}+ ){0,2}?{venture}(?:{b}(?! (?:y (?:no|da|falla)|
        en el navegador)).*)?
      `,
    ],
    [
      'es.obtained',
      rawLines`
        {just}(?:saque|sacamos|he sacado|obtuve|obtuvimos|consegui|conseguimos|he conseguido|recibi|renove|tramite|gane|ganamos|
        perdi|perdimos) (?:el|la|mi|una|un|los|las)?\s?(?:carnet|carne|licencia|registro|ciudadania|nacionalidad|residencia|
        visa|visado|permiso|pasaporte|titulo|beca|plaza|certificado|certificacion|diploma|trabajo|empleo|laburo|curro|puesto|
        premio|oposicion|cinturon|hipoteca|credito)\b.*|{just}(?:aprobe|pase|he aprobado) (?:el|la|las|los|mi) (?:oposicion|
        oposiciones|examen de|carnet|selectividad|mir|bar|certificacion|b2|c1|tesis|ingreso)\p{L}*.*|(?:me (?:recibi|titule|
        gradue|licencie|diplome|doctore|he (?:recibido|titulado|graduado)|colegie|matricule|inscribi|ordene)|termine (?:la|mi|
        el) (?:carrera|tesis|master|doctorado|maestria|facultad|bachillerato|fp))(?:{b}.*)?
      `,
    ],
    [
      'es.job-changed',
      rawLines`
        (?:me|nos) (?:acaban de|van a|han|habian) (?:despedir|echar|ascender|contratar|trasladar|despedido|echado|ascendido|
        contratado|trasladado|promovido|rajar)\b.*|me (?:echaron|despidieron|corrieron|botaron|rajaron|ascendieron|contrataron|
        promovieron|trasladaron|jubile|he jubilado|jubilaron)(?:{b}.*)?|(?:firme|firmamos|he firmado|
        hemos firmado) (?:contrato )?(?:con|por|para|el contrato|un contrato)\b.*|(?:empiezo|empezamos|arranco|arrancamos|entro|
        comienzo) (?:a trabajar |a laburar |el \p{N}+(?: de \p{L}+)? |el (?:lunes|martes|miercoles|jueves|viernes) |manana |
        la semana que viene |en \p{L}+ )*(?:en|como|de) (?!(?:el|la|los|las|un|una|cero|linea|serio)\b)\p{L}.+|(?:arranque|
        empece|comence|entre|he empezado) (?:el \p{L}+ )?(?:en|como|de) (?!(?:el|la|los|las|un|una|cero|linea|serio|este|ese|
        eso|esto)\b)\p{L}.+|(?:perdi|deje|he dejado|dejo|deje) (?:el|mi) (?:trabajo|laburo|empleo|curro|chamba|puesto)\b.*|
        volvi a (?:estudiar|trabajar|la facultad|la universidad|fumar|vivir|tocar|entrenar)\b.*
      `,
    ],
    [
      'es.ended',
      rawLines`
        {just}(?:cancele|cancelamos|hemos cancelado|he cancelado|suspendimos|pospusimos|postergamos|abandone|abandonamos|deje|
        dejamos|he dejado|descarte|descartamos) (?:el|la|mi|nuestr[oa]) (?:boda|casamiento|proyecto|viaje|carrera|curso|blog|
        novela|tesis|master|banda|equipo|gimnasio|medicacion|tratamiento|terapia|idea de|plan de|universidad|facultad|facu|
        podcast|dieta)\b.*|(?:lo|la) (?:deje|dejamos|he dejado) con (?:mi|el|la) \p{L}+.*|(?:rompi|cortamos|corte|termine|
        he roto|me separe|nos separamos|me he separado|nos dejamos|volvi|volvimos) (?:con (?:mi|el|la) \p{L}+|hace|el ano|en|
        este)\b.*|ya no (?:soy|somos|como|comemos|tomo|tomamos|fumo|trabajo|trabajamos|vivo|vivimos|uso|usamos|estudio|juego|
        manejo|bebo|estoy (?:con|en|de)) (?!(?:asi|eso|esto|tanto|el mismo)\b)\p{L}.+
      `,
    ],
    [
      'es.hurt',
      rawLines`
        (?:me|nos) (?:fracture|rompi|quebre|esguince|luxe|lesione|opere|operaron|han operado|van a operar|sacaron|quitaron|
        internaron|diagnosticaron|han diagnosticado|detectaron|implantaron|pusieron) (?:de |el |la |los |las |un |una |en |
        del )?(?!(?:pantalla|cabeza con|archivo|una multa|falta)\b)\p{L}{3,}.*|me (?:hice|he hecho) (?:un|una|el|la) (?:tatuaje|
        operacion|piercing|vasectomia|cirugia|ligadura|implante)\b.*
      `,
    ],
    [
      'es.born',
      rawLines`
        (?:nacio|nacieron|va a nacer|esta por nacer) (?:mi|mis|nuestr[oa]s?|el|la) \p{L}+.*|hace \p{L}+ (?:dias|semanas|meses|
        anos?) que (?:soy|somos|estoy|vivo|vivimos|trabajo|tengo) (?!(?:esperando|con esto|asi|en esto)\b).+|(?:esperamos|
        estamos esperando|espero) (?:un|una|nuestr[oa]|mellizos|gemelos) ?(?:nen[ao]|beb[ea]|hij[ao]|varon|nina|nino)?\b.*|
        se (?:me |nos )?(?:murio|fallecio|fue|escapo|perdio) (?:mi|nuestr[oa]) {person}\b.*|(?:me pelee|me distancie|me amigue|
        me reconcilie|nos peleamos) con (?:mi|mis|nuestr[oa]s?) {person}.*|(?:me volvi|nos volvimos|me regrese|
        nos regresamos) a (?:la |el )?(?!\p{L}+(?:ar|er|ir)(?:me|nos)?\b|casa\b|la oficina)\p{L}{4,}.*|me (?:aumentaron|
        subieron|bajaron|recortaron) (?:el |un poco el )?(?:sueldo|salario|horario|jornal)\b.*|me (?:cambiaron|pasaron|
        trasladaron) (?:de|a|al) (?:la |el |una |un |otra |otro )?(?:sucursal|sede|area|turno (?!de manana por)|sector|puesto|
        equipo|oficina|departamento|planta)\b.*|(?:termine|acabe) (?:el secundario|la secundaria|el bachillerato|la primaria|
        el colegio|la escuela|la prepa)\b.*|me faltan? (?:\p{L}+ )?(?:finales|materias|examenes|anos|creditos) (?:para|de)\b.*|
        (?:perdi|perdimos) a (?:mi|mis|nuestr[oa]s?) \p{L}+.*|(?:nos vamos|me voy) a (?:casar|separar|divorciar|jubilar|mudar|
        ir a vivir)\b(?! con (?:este|esta|ese|esa)\b).*|me vine (?:a vivir )?(?:a|para|desde) (?!(?:aca|aqui|casa|
        abajo)\b)\p{L}.+|(?:llevo|llevamos) (?:\p{L}+|\d+) (?:anos|meses|semanas) (?:en|de|con|dando|haciendo|como|sin|
        trabajando|viviendo|estudiando|dedicad)(?! (?:esto|eso)\b)\p{L}*.+
      `,
    ],
  ]),
  ...factRules(PARTS, 'CHANGE', 'PERSONAL', [
    [
      'es.kin-event',
      rawLines`
        {kin} (?:tambien |ya )?(?:cumple|cumplen|nacio|nacieron|murio|murieron|fallecio|fallecieron|me crio|me criaron|
        se cas[ao]|se casan|se jubilo|se jubila|(?:arranca|arranco|empieza|empezo|comenzo|entra a|entro a|entro en|termina|
        termino) (?:el |la |en |a )?(?:jardin|primaria|secundaria|primer|segundo|tercer|escuela|colegio|universidad|
        facultad))\b(?! (?:eso|esto|lo|bien|mal|que|muy|tarde|ahora|hoy)\b).*
      `,
    ],
  ]),
  ...factRules(PARTS, 'DECISION', 'DECISIONS', [
    [
      'es.settled',
      rawLines`
        (?:la |mi |nuestra )?decision (?:(?:ya )?(?:esta|quedo) tomada|tomada|final)\s*[:,]\s*(?<fact>\p{L}.+)|
        ya (?:esta )?(?:decidido|definido|resuelto|cerrado)\s*[:,]\s*(?<thing>\p{L}.+)
      `,
    ],
    [
      'es.settled-so',
      rawLines`
        (?:(?:ya )?lo (?:tengo|tenemos) (?:decidido|resuelto)|(?:ya )?(?:me|nos) (?:decidi|decidimos)|(?:ya (?:lo )?|
        lo )(?:decidi|decidimos|elegi|elegimos|resolvi|resolvimos))\s*[:,]\s*(?<fact>.+)|(?:mi|nuestra) decision es \p{L}.+|
        (?:no )?(?:vamos|voy) a \p{L}+(?:ar|er|ir)\b.{2,60},? lo (?:decidimos|decidi|acordamos|hablamos|definimos)\b.*|(?:va|
        van) a ser .{2,50},? (?:lo (?:decidimos|definimos|acordamos|elegimos|hablamos)|(?:ya )?(?:esta )?(?:decidido|definido|
        cerrado))\b.*|(?:vamos|voy) a (?:usar|lanzar|comprar|contratar|abrir|estudiar|hacer|poner|quedarme|quedarnos|
        ir con)\s.{2,80},? (?:es definitivo|esta (?:cerrado|decidido|definido|hablado|confirmado)|ya (?:esta|lo) (?:cerrado|
        decidi\p{L}*|hablamos))\s*$|(?:vamos a|voy a) (?:lanzar|inaugurar|estrenar|publicar) (?:la|el|mi|
        nuestr[oa]) .{2,40} (?:el|en) (?:\d|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|
        diciembre|lunes|martes|miercoles|jueves|viernes).*|descart(?:e|amos) (?:la (?:idea|opcion|posibilidad) de )?(?!(?:eso|
        esto|el cambio|los cambios)\b)\p{L}.+|me quedo con (?:la |el )?(?:opcion|plan|idea|propuesta|modelo|version)\b(?! (?:\d|
        uno|dos|[ab]\b)).+
      `,
    ],
  ]),
];
