/** Spanish ways to say that something is made up. */
import { rawLines } from '../../text/raw-lines.ts';
import type { FictionPack } from '../fiction-pack.ts';

export const FICTION: FictionPack = {
  parts: {
    el: '(?:el|la|este|esta|ese|esa|aquel|aquella|mi|nuestro|nuestra|tu|su|un|una|otro|otra)',
    tal: '(?:(?:primer|primera|segund[oa]|tercera?|proxim[oa]|nuev[oa]|pequen[oa]|ultim[oa]|gran|propi[oa]|mism[oa]) )?',
    en: '(?:(?:en|dentro de) {el}|dentro del)',
    rol: '(?:(?:juego|partida|campana) de (?:rol|d&d|dnd)|roleplay|rpg)',
    escrito:
      '(?:cuento|relato|historia|historieta|fabula|novela|fanfic|ficcion|guion(?: de cine)?|comic|thriller|musical|telenovela|saga)',
    obra: rawLines`
      (?:{escrito}|{rol}|pelicula|peli|cortometraje|serie|manga|videojuego|juego|partida|libro|sueno|pesadilla|fantasia|simulacion|sketch|chiste|obra de teatro|
      (?:mundo|universo|realidad) (?:ficticio|ficticia|alternativ[oa]|paralel[oa]|imaginari[oa]|inventad[oa]))
    `,
    luego: rawLines`
      (?: de (?:terror|amor|ciencia ficcion|fantasia|aventuras|misterio|piratas|detectives))?(?!\p{L})(?! (?:de|del|a|al|con|limpio|clinic[oa]|medic[oa]|laboral|
      familiar|personal|academic[oa]|crediticia|penal)(?!\p{L}))
    `,
    invita: '(?:(?:ahora|por favor|porfa|vamos a|quiero que|podes|puedes) )*',
    imagina: rawLines`
      (?:imagin(?:a|ad|ate|aos|ar|e|ese|en|ense|emos|emonos)|fing(?:e|i|id|ir)|finja(?:mos|n)?|(?:haz|hace|haga|hagan|hagamos|hacer) (?:de cuenta|como)|simula|
      simulemos)(?: por un (?:momento|segundo|instante|rato))?
    `,
    escribiendo: String.raw`(?:estoy|estamos|ando|sigo) (?:\p{L}+ )?(?:escribiendo|redactando|inventando|creando|imaginando|tramando)`,
  },
  rows: [
    {
      id: 'es.fiction-in',
      when: rawLines`
        (?:{en} {tal}{obra}|(?:en|dentro de) este (?:escenario|ejemplo|supuesto)|(?:para|durante) est[ea] (?:cuento|relato|historia|{rol}|escena|ejercicio|
        sketch)|a (?:los )?(?:fines|efectos) de {el} {tal}{obra}){luego}
      `,
      unless: String.raw`\b(?:uso|usamos|utilizo|utilizamos|programo|programamos|elegi|elegimos|decidi|decidimos|escribo (?:en|con))\b`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: [
        'En mi novela, crío dragones',
        'En la película soy panadero',
        'En mi juego de rol mando un barco',
        'Para este cuento tengo un faro',
        'Dentro del relato vivo en una torre',
      ],
      no: [
        'En mi juego uso Unity',
        'En mi historia clínica figura todo',
        'En la serie A juega mi primo',
        'En el libro de cuentas anoto todo',
        'Dentro del libro de cuentas anoto todo',
      ],
    },
    {
      id: 'es.fiction-at-end',
      when: rawLines`
        (?:me llamo|me dicen|soy|vivo|trabajo|tengo|naci|somos|vivimos|mi \p{L}+ (?:es|se llama|vive|trabaja|tiene))\b[^,;]{2,80}? (?:(?:en|dentro de) (?:mi|este|
        esta|nuestr[oa]|el|la|ese|esa)|dentro del) {tal}(?:{escrito}|{rol}|videojuego|partida|sueno){luego}(?=\s*$|\s*[,.;:!]| (?:y|pero) )
      `,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: [
        'Soy contrabandista en mi novela',
        'Me llamo Quilla en este cuento y vendo mapas',
        'Soy cartero dentro del juego de rol',
      ],
      no: ['Trabajo en mi novela', 'Vendo mapas'],
    },
    {
      id: 'es.fiction-but-in',
      when: String.raw`[^,;]{1,120}? (?:pero|y|mientras que|aunque) {en} {tal}{obra}{luego}`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: ['Vivo en Lugo pero en mi novela vivo en un cometa'],
      no: ['Vivo en Lugo y en la serie A juega mi primo'],
    },
    {
      id: 'es.fiction-written-where',
      when: String.raw`{escribiendo} {el} {tal}(?:{escrito}|{rol})(?!\p{L}).{0,60}?(?<!\p{L})(?:donde|en (?:la|el) que|sobre mi)(?!\p{L})`,
      isMadeUp: false,
      after: 'MADE_UP',
      yes: ['Estoy escribiendo un cuento en el que soy espía'],
      no: ['Estoy escribiendo un cuento'],
    },
    {
      id: 'es.fiction-written',
      when: String.raw`{escribiendo} {el} {tal}(?:{escrito}|{rol})(?!\p{L})`,
      isMadeUp: false,
      after: 'DOUBTFUL',
      yes: ['Estoy escribiendo una novela', 'Estamos creando una campaña de rol'],
      no: ['Estoy escribiendo un informe', 'Escribo novelas'],
    },
    {
      id: 'es.fiction-played',
      when: rawLines`
        (?:vamos a|hagamos|hacemos|juguemos|empecemos|quiero|podemos|podriamos|esto es|estoy|estamos) (?:(?:hacer|jugar|jugando|haciendo|empezar|en|a|al|un|una|el|la) )*
        (?:{rol}|rol|d&d|dnd|calabozos y dragones)(?!\p{L})|(?:vamos a jugar|juguemos|jugamos|jugar) a (?:que|ser)\b|(?:juego de rol|roleplay|
        metid[oa] en (?:mi|el) personaje)(?=\s*(?:[,:;.!\u2014]|$))
      `,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['Hagamos un juego de rol', 'Juguemos a que soy tu vecina', 'Estamos jugando al rol, soy el mago'],
      no: ['Juego al rol los viernes', 'Vamos a hacer una tarta'],
    },
    {
      id: 'es.fiction-supposed-persona',
      when: String.raw`{invita}{imagina} (?:que|si) (?:tu |vos |usted )?(?:eres|sos|es|estas|fueras|fueses|seas|eras)(?!\p{L})`,
      isMadeUp: true,
      after: 'REAL',
      yes: ['Imagina que eres un juez', 'Hacé de cuenta que sos mi jefe'],
      no: ['Imagina que soy un juez'],
    },
    {
      id: 'es.fiction-supposed-self',
      when: String.raw`{invita}{imagina} (?:que|si)(?!\p{L})`,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['Imaginá que mi casa es un faro', 'Hagamos de cuenta que soy zurda'],
      no: ['Me imagino que mi casa se vende', 'Imagínate, gané'],
    },
    {
      id: 'es.fiction-supposed',
      when: String.raw`{invita}(?:{imagina} (?:un|una|unos|unas|el|la|mi|mis)(?!\p{L})|(?:digamos|supon(?:gamos|e|ga|te)?|pon(?:gamos)?|pone) que(?!\p{L})|hipoteticamente)`,
      isMadeUp: true,
      after: 'REAL',
      yes: ['Digamos que tengo un barco', 'Supongamos que me llamo Quilla'],
      no: ['Supongo que tengo tiempo', 'Imagínate, tengo un barco'],
    },
    {
      id: 'es.fiction-dreamt',
      when: String.raw`(?:sone|tuve (?:un|este|una) (?:\p{L}+ )?(?:sueno|pesadilla))(?!\p{L})(?! con)`,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['Soñé que tenía un zoológico', 'Anoche tuve un sueño raro'],
      no: ['Soñé con tener un zoológico', 'Sueño poco'],
    },
    {
      id: 'es.fiction-character',
      when: String.raw`(?:(?:hablando|como) )*(?:mi|nuestro|el|la) (?:personaje|protagonista|narradora?|villan[oa]|antagonista|alter ego)(?!\p{L})(?! favorit)`,
      isMadeUp: true,
      after: 'REAL',
      yes: ['Mi personaje se llama Quilla', 'La protagonista es médica'],
      no: ['Mi personaje favorito es Mafalda'],
    },
    {
      id: 'es.fiction-begun',
      when: String.raw`(?:erase|habia) una vez|(?:capitulo (?:uno|1|i|primero)|prologo)(?=\s*(?:[,:;.!\u2014]|$))|(?:cuento|relato|novela|fanfic|ficcion|guion|escena) ?:`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: ['Había una vez una casa, y yo vivo en ella', 'cuento: tengo un dragón'],
      no: ['Cuento con vos', 'Anécdota: tengo un loro'],
    },
    {
      id: 'es.fiction-asked',
      when: rawLines`
        (?:(?:por favor|podes|puedes|podrias|quiero que|me) )*(?:escrib\p{L}+|cuent\p{L}+|conta(?:me|nos)|invent\p{L}+|cre(?:a|ame|ar)|continua\p{L}*) {el} {tal}{escrito}(?!\p{L})
        .{0,80}? (?:donde|en (?:la|el) que) (?:yo|me|mi|mis|soy|vivo|tengo|trabajo|somos)(?!\p{L})
      `,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['Escribime un cuento donde soy astronauta'],
      no: ['Escribime un cuento para mi hija'],
    },
  ],
  back: rawLines`
    (?:(?:pero|y|aunque|mientras que|ahora|bueno|ok|ya),? )*(?:en (?:(?:la|mi) vida real|(?:la )?realidad|serio|el mundo real)|de verdad|(?:hablando )?en serio|
    fuera de(?:l| la| este| esta| mi)? ?(?:bromas?|juego|personaje|cuento|relato|novela|historia|pelicula|libro|ficcion|sueno|rol)|bromas? aparte|volviendo a (?:la realidad|mi)|por cierto|a proposito|
    a todo esto|otra cosa|cambiando de tema|en cuanto a mi|mi (?:verdadero nombre|nombre (?:real|verdadero)|vida real)|fin de(?:l| la)? (?:cuento|juego|rol|historia))
  `,
};
