/** Forms that a stemmer does not map to their base form. Folded; general language, not taken from a corpus. */
import type { Language } from './language.ts';

const ENGLISH =
  'be:was were been being am is are;become:became;begin:began begun;bend:bent;bite:bit bitten;blow:blew blown;break:broke broken;' +
  'bring:brought;build:built;burn:burnt;buy:bought;catch:caught;choose:chose chosen;come:came;creep:crept;deal:dealt;dig:dug;' +
  'do:did done does;draw:drew drawn;dream:dreamt;drink:drank drunk;drive:drove driven;eat:ate eaten;fall:fell fallen;feed:fed;' +
  'feel:felt;fight:fought;find:found;fly:flew flown;forget:forgot forgotten;forgive:forgave forgiven;freeze:froze frozen;' +
  'get:got gotten gotta;give:gave given;go:went gone gonna goes;grow:grew grown;hang:hung;have:had has;hear:heard;' +
  'hide:hid hidden;hold:held;keep:kept;kneel:knelt;know:knew known;lead:led;learn:learnt;leave:left;lend:lent;lie:lay lain;' +
  'light:lit;lose:lost;make:made;mean:meant;meet:met;pay:paid;ride:rode ridden;ring:rang rung;rise:rose risen;run:ran;say:said;' +
  'see:saw seen;seek:sought;sell:sold;send:sent;sew:sewn;shake:shook shaken;shine:shone;shoot:shot;show:shown;' +
  'shrink:shrank shrunk;sing:sang sung;sink:sank sunk;sit:sat;sleep:slept;slide:slid;speak:spoke spoken;spend:spent;spin:spun;' +
  'stand:stood;steal:stole stolen;stick:stuck;strike:struck;swear:swore sworn;sweep:swept;swim:swam swum;swing:swung;' +
  'take:took taken;teach:taught;tear:tore torn;tell:told;think:thought;throw:threw thrown;understand:understood;wake:woke woken;' +
  'wear:wore worn;weave:wove woven;win:won;write:wrote written;child:children kid kids kiddo kiddos;person:people folks folk;' +
  'man:men;woman:women;foot:feet;tooth:teeth;wife:wives;life:lives;mouse:mice;knife:knives;leaf:leaves;half:halves';

const SPANISH =
  'ser:soy eres somos sois sos fui fuiste fuimos eras eramos seas fuera fueras fueran sido siendo;' +
  'ir:voy vas va vamos vais van iba ibas ibamos iban vaya vayas vayamos vayan ido yendo;' +
  'haber:hemos habeis hubo hube hubieron habias habiamos haya hayas hayan hubiera hubieran habido habra habran habria;' +
  'estar:estoy estas estamos estais estuve estuviste estuvo estuvimos estuvieron estuviera;' +
  'tener:tengo tienes tiene tienen tenes tuve tuviste tuvo tuvimos tuvieron tenga tengas tengan tuviera tendre tendra tendran;' +
  'hacer:hago hice hiciste hizo hicimos hicieron haga hagas hagan hare haras hara haran hecho;' +
  'poder:puedo puedes puede pueden podes pude pudiste pudo pudimos pudieron podre podra podria podrian pudiendo;' +
  'poner:pongo puse pusiste puso pusimos pusieron ponga pongan pondre pondra puesto;' +
  'decir:digo dices dice dicen dije dijiste dijo dijimos dijeron diga digan dire dira diria dicho diciendo;' +
  'querer:quiero quieres quiere quieren queres quise quiso quisiste quisieron quisiera querre querra;' +
  'venir:vengo vienes viene vienen vine viniste vino vinieron venga vengan vendre vendra viniendo;' +
  'ver:veo ves ve vemos ven vi viste vio vimos vieron vea vean veia veian visto;dar:doy das da damos dan di diste dio dimos dieron;' +
  'saber:se supe supiste supo supieron sepa sepan sabre sabra;salir:salgo salga salgan saldre saldra;' +
  'traer:traigo traje trajiste trajo trajeron traiga trayendo traido;caer:caigo cayo cayeron caiga cayendo caido;' +
  'oir:oigo oyes oye oyen oyo oyeron oiga oyendo oido;conducir:conduzco conduje condujo;jugar:juego juegas juega juegan;' +
  'dormir:duermo duermes duerme duermen durmio durmieron durmiendo;morir:muere mueren murio murieron muerto muriendo;' +
  'pedir:pido pides pide piden pidio pidieron pidiendo;sentir:siento sientes siente sienten sintio sintieron sintiendo;' +
  'preferir:prefiero prefieres prefiere prefieren prefirio prefirieron;empezar:empiezo empieza empiezan empece;' +
  'comenzar:comienzo comienza comienzan comence;pensar:pienso piensas piensa piensan;perder:pierdo pierde pierden;' +
  'volver:vuelvo vuelves vuelve vuelven vuelto;encontrar:encuentro encuentra encuentran;contar:cuento cuenta cuentan;' +
  'mostrar:muestro muestra muestran;recordar:recuerdo recuerda recuerdan;servir:sirvo sirve sirven sirvio;' +
  'seguir:sigo sigue siguen siguio;elegir:elijo elige eligen eligio;conocer:conozco conozca;leer:leyo leyeron leyendo;' +
  'creer:creyo creyeron creyendo;escribir:escrito;abrir:abierto;romper:roto;doler:duele duelen;poseer:posee poseia;' +
  'almorzar:almuerzo almuerza almuerzan;costar:cuesta cuestan;sonar:sueno suena suenan;volar:vuelo vuela vuelan;mejor:mejores;' +
  'llegar:llegue;buscar:busque;pagar:pague;tocar:toque;sacar:saque;viaje:viajes viajar viajo viajaron';

export const IRREGULAR_FORMS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: byForm(ENGLISH),
  es: byForm(SPANISH),
};

function byForm(table: string): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const entry of table.split(';')) {
    const [head = '', forms = ''] = entry.split(':');
    for (const form of forms.split(' ')) if (!heads.has(form)) heads.set(form, head);
  }
  return heads;
}
