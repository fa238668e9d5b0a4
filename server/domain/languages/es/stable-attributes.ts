/** Spanish attributes that stay true of a person until they say otherwise; a pattern of folded words. */
import { rawLines } from '../../text/raw-lines.ts';

export const STABLE_ATTRIBUTES = rawLines`
  (?:melliz[oa]s|gemel[oa]s|(?:primer |segundo )?nombre|nombres|apellidos?|apodo|sobrenombre|cumple(?:anos)?|
  fecha de (?:nacimiento|cumpleanos|aniversario|boda)|aniversario|direccion|domicilio|casa|ciudad|pais|barrio|codigo postal|
  telefono|celular|numero(?: de \p{L}+)?|e-?mail|mail|correo|trabajo|laburo|empleo|profesion|oficio|puesto|cargo|rol|empresa|
  compania|jef[ea]s?|equipo|espos[oa]|marido|mujer|novi[oa]|pareja|hij[oa]s?|herman[oa]s?|mama|papa|madre|padre|padres|
  viej[oa]s?|abuel[oa]s?|ti[oa]s?|prim[oa]s?|sobrin[oa]s?|suegr[oa]s?|niet[oa]s?|ahijad[oa]|perr[oa]s?|gat[oa]s?|mascotas?|
  alergias?|dieta|grupo sanguineo|tipo de sangre|talle|talla|altura|estatura|zona horaria|huso horario|idiomas?|
  lengua(?: materna)?|lenguaje(?: de programacion)?|framework|stack|editor|ide|sistema operativo|base de datos|
  proveedor(?: de \p{L}+)?|nube|proyecto|startup|app|producto|tesis|deadline|fecha (?:limite|de entrega|de lanzamiento)|
  presupuesto|objetivos?|metas?|carrera|universidad|facultad|colegio|escuela|signo|religion|medic[oa]|dentista|psicolog[oa]|
  terapeuta|pediatra|veterinari[oa]|obra social|prepaga|seguro(?: medico)?|banco|auto|coche|carro|moto|patente|banda|club|
  comida|color|pelicula|libro|cafe|te|mate|decision(?:es)?|preferencias?|usuario|pronombres|horario(?: laboral| de trabajo)?|
  hobby|hobbies|pasatiempos?|deporte|instrumento|restaurante|nacionalidad|estado civil|soci[oa]s?|caser[oa]|contador[a]?|
  abogad[oa]|ginecolog[oa]|nutricionista|entrenador[a]?|profesor[a]?|niner[oa]|peluquer[oa]|mecanic[oa]|
  contacto de emergencia|vecin[oa]|companer[oa] de \p{L}+|talle de \p{L}+|seudonimo|matricula|carnet|dni|cuit|cuil|rfc|curp|
  licencia|aseguradora|condicion medica|tatuajes?|nombre de usuario|operadora|navegador|propietari[oa]|cliente principal|
  mejor amig[oa]|plato|postre|musica|genero|marca|condimento|bebida|vino|cerveza|serie|juego|autor|equipo de futbol|formato|
  tono|estilo|herramienta|libreria|modelo(?: de \p{L}+)?|gimnasio|lugar de nacimiento|asiento|aerolinea|hotel|
  numero de calzado|calzado|medicacion|condicion|titulo|rutina|medio de transporte|shampoo|tinte)
`;
