/** Spanish words in the name of a tool, by what they say about it. */
import type { ToolWords } from '../question-pack.ts';

export const TOOL_WORDS: ToolWords = {
  acting:
    'enviar envia reenviar reenvia mandar manda borrar borra eliminar elimina quitar quita destruir ' +
    'destruye pagar paga abonar crear crea agregar agrega anadir anade insertar inserta escribir escribe ' +
    'editar edita modificar modifica renombrar renombra suscribir suscribe registrar registra inscribir ' +
    'inscribe publicar subir sube instalar instala desinstalar desinstala desplegar despliega ejecutar ' +
    'ejecuta invocar invoca disparar dispara lanzar lanza reiniciar reinicia apagar apaga encender ' +
    'enciende prender prende terminar termina activar activa desactivar desactiva habilitar habilita ' +
    'deshabilitar deshabilita aprobar aprueba rechazar rechaza aceptar acepta confirmar confirma cancelar ' +
    'cancela comprar vender vende contratar contrata invitar invita bloquear bloquea desbloquear ' +
    'desbloquea notificar notifica avisar avisa asignar asigna otorgar otorga revocar revoca autorizar ' +
    'autoriza retirar retira guardar guarda iniciar inicia detener deten detiene parar pausar pausa ' +
    'ajustar ajusta aumentar aumenta disminuir disminuye mover mueve sincronizar sincroniza agendar ' +
    'agenda reagendar reservar llamar donar dona restaurar restaura transferir transfiere depositar ' +
    'deposita cobrar cobra facturar cambiar actualizar actualiza abrir abre cerrar cierra poner pon ' +
    'responder responde imprimir imprime firmar compartir comparte programar programa configurar ' +
    'configura restablecer restablece girar gira pedir pide ordenar archivar',
  actingAlone:
    'cambia compra reserva llama publica factura firma archiva marca etiqueta cita orden haz hacer hace ' +
    'pulsa pulsar reproducir reproduce carga cargar recarga recargar vacia vaciar limpia limpiar',
  reading:
    'obtener obten traer trae listar lista buscar busca encontrar encuentra leer lee consultar consulta ' +
    'ver mostrar muestra describir describe verificar verifica revisar revisa contar cuenta calcular ' +
    'calcula convertir convierte traducir traduce validar valida comparar compara recuperar recupera ' +
    'filtrar filtra estimar estima resumir resume detectar detecta extraer extrae analizar analiza ' +
    'explicar explica descargar descarga',
  ofNow:
    'ahora ahorita actual actuales actualmente hoy manana ayer ultimo ultima ultimos ultimas reciente ' +
    'recientes proximo proxima proximos proximas vivo reloj',
  time: 'hora horas fecha dia tiempo',
  unnaming:
    'el la los las de del que en para por mi es sistema servidor mundial herramienta y obtener obten ' +
    'traer trae leer lee ver mostrar muestra consultar consulta dar da dame decir dime',
};
