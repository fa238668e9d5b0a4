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
  bias: 1.09,
  grams: unpackWeights(`
0:-0.6;000:-1;1:-0.7;1 _ >:-0.4;10:-1.7;11:0.6;14:-0.6;15:-0.8;16:-1.2;17:-0.4;18:-0.4;20:-0.5;22:0.4;23:-0.4;24:-0.5;3:-0.4;350:-0.5;4:-1
40:-0.4;7:-0.5;80:-0.7;9:-0.7;<:-3.4;< _ >:-0.8;< _ a:-0.4;< _ alcanza:0.4;< _ algo:0.4;< _ came:-0.4;< _ como:0.5;< _ compro:0.4
< _ con:0.4;< _ cuando:0.7;< _ cuanto:0.9;< _ day:0.7;< _ de:0.5;< _ did:1.6;< _ diferencia:-0.9;< _ do:-2;< _ el:1.5;< _ era:0.4
< _ es:-1;< _ escribio:-1.4;< _ este:-0.6;< _ falta:0.4;< _ far:-0.5;< _ final:0.5;< _ fue:-0.6;< _ funciona:-0.4;< _ gano:-1.2
< _ good:-0.6;< _ got:-0.7;< _ gracias:-0.9;< _ hago:-0.7;< _ has:1;< _ have:-0.5;< _ invented:-0.8;< _ it:-0.7;< _ kilometros:-0.9
< _ kind:0.4;< _ las:0.8;< _ le:0.6;< _ like:-0.5;< _ list:0.5;< _ llevo:0.6;< _ long:-0.6;< _ los:0.9;< _ mail:0.8;< _ many:0.4
< _ morning:-0.8;< _ much:1.3;< _ my:1.5;< _ no:0.9;< _ nos:0.7;< _ o:0.5;< _ ofrecen:0.7;< _ old:0.8;< _ on:-0.5;< _ one:-0.4;< _ or:1.2
< _ our:0.8;< _ pago:1;< _ platos:0.5;< _ pongo:0.4;< _ que:0.9;< _ question:-0.4;< _ quien:1.3;< _ quiere:-0.5;< _ saco:-0.4;< _ se:0.8
< _ significa:-1.6;< _ so:-0.8;< _ son:-0.5;< _ tarda:-1;< _ te:-0.5;< _ tengo:0.7;< _ the:1;< _ this:-1.4;< _ three:-0.5;< _ tiempo:-1.1
< _ time:-0.5;< _ to:-0.4;< _ un:1.6;< _ up:0.6;< _ vs:-0.5;< _ want:-0.4;< _ wants:0.4;< _ was:0.8;< _ we:0.5;< _ were:0.4;< _ won:-1.1
< _ year:-2.1;< _ you:-1.2;< a:2.2;< all:0.9;< and:-1;< anything:0.5;< are:-0.6;< arma:0.7;< buen:-0.8;< buenas:-0.9;< bueno:-0.5
< can:-0.6;< capital:-0.4;< cheers:-0.6;< con:0.7;< convert:-1.3;< could:0.4;< cual:0.4;< cuando:2.1;< cuanta:0.4;< cuantas:1;< cuanto:1.3
< cuantos:1.3;< dale:-0.5;< dame:-0.6;< de:0.7;< describe:-0.5;< dime:-0.4;< do:-0.8;< donde:1.9;< draft:0.9;< el:-1.3;< en:0.7;< es:-0.4
< escribe:1;< escribele:1;< escribi:0.8;< escribile:0.7;< estoy:-1.1;< explain:-0.8;< explica:-0.5;< explicame:-0.4;< give:-1;< good:-1
< gracias:-1.4;< haceme:0.6;< hay:0.4;< haz:0.7;< hazme:0.9;< hey:-0.4;< hola:-0.6;< hoy:-1.1;< i:-3.9;< i'm:-1.3;< i've:-0.5;< is:-1.1
< kindly:-0.4;< list:0.7;< lo:-0.5;< los:-0.8;< make:0.9;< mensaje:0.5;< mi:-0.8;< morning:-0.7;< my:-4.1;< name:-0.6;< necesito:-0.8
< no:-0.6;< ok:-1;< organizame:0.4;< otra:-0.6;< para:0.4;< pasame:0.6;< plan:1.1;< por:-0.5;< q:1.2;< que:2.1;< quienes:0.5;< quiero:-0.9
< redacta:1;< remind:0.5;< reparte:0.4;< se:-1.4;< shopping:0.4;< si:-0.5;< sinonimo:-0.8;< so:-0.6;< spell:-0.8;< summarise:-0.4
< tell:-0.9;< tengo:-0.9;< text:1.1;< thank:-0.5;< thanks:-0.8;< that:1.2;< the:-0.7;< traduce:-1.5;< translate:-0.8;< ugh:-1.4;< una:1.1
< we:-1.6;< what's:-0.9;< when:1.6;< when's:1.4;< where:1.5;< which:1.2;< who's:1.4;< why:0.8;< would:0.6;< write:2.2;< y:-1.2;< ya:0.4
>:-3.4;?:1.4;? >:0.8;? ?:-0.5;? _ >:-1.3;a:-1.2;a >:-0.5;a _ about:-1;a _ and:-1.1;a _ at:-0.7;a _ card:-0.7;a _ en:1.1;a _ for:-1.1
a _ horas:0.5;a _ in:-0.8;a _ is:-0.5;a _ la:0.5;a _ le:0.6;a _ list:0.5;a _ mi:0.4;a _ por:0.4;a _ se:0.5;a _ story:-0.4
a _ temperatura:-0.6;a _ that:-1.3;a _ to:0.7;a _ un:0.4;a _ y:-0.4;a alguien:-0.5;a cat:-0.5;a cuanto:0.5;a donde:0.4;a dormir:-0.5
a hacer:0.4;a joke:-0.8;a la:3.4;a mi:1.5;a new:0.4;a note:0.7;a pagar:0.5;a que:0.6;a quien:0.9;a rhyme:-0.6;a table:-0.4;a todos:0.6
a wedding:-0.4;about:-0.5;about _ >:-0.6;about a:-0.8;about my:0.5;about the:0.4;abre:-0.4;abuela:-0.5;actually:-0.8;acuerdo:0.4;after:0.4
again:1.3;again >:1.1;agreed:0.9;agua:-1.1;ahi:-0.4;ahora:1.5;ahora >:1.2;al:1.8;al _ >:0.5;al _ ?:1.1;al _ por:-0.4;al _ y:0.6
al final:0.9;al frances:-1.2;al ingles:-0.8;algo:-0.7;algo _ >:-0.9;alguien:-0.8;all the:0.6;along:0.6;alquiler:0.4;already:-0.6
always:-1.1;am:0.5;am i:2;amable:0.7;america:-0.9;amiga:0.6;an:-2.1;an egg:-0.4;and:0.8;and _ ?:-0.4;and how:0.9;and i:-1.1;and i've:-0.5
and it's:-0.5;and the:0.5;and then:-0.4;and what:1.1;anniversary:0.4;ano:-0.7;anoche:-0.5;antes:0.7;antes de:0.4;anuncio:0.4;anything:0.6
aqui a:0.6;are:-0.9;are _ >:0.6;are the:-0.5;are we:0.8;arma:0.7;arma el:0.4;around:-0.4;arroz:-1.1;as:-0.4;as a:-0.6;ascensor:-0.8
ask:0.5;asking:1.9;asking >:0.6;asks:1.5;at _ >:0.8;at the:0.6;aunque:-0.6;aviso:1.2;ay:-0.9;ayer:-1.1;b:-0.5;back:0.4;bad:-0.5;banco:0.5
band:0.5;banda:0.4;bank:-0.5;barco:0.5;bash:-0.4;been:0.6;best:-0.9;best _ to:-0.4;best way:-0.6;better:-0.9;between:-1.1
between _ and:-0.4;between a:-0.6;bien:-0.7;blanca:-0.4;blood:0.4;blue:-0.6;bolsa:-0.4;book:0.8;bored:-0.4;bring:0.5;brown:-0.7;budget:0.8
buen:-1;buen _ >:-0.5;buen dia:-0.9;buenas:-1.4;buenas como:-0.5;bueno:-0.8;buenos:-0.8;buenos dias:-0.8;buscando:0.7;but:-1.4;buy:0.4
bye:-0.5;cada:0.8;cada _ >:0.5;cada uno:0.7;cake:0.7;call:0.6;called:1.2;called >:0.4;called ?:0.4;called _ >:0.7;calor:-0.9;came:-0.8
can:-0.6;can _ do:-0.8;can _ use:-0.4;can i:-0.9;can you:-1;can't:0.4;candle:-0.4;capital:-1.7;capital de:-0.8;capital of:-0.9;car:-0.8
card:0.6;card for:0.5;carta:0.8;casa:1.3;cat:-0.8;cats:-0.4;cayo:-0.5;celsius:-0.5;cena:0.5;cerramos:0.5;changed:-0.4;check:-0.4
cheers:-0.6;chiste:-0.9;chiste de:-0.6;choir:0.8;christmas:0.8;church:0.4;cierre:0.6;cinco:-0.7;cine:-0.4;clean:-0.7;client:0.6
clientes:0.4;cobro:0.4;color:0.6;comer ?:-0.5;comida:0.9;como _ >:-1;como _ dice:-0.6;como _ el:-1;como _ escribe:-0.5;como _ hace:-0.6
como _ llama:1.9;como _ llamaba:0.8;como _ quita:-0.4;como _ un:-0.9;como era:1.2;como funciona:-0.7;como hago:-0.7;como me:0.4
como saco:-0.4;como si:-0.4;compro:1.1;compro un:0.4;con:1.6;con el:1.3;con la:0.8;con las:-0.8;con lo:1;con los:0.5;con mi:-0.5
con mis:0.6;con que:0.4;con quien:0.7;con una:-0.4;concert:0.5;concurso:0.5;congelar:-1;conmigo:0.8;contando:0.7;contrato:0.6;control:0.6
convert:-1.5;correct:-0.9;correo:0.9;cosas:0.4;could i:0.8;could you:-0.4;countries:-0.6;country:-0.4;course:0.6;crew:-0.4;cual:0.7
cual _ la:-0.6;cual era:0.4;cuando:3.4;cuando _ >:0.9;cuando _ a:0.4;cuando _ el:0.7;cuando es:0.8;cuanta:0.8;cuantas:1.9
cuantas _ son:-0.8;cuanto:2.9;cuanto _ de:0.5;cuanto es:-1.4;cuanto me:0.7;cuanto tarda:-1;cuanto tiempo:-0.7;cuantos:1.9
cuantos _ hay:-0.7;cuantos _ tiene:-1.5;cuantos kilometros:-1.4;cuatro:-1.1;cuentame:-0.6;cuota:0.9;curso:0.7;cut:-0.7;dad:0.6;dale:-0.5
dar:0.5;dark:-0.5;date:1.2;date >:0.4;dates:1.1;dates >:0.4;day:1;days:1.8;de:0.4;de _ a:0.6;de _ como:-0.5;de _ de:-0.4;de _ el:0.5
de _ en:-0.6;de _ es:0.6;de _ pa:0.4;de _ que:-0.6;de _ semana:0.4;de _ sobre:-0.4;de _ un:-0.5;de _ viene:-1;de _ y:0.4;de cinco:-0.4
de donde:-0.5;de la:2;de las:0.7;de lo:0.7;de octubre:0.6;de que:0.9;de un:-0.6;de una:-0.8;debo:0.4;decir:-0.9;define:-0.4;degrees:-0.7
dejo:0.5;del:2.1;del _ >:1.3;del _ ?:-0.6;del _ de:0.6;depot:0.4;describe:-0.7;desde:0.5;desde cuando:0.4;despues:-0.5;dia >:-0.5
dia _ >:-0.5;dia de:0.9;dia y:0.4;diario:0.9;dice:-1.1;dice _ en:-0.6;did:3;did _ say:0.9;did i:1.7;did the:-0.5;did we:0.8;did you:0.7
diferencia:-1.7;diferencia _ entre:-0.9;diferencia hay:-0.9;difference:-1.8;difference _ a:-0.6;difference between:-1.5;dije:0.4
dijiste:1.1;dijiste de:0.4;dime:-0.4;dime _ chiste:-0.4;dime un:-0.5;dinner:0.6;dios:-0.9;directora:0.6;div:-0.4;do:-0.4;do >:0.4
do ?:-0.5;do _ >:-0.4;do _ do:-0.4;do _ make:-0.4;do _ pay:0.6;do _ say:-0.4;do _ undo:-0.4;do i:1.2;do people:-0.5;do we:1.1;do you:-0.5
doctor:0.6;does:-0.5;does _ mean:-1;does a:-1.3;does an:-0.6;does it:-1.4;does my:0.9;does one:-0.4;does that:0.4;does the:0.8;dogs:-0.7
domingo ?:-0.6;don't:-0.8;don't _ to:-0.4;don't want:-0.4;dona:0.6;donde:2.7;donde _ >:0.6;donde _ el:0.5;donde _ la:-1.4;donde es:0.7
donde me:0.5;donde viene:-1;dos:0.8;dos _ >:1.6;down:-1.3;doy:0.6;draft:1.1;duda:-0.4;e:-0.5;each:0.4;eat _ ?:-0.4;egg:-0.5;el:1
el _ >:2.6;el _ ?:0.4;el _ del:0.5;el _ en:-0.7;el _ es:-0.6;el _ mas:-0.4;el _ me:-0.4;el _ o:-0.4;el _ por:-0.5;el agua:-0.5
el arroz:-0.6;el banco:0.4;el examen:0.7;el lunes:-0.8;el martes:-0.4;el miercoles:0.5;el perro:-0.7;email:0.9;en:-1.1;en >:-0.4
en _ >:-1.3;en _ ano:-1.4;en _ de:0.5;en _ quedo:0.5;en _ trabaja:0.4;en casa:0.5;en cuanto:0.4;en espanol:-0.4;en la:-0.4;en que:1.9
end:-0.8;english:-1;entre:-1.6;entre _ y:-0.8;entrega:1.4;entregar:0.4;era:1.2;era el:-0.7;era la:0.7;error:-0.5;es:-3.3;es >:0.4
es _ ?:-0.6;es _ capital:-0.6;es _ o:-0.4;es _ que:-0.4;es el:-0.5;es la:-1;es mi:0.8;es un:-0.4;escribe _ o:-0.4;escribele:1
escribele a:1;escribi:0.8;escribile:0.7;escribio:-2.3;escuela:1.9;ese:1.4;eso:-1.6;espanol:-0.6;esta:-1.3;esta _ el:-0.7;estamos:0.6
estan:0.7;este:-0.4;este _ ?:0.4;esto:-0.5;estudio:0.6;euro:-0.8;even:-0.6;evening:-0.4;everything:0.8;exactly:-0.7;exam:0.4;examen:0.7
excel:-0.6;explain:-1.1;explica:-0.5;explicame:-0.6;explicame _ es:-0.4;explicame que:-0.4;explicas:-0.8;fact:-0.5;fahrenheit:-0.6
falta:0.8;faltan:0.7;faltan >:0.8;familia:0.5;family:0.4;far is:-0.7;febrero:0.7;fecha:0.7;fechas:1.1;film:0.4;final:0.8;first:-0.7
five:-0.9;flat:1;food:0.9;for:1.9;for _ >:-0.8;for _ and:0.5;for _ days:0.4;for _ in:-0.5;for a:-2;for her:0.4;for me:0.8;for my:1
for our:0.7;for the:3.7;form:0.7;form >:0.6;formula:-0.7;frances:-1;fridge:-1;fridge >:-0.4;frio:-0.5;from a:-0.5;fue >:0.7;funciona:-0.8
funny:-0.4;game:-0.4;gano:-0.9;gata:0.4;gatos:-1.6;general:-1;general >:-0.5;gerardo:0.4;get the:0.4;gig:0.4;gina:0.5;git:-0.6;give:-0.7
give _ a:-0.9;give me:-1.2;gives:0.6;go:0.7;go _ >:0.5;go _ the:-0.5;goes:0.5;going:0.6;gonna:0.8;gonna be:0.5;good:-0.8;good morning:-1
got:0.9;got a:-0.6;gracias:-1.8;gracias _ >:-0.4;guerra:-1.1;ha:0.5;hace:-1.3;haceme:0.6;had:0.6;haga:0.7;hago:-0.5;half:0.4;half a:0.4
has:-0.6;has the:-0.6;hasta cuando:0.5;have i:0.9;have to:-0.4;hay:-1.2;hay _ un:-0.4;hay de:-1.5;hay en:-0.4;hay entre:-0.9;haz:0.7
hazme:0.9;hazme un:0.4;health:0.7;help:-0.5;help me:-0.5;her:2.3;her _ >:0.7;here:-0.7;hey:-0.4;hijos:0.7;his:1.1;his _ ?:0.4;hola:-0.6
home:1.3;home >:0.4;home ?:0.4;hora:-0.5;hora _ en:-1.2;hora sale:-0.4;horario:0.8;horas:1.1;horno:-0.5;hospital:0.8;hotel:0.6;hour:0.5
hour >:0.9;house:0.6;how:-0.7;how _ a:-0.5;how _ did:0.6;how _ does:-1;how _ i:-1.2;how _ the:0.4;how _ was:0.5;how _ you:-0.4
how can:-0.6;how did:0.9;how do:-2.3;how much:1.7;how old:0.8;how to:-0.6;hoy:-3;hoy _ >:-0.4;huevos:-0.4;humano:-0.7;humano _ >:-0.7
hundred:-0.5;i:2.7;i >:-0.5;i ?:0.4;i _ ?:1.2;i _ a:-1;i _ in:1;i _ it:-0.8;i _ on:0.6;i _ so:-0.5;i _ that:-0.4;i _ to:0.7;i am:-1.5
i book:0.4;i could:-0.9;i do:0.4;i don't:-0.6;i get:1.1;i got:1.3;i in:0.4;i keep:-0.4;i look:-1.1;i need:0.4;i should:0.7;i undo:-0.4
i use:-0.7;i'm _ >:0.9;i've:-0.7;i've got:-0.6;if:-0.4;if a:-0.4;im:0.6;in:-1.9;in _ >:-0.8;in _ ?:-0.4;in a:-1.7;in one:-0.4;in that:0.7
in the:-0.5;ingles:-0.5;interview:0.4;into:-0.4;invented:-1.4;invented _ >:-0.9;invento:-1.4;invoice:0.6;irene:0.8;is:-1.9;is >:0.5
is _ ?:0.4;is _ normal:-0.4;is _ of:-0.7;is a:-0.5;is it:-1.3;is my:1.9;is that:-1.1;is the:-1;isn't:-0.4;it:-1.7;it >:0.5;it ?:0.5
it _ >:0.6;it _ a:0.4;it _ for:-0.5;it i:0.5;it in:-0.5;it's:-1.3;its:-1.3;ivan:0.9;jaja:-1;january:0.9;jefe:-0.4;joke:-1.2;just:-0.9
k:1.7;keep it:0.4;kid:-0.5;kilometros:-1.5;kilometros _ de:-0.9;kind:0.5;kitchen:0.4;know:-0.6;la:1.7;la _ >:2.1;la _ ?:0.5;la _ a:0.6
la _ como:0.5;la _ con:0.6;la _ el:-0.6;la _ nueva:0.6;la _ que:0.5;la capital:-0.6;la carta:0.5;la casa:0.4;la cocina:-0.4;la familia:0.4
la gata:0.4;la gente:-0.6;la lista:0.8;la luz:-0.9;la masa:-0.5;la obra:0.4;la palabra:-1.9;la plata:0.4;la revolucion:-0.4
laboratorio:0.4;laptop:-0.4;las:0.6;las _ >:-1.2;las _ ?:0.6;las _ de:0.9;las _ y:0.7;last:-0.4;late:-0.4;lay out:0.5;le:0.8;le _ ?:0.5
le _ a:1.7;le _ al:0.4;le _ el:-0.5;learn:-0.4;leave:-0.4;leaves:-0.6;leche:-0.6;left:0.4;less:-0.4;libro:1;lie:-0.7;like:-1.1;lines:0.9
list:2.4;list of:0.4;list the:-0.4;lista:0.9;lista de:0.9;live _ >:-0.5;llama:1.1;llama el:1;llama mi:0.8;llamaba:0.8;llegar:-0.7
lleva:-0.6;llevo:1.3;llueve:-0.5;lo:2.2;lo _ en:-0.4;lo _ la:0.5;lo _ las:0.4;lo de:1.5;lo del:0.4;lo q:0.5;lo que:1.6;local:0.7;lol:-0.8
lol >:-0.8;long:-0.5;long _ my:0.7;long _ you:-0.4;long does:-0.8;look:-0.4;los:1;los _ >:0.5;los _ ?:-0.4;los _ a:0.5;los _ de:-0.4
los _ del:0.4;los _ que:1;los gatos:-1.6;losing:-0.7;lugar:1.1;luna:-0.4;lunch:0.5;lunes:-0.7;lunes >:-1.1;luz:-1.1;made:-0.6;mail:1.5
mail to:0.9;make:0.4;make _ a:0.7;make a:0.5;make me:0.4;mal:-0.4;mama:1.3;man:-0.9;manana:-1.3;manana ?:0.4;mancha:-0.7;mancha de:-0.7
many _ does:-0.5;many _ in:-0.5;many _ is:-0.4;mar:-0.8;marek:0.6;martes:-0.4;marzo:0.8;mas:-0.9;masa:1.6;mateo:0.7;may:0.5;may >:0.5
me:2.1;me >:-0.9;me ?:0.4;me _ ?:0.7;me _ en:0.7;me _ joke:-0.8;me _ las:0.6;me _ los:-1.2;me _ para:0.6;me _ the:-0.7;me _ to:0.4
me _ un:0.6;me a:-0.6;me and:0.4;me compro:0.5;me dijiste:0.6;me dijo:-0.4;me ofrecen:0.5;me something:-0.7;me the:0.5;me to:0.8
me what:0.4;me why:-0.4;mean:-1.6;meaning:-0.6;meaning of:-0.5;mejor:-0.5;mensaje:1.5;mensaje al:0.6;menu:1.8;menu de:0.4;mes:0.9
mesas:0.9;meses:0.4;message:0.5;mi:4.1;mi _ ?:1.3;mi abuela:-1;mi madre:0.4;mi mama:0.7;mi vida:-0.4;miercoles:0.7;mil:-0.7;milk:0.5
mine:0.4;minutes:-1;minutos:-0.4;mio:0.4;mis:2.5;mis _ >:0.8;mix:-0.7;money:0.5;moon:-1.2;morning:-1.2;morning >:-0.4;most:-0.7;motor:0.5
move:0.4;mrs:1.5;much:0.7;much _ the:0.9;much did:0.4;mujer:0.4;mum:1.2;my:4.2;my _ >:1;my _ ?:0.4;my _ is:-0.7;my brother:0.4
my phone:-0.6;n:1.5;n _ >:0.4;nada:-1.6;name:1.3;name >:0.7;name for:-0.4;name of:0.9;near:-0.8;necesito una:-0.8;need:1;need _ rhyme:-0.4
needs:0.6;neil:0.8;never:-0.8;new:1.7;new _ >:0.6;next:0.8;ni:-0.9;nice:0.5;night:-0.9;night _ >:-0.7;no:-1.7;no _ >:-1.3;no _ comer:0.8
no me:-1;no puedo:0.6;nobody:-0.5;noche:0.6;nombre:0.7;normal:-0.6;normal ?:-0.5;normal _ >:-0.5;normally:-0.4;nos:0.4;nos _ el:-0.4
not:1.2;not _ >:0.4;note:0.9;note to:0.5;nothing:-1;novela:0.4;noviembre ?:0.5;noviembre _ >:0.5;now:2.2;now >:0.7;nueva:0.9;nuevo:0.8
number:0.6;numero:0.7;o:-0.8;o _ >:-0.9;o _ ?:1.3;obra:0.6;obra >:0.4;october:0.4;octubre:0.8;of:-0.9;of _ >:0.4;of _ ?:-1;of a:-1.2
of my:0.7;of us:0.6;off:-0.8;off the:-0.4;ofrecen:0.7;ok:-1;old:0.8;old is:0.6;on:0.9;on >:0.4;on _ ?:-0.5;on a:-0.8;on my:-0.5
on that:0.9;one:-0.9;one _ a:-0.4;ones:-0.7;ones >:-0.4;only:-0.8;open:-0.4;operation:0.4;or what:0.5;order:1.3;organizame:0.4;other:0.6
otro:0.4;our:2.1;our _ ?:0.4;out _ >:-1.1;out _ the:-0.4;out of:-0.6;out the:0.5;over:-1.1;pa:1.8;pa _ >:0.4;pa la:-0.6;paga:0.4;pagar:0.7
pago:1.6;painted:-0.4;palabra:-2.5;palabra _ >:-0.4;pan:-0.6;papa >:0.4;papel:0.4;papeles:0.5;para:2.9;para _ >:-0.8;para _ a:0.4
para el:1.1;para la:0.7;para un:-1.2;para una:-0.4;parte:0.5;pasame:0.6;paso:-1.3;paso en:-0.4;pastilla:0.6;pay:1.1;paying:0.6;people:-0.9
per:-0.4;percent:-0.5;percent of:-0.7;pero:0.4;perro:-0.9;peso:0.4;phone:-0.4;physio:0.5;pide:0.7;pidiendo:0.6;pidio:0.7;pido:0.4;piso:0.5
place:1.1;place >:0.4;plan:3;plan for:0.6;plan me:0.5;plata:-0.5;platos:0.7;please:-0.6;please >:-0.4;please _ me:-0.6;plot:0.6;pls:0.4
poem:-0.5;poema:-0.4;pone:-0.4;pongo:0.4;por:-0.7;por _ >:-0.7;por _ de:-0.4;por _ el:-0.4;por _ me:0.4;por _ no:1;por _ se:-0.7
por _ y:-0.5;por el:0.8;por la:0.8;por que:-1.2;porque:-0.6;poster:0.4;precio:1.2;preguntas:-0.6;presupuesto:1.4;pros:-0.5;puede:-1
puede _ ?:-1;puede congelar:-0.6;puedo _ a:0.7;puedo ir:0.5;python:-0.7;q:2.8;q _ >:0.4;q _ me:0.6;q es:-0.9;q le:0.5;q me:0.6;q se:0.7
q tengo:0.5;que:1.4;que ?:-0.5;que _ >:-0.7;que _ ?:0.5;que _ a:0.7;que _ del:0.4;que _ en:0.6;que _ era:0.6;que _ hace:-0.8
que _ hacer:-0.4;que _ hay:-0.8;que _ la:-1.8;que _ los:-1;que _ me:0.5;que _ mi:0.4;que _ puedo:0.4;que _ que:0.7;que _ sale:-0.4
que _ ser:-0.6;que _ si:-0.6;que _ son:0.6;que _ tengo:0.6;que _ un:-0.8;que _ va:0.5;que ano:-1.3;que calor:-0.7;que dia:0.5;que dias:1
que diferencia:-0.8;que el:-0.6;que es:-1.9;que esta:-0.6;que hacer:-0.4;que hago:-0.6;que hora:-0.5;que llevo:0.5;que los:-1.5;que me:2.1
que no:0.5;que paso:-0.5;que puedo:-0.6;que se:-1.2;que significa:-0.9;que te:0.6;que tengo:0.5;que viene:0.5;queda:0.9;quedamos:0.6
quede:0.5;quedo:0.7;quedo el:0.4;queria:0.7;question:-0.6;quick:-0.4;quien:2.9;quien _ a:0.9;quien _ de:0.6;quien _ el:-1.1;quien _ mi:0.5
quien es:2.3;quien escribio:-1.4;quien gano:-1.5;quien le:0.5;quien me:0.7;quien nos:0.6;quien se:0.7;quienes:0.5;quiero:-0.8;quita:-0.6
quitar:-0.4;quiz:-0.5;radio:-0.5;rain:-1.6;random:-0.5;rapido:-0.4;real:-0.5;really:-0.5;receta:0.5;recipe:0.5;redacta:1;redacta un:0.5
refit:0.5;regex:-0.8;remember:0.5;remind:1;remind me:1;remote:0.6;remove:-0.5;rent:1.4;reparte:0.4;restaurante:0.4;resumen:-0.5
revolucion:-0.4;rey:-0.9;rhyme:-0.7;rhyme for:-0.6;rice:-0.5;right:-0.9;road:-0.4;roman:-0.8;roughly:-0.4;rude:-0.6;run:0.9;run _ >:0.5
running:-0.7;s:-0.8;sabado:0.5;sale:-0.4;sale el:-0.6;salen:0.7;saque:0.5;say:-0.6;says:-0.7;school:0.6;school _ >:0.8;score:-0.4;se:-3.1
se _ congelar:-0.6;se _ el:0.5;se _ en:-0.5;se _ la:-0.4;se _ las:-0.9;se _ mi:0.8;se _ un:-0.6;se _ una:-0.6;se dice:-0.7;se escribe:-0.9
se hace:-0.6;se llama:1.1;se llamaba:0.8;se lo:0.5;se me:-0.8;se puede:-0.9;se queda:0.4;se quita:-0.4;sea:-1.1;second _ >:-0.7;segun:0.6
seis:-0.4;semana:1.4;sentence:-0.5;sera:-0.8;set _ the:0.4;seven:-0.7;shall:0.4;she:1.2;she _ >:0.4;shoes:-0.4;shop:-0.6;shopping:0.9
shopping list:0.6;short:0.4;short _ to:0.6;should i:-0.7;si:-0.7;si ?:0.6;si _ >:0.4;significa:-1.8;sin _ >:-0.4;since:-0.9;sinonimo:-1.2
sinonimo de:-1;sister:0.4;slow:-0.7;snow:-0.5;so:-1.5;sobre:-1.2;sobre el:-0.4;sobre la:-0.4;sol:-1;sol en:-0.7;solo:-1.3;some:-0.5
somebody:-0.5;something:-1.3;something _ >:-0.4;son:-1.6;sounds:-0.5;soy:0.4;spanish:1.1;speak:-0.5;spell:-0.9;still:0.7;stop:-0.5
studio:0.5;study:0.5;su:0.5;sugar:0.4;summarise:-0.4;sun:-0.7;sunday:-0.6;tabla:-0.5;table:-0.7;tablecloth:-0.4;take:0.9;take the:0.4
takes:-0.4;taking:1.1;taller:0.7;tarda:-1.2;te _ >:-0.4;telefono:-0.5;tell:-0.9;tell _ a:-0.7;tell _ something:-0.5;tell me:-1.3;temas:0.4
temperatura:-1.5;ten:-1.4;ten _ >:-0.5;ten minutes:-0.5;tengo:1.6;tengo ?:0.4;tengo q:0.4;tengo que:0.9;tengo una:-0.5;tesis:0.4;text:0.6
texto:0.5;thank:-0.5;thank you:-0.5;thanks:-1;that >:-0.6;that _ >:-0.5;that _ me:0.4;that _ one:0.5;that _ thing:0.5;that's:-0.6;the:2.2
the _ >:1.4;the _ ?:0.4;the _ about:0.7;the _ again:0.4;the _ at:0.5;the _ between:-1.3;the _ crew:-0.5;the _ for:0.4;the _ has:-0.8
the _ i:0.8;the _ of:-2;the _ on:0.4;the _ one:0.9;the _ people:0.5;the _ thing:0.5;the _ to:0.6;the _ was:-0.6;the _ way:-0.6
the _ what:0.7;the best:-0.9;the capital:-0.7;the car:-0.4;the dates:0.4;the day:0.4;the difference:-1.3;the fridge:-0.6;the landlord:0.4
the moon:-1;the name:0.7;the new:0.6;the night:-0.6;the one:0.5;the other:0.4;the physio:0.5;the van:0.4;the way:0.4;the wedding:0.4
the whole:-0.5;then:-0.9;there:-0.7;thing:0.9;thing >:0.7;things:0.7;think:-0.4;this:-1.2;this sentence:-0.4;this week:0.5;three:-0.8
three _ >:-0.4;tia:0.4;tiempo:-1;tiene:-1.8;tiene el:-0.5;tiene un:-0.4;time >:0.6;time _ i:0.4;times:-0.9;tired:-1.2;tired >:-0.4;to:1.1
to >:-0.5;to _ >:-0.6;to _ ?:0.6;to _ a:-0.4;to _ in:0.5;to _ the:0.6;to _ to:0.4;to a:-1;to be:0.5;to eat:0.4;to have:0.5;to learn:-0.5
to my:0.4;to say:-0.5;to the:0.8;toca:0.9;today:-2.1;today >:-0.7;todo el:-0.5;todo lo:0.6;todos:0.9;told:0.5;tomato:-0.4;tomo:0.5
too:-0.4;total:1.1;trabaja:0.6;trabajo:0.8;trabajo >:0.4;traduce:-1.5;traduce al:-0.4;train:-0.4;translate:-0.9;tren:-0.7;tres:-1;trip:0.7
truck:0.5;true:-0.6;try:-0.5;turn:-0.4;two:0.4;ugh:-1.5;uk:-0.8;ultima:0.8;un:-3.4;un _ >:-1.1;un _ ?:-1.5;un _ a:1;un _ de:-2.3
un _ pa:1.1;un _ para:0.8;un _ y:-0.6;un chiste:-0.9;un curso:0.4;un mensaje:1.1;un poema:-0.4;un resumen:-0.7;una:-3.7;una _ >:-0.8
una _ ?:-0.6;una _ a:0.4;una _ blanca:-0.4;una _ de:-0.5;una _ que:0.4;una mancha:-0.6;undo:-0.4;until:-0.5;up the:0.7;us:1.7;us >:0.5
use:-0.9;usually:-1.3;va:1.3;va a:1.2;vamos:0.5;van:1.2;veinte:-0.4;ventana:-0.7;verdad:-1.1;verguenza:-0.7;very:-0.5;vez:1.1;vi:-0.5
viaje:0.8;vida:-0.5;vieja:0.4;viernes:0.4;vos:-0.7;voy:1.4;voy a:0.4;w the:0.5;want:0.9;wanted:0.5;wants:1.4;was:0.7;was i:0.6;was it:1.1
was the:-1.1;wat:0.5;water:-1.3;way:-0.4;way to:-0.6;we:3.4;we _ >:1.2;we _ ?:0.4;we _ for:0.6;we _ the:0.5;we do:-0.4;weather:-0.7
wedding:0.4;wedding >:0.6;week:1.8;well:-0.5;well >:-0.4;wen:0.6;what:2.4;what _ >:-0.5;what _ a:-0.7;what _ am:0.5;what _ did:-0.5
what _ does:0.4;what _ i:0.9;what _ is:1;what _ my:0.8;what _ of:0.4;what _ the:-1.8;what _ was:-0.4;what _ we:0.4;what a:-0.9
what are:-0.6;what day:0.5;what did:1.9;what does:-0.9;what else:-0.5;what i:0.4;what i'm:0.4;what is:-2.2;what kind:0.4;what should:-0.7
what was:1.6;what we:0.6;what year:-2.1;what's:-1;what's _ difference:-0.5;what's _ on:0.5;what's a:-0.7;what's my:0.8;what's on:0.5
what's the:-1.6;whats my:0.4;whats the:-0.8;whatsapp:0.6;when:2.3;when _ i:1;when _ my:0.4;when _ the:-0.7;when did:-1;when do:0.9
when does:0.8;when i:-0.8;when is:0.9;when was:-0.8;when's:1.4;where:1.7;where _ we:0.4;where does:0.5;where's:0.5;where's the:0.5
which:1.9;which _ are:0.5;which _ did:0.4;which _ do:0.6;which _ does:0.5;which _ has:-1.2;which _ is:0.9;which _ was:0.5;which day:0.4
which is:-1.1;which of:0.5;while:0.7;who:1.2;who _ i:0.6;who _ me:0.4;who _ the:-1.5;who has:0.8;who i:0.5;who invented:-0.8;who is:1.7
who was:-1.2;who won:-1.3;who's:2.2;whole:-0.4;why _ i:0.9;why _ my:-0.6;why _ we:0.4;why do:-1;why was:0.8;wife:0.5;will:-0.4
will be:-0.5;windows:-0.7;with:1.6;with my:0.6;with the:1;won:-1.3;won the:-1;word:-1.3;word for:-0.4;words:-0.9;work:1.1;world:-0.6
write:1.2;write _ a:-0.5;write _ the:0.6;write a:-0.5;write me:-0.8;write the:1.2;write to:0.7;y:1;y _ >:0.5;y _ ?:-0.6;y _ cuando:0.5
y _ el:-0.4;y _ que:0.8;y _ tengo:-0.4;y a:0.6;y cuanto:1.1;y donde:0.8;y el:0.4;y en:-0.4;y la:-0.4;y me:-1.2;y no:-1.4;y q:0.6;y que:1.2
y todo:0.5;y yo:0.4;ya:1.3;ya puedo:0.5;year:-1.2;year _ the:-0.7;year did:-1.5;years:-0.9;yes ?:0.6;yes _ >:0.5;yo:1.7;yo >:0.4
yolanda:0.6;you:-2.4;you _ >:-0.4;you _ ?:0.5;you _ a:-1.3;you _ me:0.7;you _ my:0.4;you say:0.4;you're:-0.8;your:-1
`),
};
