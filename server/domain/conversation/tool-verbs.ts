/**
 * What the words of a tool's name say of it, folded, in English and Spanish; Spanish verbs as they are named and as they order. A word that is
 * not here says nothing.
 */
import { rawLines } from '../text/raw-lines.ts';

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map((word) => word.trim()));
}

/** Verbs that act and are nothing else in a name: wherever one stands, calling the tool changes something. */
export const ACTING = words(
  rawLines`
    send|resend|delete|remove|destroy|erase|purge|wipe|pay|repay|prepay|create|add|append|insert|upsert|write|overwrite|edit|modify|
    rename|subscribe|unsubscribe|register|unregister|enroll|submit|publish|unpublish|upload|install|uninstall|deploy|execute|invoke|
    trigger|launch|reboot|restart|shutdown|terminate|kill|enable|disable|activate|deactivate|approve|reject|accept|decline|confirm|
    cancel|buy|sell|hire|invite|ban|unban|mute|unmute|unblock|notify|forward|dispatch|assign|unassign|reassign|grant|revoke|authorize|
    withdraw|save|start|stop|pause|toggle|adjust|increase|decrease|move|sync|reschedule|reserve|dial|donate|tip|unlock|lock|
    follow|unfollow|restore|migrate|enqueue|broadcast|provision|rollback|unarchive|unlike|mkdir|rmdir|chmod|chown|rm|
    enviar|envia|reenviar|reenvia|mandar|manda|borrar|borra|eliminar|elimina|quitar|quita|destruir|destruye|pagar|paga|abonar|
    crear|crea|agregar|agrega|anadir|anade|insertar|inserta|escribir|escribe|editar|edita|modificar|modifica|renombrar|renombra|
    suscribir|suscribe|registrar|registra|inscribir|inscribe|publicar|subir|sube|instalar|instala|desinstalar|desinstala|desplegar|
    despliega|ejecutar|ejecuta|invocar|invoca|disparar|dispara|lanzar|lanza|reiniciar|reinicia|apagar|apaga|encender|enciende|
    prender|prende|terminar|termina|activar|activa|desactivar|desactiva|habilitar|habilita|deshabilitar|deshabilita|aprobar|aprueba|
    rechazar|rechaza|aceptar|acepta|confirmar|confirma|cancelar|cancela|comprar|vender|vende|contratar|contrata|invitar|invita|
    bloquear|bloquea|desbloquear|desbloquea|notificar|notifica|avisar|avisa|asignar|asigna|otorgar|otorga|revocar|revoca|autorizar|
    autoriza|retirar|retira|guardar|guarda|iniciar|inicia|detener|deten|detiene|parar|pausar|pausa|ajustar|ajusta|aumentar|
    aumenta|disminuir|disminuye|mover|mueve|sincronizar|sincroniza|agendar|agenda|reagendar|reservar|llamar|donar|dona|
    restaurar|restaura|transferir|transfiere|depositar|deposita|cobrar|cobra|facturar|cambiar|actualizar|actualiza|
    abrir|abre|cerrar|cierra|poner|pon|responder|responde|imprimir|imprime|firmar|compartir|comparte|programar|programa|
    configurar|configura|restablecer|restablece|girar|gira|pedir|pide|ordenar|archivar
  `,
);

/** Verbs that act where no verb that reads stands beside them: `post_message`, but not `get_post`. */
export const ACTING_ALONE = words(
  rawLines`
    post|put|patch|push|set|reset|update|order|book|call|text|message|mail|email|charge|refund|bill|invoice|transfer|deposit|
    checkout|store|commit|merge|close|open|play|turn|switch|print|sign|schedule|tweet|comment|like|share|vote|upvote|downvote|archive|
    run|apply|request|record|report|block|reply|respond|answer|ship|trade|bid|stake|mint|swap|bet|lend|borrow|import|clear|
    empty|drop|fire|release|change|make|do|act|perform|resume|skip|ping|press|click|tap|type|drive|unpin|pin|flag|mark|tag|
    cambia|compra|reserva|llama|publica|factura|firma|archiva|marca|etiqueta|cita|orden|haz|hacer|hace|pulsa|pulsar|
    reproducir|reproduce|carga|cargar|recarga|recargar|vacia|vaciar|limpia|limpiar
  `,
);

/** Verbs that only read or reckon. */
export const READING = words(
  rawLines`
    get|fetch|list|search|find|read|lookup|look|query|show|view|describe|check|count|calculate|compute|convert|translate|parse|
    format|validate|verify|compare|retrieve|select|filter|sort|estimate|summarize|detect|extract|analyze|explain|preview|inspect|
    browse|download|export|resolve|is|has|
    obtener|obten|traer|trae|listar|lista|buscar|busca|encontrar|encuentra|leer|lee|consultar|consulta|ver|mostrar|muestra|
    describir|describe|verificar|verifica|revisar|revisa|contar|cuenta|calcular|calcula|convertir|convierte|traducir|traduce|
    validar|valida|comparar|compara|recuperar|recupera|filtrar|filtra|estimar|estima|resumir|resume|detectar|detecta|extraer|
    extrae|analizar|analiza|explicar|explica|descargar|descarga
  `,
);

/** What an answer is of no more a moment later. */
export const OF_NOW = words(
  rawLines`
    now|current|currently|today|todays|tonight|tomorrow|tomorrows|yesterday|yesterdays|latest|newest|recent|recently|live|realtime|
    upcoming|next|clock|countdown|elapsed|
    ahora|ahorita|actual|actuales|actualmente|hoy|manana|ayer|ultimo|ultima|ultimos|ultimas|reciente|recientes|proximo|proxima|
    proximos|proximas|vivo|reloj
  `,
);

/** What tells the time where nothing else is named: `get_time`, but not `convert_time_zone`. */
export const TIME = words('time|date|datetime|timestamp|day|hour|weekday|hora|horas|fecha|dia|tiempo');

/** What names nothing of its own beside these: `get_the_time`, but not `parse_time`. */
export const UNNAMING = words(
  rawLines`
    the|a|what|which|is|s|of|in|at|for|my|local|system|server|utc|unix|world|iso|real|tool|api|function|by|with|and|it|
    get|fetch|read|show|check|tell|query|retrieve|view|lookup|
    el|la|los|las|de|del|que|en|para|por|mi|es|sistema|servidor|mundial|herramienta|y|
    obtener|obten|traer|trae|leer|lee|ver|mostrar|muestra|consultar|consulta|dar|da|dame|decir|dime
  `,
);
