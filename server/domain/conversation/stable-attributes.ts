/** What stays true of a person until they say otherwise. Patterns of folded words. */
import { rawLines } from '../text/raw-lines.ts';
export const STABLE_ATTRIBUTES = {
  es: rawLines`
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
  `,
  en: rawLines`
    (?:twins|(?:full |first |last |middle |real |maiden |legal )?names?|surname|nickname|birthday|birth date|date of birth|
    birthplace|place of birth|anniversary|wedding (?:date|anniversary)|(?:home |work |mailing |email |street )?address|
    home(?:town)?|city|country|neighbou?rhood|zip code|postal code|postcode|(?:phone |cell |mobile |member(?:ship)? |passport |
    shoe |id |policy |account |license )?number|phone|e-?mail|job(?: title)?|title|work|profession|occupation|position|role|
    company|employer|boss|manager|boss's name|team|wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|sons?|daughters?|
    kids?|child|children|brothers?|sisters?|siblings?|mom|mum|mother|dad|father|parents|grandma|grandpa|grandmother|grandfather|
    grandparents|aunt|uncle|cousins?|nephews?|nieces?|in-laws|mother-in-law|father-in-law|dogs?|cats?|pets?|allerg(?:y|ies)|
    diet|dietary restrictions|blood type|(?:shirt |shoe |clothing |ring |dress |pant )?size|height|time ?zone|(?:native |first |
    second |programming )?languages?|mother tongue|framework|stack|tech stack|editor|ide|operating system|os|database|
    cloud provider|provider|vendor|project|startup|app|product|thesis(?: topic)?|dissertation|deadline|launch date|release date|
    budget|goals?|major|degree|university|college|school|alma mater|zodiac sign|star sign|sign|religion|doctor|dentist|
    therapist|pediatrician|vet|accountant|lawyer|landlord|insurance(?: provider| company)?|bank|car|motorcycle|license plate|
    plate|band|club|football team|food|colou?r|movie|film|book|coffee(?: order)?|tea|decisions?|preferences?|usernames?|handle|
    pronouns|(?:working|work|office) hours|hobby|hobbies|sport|instrument|restaurant|nationality|ethnicity|marital status|
    cofounder|co-founder|roommate|flatmate|best friend|main client|dish|dessert|music|genre|brand|drink|wine|beer|show|series|
    game|author|format|tone|style|tool|library|model|gym|seat(?: preference)?|airline|hotel|medications?|condition|pronouns?|
    nanny|babysitter|trainer|coach|hairdresser|mechanic|gynecologist|dermatologist|optician|physio|plumber|teacher|tutor|
    godfather|godmother|neighbou?r|middle initial|initials|blood group|browser|keyboard|laptop|computer|phone model|carrier|
    motto|role model|eye colou?r|hair colou?r|shoe|emergency contact|next of kin|routine|workout|ice cream|season|holiday|
    animal|subject|artist|singer|song|album|podcast|snack|fruit|pizza topping|cuisine)
  `,
} as const;
