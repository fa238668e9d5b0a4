/**
 * The weights of domain/context/question-form.ts: do not edit, `npm run train:floor` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).
 */

import { unpackWeights } from './packed-weights.ts';

/** The weights of a model of question forms, one for each gram. */
export type FormWeights = {
  readonly bias: number;
  readonly grams: readonly (readonly [gram: string, weight: number])[];
  /** The name and version of the embedder whose vectors `vector` is for. */
  readonly embedder?: string;
  /** One for each dimension of a question's vector by that embedder; without them the vector is not read. */
  readonly vector?: readonly number[];
};

/** `<` and `>` are the bounds, `_` is any word; of a gram over 0 more questions about what was said have it. */
export const FORM_WEIGHTS: FormWeights = {
  bias: -1,
  grams: unpackWeights(`
000:-0.8;10:-0.7;14:-0.7;16:-0.8;18:-0.4;200:-0.6;24:-0.9;3:-0.4;30:-0.5;35:-0.4;4:-0.6;8:-0.4;80:0.5;9:-0.6;<:-0.8;< _ >:-1.5;< _ al:0.7
< _ are:0.4;< _ can:0.4;< _ con:0.6;< _ cuando:0.9;< _ cuanto:1;< _ de:-0.6;< _ del:1.2;< _ did:1.9;< _ diferencia:-0.4;< _ do:-1
< _ does:-0.4;< _ duele:-0.7;< _ el:1.8;< _ era:0.6;< _ es:-0.9;< _ escribio:-1.2;< _ falta:0.4;< _ fue:-1.3;< _ gano:-0.9;< _ got:-0.4
< _ gracias:-0.7;< _ has:0.6;< _ have:-0.4;< _ i:0.5;< _ invented:-0.4;< _ kind:0.4;< _ la:0.6;< _ le:1.2;< _ llevo:0.4;< _ long:-0.5
< _ mi:-0.5;< _ morning:-0.5;< _ much:1;< _ my:1.1;< _ night:0.7;< _ no:0.4;< _ nos:0.7;< _ old:0.4;< _ on:-0.6;< _ or:0.7;< _ our:0.4
< _ out:0.8;< _ q:-0.7;< _ que:0.7;< _ quien:1;< _ se:0.4;< _ significa:-1.2;< _ so:-0.8;< _ son:-0.5;< _ tarda:-0.6;< _ tengo:0.6
< _ the:0.7;< _ this:0.4;< _ tiempo:-0.5;< _ time:-0.8;< _ to:-0.4;< _ un:1.2;< _ wants:0.5;< _ was:0.7;< _ we:0.6;< _ were:0.4
< _ won:-0.8;< _ year:-1.8;< _ you:-1.1;< a:1.8;< and:-0.7;< arma:0.6;< best:-0.4;< buenas:-0.6;< can:-0.6;< cheers:-0.4;< como:0.9
< con:0.8;< cual:0.4;< cuando:1.2;< cuantas:0.5;< cuanto:0.8;< de:0.8;< dime:-0.5;< donde:0.9;< el:-0.6;< en:0.5;< escribele:1
< escribi:0.6;< escribile:0.9;< estoy:-1.1;< explain:-0.6;< give:-0.7;< good:-0.6;< gracias:-1.3;< hace:0.4;< haceme:0.6;< haz:0.4
< hazme:0.7;< hoy:-0.8;< i:-3.3;< i'm:-1.3;< i've:-0.5;< is:-0.8;< la:-0.8;< las:0.7;< los:-0.6;< make:0.6;< me:-0.7;< mi:-2.8
< morning:-0.7;< my:-3.8;< necesito:-0.4;< nos:-0.7;< ok:-1;< our:-0.9;< plan:0.4;< por:-0.5;< que:1.8;< quien:-1.3;< quiero:-0.7
< redacta:0.5;< remind:0.4;< se:-0.8;< si:-0.5;< sinonimo:-0.7;< so:-0.4;< spell:-0.7;< sql:-0.7;< tengo:-0.8;< text:0.7;< thanks:-0.4
< that:1.3;< traduce:-0.8;< translate:-0.6;< un:0.7;< una:0.7;< we:-1;< what:0.7;< what's:-0.7;< whats:-0.5;< when:1.3;< when's:0.6
< where:0.8;< which:0.8;< who:-0.7;< who's:0.5;< would:0.7;< write:1.9;>:-0.8;?:1.9;? >:1.5;a:-1;a >:-0.6;a _ about:-0.6;a _ and:-1
a _ en:0.5;a _ for:-0.7;a _ la:0.4;a _ le:0.6;a _ on:-0.5;a _ or:0.4;a _ por:0.4;a _ que:0.5;a _ that:-0.8;a _ to:0.6;a cat:-0.5
a cuanto:0.6;a dormir:-0.4;a joke:-0.4;a la:2.1;a mi:0.4;a note:0.7;a que:1.1;a quien:0.6;a short:0.5;a wedding:-0.7;about a:-0.5
about the:0.7;abuela:-0.7;aceite:0.6;actually:-0.5;acuerdo:0.4;again:1.7;again >:1.6;ahora:1.1;ahora >:0.4;al:1;al _ >:0.6;al _ y:0.4
al final:1.3;al frances:-0.7;al ingles:-0.6;algo _ >:-0.5;alguien:-0.4;all the:0.5;already:-0.5;always:-0.6;am i:1.5;amiga:0.4;an:-1.4
an hour:0.5;and:-1.1;and _ >:1;and _ don't:-0.4;and _ for:0.4;and _ i:-0.6;and _ just:-0.4;and how:0.9;and i:-1.6;and i'm:-0.6;and it:-0.6
and my:-0.4;and now:-0.9;and the:0.7;and then:-0.4;and they:-0.8;and what:0.8;ano:-1.1;anoche:-0.6;antes:0.4;antes _ la:0.4;anything:0.4
are:-0.8;are the:-0.4;are we:0.7;arma:0.6;arroz:-0.7;as:-0.6;as _ >:0.4;asked:-0.8;asked me:-0.4;asking:0.8;asks:0.5;at:0.4;aunque:-0.4
aviso:0.7;ay:-0.4;ayer:-0.9;bank:-0.5;barco:0.6;bash:-0.5;battery:0.5;because:-0.8;best:-1;between:-0.5;birthday:-0.5;bomba:0.4;brown:-0.4
buen _ >:-0.4;buen dia:-0.4;buenas:-0.9;buenos:-0.6;buenos dias:-0.6;but:-1.8;buy:0.4;cabeza:-0.5;cada:0.4;cada _ >:0.4;cada _ que:-0.5
cada vez:-0.6;called:1;called >:0.4;called _ >:0.4;calor:-0.6;cambio:-0.5;came:-0.9;can _ do:-0.6;can i:-0.7;can you:-0.7;can't:0.4
capital:-0.7;capital de:-0.4;car:-0.6;card:0.6;cat:-0.6;charge:-0.6;check:-0.8;cheers:-0.4;chiste:-0.6;choir:1;church:0.4;cocina:-0.5
codigo:0.5;color:0.7;come:0.6;comer:0.4;coming:0.7;como _ a:0.6;como _ el:-1.4;como _ hace:-0.7;como _ llama:1.6;como _ llamaba:0.5
como _ un:-0.5;como era:1.1;como funciona:-0.4;como lo:-0.4;companera:-0.8;compro:0.9;con:1;con _ de:-0.7;con _ y:-0.5;con el:0.4
con la:0.8;con las:-0.5;con lo:0.8;con los:0.5;con quien:0.5;con una:-0.4;congelar:-0.4;convert:-0.5;correct:-0.6;could i:0.7
could you:-0.8;count:-0.6;cual:0.8;cual _ el:0.4;cual _ la:-0.5;cuales:0.4;cuando:2.6;cuando >:0.7;cuando _ >:0.5;cuando se:0.8;cuanta:1.1
cuantas:1.5;cuantas _ tiene:-0.5;cuanto:2.7;cuanto _ >:0.6;cuanto _ la:0.4;cuanto es:-0.9;cuanto me:1;cuanto tarda:-0.6;cuantos:1.1
cuantos _ hay:-0.7;cuantos _ son:-0.4;cuantos _ tiene:-1.1;cuantos kilometros:-0.6;cuatro:-0.5;cuota:0.5;cut:-0.6;d:1;d _ >:-0.6;da:-1.1
day >:-0.6;days:1.4;de:0.5;de >:-0.4;de _ ?:-0.4;de _ cocina:-0.4;de _ de:-1;de _ en:-0.6;de _ para:1.3;de _ un:-0.5;de _ y:0.4;de la:1.3
de las:1;de los:1;de mi:0.4;de que:0.7;de una:-0.5;degrees:-0.4;del:1.9;del _ >:0.5;desde:0.5;dia:0.7;dia _ el:-0.4;dia y:0.8;dias >:-0.4
dice:-1.2;dice que:-0.6;did:2.2;did _ say:1;did i:1.7;did we:0.6;did you:0.6;diferencia:-0.9;diferencia _ entre:-0.4;diferencia hay:-0.4
difference:-1.1;difference between:-0.9;dijiste:1.8;dijiste que:0.4;dijo:0.4;dime:-0.4;dime un:-0.6;div:-0.4;do:-1.1;do _ >:-0.5
do _ get:-0.4;do _ pay:0.4;do _ say:-0.5;do people:-0.5;do the:0.7;do we:1;do you:-0.5;does:-0.6;does a:-0.8;does it:-0.7;does my:0.8
dogs:-0.7;doing:0.6;don't:-1.2;don't _ to:-0.4;don't want:-0.5;dona:0.7;donde:0.8;donde _ la:-1;done:0.4;dos:-0.6;dos _ >:0.8;down:-0.6
drink:0.4;drop:1;duele:-0.8;duele la:-1;dura:-0.7;each:0.9;el _ >:2.2;el _ ?:0.5;el _ del:0.7;el _ en:-1.2;el _ me:-0.6;el _ que:0.8
el arroz:-0.4;el de:0.5;el dia:-0.6;el lunes:-1.2;el martes:-0.4;email:0.4;email to:0.7;en:-1.2;en >:-0.4;en _ >:-1.4;en _ ano:-1.1
en _ en:-0.5;en cuanto:0.4;en el:0.6;en la:-1.3;en que:1.5;en un:-0.7;en una:0.4;end:0.7;english:-0.7;entre:-0.9;entre _ y:-0.5;era:2.5
era >:0.6;era la:0.6;eran:1.1;es:-3;es _ ?:-0.6;es _ por:-0.6;es mi:0.4;es que:0.4;es un:-0.6;esa:0.6;escribele:1;escribele a:1.2
escribi:0.5;escribile:0.9;escribio:-1.9;escuela:0.7;ese:1.1;eso:-1.9;esta:-0.9;estan:0.6;este:-0.4;esto:-0.4;estoy:-1;estudio:0.5
euros:-0.7;even:-0.4;every:-0.8;exactly:-0.6;examen:0.4;excel:-0.4;explain:-0.6;fact:-0.5;falta:0.6;faltan:0.4;febrero:0.4;fecha:0.6
fechas:0.4;feel:0.4;feet:-0.6;fin:0.4;final:1.5;final >:0.8;finally:0.6;fine:-0.6;first:-0.5;five:-0.7;flat:0.8;flight:0.4;food:0.5
for:1.2;for _ >:-0.7;for _ and:0.5;for a:-1.9;for how:0.4;for me:1.1;for my:0.6;for the:2.6;formula:-0.6;frances:-0.4;fridge:-0.5
friend:-0.6;frio:-0.5;from _ to:-1;from a:-0.5;from the:0.4;fue:-1;fue >:0.5;funciona:-0.5;gano:-0.8;gata:0.4;gatos:-1.3;gave:0.4
general:-0.9;gente:0.4;getting:0.7;git:-0.7;give _ a:-0.6;give me:-0.8;go:0.7;good:-0.5;good morning:-0.5;got:0.6;got a:-0.4;gracias:-1.7
gracias _ >:-0.4;gym:-0.5;habian:-0.5;hablar:-0.4;hace:-0.7;haceme:0.6;hacer:-0.5;had:0.7;haga:0.5;hago:-0.5;hard:-0.7;has:-0.4
has the:-0.4;hasta:-0.6;hasta _ >:-0.4;hasta cuando:0.6;have i:0.6;hay:-1.4;hay _ >:0.4;hay de:-1.2;hay en:-0.5;hay entre:-0.5;haz:0.4
hazme:1;hazme un:0.5;health:0.4;help:-0.7;help >:-0.5;her:0.7;hermano:-0.4;hice:-0.6;him:0.6;his:0.7;home:0.8;hora _ en:-1;horno:-0.4
hospital:0.4;hour:0.9;hours:0.7;how _ >:-0.6;how _ did:0.4;how _ i:-0.8;how _ of:0.6;how _ you:-0.5;how can:-0.4;how did:0.7;how do:-2
how many:1.2;how much:1.5;how old:0.4;how to:-0.4;hoy:-2.6;huevo:0.5;huevos:-0.4;humedad:0.4;hurt:-0.5;i:1.8;i >:-0.7;i _ >:-0.5;i _ ?:0.8
i _ a:-0.6;i _ it:-1.4;i _ know:-0.4;i _ on:0.7;i _ them:-0.4;i _ to:1;i _ up:0.7;i _ want:-0.6;i am:-0.6;i can:0.4;i don't:-1.1;i get:0.6
i got:0.8;i have:-0.6;i just:-0.6;i need:0.4;i should:0.4;i'm:-1;i'm so:-0.5;i've:-0.9;i've got:-0.5;ideas:-0.4;if:-0.4;if i:-0.4
igual:0.7;in:-2.2;in _ >:-0.8;in _ ?:-0.4;in a:-0.9;in it:0.6;in my:0.4;in that:0.5;in the:-0.5;in two:-0.4;into:-1;invented:-0.8
invoice:-0.5;is:-1.6;is _ a:0.5;is _ normal:-0.4;is it:-1;is my:1.5;is the:-0.4;it:-0.7;it >:0.6;it _ a:0.4;it _ me:-0.4;it _ the:-0.4
it's:-0.9;its:-0.6;jaja:-0.8;january:0.5;job:-0.6;joke:-0.5;just:-1.4;k:0.6;kilometros:-0.5;kind:0.5;kind of:0.6;la:1.8;la _ >:1.6
la _ como:0.5;la _ nueva:0.5;la _ que:0.7;la _ se:-0.5;la _ y:-0.6;la cocina:-0.4;la gente:-0.6;la lista:0.7;la noche:-0.4;la palabra:-0.8
la primera:-0.4;la puerta:-0.4;las _ >:-0.4;las _ ?:0.6;las _ de:0.5;las _ que:0.5;last:-0.5;late:-0.6;lay:0.4;le _ a:1.2;le _ al:0.4
le _ el:-0.6;le _ la:-0.4;leave:-1.3;leaves:-0.5;leaving:0.4;leche:-0.4;left:-0.4;legal:-0.4;leo:-0.4;libro:0.4;like:-0.5;line:-0.5
list:0.7;lista:1.1;lista de:0.5;little:0.5;llama:1.3;llama el:0.8;llama mi:0.9;llamaba:0.8;lleva:-0.8;llevo:0.8;lo:1.9;lo _ >:-0.4
lo _ la:1;lo de:1.9;lo del:0.6;lo que:1.4;lol:-0.4;lol >:-0.4;long does:-0.4;look:-0.8;los:1.1;los _ >:0.4;los _ en:-0.5;los _ que:0.4
los gatos:-1.3;losing:-0.6;lugar:0.6;lunes:-0.9;made:-0.4;mail:0.9;mail to:0.7;make:0.6;make _ a:0.4;making:-0.9;mal:-0.5;man:-0.6
manana:-1.5;manana >:-0.5;mancha:-0.4;many:1.1;many _ are:0.4;many _ in:-0.4;many _ is:-0.4;martes:-0.5;mas:-0.5;masa:1.1;mayo:-0.4;me:1.4
me ?:0.4;me _ ?:0.6;me _ en:0.5;me _ joke:-0.4;me _ las:0.4;me _ los:-0.7;me da:-0.5;me dijiste:0.8;me duele:-0.5;me for:0.6;me how:0.5
me in:-0.4;me lo:-0.8;me pide:-0.4;me sale:-0.5;me something:-0.6;me to:0.4;mean:-0.4;mejor:-0.4;mensaje:1.2;menu:0.9;mes:-0.6;mesa:-0.5
meses:-0.8;mi:1.7;mi _ >:0.9;mi _ ?:1;mi _ me:-0.5;mi _ se:-0.6;mi _ y:0.5;mi abuela:-0.8;mi hermano:-0.4;mind:0.7;minutes:-0.5
minutos:-0.4;mis:1.5;mis _ >:0.9;mix:-0.4;month:-0.4;morning:-1.3;most:-0.4;mr:0.8;mrs:0.7;much:1.1;mudanza:0.5;my:1.2;my _ >:1.7
my _ ?:0.5;my _ is:-0.6;my _ says:-0.6;my phone:-0.5;n:0.8;nada:-0.7;name:0.6;name >:0.5;name for:-0.5;name of:0.6;need:0.8;new:1.2
new _ >:0.4;nice:0.4;nine:-0.5;ninos:-0.4;no:-1;no _ comer:0.8;no me:-0.5;no puedo:0.5;nobody:-0.7;noche:-0.7;nombre:0.6;normal:-0.5
not:0.7;note:1.3;note to:1;nothing:-0.7;now:1.2;now >:0.7;nueva:0.6;nuevo:0.5;number:1.3;numero:0.5;o:-2.4;o _ >:-0.7;o _ que:-0.5
ocho:-0.4;of:-0.7;of _ ?:-0.9;of a:-0.9;of my:0.5;of us:0.8;off:-0.5;off the:-0.4;ok:-0.8;old:0.5;on _ and:-0.4;on _ day:0.4
on friday:-0.5;on that:0.9;on the:0.5;one >:0.6;one line:-0.5;one of:-0.4;ones:-0.4;only:-0.6;open:-0.8;or:-0.6;or what:0.7;order:0.4
other:0.4;our:-0.4;out:1.2;out _ the:-0.5;out of:-0.7;out the:0.5;over:-0.7;pa:0.9;paga:0.5;pago:0.8;palabra:-1;palabras:0.5;para:1.9
para el:1.5;para la:0.6;para un:-1.1;para una:-0.8;pared:0.5;pasame:0.5;paso:-0.9;pay:0.7;pay _ >:0.5;pedir:-0.7;per:1;percent:-0.5
pero:-0.7;pesa:-0.5;phone:-0.8;pill:0.6;plan:0.8;plata:-0.5;please:-0.5;pls:0.4;polite:-0.4;pone:-0.4;poner:0.7;por:-0.8;por _ me:0.6
por _ no:0.7;por _ se:-0.5;por _ y:-0.6;por ciento:-0.5;por el:0.8;por que:-0.8;porque:-0.7;precio:0.7;pregunto:-0.5;presion:-0.5
presupuesto:0.7;price:0.7;primera:-0.6;puede _ ?:-0.5;puedo _ a:0.6;q:0.9;q es:-0.7;q no:0.4;que:1.5;que >:-0.4;que _ >:-0.7;que _ ?:0.7
que _ a:0.9;que _ con:0.6;que _ el:-0.9;que _ era:0.5;que _ hace:-0.5;que _ la:-0.5;que _ las:-0.6;que _ lo:0.6;que _ los:-0.9
que _ me:1.2;que _ puedo:0.4;que _ que:0.7;que _ un:-0.7;que _ y:0.5;que ano:-1;que dia:0.7;que dias:0.7;que diferencia:-0.4;que es:-1
que fecha:0.6;que la:-0.9;que le:0.5;que los:-1.1;que me:1.9;que no:1.7;que paso:-0.4;que quiere:-0.4;que se:-0.7;que significa:-0.6
que te:0.6;que tengo:0.4;quede:0.5;question:-0.6;quien:1;quien _ a:0.5;quien _ el:-1;quien _ la:-0.5;quien _ mi:0.4;quien es:1.4
quien escribio:-1.2;quien fue:-1.2;quien gano:-1.1;quien le:0.4;quien se:0.6;quiero:-1;quita:-0.4;rain:-0.5;rato:0.5;read:0.4;receta:-0.6
redacta:0.5;remind:1;remind me:1;remove:-0.4;rent:0.5;right:-1.2;round:1.3;run:1.2;running:-0.5;saco:-0.4;same:-0.4;saque:0.4;saturday:0.4
say:0.4;say >:-0.4;saying:0.7;says:-0.9;se:-2.8;se _ el:0.6;se _ las:-0.5;se _ mi:0.8;se _ un:-0.5;se _ una:-0.5;se dice:-0.4;se hace:-0.7
se le:-0.5;se llama:1.3;se llamaba:0.8;se me:-0.8;se puede:-1.1;se va:0.5;sea:-0.4;seis:-0.8;semana:0.8;ser _ >:-0.4;sera:-0.8;shop:-0.6
shopping:0.4;short:0.4;short _ to:0.5;should:-0.4;should i:-0.6;si _ >:-0.4;siempre:0.4;sign:1;significa:-1.2;sin _ y:-0.5;sinonimo:-0.9
sinonimo de:-0.9;sirve:-1;so:-0.7;sobre:-0.6;solo:-0.7;son:-1.2;spanish:0.5;sql:-0.7;stand:0.4;stops:-0.6;stuff:0.6;su:0.7;sugar:0.4
tabla:-0.5;takes:-0.4;taking:0.5;tal:-0.4;tarda:-1;tea:0.7;telefono:-0.5;temperatura:-0.5;ten:-0.8;tengo que:0.4;tengo una:-0.4;text:0.4
thanks:-0.5;that:1.7;that >:-0.5;that _ thing:0.4;the:2.2;the _ >:1.1;the _ ?:0.8;the _ about:0.7;the _ are:-0.5;the _ between:-0.8
the _ for:0.7;the _ has:-0.6;the _ of:-0.5;the _ or:-0.4;the _ that:0.8;the _ thing:0.6;the _ to:0.7;the _ was:-0.5;the _ way:-0.4
the _ with:0.7;the best:-0.5;the difference:-0.8;the fridge:-0.4;the last:-0.5;the new:0.5;the one:0.8;the same:-0.6;the school:-0.4
the two:0.5;the whole:-0.5;the window:-0.4;then:-0.7;there:-0.7;thing:1.2;thing >:0.7;things:0.5;think:-0.5;those:0.4;three:-0.4
tiene:-2.2;tiene un:-0.7;tiene una:-0.4;till:0.5;till _ >:0.6;time >:0.6;time is:-0.4;tip:-0.4;tired:-0.5;to:0.4;to >:-0.5;to _ >:0.5
to _ a:-0.7;to _ it:0.6;to a:-0.9;to be:1;to have:0.7;to leave:-0.4;to me:-0.8;to my:0.4;to the:0.5;toda:-0.4;todavia:0.9;today:-1.6
today >:-0.4;todo >:0.5;todo el:-0.4;todos:0.5;told:0.8;tomorrow:-0.6;tonight:-0.4;tonight >:-0.5;top:-0.4;trabalenguas:-0.4;traduce:-0.8
train:0.4;translate:-0.7;translate to:-0.4;tres:-0.8;turn:-0.5;ugh:-1.2;ultima:0.6;un:-3.4;un _ >:-0.8;un _ ?:-0.9;un _ a:0.6;un _ de:-1.2
un _ en:-0.8;un _ pa:1.1;un _ para:0.4;un _ que:-0.5;un _ y:-0.7;un chiste:-0.4;un mensaje:0.8;un trabalenguas:-0.4;una:-4.1;una _ >:-0.6
una _ de:-0.8;una _ para:0.4;una _ que:-0.4;una amiga:0.4;una lista:0.4;unas:-0.4;until:-0.5;up:0.7;up the:0.4;us:0.5;usually:-1;va:1.3
va a:0.8;van:0.7;vat:-0.4;verdad:-0.6;verguenza:-0.4;vez:0.8;vez que:-0.4;viaje:0.4;viernes:0.7;vino:-0.4;voy:0.5;vs:-0.5;w:0.4;w the:0.6
want:-0.4;wants:1;was i:0.4;was it:1.3;was that:0.4;was the:-0.7;water:-0.9;way:-0.7;way to:-0.4;we:1.9;we _ >:0.4;we _ ?:0.4;we _ for:0.5
we _ on:0.5;wedding:-0.4;week:0.7;what:2.4;what _ a:-0.6;what _ am:0.4;what _ did:-0.5;what _ do:0.4;what _ i:0.6;what _ is:0.6
what _ my:0.4;what _ of:0.4;what _ the:-0.6;what _ was:-0.4;what _ we:0.4;what a:-0.6;what did:1.5;what do:-0.4;what does:-0.7
what is:-1.4;what kind:0.4;what should:-0.8;what time:-0.5;what was:1.6;what we:0.6;what year:-1.8;what's:-1.2;what's a:-0.7;what's my:0.5
what's the:-1.1;whats the:-1.1;when:2.6;when >:0.8;when _ i:0.7;when _ the:-0.4;when did:-0.4;when do:0.4;when does:0.4;when i:-1.4
when is:0.7;when's:0.6;where:1.3;which:1.7;which _ is:0.6;which is:-0.6;who:-0.7;who _ i:0.4;who _ the:-1.6;who invented:-0.4;who is:0.5
who was:-1.1;who won:-1.2;who's:0.8;why _ i:0.8;why do:-0.4;wife:-0.7;will:-0.4;window:-0.4;with:0.7;with a:-0.7;with my:0.4;with the:0.8
with what:0.4;without:-0.6;won:-1.3;won the:-1.1;work:0.7;would:0.6;write:1.5;write _ a:-0.4;write _ the:0.6;write me:-0.6;write the:0.9
write to:0.5;wrote:-0.8;y _ >:0.9;y _ ?:-0.5;y _ a:-0.6;y _ cuando:0.7;y _ cuanto:0.4;y _ el:-0.4;y _ es:0.5;y _ me:-0.7;y _ no:0.5
y _ que:0.8;y a:0.7;y cuanto:0.9;y donde:0.4;y la:-0.4;y le:-0.6;y me:-1.8;y no:-1.2;y nos:-0.5;y que:1.5;y ya:-0.4;ya _ >:0.4;year:-1.8
years:-0.6;yes _ >:0.4;you:-1.1;you _ a:-0.7;you _ me:0.8;you say:0.4;your:-0.8
`),
  embedder: 'recorda-static-en-es 5',
  vector: [
    -2.9, -2, 4.5, -0.4, -0.7, -1.6, -3.5, -3.7, -1.2, -0.3, 1.3, -1.6, 1.5, -2.8, 0.2, 1.6, -0.4, 0.6, 1.4, -1.3, -0.2,
    1.4, -2.3, -0.9, -0.1, 1.5, -0.9, -1.2, 0.5, -1.5, 0.7, -1.4, -2.1, 0.9, -0.6, -0.5, -0.1, -0.2, -0.6, 0.1, 1.1,
    1.5, 0.4, -0.3, -1.2, -0.6, 1.9, 0.4, 3, 0.1, -0.6, 0.4, 0.9, 0, -1.2, -0.2, -1.4, -1.1, 0.1, 1.4, 0.9, -0.4, -0.1,
    0.3, 1.1, -0.1, 1.1, 0.6, 0, 2.1, 1.2, -1.3, -0.1, 1, -1.9, -1.4, 0.6, -1.5, 1, -1.3, 2.3, 1, 0.6, 0.7, -0.6, 0.5,
    -1.3, 0.7, 0.4, -2, -0.1, 1.4, 1.5, -0.3, 0, -0.4, 2.4, -0.3, -0.2, 1.5, -1, 0.3, 0.4, -1.3, -0.8, 1, 1.3, 0.3,
    -0.1, -1, 1.2, 0.4, -0.1, 0.1, -1.5, 0.5, 0, -0.2, -1.4, -1.3, 0.4, 0.4, 2, -0.7, 1.2, -0.6, -0.7, 0.8, -0.7, 0.6,
    -0.5, 0.5, 0.3, -1.8, 0.3, 0, 0.1, -1.2, 2.4, -1.1, -0.6, 0.3, 0.3, 1.2, -1.1, 2.1, 0, -1.5, 0.3, 0.6, -1.8, 0.9,
    -0.7, -0.6, 0.4, 0.8, -0.1, -1.3, -0.2, 0.9, -0.7, 0.2, -0.4, 1.1, 0.5, 0, -1.7, 0.7, -0.1, 1, -1, -1.3, 0.9, 1.7,
    -0.2, 1.2, 2.2, -1.1, -0.2, 0.6, -0.2, 1.1, 0.4, -0.1, -0.3, 0.1, -0.2, 3.1, 0.8, 2.1, 0.8, -1.4, -0.3, 1.1, 0.8,
    0.5, -0.2, 0, -0.8, 2, 0.4, 0.7, 1.6, 1.5, -0.3, -0.2, 0.4, -1.5, -0.8, -0.6, -1.5, 0.3, 0.5, 0.8, 1.5, -0.6, -0.2,
    -1.3, -2.1, 0.4, -0.4, -0.3, 2.1, -0.4, -0.4, 0.5, 0.7, 1.7, 0, 0.8, -0.5, 1.7, -0.3, -0.9, 2.1, -2.4, -0.5, -1.8,
    -1.4, -2, -1, -0.7, -0.7, 0.9, -1.3, 1.5, -0.5, 1, 1.6, -1.9, -1.7, -1.7, -0.8, 0.7, 0.5, 0.7,
  ],
};
