/** The weights of domain/facts/replacing.ts: do not edit, `npm run train:language` writes them (server/language/train). */
// A learnt number may happen to be near any constant.
/* oxlint-disable approx-constant */
import { unpackWeights } from './packed-weights.ts';

export type ChangeWeights = {
  readonly bias: number;
  /** By the names of CHANGE_MEASURES. */
  readonly measures: Readonly<Record<string, number>>;
  /** Weights of words and pairs of words: `=` is one that the fact has, too, `#` a number, `^` the beginning. */
  readonly grams: ReadonlyMap<string, number>;
};

export const CHANGE_WEIGHTS: ChangeWeights = {
  bias: -1.646,
  measures: {
    'reads as a replacement': 0.474,
    'shared of the statement': -0.205,
    'shared of the fact': -0.907,
    'shared words': -0.232,
    'everything shared': -0.397,
    'same beginning': 1.095,
    'same beginning but for little': -0.425,
    'same end': -0.655,
    'other figures': 0.865,
    'figures where there were none': -1.827,
    'tells of change': -0.237,
    'goes over': 0.377,
    also: -0.804,
    denies: -0.635,
    'denies what is shared': 0.403,
    'length of the statement': 0.28,
    'length of the fact': -1.791,
    'replacement, shared of the fact': -0.732,
    'replacement, same beginning': 0.21,
    'replacement, other figures': 0.14,
    'other figures, same beginning': 1.658,
    'other figures, shared of the fact': -0.936,
    'tells of change, shared of the fact': 0.465,
    'tells of change, same beginning': 0.982,
    'shared things': 0.468,
    'shared things of the fact': 0.377,
    'replacement, shared things': -0.072,
    'says all of it': -0.586,
    'says all of it, ends it': 0.07,
    'says all of it, denies': 0.543,
    'says all of it, replacement': -0.315,
    'ends what is shared': 0.376,
    'replacement, ends what is shared': -0.364,
    'holds now': 0.172,
    'holds now, shared of the fact': 0.483,
    'holds now, same beginning': 2.118,
    'same first word': 0.11,
    'begins with what is shared': 0.065,
    'both begin with what is shared': -0.01,
    'ending before what is shared': -0.065,
    'said of oneself': 0.025,
    'said of oneself, ends what is shared': -0.102,
    'said of oneself, shared things': -0.235,
    'ends directly': 1.441,
    'ends directly, said of oneself': -0.274,
    'ends directly, replacement': 0.208,
    'shared ends by itself': 0.521,
    'shared stands within another thing': -0.02,
    'another value': 0.013,
    'the same value': -0.631,
    'another value, replacement': 0.02,
    'another value, same beginning': -1.99,
    'another value, shared of the fact': 2.209,
    'another value, holds now': 0.25,
    'another name': 1.234,
    'another name, replacement': 0.172,
    'another name, same beginning': -0.063,
    'another name, holds now': 0.351,
    'name of the fact alone': -0.009,
    'name of the statement alone': 0.211,
    'shared name': 0.76,
    'shared name, replacement': 0.086,
    'name of the statement alone, holds now': 0.314,
    'nearest word': 0.873,
    'words are near': 2.031,
    'nearest other word': -0.425,
    'near as a whole': 4.959,
    'nothing shared': 0.453,
    'nothing shared, nearest word': 1.654,
    'nothing shared, replacement': -0.793,
    'nothing shared, nearest word, replacement': 1.077,
    'words are near, replacement': 0.936,
    'near as a whole, replacement': 0.566,
    'nearest other word, replacement': -0.203,
    'nothing shared, near as a whole': 1.093,
    'another subject': -0.154,
    'another subject, replacement': 0.302,
  },
  grams: new Map(
    unpackWeights(`
#:0.8;# . =:-0.16;# =:0.4;# no:0.14;=:-0.53;= #:-0.16;= =:-0.32;= a:-0.38;= about:-0.12;= after:0.25;= again:-0.17;= ahora:0.26;= al:0.16
= all:-0.27;= an:-0.17;= and:-0.18;= any:0.44;= anymore:0.26;= as:0.15;= at:-0.46;= cada:0.24;= cambio:-0.5;= came:0.26;= can:0.21
= cancelled:0.11;= cerro:0.36;= changed:-0.45;= class:0.11;= closed:0.18;= con:-0.76;= consiguio:0.18;= de:-0.7;= dejo:-0.29;= died:0.15
= doing:0.14;= don:0.45;= dropped:0.2;= eat:0.15;= el:-0.42;= en:-1.02;= es:-0.48;= esta:0.13;= every:0.21;= failed:-0.1;= finally:-0.23
= finished:-0.11;= for:-0.18;= found:0.19;= from:0.21;= fue:-0.14;= gave:0.18;= go:0.22;= got:0.51;= graduated:0.19;= handed:0.21
= has:-0.38;= huele:-0.11;= in:-0.15;= instead:0.16;= is:0.24;= isn:0.26;= it:0.26;= la:0.18;= las:-0.13;= last:-0.34;= le:-0.5
= left:0.21;= let:0.24;= like:0.15;= llamo:-0.15;= llego:-0.12;= lo:0.51;= lost:-1.05;= made:-0.2;= mando:-0.11;= mi:0.11;= murio:0.14
= my:-0.17;= no:0.83;= nos:0.31;= not:0.14;= now:-0.9;= nuevo:0.24;= of:-0.43;= off:0.14;= on:-0.36;= once:-0.11;= only:0.1;= opened:0.27
= out:-0.2;= own:0.33;= paid:0.23;= para:-0.28;= paso:0.16;= passed:0.16;= perdio:-0.13;= place:0.1;= plain:0.23;= por:0.46;= que:0.2
= queda:0.17;= quede:0.17;= quedo:0.47;= quit:0.64;= raised:-0.15;= ran:-0.16;= re:0.39;= retired:0.21;= rompio:0.12;= s:1.22;= salio:0.24
= se:1.58;= sent:-0.17;= short:-0.25;= shut:0.35;= si:0.16;= sin:0.15;= since:0.37;= sold:-0.15;= solo:0.58;= son:-0.21;= split:0.28
= svelte:0.26;= switched:-0.17;= teacher:0.1;= the:-0.67;= tiene:-0.43;= to:-0.14;= today:-0.2;= todo:0.15;= trajo:-0.11;= tres:0.14
= turned:-0.18;= tuvo:0.13;= two:0.15;= una:-0.62;= va:0.17;= ve:0.59;= viernes:0.14;= volvio:0.29;= was:-0.67;= wednesdays:0.12
= went:0.78;= were:-0.29;= will:0.38;= with:-0.39;= ya:0.28;= yesterday:-0.25;^ #:0.32;^ =:-1.81;^ ahora:-0.65;^ al:-0.45;^ baje:0.2
^ basta:0.11;^ cambie:-1.15;^ cerramos:-0.2;^ compre:-0.16;^ con:0.62;^ corte:0.27;^ deje:0.33;^ desde:0.39;^ di:0.1;^ dos:0.3;^ el:-1.18
^ empece:-0.1;^ en:-0.1;^ este:0.2;^ estoy:-0.26;^ forget:0.37;^ from:0.21;^ hace:-0.22;^ he:-0.13;^ i:-1.24;^ it:0.22;^ la:-0.34
^ las:-0.72;^ le:-0.4;^ lei:-0.25;^ let:0.11;^ los:-0.73;^ make:0.24;^ me:-0.2;^ mejor:0.47;^ mi:-0.2;^ mis:-0.14;^ my:-0.19;^ nada:0.34
^ no:0.35;^ nos:0.69;^ olvidate:0.19;^ on:0.19;^ one:-0.19;^ our:-0.25;^ pase:0.15;^ perdi:-0.53;^ podes:0.31;^ saque:-0.11;^ se:-0.45
^ sigo:-0.18;^ since:0.64;^ sold:0.12;^ subi:-0.1;^ subieron:-0.13;^ tengo:-0.23;^ termine:-0.3;^ the:-1.92;^ they:0.88;^ tuve:0.1
^ two:0.32;^ un:-0.15;^ una:-0.36;^ volvi:0.15;^ ya:-0.12;^ yo:-0.12;^ you:0.2;a #:0.62;a . =:0.43;a =:-0.15;a dos:-0.18;a good:-0.1
a la:-0.57;a lot:-0.29;a mi:-0.3;a new:-0.43;a place:0.25;a un:0.18;a una:0.38;a week:0.17;abara:0.33;about:-0.16;abril:0.27;acabo:0.11
adentro:0.33;after:0.44;after all:0.42;again:-0.41;ahora:-0.28;ahora =:0.64;ahora es:0.16;ahora estoy:-0.79;aisle:0.35;al:-0.35;al #:0.1
al . =:-0.13;al =:-0.16;al final:0.35;alcanza:0.31;all:0.51;all . =:0.31;all day:-0.16;all my:0.17;all night:-0.14;always:-0.22;an:-0.36
an =:-0.18;an hour:-0.11;and:0.14;ano:-0.19;anos:-0.22;another:0.5;antes:-0.27;antes de:-0.27;any:0.42;any more:0.46;anymore:0.4;are:0.2
are . =:0.12;as:0.3;as =:0.19;as of:0.29;as well:-0.18;ascendieron:0.31;asi:0.39;asked:-0.15;asked . =:-0.12;at:-1.02;at #:0.16
at . =:-0.46;at =:-0.35;at home:-0.26;at the:-0.51;atraso:-0.16;august:0.12;away:0.26;ayer:-0.38;baby:0.35;back:0.17;back on:0.3
back to:0.21;bajamos =:0.12;baje:0.17;baje . =:0.2;baje a:0.11;bajo:0.36;bajo a:0.1;balcon:-0.1;bank:0.19;basta:0.11;basta . =:0.11
basta de:0.11;be:0.42;be . =:0.15;bebe:0.11;because:-0.11;been:-0.61;been =:-0.33;before:-0.39;being:0.25;better:0.25;bien:0.56;bike:0.1
black:0.19;blog:-0.17;book:-0.11;borre:0.15;bother:0.21;bought:0.17;bought =:0.17;bought a:-0.15;bought the:0.11;buena:-0.11;cada:0.32
cafe:-0.19;cajon:0.11;cake:-0.24;called:0.21;cama:-0.16;cambiamos . =:0.2;cambiaron:-0.17;cambiaron . =:0.17;cambie:-1.18;cambie . =:-0.19
cambie =:-0.52;cambie el:-0.1;cambie la:-0.28;cambio:-0.11;cambio . =:0.22;cambio de:-0.23;came off:0.14;came to:-0.17;can:0.31;can t:0.28
cancelaron:-0.51;cancelled . =:0.24;cancelo . =:0.1;canse:0.12;canse . =:0.12;cargo:0.22;casa:0.13;cayo . =:-0.1;centre:0.11;cerca:0.11
cerramos:-0.2;cerramos la:-0.1;cerro:0.45;changed it:0.14;changed its:-0.16;changed the:-0.14;charla:-0.16;chef:0.1;chico:-0.14
chico . =:-0.11;christmas:-0.1;cinco:-0.32;clase:-0.19;cleaning:-0.15;cliente:-0.1;closed . =:-0.26;closed the:-0.12;club:-0.11
coffee:-0.14;cold:-0.26;come:0.37;come round:0.16;comi:-0.14;como:0.42;como =:0.16;compre:-0.11;compre . =:0.26;compre =:-0.24
compre un:0.14;compre una:-0.11;compro:-0.11;con:0.59;con =:0.79;con el:-0.18;con la:-0.34;con mi:-0.24;conmigo:0.18;consiguio:0.18
corte:0.27;corte con:0.16;corto:-0.29;cuarenta:-0.41;cuarto:0.29;cuatro:-0.12;cuatro . =:-0.11;curso:0.17;cut:0.27;cut . =:0.1;d:0.23
da:0.27;datos:0.16;day:-0.13;days:0.3;de:-0.75;de =:1.56;de ahora:0.17;de datos:0.18;de la:-0.67;dejamos:0.23;dejamos . =:0.12
dejamos =:0.13;deje =:0.19;deje de:0.28;deje la:-0.38;dejo:-0.23;dejo . =:-0.17;dejo de:0.13;del:0.23;del . =:0.22;del =:0.36
desayuno:0.15;desde:0.21;desde . =:-0.25;desde =:-0.13;desde el:-0.13;desde hoy:0.18;desde la:0.23;desguace:0.12;desk:0.12;dia:-0.21
dia . =:0.16;dias:0.53;dice:0.26;dice que:0.12;died:0.15;dieron:0.19;dinner:-0.21;dio:0.1;director:0.12;doing:0.25;doing =:0.17;don:0.29
don . =:0.19;don t:0.31;dos =:0.27;dos veces:-0.15;down:0.3;down . =:0.27;down to:0.23;drawer:0.13;dropped:0.29;dropped . =:-0.2
dropped =:0.46;duro:-0.12;eat:0.24;echo:0.18;editorial:0.21;el:-2.44;el =:-0.97;el dia:-0.12;el domingo:0.12;el lunes:0.17;el viernes:0.1
else:0.11;empece:-0.1;emptied:0.25;en:-0.65;en . =:-0.81;en =:-0.53;en el:-0.43;en junio:0.19;en la:-0.75;en su:0.35;en un:-0.16
en una:0.11;encontre:-0.11;ended:0.21;enero:0.28;enough:0.59;entra:0.31;error:-0.32;es:-0.69;es . =:0.15;es =:-0.17;es un:0.25
escribio:-0.22;escribo:0.14;esta:0.25;esta . =:0.39;esta =:-0.12;esta bien:0.31;esta vez:-0.16;estaba:-0.17;estaba lleno:0.14
estamos . =:0.1;estos:0.31;estos dias:0.31;estoy:-1.05;estoy =:-0.36;estudio:0.15;estuvo:-0.1;every:0.1;factura:-0.11;failed:-0.1
fallo:-0.14;femi:0.17;fin:-0.15;final:0.28;final . =:0.17;final no:0.19;finally:-0.3;fine:0.57;finished:-0.1;finished . =:-0.1
finished the:-0.1;five:-0.14;fixed:-0.1;flight:-0.15;fly:0.36;for:-0.36;for . =:0.31;for =:0.53;for a:-0.34;for good:0.37;for the:-0.57
forget:0.48;forget . =:0.31;forty:-0.23;found:0.27;fourth:0.23;fria:-0.17;from:1.12;from . =:-0.1;from =:0.27;from here:0.23;from now:0.41
from this:0.24;fue:0.48;fue a:0.14;fue la:0.2;fuera:0.43;fueron:0.26;fui:-0.24;fuimos:0.14;gaste:0.11;gave:0.11;gave . =:0.28
gave the:0.11;gave up:-0.1;get:0.13;github:0.16;go:0.31;going:0.11;gone:0.77;gone . =:0.11;got:0.45;got . =:0.25;got =:-0.25;got a:-0.24
got out:0.11;got the:0.37;graduated:0.21;grande:-0.11;great:-0.1;green:0.14;gusta:-0.21;gym:-0.11;ha:0.36;hace:-0.33;hace un:0.1
hacemos:0.12;had:0.22;had =:-0.18;had a:0.31;had no:-0.21;had the:0.14;hago:-0.19;hall:0.1;handed:0.22;harbour:0.17;has:-0.19;has #:-0.1
has a:-0.22;hay:0.16;he:-0.14;hemos:0.26;her:-0.26;here:0.39;here on:0.11;hice:0.12;hired:0.25;his:-0.32;historia:0.23;history:0.28
hospital:-0.23;hour:-0.11;house:0.24;hoy:-0.1;huele:-0.12;i:-1.23;i . =:-0.43;i =:-0.73;i cancelled:0.1;i d:0.47;i got:-0.2;i m:-0.27
i ve:0.34;idea:0.3;in:-0.23;in . =:-0.11;in =:-0.18;in june:0.37;in my:-0.11;in the:-0.29;ines:-0.14;instead:0.42;into:0.18;invoice:-0.12
is:0.49;is . =:-0.1;is =:0.16;is fine:0.49;is in:-0.12;is off:0.4;is out:-0.29;isn:0.23;isn t:0.23;it:1.45;it . =:0.24;it =:0.29
it is:0.22;it s:0.34;its:-0.32;january:0.12;job . =:0.16;joined:0.39;jubilo:0.48;jubilo . =:0.21;june:0.16;keep:0.13;kilimanjaro:0.33
kilos:-0.21;kindle:-0.11;knee:0.15;kotlin:0.13;la:-1.29;la =:-0.12;la casa:-0.15;la lluvia:-0.17;la oficina:0.12;la puerta:-0.2
la semana:0.41;lado:-0.2;las:-0.76;las #:0.37;las . =:-0.13;las =:-0.38;last:-0.36;last =:-0.36;last night:-0.14;last weekend:-0.14
late:-0.16;latex:0.27;le:-0.9;left . =:-0.55;left my:-0.56;legal:0.27;lei:-0.26;leo:0.28;let:0.44;let . =:0.2;let s:0.16;let the:0.12
libro:-0.24;like:0.1;liked:-0.11;limite:0.29;linea:0.16;live:0.12;llamo:-0.16;llaves:0.13;llego:-0.11;llego tarde:-0.1;llevo:0.39
lluvia:-0.19;lo:1.47;lo . =:0.32;lo =:0.11;lo de:0.27;lo dejamos:0.12;logo:-0.47;los:-1.5;los . =:-0.12;los =:-0.19;lost:-0.95
lost . =:-0.26;lost his:-0.15;lost my:-0.32;lot:-0.37;lugar:0.19;lunch . =:-0.1;m:-0.13;m . =:-0.24;m =:-0.46;m back:-0.21;m off:0.51
make:0.28;manana:0.18;mando:-0.21;march:0.2;market:0.19;mas:0.81;mas . =:0.27;mas =:0.31;mayo:-0.14;me:0.57;me =:-0.5;me cambiaron:0.2
me canse:0.12;me deje:-0.34;me dieron:0.17;me gusta:-0.19;me mando:-0.15;me olvide:-0.11;me on:0.11;me quede:-0.21;me to:0.21;media:0.17
mejor:1.01;mejor . =:0.23;mejor =:0.45;mendoza:-0.1;mercado:0.15;mes:0.28;mi:-0.7;mi . =:-0.41;mi =:0.18;mis:-0.15;missed:-0.19
missed =:-0.16;monday:0.16;money:0.17;month:0.15;more:0.63;more =:0.44;moved:0.24;moved . =:-0.27;moved =:0.1;moved a:-0.12;moved me:0.12
moved on:0.38;moved the:-0.54;moved to:0.11;mucho:-0.3;murio:0.14;muy:-0.23;my:-1.75;my . =:-0.67;my =:-0.87;nacio:0.14;nada:0.32
nada . =:0.43;nada de:0.42;nadia:0.19;near:-0.13;new:-0.43;new . =:0.22;new =:0.41;next:-0.18;night:-0.38;nine:-0.14;no:2.72;no . =:1
no =:1.7;no esta:0.23;no hay:0.12;no me:-0.15;no more:0.34;nobody:0.16;nobody . =:0.15;noon:-0.2;normal:0.17;nos:1.15;nos fue:0.1;not:0.38
not =:0.54;now:-0.73;now . =:0.1;now =:0.13;now on:0.43;nowadays:0.25;nueva:-0.11;nueva =:0.24;nuevas:-0.19;nueve:-0.11;of:-1.29
of . =:-0.63;of =:0.16;of my:-0.3;of the:-0.75;off:1.67;off . =:0.62;off =:0.47;off the:0.65;oficina:0.21;olvidate:0.19;olvide:-0.13
on:1.1;on =:0.27;on monday:0.16;on my:-0.16;on saturday:-0.16;on second:0.27;one of:-0.31;only:0.53;only . =:0.13;only =:0.13;open:0.15
opened:0.25;oscuro:-0.12;other:-0.29;other . =:-0.21;other =:-0.31;otono:0.17;otra . =:-0.21;otra vez:-0.1;otro:-0.17;our:-0.46
our . =:-0.12;out:-0.68;out . =:-0.2;out of:-0.47;over . =:0.15;over =:-0.2;own:0.38;pago:-0.13;paid:0.15;paid . =:-0.1;paid =:0.19
painted the:-0.14;para . =:0.45;para =:0.4;para el:-0.24;para mi:0.1;park:-0.2;pasa:0.27;pasada:0.19;pasado:-0.23;pasamos . =:0.2
pase:0.38;pase . =:0.11;pase =:0.22;pase a:0.11;paso a:0.1;passed:0.16;passed =:-0.18;paz:0.21;people:-0.16;perdi:-0.47;perdi . =:-0.47
perdi =:-0.27;perdi un:-0.19;perdio:-0.14;perro:-0.16;peru:-0.27;pescado:0.15;phone:-0.12;piso:0.14;place:0.73;plain:0.49;please:0.16
plugin:-0.1;podes:0.31;pool:-0.12;por:-0.24;por semana:0.21;post:0.12;proper:0.32;proyecto:0.36;puede:0.41;puerta:-0.2;pulled the:-0.11
puse:0.14;put:0.59;python:-0.11;que:0.48;que . =:0.16;que =:-0.11;que viene:-0.13;queda:0.21;quedamos:0.2;quedo:0.43;quedo . =:0.22
quedo en:0.37;queues:0.18;quit:0.62;quit . =:0.16;quit =:0.18;quit the:0.11;raise:-0.15;raise . =:-0.13;raised:-0.11;ran:-0.16;rather:0.25
rather . =:0.16;rather than:0.14;re:0.43;re . =:0.38;re =:0.27;red:0.35;retired:0.32;retired . =:0.14;right:-0.21;rodilla:0.13;rojo:0.24
room:-0.24;round:0.46;round to:0.23;s:1.09;s . =:0.27;s changed:0.31;saco:-0.12;said:0.18;sala:-0.13;sale:-0.18;salio:0.14;saturday:-0.19
school:-0.14;scrapped:0.14;se:0.57;se . =:-0.13;se =:-0.12;se atraso:-0.16;se cancelo:-0.33;se fue:0.53;se jubilo:0.49;se la:0.11
se me:-0.32;se termino:0.1;se va:0.12;season:0.21;second:0.2;second thought:0.27;see:-0.11;segundo:0.28;seis:-0.24;semana:0.51
semana pasada:0.33;senior:0.26;sent:-0.18;ser:0.19;settled:0.3;she:0.2;she s:0.21;shoes:-0.11;short:-0.28;shut:0.45;siempre:-0.4
sigo . =:-0.1;sin =:0.19;since:1.32;since =:0.33;since the:0.42;six:-0.1;so:0.38;so . =:0.28;so =:0.26;sobre:-0.23;sofa:-0.14;sola:0.28
sold out:-0.18;sold the:0.1;sold up:0.11;solo:1.25;solo =:0.46;some:-0.35;some =:-0.18;son:-0.21;soy:-0.31;split:0.31;spring:0.3
sprint:-0.52;sqs:0.41;started:0.14;station:0.22;stopped:0.11;stopped . =:0.27;stopped the:0.11;studio:0.41;su:0.34;su lugar:0.27
subieron:-0.16;subieron . =:-0.1;subio:-0.27;summer:0.11;sunday:-0.11;svelte:0.33;swapped:0.2;swapped =:0.14;switched:-0.23;t:1.06
t . =:0.27;t =:0.43;t bother:0.21;tablets:0.14;takes:-0.1;tambien:-0.23;tambien . =:-0.1;tambien =:-0.16;tarde:-0.16;tarjeta:-0.17
teacher:0.1;team:-0.17;telefono:-0.24;tema:-0.19;temporada:0.13;ten:-0.25;tengo:-0.4;term:0.36;termine:-0.31;termine . =:-0.1
termine una:-0.18;termino:-0.17;than:0.15;than =:0.24;that:0.32;the:-1.3;the . =:-0.16;the =:0.63;the baby:0.36;the market:0.21
the new:0.21;the park:-0.17;the team:0.12;them:0.32;then:0.3;these:0.42;these days:0.46;they:0.91;they . =:0.38;third =:0.11;this:0.18
this week:-0.11;thought:0.27;three =:0.15;through:0.44;tickets:-0.16;tiempo:-0.11;tiene:-0.35;tiene =:0.11;time:0.18;to:1.36;to #:0.54
to =:-0.32;to a:0.15;to be:0.22;to the:-0.52;toda =:-0.11;todas:0.22;todas . =:0.26;todas las:0.19;today:-0.66;todo:0.43;todo =:0.3
todo el:-0.13;todos:0.27;todos los:0.15;took:0.46;took . =:0.14;took =:0.27;took over:0.11;trabajo =:0.2;traded:-0.11;traduccion:-0.2
trajo:-0.18;transferred:0.13;tren:0.17;tres =:0.15;tuesdays:-0.17;turned . =:0.14;tuve:0.1;tuvo:0.13;twice:-0.19;two:0.54;two =:0.29
ultima:0.15;ultimamente:0.24;un:-0.85;un =:-0.23;un error:-0.25;un estudio:0.2;un libro:-0.12;una:-1.59;una . =:-0.51;una =:-0.44
una vez:-0.1;uno de:-0.1;until:-0.11;up:0.46;up . =:0.63;up to:0.2;up with:0.22;us:1.08;use:0.17;use =:0.21;users:0.12;va:0.33;va a:0.12
vacaciones:-0.14;vault:-0.16;ve:0.99;ve . =:0.18;ve =:-0.24;ve been:-0.62;ve come:0.22;ve gone:0.21;ve got:0.11;ve moved:0.23
ve started:0.15;veces:-0.16;vendi . =:0.2;vendi el:0.2;vendi la:0.12;vendio:0.1;veo:0.15;verano:0.2;verde:0.14;vez:-0.27;vez . =:-0.26
vez =:-0.17;viernes:0.16;vino:0.14;voice:-0.18;volvi . =:-0.25;volvi a:0.13;volvio:0.21;volvio a:0.28;voy:-0.53;voz:-0.29;vue:0.1;wait:0.2
want:0.2;was:-0.79;was =:-0.17;was cancelled:-0.24;we . =:0.44;we =:-0.64;we cut:0.11;we had:-0.12;we moved:-0.24;wednesdays:0.14
week:0.24;went:0.86;went to:0.3;went up:-0.25;were:-0.19;while:-0.24;whole:0.24;will:0.57;windows:-0.25;with:0.37;with . =:0.17
with =:0.43;with the:0.13;without =:0.1;work:0.15;wrote:-0.14;y:-0.18;y . =:0.24;y no:0.12;ya . =:0.23;ya =:0.38;ya no:0.2;year:-0.15
years:-0.26;yesterday:-0.48;yo:-0.34;yo . =:-0.11;you:0.1;zorro:0.1
`),
  ),
};
