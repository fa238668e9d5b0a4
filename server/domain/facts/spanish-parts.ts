/** Parts of the patterns by which statements in Spanish are read. Folded. */
import { rawLines } from '../text/raw-lines.ts';
import type { Parts } from './fact-rule.ts';

export const SPANISH_PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}])`,
  slow: rawLines`
    (?:(?:ya|siempre|hoy|ahora|actualmente|tambien|igual|casi|justo|todavia|aun|solo|principalmente|sobre todo|
    mas que nada)\s+)*
  `,
  // What is right here: this answer, that idea, how it came out.
  deictic: rawLines`
    (?:tu|tus|est[eao]s?|es[eao]s?|eso|esto|aquell?o|lo que (?:dij|escrib|pus|hicis|me )\p{L}*|lo|asi|como (?:quedo|lo|te|
    escrib|queda|suena|esta|se ve|va|funciona|respond)\p{L}*|la (?:idea|respuesta|propuesta|opcion|solucion|version|
    explicacion)\b(?! de (?:vivir|trabajar|tener))|el (?:resultado|cambio|texto|ejemplo|chiste)\b|mas (?:esta|este|asi|
    la (?:primera|segunda))|mucho$|mucho est|cuando (?:me |te |se )?(?:pas|falla|hac|romp|respond)\p{L}*|que me (?:hagas|digas|
    pases?) (?:eso|esto)|saber|ver(?:te|lo|la)\b|volver a|(?:la|el|los|las) (?:primer[ao]?|segund[ao]|tercer[ao]?|ultim[ao]s?|
    otr[ao]s?)\b|la (?:opcion|version|alternativa) \p{L}+$|todo$|todo esto|mi vida\b|nada$)
  `,
  person: rawLines`
    (?:espos[oa]|marido|mujer|novi[oa]|pareja|prometid[oa]|hij[oa]s?|hijit[oa]s?|nen[oa]s?|beb[ea]s?|herman[oa]s?|
    hermanit[oa]s?|mama|papa|madre|padre|viej[oa]s?|padres|papas|abuel[oa]s?|ti[oa]s?|prim[oa]s?|sobrin[oa]s?|niet[oa]s?|
    suegr[oa]s?|cunad[oa]s?|perr[oa]s?|perrit[oa]s?|gat[oa]s?|gatit[oa]s?|mascotas?|loro|conejo|tortuga|jef[ea]s?|soci[oa]s?|
    ahijad[oa]s?|mejor amig[oa]|amig[oa]s?|roommate|companer[oa] de (?:piso|cuarto|trabajo)|hamster|caballo|melliz[oa]s|
    gemel[oa]s|ex|equipo|profe(?:sor|sora)?|medic[oa]|psicolog[oa]|terapeuta)
  `,
  number: rawLines`
    (?:\d+|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|veinti\p{L}+|treinta|
    cuarenta|cincuenta|sesenta|setenta|varios|varias|muchos)
  `,
  own: rawLines`
    (?:hij|herman|perr|gat|sobrin|niet|nen[oa]|beb[ea]|melliz|gemel|auto|coche|carro|moto|casa|depto|departamento|piso|startup|
    empresa|negocio|equipo|tienda|pyme|cliente|emplead|alergi|diabetes|celiaqu|asma|hipertension|hipotiroid|intoleran|tdah|adhd|
    autis|dislexi|migrana|epilepsi|artr|artrosis|escolio|presion alta|colesterol|miopia|astigmatis|ansiedad|depresion|novi[oa]|
    espos[oa]|marido|pareja|mascota|loro|conejo|tortuga|pecera|huerta|blog|canal|podcast|tienda|local|restaurante|consultorio|
    estudio de|doble nacionalidad|ciudadania|pasaporte|titulo|maestria|master|doctorado|experiencia|anos|nacionalidad|
    marcapasos|protesis|familia|abuel|tortug|caballo|campo|finca|bici|iphone|mac|android|notebook|laptop|pc|ps5|playstation|
    labrador|caniche|golden|ovejero|bulldog|chihuahua|salchicha|galgo|\p{L}+eria\b|\p{L}+ (?:que se llama|llamad)|
    departamento en|local en)
  `,
  fleeting: rawLines`
    (?:yo|consciente|capaz|todo oidos|un (?:desastre|idiota|tonto|boludo|pelotudo|inutil|fracaso|genio|estupido|imbecil|tarado|
    caso perdido|cero)|una (?:idiota|tonta|boluda|inutil|estupida|tarada|fracasada)|tan |muy (?!(?:fan|alergic|sensible|
    friolent)\p{L}*)|demasiado|medio (?!hermano)|re |bastante (?:mal|buen|tont|idiota|torpe|segur|raro)|lo que|el que|la que|
    los que|las que|quien|quienes|feliz|el mejor|la mejor|el peor|la peor|malisim|pesim|buenisim|mal[oa]s? (?:para|en|con)|
    buen[oa]s? (?:para|en|con)|un[oa]? (?:de los|de las) que|de los que|de las que|nuev[oa] (?:en esto|aca|aqui|por aca)|
    responsable de (?:eso|esto)|inutil|idiota|tont[oa]|boluda?o?|est[ue]pid[oa]|ansios[oa] por|parte del problema|libre|tuy[oa]|
    asi|sol[oa]$|solo un|hum[a]n[oa]$|todo un|lo peor|lo mas|segur[oa]|sincer[oa]|fuerte|rar[oa])
  `,
  favourite: String.raw`(?:favorit[oa]s?|preferid[oa]s?|predilect[oa]s?|de cabecera)`,
};

/** The object is no more than what stands here in the conversation. */
export const SPANISH_NOT_HERE = String.raw`(?!(?:(?:mas|mucho|muchisimo|un monton|nada|tanto|demasiado|bastante|poco) )*{deictic}(?:{b}|$))`;
