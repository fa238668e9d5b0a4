/** Spanish: plain statements of name, home, family and health, and what goes on with the fact before. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

export const SPANISH_LIFE = [
  ...factRules(SPANISH_PARTS, 'PLAIN', 'PERSONAL', [
    [
      'es.name',
      rawLines`
        {slow}(?:todos |todo el mundo |mis amig[oa]s |la gente )?me (?:llamo|dicen|llaman|conocen (?:como|
        por))\s+(?!(?:la atencion|atencion|que|si|cuando|mucho|todo|siempre|a|la|loc[oa]|mentiras?|por telefono|del?|
        para)\b)[\p{L}\u00a4].*|mi (?:nombre|apellido|apodo|nombre completo|segundo nombre|sobrenombre)\s+(?:es|completo es|
        de pila es)\s+(?!(?:lo de menos|muy|comun|raro|dificil|feo|horrible|largo)\b)[\p{L}\u00a4].*
      `,
      'name',
    ],
    [
      'es.live',
      rawLines`
        {slow}(?:vivo|vivimos|resido|residimos|estoy viviendo|estamos viviendo|alquilo|alquilamos|rento|estoy radicad[oa]|
        estamos radicados|estoy basad[oa]|me hospedo)\s+(?:(?:actualmente|ahora|hoy|solo|sola|aca|aqui)\s+)*(?:(?:en|a|cerca|
        por|con|entre|desde|sobre|frente|al)\s+(?!(?:la (?:duda|culpa)|las nubes|la luna|un (?:caos|infierno|estres|termo|
        frasco|constante|sueno)|miedo|ansiedad|estres|culpa|paz|constante|una (?:pesadilla|mentira|nube)|mil|otro planeta|
        el pasado|la ilusion|lo justo|esto|eso)\b)[\p{L}\p{N}\u00a4]|sol[oa]\b|un |una |aca|aqui).*|{slow}(?:vivo|
        vivimos) sol[oa]s?\b.*|mi (?:casa|depto|departamento|piso|direccion|domicilio|barrio|ciudad|pais|codigo postal|
        ubicacion)(?: actual)? (?:es|queda|esta en)\s+(?!(?:un (?:desastre|caos)|muy|tan|chic[ao]|grande)\b).+
      `,
      'home',
    ],
    [
      'es.origin',
      rawLines`
        {slow}(?:naci|nacimos|creci|crecimos|me crie|nos criamos|vengo|venimos|provengo)\s+(?:y (?:creci|me crie) )?(?:en|el|de|
        un)\s+(?!(?:para|buscar|hacer|trabajar|la reunion|una reunion|leer|ver|comer|correr|probar|instalar|
        terminar)\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.relation',
      rawLines`
        {slow}(?:mi|mis|nuestr[oa]s?) (?:{number} )?{person}(?: (?:mayor|menor|mas (?:chic[oa]|grande)|del medio|chiquit[oa]|
        \p{L}+[oae]))?\s+(?:(?:y \p{L}+ )?(?:se llaman?|se apellida|naci[oe]\p{L}*|cumplen?|son (?!(?:muy|re|tan|unos|
        insoportables|lo)\b)|es (?:alergic|celiac|vegetarian|vegan|diabetic|intolerant|zurd|autist)\p{L}*)|(?:tiene|
        tienen) (?:{number} (?:anos|meses)|alergia|diabetes|celiaquia|asma|autismo|tdah)).*
      `,
    ],
    [
      'es.my-data',
      rawLines`
        mi (?:cumple(?:anos)?|edad|fecha de nacimiento|mail|email|correo|telefono|celular|numero(?: de (?:telefono|celular|
        documento))?|altura|peso|talle|talla|numero de calzado|signo|grupo sanguineo|tipo de sangre|zona horaria|huso horario|
        idioma(?: nativo| materno)?|lengua materna|estado civil|editor|ide|navegador|lenguaje(?: de programacion)?|
        sistema operativo|framework|banco|obra social|medic[oa]|dentista|terapeuta|plato|marca|nacionalidad|dni|cuit|
        pronombres?|usuario(?: de \p{L}+)?|alergia|religion|dieta|color de (?:ojos|pelo)|horario|moneda|aniversario|
        mano dominante|{person} (?:cumple|nacio))s?\s+(?:es|son|cae|queda|va de)\s+(?!(?:un secreto|muy|lo|pronto|manana|
        hoy)\b).+
      `,
    ],
    [
      'es.status',
      rawLines`
        {slow}(?:estoy|estamos)\s+(?:casad|divorciad|solter|separad|embarazad|jubilad|retirad|desemplead|de novi|en pareja|viud|
        comprometid|a dieta|medicad|en tratamiento|desocupad|sin trabajo|juntad)\p{L}*.*|{slow}(?:convivo|convivimos) con.*|
        {slow}(?:cumplo|cumplimos) (?:anos|los \d+|\d+).*
      `,
    ],
    [
      'es.body',
      rawLines`
        {slow}(?:mido|peso|calzo)\s+(?:un |uno |\d).*|{slow}(?:padezco|sufro|tomo medicacion|tomo (?:pastillas|remedios|
        levotiroxina|insulina)|me aplico insulina|uso (?:anteojos|lentes|gafas|audifonos|silla de ruedas|
        marcapasos))\s*(?!(?:mucho|cada vez|con esto)\b).*
      `,
    ],
  ]),
  ...factRules(SPANISH_PARTS, 'FRAGMENT', undefined, [
    [
      'es.fragment',
      rawLines`
        (?:y )?(?:(?:con |en |de |un |una )*(?:equipo de (?:\d|{number})|{number} (?:personas|hij[oa]s|perr[oa]s|gat[oa]s|
        nen[oa]s|emplead[oa]s|anos(?: de experiencia)?|clientes)|remoto|hibrido|full ?time|part ?time|freelance|medio tiempo|
        tiempo completo|hincha de|fan de|casad[oa]|solter[oa]|divorciad[oa]|vegan[oa]|vegetarian[oa]|celiac[oa]|alergic[oa] a|
        zurd[oa]|padre de|madre de|papa de|mama de|de (?:\d+|{number}) anos|\d+ anos|desarrollador|programador|ingenier|
        disenador|medic|docente|abogad|contador))(?!\p{L}* (?:que|por hora)).*
      `,
    ],
  ]),
];
