/**
 * The weights of domain/context/question-form.ts: do not edit, `npm run train:floor` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).
 */

import { unpackWeights } from './packed-weights.ts';

/** The weights of a model of question forms, one for each gram. */
export type FormWeights = {
  readonly bias: number;
  readonly grams: readonly (readonly [gram: string, weight: number])[];
};

/** `<` and `>` are the bounds, `_` is any word; of a gram over 0 more questions about what was said have it. */
export const FORM_WEIGHTS: FormWeights = {
  bias: 1.92,
  grams: unpackWeights(`
1:-0.7;10:-1.3;12:-0.3;12 _ >:-0.2;15:0.1;17:-1;2:-0.4;20:-0.8;200:-0.2;22:0.4;25:-0.6;3:-0.5;30:-0.4;4:-1.4;5:-0.3;6:0.1;7:0.1;80:-0.8
9:-0.7;<:-4;< _ >:-0.7;< _ a:-1;< _ al:0.7;< _ alcanza:0.5;< _ algo:0.3;< _ am:0.7;< _ an:-0.4;< _ and:-0.1;< _ are:0.5;< _ came:-1
< _ can:0.1;< _ can't:0.3;< _ cobra:0.4;< _ compro:0.4;< _ con:0.2;< _ cuando:1.1;< _ cuantas:0.4;< _ cuanto:0.9;< _ day:0.5;< _ de:-0.2
< _ del:-0.2;< _ dia:-0.5;< _ dias:-0.1;< _ did:1.6;< _ dijo:0.6;< _ do:-2;< _ does:-0.3;< _ donde:0.5;< _ el:2.4;< _ en:0.4;< _ era:-0.3
< _ es:-0.4;< _ esta:0.1;< _ este:-1.1;< _ falta:0.6;< _ for:-1;< _ fue:-1.6;< _ funciona:-0.7;< _ got:-0.7;< _ hace:0.4;< _ hago:-1
< _ happened:-0.1;< _ has:0.9;< _ have:-0.7;< _ i:0.2;< _ in:0.1;< _ is:-0.6;< _ it:-0.8;< _ kind:0.6;< _ la:-0.8;< _ language:-0.3
< _ las:-0.2;< _ list:0.4;< _ llevo:0.7;< _ lo:0.4;< _ los:0.7;< _ makes:-0.1;< _ many:1.1;< _ me:-0.1;< _ mi:-0.1;< _ much:1.1;< _ my:2.5
< _ need:-0.3;< _ no:1.1;< _ nos:0.8;< _ o:0.8;< _ of:-0.1;< _ ofrecen:0.9;< _ old:0.9;< _ on:-0.8;< _ one:-0.8;< _ or:1.7;< _ our:0.8
< _ para:-0.6;< _ paso:-0.6;< _ platos:0.6;< _ pongo:-0.5;< _ puede:-0.5;< _ puedo:-0.5;< _ q:0.9;< _ que:1.4;< _ question:-0.5
< _ quien:1.6;< _ se:1.3;< _ should:-1;< _ si:-0.2;< _ significa:-1.2;< _ te:-1.1;< _ tengo:0.6;< _ that:-0.2;< _ the:1.1;< _ there:-0.5
< _ this:-1.6;< _ three:-0.7;< _ tiempo:-0.7;< _ to:-0.7;< _ un:0.7;< _ una:-0.1;< _ up:0.1;< _ va:0.1;< _ vale:0.6;< _ want:-0.7
< _ wants:0.6;< _ was:-0.4;< _ we:0.6;< _ what:0.4;< _ when:0.3;< _ will:0.1;< _ y:-1.3;< _ you:-0.8;< a:2.4;< and:-1.4;< are:-1
< arma:0.4;< ayudame:-0.4;< buenas:-0.8;< by:0.4;< cada:0.1;< can:-0.9;< como:0.4;< con:0.5;< convert:-1.1;< could:0.5;< cual:0.3
< cuando:2.1;< cuantas:2.2;< cuanto:1.8;< cuantos:1.7;< dale:-0.8;< dame:-0.6;< de:0.4;< define:-0.5;< describe:-1.1;< did:-0.1;< do:-0.5
< does:0.1;< donde:2.1;< draft:0.3;< el:-1.8;< en:0.9;< es:-0.2;< escribe:0.8;< escribele:0.6;< escribi:1.1;< escribile:0.9;< estoy:-0.2
< explain:-1.1;< explica:-0.8;< explicame:-0.6;< give:-1.3;< good:-0.4;< haceme:0.2;< haha:-0.5;< has:0.4;< hasta:0.1;< have:0.2;< hay:0.4
< haz:0.8;< hazme:0.8;< how:-0.1;< i:-4.4;< i'm:-0.7;< i've:-0.4;< if:0.3;< in:-0.2;< is:0.1;< la:0.1;< le:1.6;< let's:-0.4;< list:0.3
< los:-0.9;< make:0.5;< me:-0.2;< mi:-0.5;< my:-4.2;< necesito:-0.9;< new:-0.6;< no:-1.3;< nos:-0.5;< ok:-1.9;< otra:-0.9;< para:0.5
< plan:0.2;< pongo:0.5;< por:0.2;< q:2.1;< que:2.2;< quien:0.2;< quiero:-1.4;< redacta:1.5;< remind:0.6;< reparte:0.7;< se:-0.8
< shopping:0.3;< si:-0.8;< so:-0.5;< suggest:-0.2;< te:0.4;< tell:-1.3;< tengo:-0.2;< text:1.1;< the:-0.7;< traduce:-1.4;< translate:-1.3
< un:-0.2;< una:0.4;< we:-2.6;< what:0.1;< what's:0.2;< whats:0.6;< when:1.9;< when's:1.5;< where:1.5;< which:0.6;< who:1.3;< who's:2.1
< why:1.4;< would:1.1;< write:2.6;< y:-0.6;< ya:0.5;>:-4;? >:1.3;a:-1.2;a _ >:-0.4;a _ a:-0.1;a _ about:-1.6;a _ and:-0.8;a _ de:-0.1
a _ el:-0.4;a _ en:0.5;a _ for:-1.6;a _ hora:0.4;a _ in:-1.4;a _ is:-0.8;a _ le:0.5;a _ list:0.6;a _ of:0.9;a _ on:-0.2;a _ que:-0.1
a _ se:0.5;a _ story:-0.7;a _ that:-1.2;a _ to:-0.1;a cat:-0.5;a donde:0.7;a job:-0.4;a la:3.4;a las:-0.4;a los:0.1;a mi:1.1;a name:-0.4
a pagar:0.6;a q:0.2;a que:1.2;a quien:1.1;a table:-0.6;a un:-0.1;a wedding:-0.6;a week:0.1;a word:-0.2;about:-0.8;about _ >:-0.8
about a:-1.6;about my:0.5;about what:0.2;acepto:0.4;actually:-0.8;acuerdo:0.5;address:0.4;again:1.5;again >:0.9;agree:0.4;agua:-1.6
agua >:-0.3;ahi:-0.8;ahora:1.4;ahora >:0.9;al:2.2;al _ >:1;al _ ?:1.3;al _ de:0.1;al _ el:-0.2;al _ que:0.4;al dia:-0.3;al final:0.5
al ingles:-1.7;alcanza:0.1;alguien:-1.5;alguien que:-0.8;all:-0.8;alquiler:0.1;always:-1.8;am:1.5;am i:1.7;amiga:1;an:-2.4;an _ >:-0.4
and:-0.7;and _ >:-0.6;and _ it:-0.3;and a:0.1;and the:0.2;animal:-0.6;ano:-0.5;anos:0.2;answer:-0.4;antes:0.3;antes de:0.1;any:0.1
anything:1.1;are:-0.8;are _ >:1.3;are the:-0.5;are we:0.7;arma:0.4;arma el:0.4;around:-0.5;arroz:-1.4;as:-0.4;as a:-0.7;ask:0.2
ask for:0.1;asking:0.1;asks:0.6;at:0.9;at _ >:1.1;at _ ?:-0.6;at night:-0.5;at the:0.6;auto:-0.5;aviso:1.2;away:-0.3;ayudame:-0.4
ayudame a:-0.4;back:0.6;back ?:0.3;back _ >:0.3;back to:-0.5;bad:-0.6;bajo:1.1;banco:0.9;barco:0.9;barco >:0.3;be:0.8;be _ >:-0.3
be on:-0.2;bebe:0.4;been:0.2;been to:-0.8;before:-0.1;before ?:0.3;before _ >:0.3;berlin:-0.1;best:-1.1;better:-1.5;between:-0.8
between _ and:-0.5;big:0.4;bio:0.6;blood:0.7;boda:0.2;bolsa:-0.4;book:1;boss:0.9;bring:0.8;brother:0.7;brown:-1.5;budget:1.1;buen:-0.5
buenas:-1;bueno:-1.1;bus:0.4;buscando:0.9;but:-1.7;by:0.2;by _ >:-0.1;by when:0.3;bye:-0.7;cada:0.3;cada cuanto:0.1;cafe:0.5;call:1.1
called:1.1;called >:0.4;called ?:0.6;called _ >:0.6;cambio:0.2;came:-0.9;can:-0.1;can _ do:-1.2;can _ take:-0.4;can _ use:-0.7;can i:-1.4
can you:-0.9;can't:0.9;capital:-1.6;capital de:-0.8;capital of:-0.8;car:-0.7;card:0.8;card for:0.5;carta:0.7;carta de:-0.3;casa:0.1
cat:-0.7;cats:-0.7;cayo:-1;cerramos:0.8;change:-0.3;check:-0.9;checklist:0.2;children:0.2;choir:0.8;church:0.8;cinco:-0.8;cine:-0.9
cita:0.3;client:0.4;cobra:0.2;cobra el:0.3;cobro:0.4;cocinar:0.2;code:0.1;coffee:-0.5;coffee _ >:-0.3;cold:0.2;colleague:-0.1;color:0.5
come:0.1;comer:0.5;comida:0.4;coming:0.9;committee:0.5;como:-0.6;como _ ?:0.2;como _ el:-0.7;como _ hace:-0.5;como _ la:-0.9
como _ llama:1.5;como _ un:-0.6;como funciona:-1.1;como se:0.3;company:0.1;compra:0.5;compro:1.4;con:1.2;con _ >:-0.9;con _ ?:0.3
con _ que:-0.2;con el:1.7;con la:0.2;con lo:0.7;con los:0.5;con mi:-0.4;con mis:0.7;con que:0.5;con quien:0.8;concert:0.8;concurso:0.5
congreso:0.3;contrato:1.1;convert:-1.1;correo:-0.3;corto:-0.3;corto >:-0.2;cost:0.2;could:1.4;could i:0.9;could you:-0.2;countries:-0.9
country:-0.8;cousin:0.7;crew:0.3;cual:0.3;cual _ el:0.1;cual _ la:-1.1;cual era:0.7;cual es:-0.5;cuando:3.3;cuando _ el:0.9
cuando _ la:-0.3;cuando _ mi:0.1;cuando es:0.5;cuando se:-0.1;cuantas:2;cuantas _ tiene:-0.6;cuanto:2.4;cuanto _ al:-0.2;cuanto _ el:0.2
cuanto _ en:0.6;cuanto _ la:-0.4;cuanto _ pagan:0.3;cuanto cobra:0.4;cuanto es:-0.4;cuanto le:0.2;cuanto me:1;cuanto tiempo:-0.2
cuantos:2.2;cuantos _ son:-0.7;cuantos _ tiene:-0.8;cuantos dias:-0.6;cuarto:0.7;cuatro:-0.8;cuento:-0.6;cuota:1.3;curso:0.9;da:-0.1
dad:0.2;dale:-0.9;dame:-0.3;dark:-0.9;date:0.7;dates:0.1;datos:0.2;daughter:-0.1;day:0.1;day >:0.1;day _ >:-0.2;day _ the:0.8;days:0.3
de:1.3;de _ >:-0.7;de _ ?:-1.1;de _ a:1.1;de _ como:-1;de _ de:-1.9;de _ del:0.3;de _ el:0.5;de _ es:0.8;de _ los:0.3;de _ para:0.1
de _ que:0.3;de _ semana:0.6;de alquiler:0.2;de donde:-0.3;de la:2.5;de las:0.8;de lo:0.7;de los:0.3;de mi:-0.1;de noviembre:0.3
de octubre:0.7;de que:0.7;de un:-1.1;debo:0.4;decide:0.4;decime:-0.1;define:-0.8;define _ >:-0.5;dejo:0.3;del:1.9;del _ >:2;del _ ?:0.1
del _ de:1.3;del barco:0.5;depot:0.6;describe:-1.1;desde:0.1;despues:-0.9;dia:-0.3;dia >:-0.4;dia _ >:-0.1;dia _ la:0.2;dias:-1.1
dice:-0.8;did:2.6;did _ get:-0.2;did _ say:0.7;did _ want:0.3;did i:1.9;did my:0.3;did the:-1.1;did we:1.1;did you:0.4;diez:-0.3
diferencia:-1;diferencia entre:-0.4;difference:-0.9;difference between:-0.9;digo:0.2;digo que:0.5;dijiste:0.6;dijiste que:0.3;dijo:0.1
direccion:0.8;directora:0.8;do:-0.7;do >:0.7;do ?:-0.7;do _ >:-0.8;do _ a:0.2;do _ do:-0.7;do _ get:0.4;do _ have:-0.1;do _ know:0.3
do _ need:0.4;do _ pay:0.7;do _ put:0.3;do _ say:-0.6;do _ tell:0.1;do for:0.5;do i:1;do people:-0.6;do the:0.1;do we:1.5;do you:0.1
doctor:0.4;does:-0.1;does _ have:-0.1;does _ want:0.5;does _ work:-0.2;does a:-2;does it:-0.8;does my:0.8;does the:1.3;dog:0.6;dog _ ?:0.4
dogs:-0.7;domingo:0.4;don't:-0.7;donde:2.8;donde _ >:0.5;donde _ a:0.2;donde _ el:0.6;donde me:0.6;donde se:0.5;dormir:-0.8;dos:-0.7
dos _ >:-0.3;doy:0.7;draft:0.5;draft a:-0.1;draft the:0.6;draw:-0.4;drink:0.4;duda:-0.7;eat:-0.5;eat _ ?:-0.7;el:-0.5;el _ >:2.7
el _ ?:0.3;el _ a:0.2;el _ al:-0.4;el _ con:0.3;el _ de:1.1;el _ en:-0.6;el _ es:-1;el _ mas:-0.8;el _ o:-0.3;el _ para:0.4;el _ que:0.8
el banco:0.7;el barco:0.4;el del:-0.4;el dia:-0.2;el domingo:0.4;el examen:1.1;el jueves:-0.1;el lunes:-0.5;el martes:-0.5
el miercoles:-0.5;el queso:0.3;el trabajo:-0.7;el viernes:0.1;else:-0.3;email:0.5;en:-0.3;en _ >:-0.8;en _ ?:-1.3;en _ trabaja:0.4
en espanol:-0.6;en la:-1.2;en mi:0.2;en que:1.3;en un:0.4;en una:0.1;end:-2;end >:-0.5;english:-0.6;entre:-1;entre _ y:-0.7;entregar:0.3
equipo:-0.6;era:-0.7;era la:0.6;error:-0.9;es:-2.8;es _ ?:-1.2;es _ que:-0.6;es el:0.1;es la:-1.5;es mi:0.9;es un:-0.6;es una:-0.6
escribe:-0.2;escribe un:-0.3;escribe una:-0.1;escribele:0.6;escribele _ la:0.4;escribele a:0.6;escribi:1.1;escribi un:0.5;escribile:0.9
eso:-2.2;espanol:-0.7;esta:-1.8;esta frase:-0.8;estado:0.6;estamos:0.9;estan:0.9;estar:0.3;este:-0.7;este _ ?:0.7;esto:-0.5;estoy:0.5
estudio:0.7;even:-0.6;evening:-0.2;ever:-0.8;everybody:0.5;everything:0.3;exam:0.6;examen:0.9;excel:-0.9;explain:-1.6;explica:-0.8
explicame:-0.7;explicas:-1.4;extra:0.2;fahrenheit:-0.8;falta:0.8;falta para:0.1;faltan:0.6;faltan >:1.1;familia:0.4;favor:-0.1;fecha:0.4
fiesta:0.3;film:0.6;final:-0.5;find:-0.4;finde:0.1;first:-0.9;first _ >:-0.1;five:-0.9;flat:0.2;flight:0.3;food:0.7;for:1.5;for ?:-0.6
for _ >:-0.7;for _ ?:0.7;for _ i:-0.1;for _ in:-0.5;for _ people:-0.6;for a:-2.2;for me:0.6;for my:0.7;for the:3.6;formal:-0.5
formula:-1.2;four:-0.4;frances:-0.3;frase:-0.7;free:-0.3;friday:-0.1;friend:0.7;from:0.3;from _ >:0.1;from the:0.5;fue:-0.9;full:-0.1
funciona:-1.4;function:-1;garden:0.3;gate:0.5;gato:0.1;general:-1.3;general >:-0.8;gerardo:0.7;germany:-0.4;get the:0.1;gig:0.5;gina:0.8
give:-1.1;give _ a:-0.7;give me:-1.9;gives:1;go:-0.3;go _ >:0.5;go to:0.5;goes:0.2;going:0.6;going to:0.5;good:0.2;got:0.5;gracias:-0.9
grupo:0.4;guerra:-2.2;gym:-0.2;hace:-1.1;haceme:0.2;haceme _ lista:0.2;haceme la:0.4;hacer:-0.2;had:0.5;hago:-0.7;haha:-0.5;haiku:-0.6
half:0.4;hall:0.1;has:0.1;has the:-1.4;hasta:-0.3;have:-0.2;have ?:-0.1;have _ >:-0.2;have _ ?:-0.9;have a:0.2;have i:1;have to:-0.6
hay:-0.5;hay que:0.1;haz:0.8;haz el:0.3;haz la:0.5;haz un:-0.1;hazme:0.8;hazme un:0.4;he:0.7;help:0.1;help me:-0.3;her:2.4;her ?:0.4
her _ >:0.5;here:-1.1;hermano:-0.3;hija:0.3;hijos:1.1;him:-0.3;him ?:-0.1;him _ >:0.3;his:1.1;his _ ?:0.7;home:0.6;home ?:0.4;home _ >:0.4
hora:0.5;hora _ el:-0.1;horas:0.4;hospital:0.6;hotel:1.1;hour:0.2;house:0.5;how:-2;how _ did:0.5;how _ does:-0.9;how _ i:-1.6
how _ is:-0.1;how _ people:0.2;how _ should:-0.4;how _ was:1;how _ you:-0.2;how can:-1;how did:0.7;how do:-2.6;how does:-0.1;how long:0.8
how much:1.4;how often:-0.1;how old:0.9;how to:-0.6;hoy:-0.8;hundred:-0.1;husband:-0.1;i:3;i ?:0.6;i _ >:-0.8;i _ ?:1.6;i _ a:-2
i _ at:-0.1;i _ for:0.2;i _ in:1.2;i _ it:-0.2;i _ my:-0.1;i _ off:0.2;i _ on:0.4;i _ that:-0.6;i _ the:-0.2;i _ to:0.1;i ask:0.2
i book:0.5;i can:1.2;i do:0.2;i get:0.5;i go:0.5;i have:0.1;i in:-0.1;i keep:-0.3;i know:0.1;i need:-0.3;i not:0.3;i put:0.4;i say:-0.3
i send:0.3;i should:0.5;i take:0.1;i use:-1.3;i want:-0.6;i was:-0.3;i'm:-0.4;i've:-0.2;idea:-0.3;ideas:0.2;if:0.2;if a:-0.7;if i:0.1
in:-1.6;in >:0.4;in _ >:-0.6;in _ ?:-1.4;in _ end:0.5;in a:-1.2;in march:0.3;in may:0.3;in the:-1.3;ingles:-0.2;instrumento:0.4;into:-0.3
invoice:1.3;ir:0.3;ir a:0.2;is:-1.1;is _ >:0.2;is _ ?:-0.2;is _ of:-0.5;is a:-0.8;is it:-1.4;is my:1.3;is that:-1.4;is the:-0.6
is there:0.6;isn't:-0.5;it:-2.1;it >:1;it ?:0.8;it _ >:0.2;it _ to:0.1;it's:-1.2;its:-0.9;ivan:1.6;jaja:-1.3;jefe:-1.1;job:-0.5;jueves:0.5
july:0.9;just:-1.2;keep:-0.9;kids:0.2;kilometros:-0.9;kind:0.8;kind of:0.5;know:-1.4;know ?:0.3;know _ >:0.3;la:0.6;la _ >:2;la _ ?:0.5
la _ de:0.4;la _ del:-0.4;la _ el:-1.2;la _ en:1.1;la _ para:0.4;la _ que:0.6;la _ semana:0.5;la _ y:0.8;la casa:-0.3;la familia:0.4
la lista:1;la noche:-0.1;la obra:0.7;la palabra:-1.3;la poda:0.3;la primera:-0.2;la puerta:-0.1;la tarde:0.3;la tesis:0.5;la tia:0.5
laboratorio:0.5;landlord:0.4;language:-0.3;las:0.9;las _ >:-0.5;las _ ?:0.5;las _ de:0.5;las _ del:0.4;las ocho:-0.6;last:-0.1
last _ >:-0.1;late:-0.2;lawyer:0.2;le:2;le _ ?:0.6;le _ a:1.1;le _ al:0.4;le _ el:-0.8;le _ que:0.1;le debo:0.3;le digo:-0.3;le tengo:0.4
le voy:0.2;learn:-1.2;leave:-0.8;leaves:-0.8;leche:0.5;left:0.4;les:0.1;less:-0.7;let:-0.6;let's:-0.4;letter:-0.2;letter to:0.1
library:-0.7;libro:1;licence:0.3;like:-0.5;line:-0.5;list:2;list _ the:0.1;list for:0.4;list the:-1.4;lista:0.4;lista _ lo:0.2
lista de:0.9;live:0.7;living:0.3;llama:1.5;llama el:0.6;llama mi:0.7;llegar:-1.1;llego:-0.5;lleva:0.5;llevar:-0.2;llevar _ la:0.4;llevo:1
lo:0.9;lo _ >:-0.2;lo _ ?:0.6;lo _ la:0.2;lo _ me:0.4;lo de:0.9;lo del:0.3;lo que:2;local:0.4;lol:-1.1;lol >:-1;long:0.1;long _ i:0.4
long do:-0.4;look:-0.1;los:-0.2;los _ >:0.6;los _ ?:0.7;los _ a:0.9;los _ de:-1.1;luna:-1;lunch:0.6;lunes:-0.6;made:-0.9;madre:0.4
mail:0.6;mail to:0.2;make:0.2;make _ a:0.9;make a:0.4;make me:0.3;make the:0.5;makes:-0.3;mami:0.3;mami >:0.2;manana:-0.6;manana _ >:0.5
mando:0.2;many:-0.3;many _ are:0.2;many _ does:-0.8;many _ in:0.1;march:0.3;marek:0.7;martes:-0.4;marzo:0.2;marzo ?:0.2;marzo _ >:0.2
mas:-1.1;mas _ >:-0.3;may:1;may >:0.7;me:1.9;me >:-0.4;me ?:0.4;me _ >:0.3;me _ ?:1.1;me _ a:-0.1;me _ al:0.2;me _ el:-0.4;me _ en:1.1
me _ for:-0.4;me _ la:-0.4;me _ las:0.7;me _ para:0.4;me _ por:0.4;me _ que:-0.2;me _ the:-0.3;me _ un:1.6;me _ una:0.4;me a:-0.5
me compro:0.8;me dijiste:0.4;me for:0.1;me fue:0.2;me ofrecen:0.7;me something:-0.5;me the:0.5;me to:0.8;me what:0.6;mean:-1.4
meaning:-0.5;mecanico:0.3;meet:0.1;meeting:0.1;mejor:-1.1;mensaje:1.1;mensaje para:0.2;menu:0.5;mes:0.8;mes ?:-0.1;mes _ >:-0.1;mesas:1.3
message:-0.1;metros:-0.4;mi:4.5;mi _ >:1.5;mi _ ?:1.7;mi _ de:0.5;mi _ para:0.4;mi directora:0.4;mi hermano:-0.3;mi hija:0.3;mi madre:0.4
mi mami:0.2;might:0.5;mine:0.8;minutes:-0.6;mis:3;mis _ >:0.9;mitad:0.4;month:0.6;moon:-1.5;more:0.3;morning:-0.1;most:-1.1;motor:0.7
move:0.4;moving:0.2;much:0.4;much _ do:0.3;much _ i:0.3;much _ the:1.6;much did:0.4;much do:0.5;much is:0.1;mujer:0.5;mum:1.2;mural:0.4
must:0.4;my:4.1;my _ >:2.3;my _ ?:0.5;my _ at:-0.2;my _ called:0.3;my _ wants:0.3;my boss:0.1;my brother:0.4;my dad:0.2;my daughter:-0.1
my husband:-0.1;n:0.9;nada:-1.2;name:1.3;name _ a:-0.6;name for:-0.8;name of:1.3;necesito:0.4;need:1;need a:-0.5;needs:0.8;neil:1.2
never:-1;new:0.6;new _ >:0.6;news:-0.1;next:0.6;ni:-0.6;night:-0.2;night ?:-0.4;night _ >:-0.6;nino:-0.2;no:-1.4;no >:0.5;no ?:-0.3
no _ >:-1.2;no _ comer:0.7;no me:-0.7;no puedo:0.6;no se:-0.8;nobody:-0.9;noche:0.5;noche ?:0.1;noche _ >:0.1;nombre:0.9;normal:-0.1
normal ?:-0.7;normal _ >:-0.7;normally:-0.6;nos:1;nos _ el:-0.7;nota:-0.5;note:0.4;nothing:-0.2;notice:-0.6;november:-0.3;noviembre:0.3
noviembre ?:0.2;noviembre _ >:0.2;now:0.4;now >:-0.1;nuevo:0.3;number:-0.5;o:0.8;o _ ?:1.1;o el:-0.1;obra:1;obra >:0.4;ocho:-0.7
october:0.7;octubre:0.9;of:-1.4;of _ >:0.1;of _ ?:-1.4;of _ in:-0.2;of _ to:-0.2;of _ two:0.4;of a:-1;of may:0.3;of my:0.7;of the:0.3
off:0.9;offer:0.6;office:0.6;ofrecen:0.9;often:-0.1;ok:-0.8;old:1.5;old is:0.6;on >:0.3;on ?:0.5;on _ >:-0.3;on _ ?:-0.9;on _ day:0.6
on a:-0.5;on friday:0.1;on sunday:-0.4;on the:0.2;one:-2.1;one >:-0.5;one ?:-0.1;one _ >:0.1;one _ a:-0.3;only:-0.3;open:-0.1;or _ >:0.1
or _ ?:0.5;or a:0.5;or no:0.5;or the:0.1;orden:0.4;order:0.6;order _ the:0.1;other:-0.6;otra:-1.1;otro:0.2;our:2.2;our _ ?:0.6;out:-1.2
out >:0.2;out of:-0.1;over:-0.5;own:0.4;pagan:0.3;pagar:0.9;page:0.3;palabra:-1.6;pan:-1;papel:0.3;papeles:0.9;para:3.2;para _ >:-0.4
para _ ?:0.3;para _ a:0.3;para _ al:0.2;para _ de:0.5;para _ la:0.4;para _ por:0.1;para cuando:0.3;para el:0.9;para la:1.2;para un:-1.3
para una:-1;parents:-0.2;parrot:0.3;part:0.1;parte:0.9;party:0.1;pasa:0.1;paso:-0.7;paso a:0.1;paso en:-0.9;paul:0.5;pay:1.4;pay for:-0.4
paying:0.8;pedir:0.1;people:-0.9;per:-0.2;perfecto:-0.4;pero:-0.9;perro:-0.3;person:-0.3;pescado:0.4;peso:-0.1;phone:-0.7;pick:0.3;pide:1
pidiendo:0.9;pidio:1.1;pido:0.6;piso:0.5;place:0.5;plan:1.8;plan _ the:0.4;plan for:0.6;plan my:0.2;plata:-0.4;platos:1.1;play:0.2
plays:0.3;please:-1.7;please >:-1.1;plomero:0.4;plot:1.1;poda:0.4;podrias:-0.5;pone:-0.9;poner:0.2;pongo:-0.2;por:-0.6;por _ >:-0.5
por _ ?:-0.9;por _ de:-0.6;por _ el:-0.8;por _ me:0.2;por _ no:0.7;por donde:0.1;por la:1.2;por que:-0.8;porque:-0.6;poster:0.6
preguntas:-1.3;pregunto:0.1;present:0.2;presentar:0.2;presupuesto:1.5;primera:-0.2;primero:0.1;pros:-0.5;pueblo:0.2;puede:-0.7;puedo:0.1
puedo _ >:-0.9;puedo _ a:1.1;puedo _ el:-0.2;puedo ir:0.6;puerta:-0.1;put:0.6;put _ the:0.3;python:-0.9;q:2.4;q _ me:0.3;q es:-1.4
q le:0.2;q me:-0.5;que:1.2;que ?:-0.8;que _ >:-0.8;que _ ?:-0.2;que _ antes:-0.3;que _ con:0.7;que _ de:-0.9;que _ el:0.5;que _ en:-0.1
que _ era:0.5;que _ es:0.1;que _ hacer:-1;que _ hay:-0.7;que _ la:-1.9;que _ le:0.1;que _ lo:-1;que _ los:-1.5;que _ me:0.3;que _ mi:0.3
que _ por:-0.2;que _ puedo:0.5;que _ que:0.1;que _ se:-0.3;que _ son:1;que _ tengo:0.7;que _ tiene:-0.9;que _ un:-1;que _ una:-0.6
que _ va:0.5;que ano:-1.7;que dia:0.7;que dias:1.4;que el:-1.2;que es:-2.1;que hace:-0.2;que hago:-1.2;que hora:-0.2;que le:0.2
que llevar:-0.2;que los:-1.9;que me:2.3;que no:0.6;que paso:-0.8;que quiere:-0.2;que se:-1.4;que significa:-1.6;que te:0.7;que tengo:0.2
que trabaja:0.2;queda:0.6;quedamos:0.6;quedo:0.5;queria:1.3;queso:0.3;question:-0.9;quien:2.8;quien _ a:1.3;quien _ al:0.2;quien _ el:-0.8
quien _ mi:0.4;quien es:2.4;quien le:0.7;quien me:0.9;quien nos:0.7;quien se:0.9;quiere:0.2;quiero:-0.5;quiz:-0.5;radio:-0.8;random:-0.6
rapido:-0.4;read:-0.2;real:-0.6;really:-1.1;recommend:-0.4;red:-0.1;redacta:1.5;redacta un:0.8;refit:0.9;remember:0.4;remind:1;remind me:1
rent:0.9;reparte:0.7;repetir:0.6;report:-0.3;restaurante:0.6;reunion:-0.2;right:-1.2;rio:-0.3;road:-0.4;room:0.5;rufus:0.5;rule:-0.3
run:0.8;running:-0.6;sabado:0.3;sale:-0.5;sale a:-0.6;sale el:-0.6;salio:0.4;same:-0.4;saque:0.4;saturday:0.2;save:0.7;say:-1
say about:0.4;says:-0.5;school:0.9;se:-3.6;se _ el:0.7;se _ en:-1;se _ la:-0.5;se _ mi:0.7;se _ un:-0.7;se _ una:-0.9;se hace:-0.5
se llama:1.5;se me:-0.9;se puede:-0.5;se va:0.7;sea:-0.4;second:-0.9;second _ >:-0.7;see:-0.1;see you:-0.5;segunda:-0.3;seis:-0.5;sell:0.5
semana:0.6;semana >:-0.2;semana de:0.5;send:0.5;sentence:-0.7;ser:-0.9;service:0.6;set:-0.7;settle:0.3;shall:0.7;she:0.4;shop:-0.8
shopping:0.9;shopping _ for:0.2;shopping list:0.9;should:-1.2;should i:-1.1;should we:0.6;show:0.3;si:-1;si ?:0.7;si _ >:0.5;si me:0.3
side:0.3;siempre:0.1;sign:0.4;significa:-1.6;sigue:0.4;sin:-0.2;sin _ ?:0.2;six:-0.2;slow:-1.3;so:-1;sobre:-1.2;sol:-1.5;some:-0.5
somebody:-0.9;someone:0.1;something:-1.4;something _ >:-0.7;son:-2.2;sos:-0.3;sos un:-0.3;sound:-0.1;soy:0.6;speak:-1;split:0.1;start:0.3
stay:0.3;still:1.5;stop:-0.5;story:-0.4;study:0.7;su:0.4;sueldo:-0.3;suggest:-0.1;summer:-0.1;sunday:0.3;supposed:-0.2;supposed to:-0.2
tabla:-0.6;table:-1;take:0.3;take the:0.6;talk:-0.4;taller:0.6;tanto:-0.5;tarda:-1.7;tarde:-0.1;tarde ?:0.2;tarde _ >:0.2;tarjeta:0.1
te:-0.6;te _ de:0.2;team:0.1;telefono:-0.8;tell:-0.6;tell _ a:-0.8;tell me:-1.1;temas:0.7;ten:-1.7;ten _ >:-0.8;tengo:1.4;tengo ?:0.5
tengo _ >:0.1;tengo q:0.2;tengo que:0.9;tenia:0.3;tesis:0.6;text:1;texto:0.2;thanks:-0.4;that:-1.7;that ?:-0.4;that _ >:-0.1;that _ ?:-0.2
that i:0.2;that's:-0.6;the:0.9;the _ >:2.2;the _ ?:1.5;the _ about:1;the _ and:0.3;the _ at:0.9;the _ between:-0.6;the _ for:1.1
the _ from:0.2;the _ i:0.7;the _ in:-0.1;the _ is:0.7;the _ of:-2.3;the _ office:0.2;the _ on:0.1;the _ or:-0.8;the _ people:0.8
the _ the:0.2;the _ thing:0.1;the _ way:-0.3;the _ what:0.6;the _ who:0.4;the _ with:-0.1;the best:-1.3;the capital:-0.5;the car:-0.4
the committee:0.5;the concert:0.6;the day:0.5;the difference:-0.6;the end:-0.3;the exam:0.5;the first:0.1;the garden:0.2;the gig:0.5
the kids:0.1;the landlord:0.7;the last:-0.7;the lawyer:0.2;the moon:-1.3;the name:1.1;the new:0.8;the order:0.6;the same:-0.2
the second:-0.4;the shop:-0.5;the van:0.4;the wedding:0.7;their:-0.4;them:-0.8;then:-1.2;there:-1.2;there >:-0.3;there _ in:-0.2
there's:0.2;there's a:-0.1;they:0.6;thing:-0.5;think:-0.8;this:-2.1;those:-1.1;three:-0.8;tia:0.6;tiempo:-0.8;tiene:-2.2;tiene el:-0.6
tiene mi:0.4;tiene un:-0.4;time:-0.7;time _ the:0.1;time is:0.1;times:-0.7;tip:-0.2;to:0.9;to ?:0.4;to _ >:0.5;to _ ?:1.3;to _ a:-0.8
to _ for:-0.6;to _ me:0.3;to _ on:-0.2;to _ the:0.8;to _ to:0.4;to a:-0.9;to ask:-0.1;to be:0.2;to go:0.4;to learn:-0.8;to my:0.4
to say:-0.6;to the:1.2;toast:-0.6;toca:0.7;today:-1.3;todo:-0.8;todos:0.9;told:0.1;told you:0.1;tomorrow:-0.3;tonight:0.4;too:-0.4
too _ >:0.2;trabaja:0.7;trabajo:0.6;trabajo >:0.5;trabajo ?:-0.3;trabajo _ >:-0.3;traduce:-1.4;traduce al:-1.2;train:-0.9;translate:-1.3
tren:-0.4;tres:-1.6;trip:0.5;true:-0.7;turn:-0.5;turno:0.4;two:0.3;two _ >:0.2;u:-0.5;un:-4.1;un _ >:-2.1;un _ ?:-1.6;un _ con:-0.4
un _ de:-1.8;un _ para:1;un _ que:-0.8;un mensaje:0.8;un plan:0.4;una:-3.7;una _ >:-1.1;una _ ?:-1.3;una _ a:0.5;una _ con:-0.7
una _ de:-1.5;una _ en:0.9;una carta:0.1;una lista:-0.5;until:-0.6;up:0.7;up _ >:-0.5;up _ the:-0.4;up the:0.7;us:1.7;use:-1.4;usual:-0.1
usually:-0.7;va:1.1;va a:1.1;vale:-0.3;vale la:-0.3;vamos:0.8;vamos a:0.6;van:1.1;vecina:0.4;ver:-0.4;verdad:-1.3;vez:1.3;vi:-0.8
viaje:0.6;viene:-0.1;viene el:-0.2;viene mi:-0.4;viernes:0.2;visa:0.5;voy:1.6;voy a:0.3;w:0.2;want:0.6;want _ >:0.6;want to:-0.9;wants:1.6
wants to:0.3;was:0.2;was _ >:0.5;was i:0.8;was it:0.9;was my:0.4;was that:-0.1;was the:-0.4;was wrong:0.2;water:-1.7;way:-0.4;way to:-0.4
we:3.4;we _ >:1.2;we _ ?:0.8;we _ for:0.5;we _ on:0.1;we _ the:0.2;we _ to:-0.1;we have:0.2;we say:0.1;weather:-1;wedding:0.2
wedding >:0.5;week:1.4;weekend:0.6;weeks:0.2;well:-0.5;were:0.4;what:1.2;what _ a:-1.5;what _ did:-0.4;what _ i:-0.1;what _ is:1.1
what _ my:1.2;what _ need:0.1;what _ of:0.7;what _ the:-1.5;what _ to:0.1;what _ we:0.5;what _ you:0.2;what a:-0.8;what am:0.3
what are:-1.1;what can:-0.6;what day:0.6;what did:2.1;what do:1;what does:-0.8;what i:0.6;what is:-1.6;what kind:0.6;what should:-1.3
what time:0.2;what was:1.6;what's:-0.7;what's a:-0.9;what's my:0.7;what's on:0.6;what's the:-1.7;whats the:-1.8;when:0.9;when _ i:0.9
when _ my:0.6;when _ the:-1.3;when _ we:0.4;when did:-1.4;when do:0.6;when does:1.2;when i:-0.8;when is:1;when the:0.4;when was:-1.1
when's:1.5;where:1.5;where _ my:0.3;where _ we:0.4;where did:0.4;where do:-0.2;where does:0.5;which:1.5;which _ are:0.8;which _ did:0.6
which _ do:1;which _ has:-1.7;which _ is:0.4;which _ the:0.1;which is:-1.7;which of:0.9;white:0.4;who:1.4;who _ i:0.7;who _ the:-1.5
who did:0.2;who is:2;who was:-0.9;who's:2.3;whole:-1.1;whom:0.2;whom _ i:0.5;why:-0.6;why _ i:1.1;why _ my:-1.4;why _ the:-0.4
why _ we:0.6;why am:0.4;why did:-0.3;why do:-0.6;why is:-0.3;why was:1.4;wife:0.7;wifi:-0.1;will:-1;windows:-1.1;wine:0.2;with:1.4
with >:0.2;with _ >:-0.2;with _ ?:-0.3;with a:-0.9;with me:0.2;with my:0.4;with the:1.1;without:0.1;word:-1.2;words:-1;work:-0.2
work ?:0.2;work _ >:-0.2;would:0.5;write:1;write _ a:-0.2;write _ short:-0.3;write _ thank:0.5;write _ the:0.8;write a:-1;write me:-0.2
write the:1.6;write to:1;wrong:0.5;wrong with:0.4;x:-1;y:-2.7;y _ >:0.4;y _ ?:0.1;y _ que:0.2;y en:-0.6;y no:-1.1;ya:2.3;ya puedo:0.7
year:-1;years:-1.3;yes:0.9;yes ?:0.8;yes _ >:0.6;yo:1.7;yo >:0.2;you:-3.1;you _ >:-0.9;you _ a:-1.2;you _ me:0.1;you _ my:0.4;you know:0.1
you say:0.4;you tell:0.3;you're:-0.6;your:-0.4
`),
};
