/** The weights of domain/facts/replacing.ts: do not edit, `npm run train:language` writes them (server/language/train). */
// A learnt number may happen to be near any constant.
/* oxlint-disable approx-constant */
import { unpackWeights } from './packed-weights.ts';

export type ChangeWeights = {
  readonly bias: number;
  /** The weights by the names of CHANGE_MEASURES. */
  readonly measures: Readonly<Record<string, number>>;
  /** Weights of words and pairs of words: `=` is one that the fact has, too, `#` a number, `^` the beginning. */
  readonly grams: ReadonlyMap<string, number>;
};

export const CHANGE_WEIGHTS: ChangeWeights = {
  bias: -1.247,
  measures: {
    'reads as a replacement': 0.446,
    'shared of the statement': -0.22,
    'shared of the fact': -0.652,
    'shared words': -0.211,
    'everything shared': -0.414,
    'same beginning': 1.125,
    'same beginning but for little': -0.443,
    'same end': -0.644,
    'other figures': 0.821,
    'figures where there were none': -1.806,
    'tells of change': -0.288,
    'goes over': 0.304,
    also: -0.928,
    denies: -0.604,
    'denies what is shared': 0.34,
    'length of the statement': 0.058,
    'length of the fact': -1.82,
    'replacement, shared of the fact': -0.682,
    'replacement, same beginning': 0.157,
    'replacement, other figures': 0.07,
    'other figures, same beginning': 2.232,
    'other figures, shared of the fact': -1.095,
    'tells of change, shared of the fact': 0.666,
    'tells of change, same beginning': 0.808,
    'shared things': 0.467,
    'shared things of the fact': 0.408,
    'replacement, shared things': -0.068,
    'says all of it': -0.662,
    'says all of it, ends it': 0.026,
    'says all of it, denies': 0.683,
    'says all of it, replacement': -0.344,
    'ends what is shared': 0.338,
    'replacement, ends what is shared': -0.393,
    'holds now': 0.077,
    'holds now, shared of the fact': 0.539,
    'holds now, same beginning': 2.265,
    'same first word': 0.099,
    'begins with what is shared': 0.042,
    'both begin with what is shared': -0.043,
    'ending before what is shared': -0.047,
    'said of oneself': 0.006,
    'said of oneself, ends what is shared': -0.081,
    'said of oneself, shared things': -0.282,
    'ends directly': 1.407,
    'ends directly, said of oneself': -0.062,
    'ends directly, replacement': 0.177,
    'shared ends by itself': 0.578,
    'shared stands within another thing': -0.051,
    'another value': 0.145,
    'the same value': -0.605,
    'another value, replacement': 0.104,
    'another value, same beginning': -2.05,
    'another value, shared of the fact': 2.177,
    'another value, holds now': 0.319,
    'another name': 1.221,
    'another name, replacement': 0.141,
    'another name, same beginning': 0.302,
    'another name, holds now': 0.184,
    'name of the fact alone': -0.05,
    'name of the statement alone': 0.191,
    'shared name': 0.797,
    'shared name, replacement': 0.112,
    'name of the statement alone, holds now': 0.433,
    'nearest word': 1.099,
    'words are near': 1.939,
    'nearest other word': -0.308,
    'near as a whole': 4.837,
    'nothing shared': 0.659,
    'nothing shared, nearest word': 1.639,
    'nothing shared, replacement': -0.87,
    'nothing shared, nearest word, replacement': 1.346,
    'words are near, replacement': 0.955,
    'near as a whole, replacement': 0.574,
    'nearest other word, replacement': -0.189,
    'nothing shared, near as a whole': 1.687,
    'another subject': -0.047,
    'another subject, replacement': 0.266,
  },
  grams: new Map(
    unpackWeights(`
#:0.78;# . =:-0.2;# =:0.47;# no:0.12;=:-0.9;= =:-0.36;= a:-0.29;= about:-0.12;= after:0.3;= again:-0.13;= ahora:0.32;= al:0.14;= all:-0.32
= an:-0.18;= and:-0.28;= any:0.53;= anymore:0.29;= as:0.15;= at:-0.42;= brought:-0.1;= cada:0.24;= called:0.1;= cambio:-0.51;= came:0.28
= can:0.25;= cerro:0.35;= changed:-0.4;= class:0.12;= closed:0.19;= con:-0.74;= consiguio:0.16;= cuatro:-0.1;= de:-0.7;= dejo:-0.32
= del:-0.13;= died:0.16;= do:-0.1;= doing:0.14;= don:0.43;= dropped:0.22;= eat:0.17;= el:-0.4;= en:-1.01;= es:-0.45;= esta:0.17
= estan:-0.11;= every:0.13;= finally:-0.22;= finished:-0.12;= for:-0.16;= found:0.19;= four:-0.1;= from:0.24;= fue:-0.12;= gave:0.24
= go:0.19;= got:0.4;= graduated:0.21;= handed:0.23;= has:-0.39;= have:0.12;= huele:-0.11;= in:-0.16;= instead:0.16;= is:0.2;= isn:0.27
= it:0.25;= la:0.12;= las:-0.18;= last:-0.36;= le:-0.52;= left:0.2;= let:0.24;= like:0.16;= llamo:-0.14;= llego:-0.12;= lo:0.32
= lost:-1.04;= made:-0.2;= mando:-0.1;= mas:0.1;= mi:0.1;= murio:0.13;= my:-0.16;= no:0.91;= nos:0.3;= not:0.18;= now:-0.97;= nuevo:0.29
= of:-0.51;= off:0.19;= on:-0.34;= once:-0.12;= only:0.1;= opened:0.29;= out:-0.2;= own:0.33;= paid:0.22;= para:-0.31;= paso:0.14
= passed:0.14;= perdio:-0.14;= place:0.11;= plain:0.22;= por:0.47;= que:0.21;= queda:0.18;= quede:0.18;= quedo:0.51;= quit:0.61
= raised:-0.15;= ran:-0.15;= re:0.42;= retired:0.21;= rompio:0.1;= s:1.28;= salio:0.27;= se:1.62;= sent:-0.14;= short:-0.24;= shut:0.37
= si:0.16;= since:0.4;= sold:-0.17;= solo:0.45;= son:-0.2;= split:0.29;= svelte:0.25;= switched:-0.15;= tambien:-0.1;= teacher:0.1
= the:-0.64;= this:-0.1;= tiene:-0.38;= to:-0.12;= today:-0.21;= todo:0.13;= trajo:-0.1;= tres:0.18;= turned:-0.2;= tuvo:0.11;= two:0.17
= un:0.2;= una:-0.68;= up:0.14;= va:0.18;= ve:0.5;= volvio:0.29;= was:-0.6;= wednesdays:0.12;= went:0.93;= were:-0.29;= will:0.38
= with:-0.4;= ya:0.36;= yesterday:-0.26;^ #:0.31;^ =:-1.82;^ a:-0.19;^ ahora:-0.78;^ al:-0.41;^ bajamos:0.13;^ baje:0.17;^ basta:0.11
^ cambie:-1.18;^ cerramos:-0.23;^ compre:-0.21;^ con:0.65;^ corte:0.28;^ dejamos:0.1;^ deje:0.29;^ desde:0.34;^ di:0.12;^ dos:0.28
^ el:-1.33;^ empece:-0.13;^ en:-0.11;^ este:0.2;^ estoy:-0.19;^ forget:0.35;^ from:0.2;^ hace:-0.19;^ he:-0.16;^ i:-1.1;^ it:0.22
^ la:-0.4;^ las:-0.67;^ le:-0.39;^ lei:-0.3;^ let:0.14;^ lo:0.1;^ los:-0.73;^ make:0.24;^ me:-0.4;^ mejor:0.49;^ mi:-0.19;^ mis:-0.15
^ my:-0.3;^ nada:0.39;^ no:0.33;^ nos:0.6;^ olvidate:0.2;^ on:0.18;^ one:-0.1;^ our:-0.18;^ pase:0.16;^ perdi:-0.56;^ podes:0.25
^ que:0.23;^ salio:-0.12;^ saque:-0.1;^ se:-0.49;^ sigo:-0.21;^ since:0.57;^ sold:0.12;^ subieron:-0.13;^ tengo:-0.27;^ termine:-0.38
^ the:-1.94;^ they:0.8;^ tuve:0.1;^ two:0.34;^ un:-0.19;^ una:-0.43;^ volvi:0.14;^ ya:-0.21;^ you:0.19;a:0.22;a #:0.59;a . =:0.39
a =:-0.31;a dos:-0.21;a good:-0.1;a la:-0.55;a lot:-0.31;a mi:-0.16;a month:0.12;a new:-0.43;a place:0.24;a un:0.23;a una:0.38;a week:0.15
abara:0.26;about:-0.18;abril:0.27;acabo:0.15;adentro:0.31;after:0.56;after all:0.5;after the:0.1;afuera:-0.1;again:-0.4;ahora =:0.73
ahora es:0.15;ahora estoy:-0.86;aisle:0.48;al:-0.31;al . =:-0.12;al =:-0.2;al final:0.36;alcanza:0.28;all:0.53;all . =:0.34;all day:-0.17
all my:0.19;all night:-0.17;always:-0.24;an:-0.23;an =:-0.2;an hour:-0.11;ano:-0.18;anos:-0.18;another:0.39;antes:-0.28;antes de:-0.27
any:0.51;any more:0.53;anymore:0.43;app:-0.1;are:0.18;are . =:0.1;as:0.31;as =:0.19;as of:0.34;as well:-0.17;ascendieron:0.33;asi:0.41
asked:-0.16;asked . =:-0.13;at:-0.95;at #:0.15;at . =:-0.37;at =:-0.25;at home:-0.25;at the:-0.59;atraso:-0.13;august:0.21;away:0.28
ayer:-0.45;baby:0.36;back:0.17;back on:0.34;back to:0.19;baja:0.12;bajamos:0.13;bajamos =:0.12;baje:0.15;baje . =:0.19;bajo:0.37
bakery:-0.1;bank:0.21;basta:0.11;basta . =:0.11;basta de:0.11;be:0.47;be . =:0.14;because:-0.11;been:-0.62;been =:-0.32;before:-0.42
being:0.29;better:0.29;bien:0.61;bike:0.11;black:0.2;blog:-0.14;bother:0.15;bought:0.16;bought =:0.21;bought a:-0.16;bought the:0.11
buena:-0.11;cada:0.32;cafe:-0.22;cajon:0.1;cake:-0.26;called:0.15;cama:-0.16;cambiamos . =:0.21;cambiaron:-0.22;cambiaron . =:0.15
cambie:-1.23;cambie . =:-0.17;cambie =:-0.51;cambie el:-0.11;cambie la:-0.3;cambio . =:0.24;cambio de:-0.23;came:0.24;came off:0.14
came to:-0.16;can:0.33;can t:0.28;cancelaron:-0.51;cancelled . =:0.21;cancelo:-0.13;canse:0.13;canse . =:0.13;cargo:0.25;casa:0.18
cayo . =:-0.11;cerramos:-0.23;cerramos . =:-0.12;cerramos la:-0.13;cerro:0.42;changed it:0.15;changed its:-0.17;changed the:-0.11
charla:-0.21;chau =:0.1;chico:-0.15;chico . =:-0.12;christmas:-0.12;cinco:-0.34;clase:-0.18;cleaning:-0.16;client:0.21;cliente:-0.11
closed . =:-0.26;closed the:-0.11;coffee:-0.11;cold:-0.28;come:0.42;come round:0.18;comi:-0.12;como:0.39;compre:-0.23;compre . =:0.24
compre =:-0.24;compre un:0.11;compre una:-0.12;con:0.57;con . =:-0.16;con =:0.73;con el:-0.16;con la:-0.38;con mi:-0.2;conmigo:0.2
consiguio:0.16;corte:0.28;corte con:0.18;corto:-0.31;cuando:-0.14;cuarenta:-0.43;cuarto:0.3;cuatro:-0.1;cuatro . =:-0.12;curso:0.19
cut:0.22;d:0.2;da:0.28;datos:0.18;day:-0.21;days:0.28;de:-0.61;de . =:0.1;de =:1.62;de ahora:0.25;de datos:0.19;de la:-0.66;dejamos:0.26
dejamos . =:0.14;dejamos =:0.14;deje . =:0.11;deje =:0.19;deje de:0.3;deje la:-0.39;dejo:-0.24;dejo . =:-0.19;dejo de:0.13;del:0.31
del . =:0.26;del =:0.35;desayuno:0.17;desde:0.25;desde . =:-0.24;desde =:-0.17;desde el:-0.18;desde hoy:0.19;desde la:0.22;desguace:0.15
desk:0.14;dia:-0.19;dia . =:0.16;dias:0.5;dice:0.2;dice que:0.12;died:0.2;dieron:0.19;dieron el:0.14;dinner:-0.21;dio:0.1;director:0.12
doing:0.24;doing =:0.18;don:0.37;don . =:0.2;don t:0.39;done:-0.13;dos:-0.13;dos =:0.25;dos veces:-0.19;down:0.34;down . =:0.29
down to:0.27;drawer:0.12;dropped:0.28;dropped . =:-0.2;dropped =:0.48;duro:-0.2;early:-0.1;eat:0.33;echo:0.18;editorial:0.17;el:-2.51
el =:-0.97;el dia:-0.12;el domingo:0.13;el lunes:0.17;el viernes:0.11;empece:-0.13;emptied:0.24;en:-0.41;en . =:-0.91;en =:-0.49
en el:-0.32;en junio:0.21;en la:-0.78;en su:0.36;en un:-0.15;en una:0.12;ended:0.2;enero:0.22;enough:0.59;entra:0.31;error:-0.32;es:-0.68
es . =:0.22;es =:-0.17;es un:0.26;escribio:-0.21;esta:0.28;esta . =:0.38;esta =:-0.12;esta bien:0.34;esta vez:-0.18;estaba:-0.17
estaba lleno:0.15;estan:-0.12;estos:0.32;estos dias:0.32;estoy:-1.04;estoy =:-0.4;estudio:0.19;euros:-0.14;everything:0.14;factura:-0.11
fallo:-0.12;femi:0.18;fin:-0.14;final:0.3;final . =:0.18;final no:0.21;finally:-0.3;fine:0.51;finished:-0.12;finished . =:-0.11
finished the:-0.1;five:-0.12;fixed:-0.11;flew:-0.12;flight:-0.18;fly:0.38;for:-0.27;for . =:0.31;for =:0.56;for a:-0.31;for good:0.4
for the:-0.59;forget:0.47;forget . =:0.29;forty:-0.22;found:0.21;four:-0.11;fria:-0.19;from:1.1;from =:0.29;from here:0.25;from now:0.43
from this:0.14;fue:0.52;fue a:0.16;fue la:0.2;fuera:0.42;fueron:0.28;fui:-0.21;fui . =:-0.1;fui de:0.1;fuimos:0.18;gaste:0.13;gave:0.11
gave . =:0.28;github:0.15;give:0.22;go:0.28;going to:-0.17;gone:0.8;gone . =:0.11;got:0.37;got . =:0.24;got =:-0.24;got a:-0.15
got out:0.12;got the:0.3;graduated:0.22;grande:-0.1;great:-0.1;green:0.15;gusta:-0.2;gusto:-0.1;gym:-0.13;ha:0.19;hace:-0.31;hacemos:0.15
had:0.28;had =:-0.15;had a:0.31;had no:-0.2;had the:0.13;hago:-0.15;hall:0.14;handed:0.21;harbour:0.15;has:-0.18;has #:-0.1;has a:-0.24
hasta:0.13;have =:0.1;hay:0.16;he:-0.2;he . =:-0.11;hemos:0.23;her:-0.19;here:0.34;here on:0.1;hice:0.12;hired:0.28;his:-0.35
historia:0.25;history:0.29;hospital:-0.18;hour:-0.12;house:0.23;huele:-0.12;i:-1.15;i . =:-0.43;i =:-0.78;i cancelled:0.11;i d:0.48
i got:-0.14;i m:-0.28;i ve:0.38;idea:0.23;in:-0.23;in =:-0.19;in june:0.37;in my:-0.12;in the:-0.34;instead:0.4;into:0.2;invoice:-0.12
is:0.14;is =:0.2;is fine:0.41;is in:-0.1;is off:0.38;is out:-0.28;isn:0.24;isn t:0.24;it:1.41;it . =:0.35;it =:0.27;it is:0.19;it s:0.37
its:-0.33;january:0.13;job . =:0.2;joined:0.33;jubilo:0.49;jubilo . =:0.26;june:0.16;junio:0.11;keep:0.1;kilimanjaro:0.33;kilos:-0.21
knee:0.15;kotlin:0.15;la:-1.37;la . =:0.12;la =:-0.26;la casa:-0.1;la lluvia:-0.18;la oficina:0.14;la puerta:-0.19;la semana:0.41
lado:-0.19;las:-0.76;las #:0.36;las . =:-0.1;las =:-0.4;last:-0.28;last =:-0.36;last night:-0.12;last weekend:-0.13;late:-0.15;latex:0.27
le:-0.89;left . =:-0.58;left my:-0.58;left the:-0.11;legal:0.27;lei:-0.3;lei . =:-0.1;leo:0.28;let:0.52;let . =:0.21;let s:0.24
let the:0.13;libro:-0.24;like =:-0.12;liked:-0.1;limite:0.29;linea:0.19;llamo:-0.15;llaves:0.14;llego:-0.11;llevo:0.37;lluvia:-0.19
lo:1.25;lo . =:0.27;lo de:0.27;lo dejamos:0.12;logo:-0.46;longer =:0.1;los:-1.54;los . =:-0.11;los =:-0.23;lost:-0.95;lost . =:-0.25
lost his:-0.16;lost my:-0.31;lot:-0.4;lugar:0.31;lunch:-0.16;lunch . =:-0.1;m . =:-0.24;m =:-0.46;m back:-0.2;m off:0.56;make:0.31
manana:0.17;mando:-0.18;march:0.19;market:0.19;mas:0.85;mas . =:0.25;mas =:0.33;mayo:-0.13;me:0.39;me =:-0.5;me cambiaron:0.13
me canse:0.13;me deje:-0.34;me dieron:0.16;me gusta:-0.17;me mando:-0.14;me olvide:-0.11;me on:0.12;me pase:0.14;me quede:-0.22;me to:0.2
media:0.11;mejor:1.04;mejor . =:0.24;mejor =:0.48;mendoza:-0.1;mercado:0.16;mes:0.31;mi:-0.59;mi . =:-0.44;mi =:0.21;mis:-0.15
missed:-0.21;missed =:-0.19;monday:0.23;money:0.2;month:0.15;monthly:0.11;more:0.7;more =:0.47;moved:0.32;moved . =:-0.3;moved =:0.11
moved a:-0.14;moved me:0.12;moved on:0.41;moved out:0.12;moved the:-0.54;moved to:0.11;mucho:-0.3;murio:0.16;muy:-0.24;my:-1.81
my . =:-0.62;my =:-0.82;nacio:0.1;nada:0.34;nada . =:0.49;nada de:0.47;nadia:0.15;near:-0.11;new:-0.41;new . =:0.23;new =:0.42;next:-0.16
night:-0.39;nine:-0.12;no:2.8;no . =:1.05;no =:1.66;no esta:0.23;no hay:0.12;no more:0.32;nobody:0.18;nobody . =:0.16;nombre:0.13
noon:-0.19;normal:0.14;nos:1.1;nos . =:0.1;nos fue:0.12;not:0.41;not . =:0.14;not =:0.61;now:-0.79;now . =:0.1;now =:0.14;now on:0.43
nowadays:0.23;nueva:-0.13;nueva =:0.2;nuevas:-0.2;of:-1.31;of . =:-0.54;of =:0.19;of my:-0.27;of the:-0.66;off:1.66;off . =:0.68
off =:0.48;off the:0.73;oficina:0.22;olvidate:0.2;olvide:-0.13;on:1.22;on . =:0.1;on =:0.37;on a:-0.1;on monday:0.18;on my:-0.17
on saturday:-0.14;on second:0.28;one:0.1;one of:-0.24;only:0.53;only . =:0.14;only =:0.13;open:0.17;opened:0.27;oscuro:-0.13;other:-0.3
other . =:-0.21;other =:-0.32;otono:0.2;otra . =:-0.23;otro:-0.17;our:-0.48;our . =:-0.13;out:-0.59;out . =:-0.18;out of:-0.43;over:-0.13
over . =:0.13;over =:-0.24;own:0.27;pago:-0.13;paid:0.15;paid . =:-0.1;paid =:0.21;painted the:-0.16;para:0.14;para . =:0.52;para =:0.49
para el:-0.26;para mi:0.1;park:-0.2;pasa:0.27;pasada:0.18;pasado:-0.19;pasamos . =:0.19;pase:0.4;pase . =:0.12;pase =:0.2;pase a:0.15
passed:0.14;passed =:-0.18;paz:0.24;people:-0.15;perdi:-0.52;perdi . =:-0.52;perdi =:-0.31;perdi un:-0.19;perdio:-0.15;perro:-0.19
peru:-0.27;pescado:0.19;piso:0.1;place:0.73;plain:0.51;please:0.16;podes:0.25;pool:-0.12;por:-0.16;por =:-0.1;por semana:0.18;proper:0.34
proyecto:0.39;puede:0.39;puerta:-0.19;pulled the:-0.12;puse:0.17;put:0.56;que:0.63;que . =:0.28;que =:-0.11;que viene:-0.14;queda:0.26
quedamos:0.19;quede:0.15;quede . =:0.15;quedo:0.42;quedo . =:0.24;quedo en:0.42;queues:0.15;quit:0.57;quit . =:0.14;quit =:0.17
raised:-0.13;ran:-0.16;rather:0.32;rather . =:0.2;rather than:0.18;re:0.47;re . =:0.41;re =:0.29;read:-0.1;red:0.14;replaced:0.1
retired:0.33;retired . =:0.12;right:-0.27;rodilla:0.12;rojo:0.24;room:-0.24;round:0.47;round to:0.24;s:1.11;s . =:0.21;s =:0.17
s changed:0.3;saco:-0.13;said:0.19;sala:-0.17;sale:-0.2;salio:0.1;saturday:-0.16;school:-0.13;scrapped:0.14;se:0.52;se . =:-0.19
se =:-0.15;se atraso:-0.13;se cancelo:-0.4;se fue:0.53;se jubilo:0.51;se la:0.11;se me:-0.26;se nos:0.1;se va:0.14;season:0.25;second:0.17
second thought:0.28;segundo:0.28;seis:-0.29;semana:0.51;semana pasada:0.33;senior:0.26;sent:-0.15;ser:0.18;settled:0.28;shoes:-0.1
short:-0.27;shut:0.43;siempre:-0.35;signed:0.13;sigo . =:-0.1;sin:-0.18;sin =:0.13;since:1.35;since =:0.28;since monday:0.1;since the:0.44
six:-0.14;so:0.49;so . =:0.31;so =:0.28;sobre:-0.25;sofa:-0.15;sola:0.29;sold:0.13;sold out:-0.18;sold the:0.13;sold up:0.11;solo:1.27
solo =:0.45;some:-0.36;some =:-0.17;son:-0.17;soy:-0.25;split:0.33;spring:0.31;sprint:-0.5;sqs:0.39;started:0.13;station:0.2;stopped:0.1
stopped . =:0.3;stopped the:0.12;studio:0.43;su:0.37;su lugar:0.29;subieron:-0.18;subieron . =:-0.11;subio:-0.28;summer:0.11;sunday:-0.17
svelte:0.35;swapped:0.21;swapped =:0.14;switched:-0.23;t:1.07;t . =:0.28;t =:0.43;t bother:0.15;tablets:0.14;tambien:-0.26
tambien . =:-0.12;tambien =:-0.18;tarde:-0.16;tarjeta:-0.14;team:-0.17;telefono:-0.24;tema:-0.23;temporada:0.16;ten:-0.28;tengo:-0.44
term:0.32;termine:-0.38;termine . =:-0.13;termine una:-0.17;termino:-0.22;than:0.21;than =:0.29;that:0.3;the:-1.48;the . =:-0.13
the =:0.79;the baby:0.38;the market:0.21;the new:0.26;the park:-0.17;the team:0.14;them:0.32;then:0.3;there:-0.2;these:0.37;these days:0.4
they:0.82;they . =:0.25;third =:0.11;this week:-0.17;thought:0.28;thousand:0.21;three:0.14;three =:0.15;through:0.44;tickets:-0.16
tiempo:-0.1;tiene:-0.32;tiene =:0.12;time:0.11;to:1.22;to #:0.65;to =:-0.42;to a:0.15;to be:0.15;to the:-0.6;toda =:-0.14;todas:0.25
todas . =:0.26;todas las:0.21;today:-0.72;todo:0.41;todo =:0.3;todo el:-0.14;todos:0.3;todos los:0.15;took:0.46;took . =:0.13;took =:0.28
trabajo =:0.2;traduccion:-0.19;trajo:-0.2;tren:0.2;tres =:0.17;tuesdays:-0.17;turned . =:0.13;tuve:0.1;tuvo:0.11;twelve:0.29;twice:-0.22
two:0.58;two =:0.3;ultima:0.13;ultimamente:0.21;un:-0.67;un =:-0.31;un error:-0.27;un estudio:0.23;un libro:-0.13;una:-1.73;una . =:-0.55
una =:-0.53;una vez:-0.1;uno de:-0.13;up:0.66;up . =:0.6;up my:0.14;up to:0.2;up with:0.2;us:1.05;use:0.14;use =:0.22;users:0.12;va:0.35
va a:0.14;vacaciones:-0.18;vault:-0.15;ve:0.92;ve . =:0.28;ve =:-0.31;ve been:-0.64;ve come:0.25;ve gone:0.24;ve got:0.1;ve moved:0.28
ve started:0.12;veces:-0.19;vendi . =:0.26;vendi el:0.27;vendi la:0.12;vendio:0.11;veo:0.14;verano:0.21;verde:0.12;vez:-0.32;vez . =:-0.35
vez =:-0.2;viernes:0.14;vino:0.28;voice:-0.19;volvi . =:-0.27;volvi a:0.13;volvio:0.35;volvio a:0.29;voy:-0.5;voz:-0.31;vue:0.11;wait:0.22
want:0.23;was:-0.75;was =:-0.17;was cancelled:-0.24;we:0.3;we . =:0.53;we =:-0.64;we cut:0.11;we moved:-0.24;we re:0.16;wednesdays:0.15
week:0.14;went:1;went to:0.32;went up:-0.29;were:-0.22;while:-0.25;whole:0.23;will:0.53;windows:-0.26;with:0.69;with . =:0.26;with =:0.45
with the:0.16;wrote:-0.13;y . =:0.28;y no:0.15;ya:-0.13;ya . =:0.12;ya =:0.41;ya no:0.25;year:-0.16;years:-0.19;yesterday:-0.53;yo:-0.34
zorro:0.1
`),
  ),
};
