/** Spanish words that show what a turn is about. */
import type { QuestionPack } from '../question-pack.ts';

export const DOMAIN_WORDS: QuestionPack['domains'] = {
  CODE:
    'codigo compil funcion$ funciones$ clase$ variable excepcion despliegue refactor librer servidor ' +
    'migracion algoritmo',
  WORK:
    'trabaj labur empleo empresa oficina jefe$ jefa$ cliente reunion sueldo salario entrevista curriculum ' +
    'equipo$ ascenso contrato despid',
  PLANNING:
    'plan$ planes$ planific planes organiz agenda calendario cronograma fecha plazo hito recordatorio ' +
    'prioridad priorit pendiente tarea manana lunes semana',
  PROJECTS: 'proyecto lanzamiento producto prototipo tesis novela sitio',
  PREFERENCES: 'prefier prefer favorit gusta$ gustan$ encanta odio$ detesto',
  DECISIONS: 'decid elegi$ elegimos acordamos optamos',
  PERSONAL:
    'familia espos marido mujer$ hijo hija herman mama$ papa$ novi perro gato mascota cumple casa$ ' +
    'mudanza mudar vivo$ nombre boda',
  HEALTH:
    'salud medic dolor sintoma enferm fiebre alergi dieta gimnasio entrenamiento dormir sueno$ terapia ' +
    'ansiedad pastilla hospital dentista embaraz correr$',
  FOOD:
    'comida receta cocin cena$ cenar almuerzo desayun horno restauran vino$ cafe$ pizza carne pollo ' +
    'ensalada postre torta ingredient arroz pasta vegan',
  TRAVEL:
    'viaje viajar vuelo hotel pasaje aeropuerto pasaporte visa$ playa turis valija vacacion itinerar ' +
    'hostel mochila tren$',
  MONEY:
    'plata$ dinero banco tarjeta credito credit hipoteca impuesto inversion invest accion$ acciones ahorr ' +
    'presupuesto factura precio dolar$ dolares euro$ euros$ prestamo alquiler deuda',
  LEISURE:
    'pelicula serie$ series$ cancion concierto juego futbol partido libro guitarra fiesta museo museum ' +
    'podcast hobby anime$ playlist musica',
  LEARNING:
    'estudi universidad facultad examen curso clase$ clases$ profesor aprender idioma ingles$ japones ' +
    'matematica historia fisica tarea$ beca',
};
