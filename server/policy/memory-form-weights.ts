/**
 * The weights of domain/context/question-form.ts for tails and long-term memories: do not edit. They were learnt from talks, questions and lines of
 * our own in English and Spanish; test/bench/context/train-floor.ts writes them with the argument \`memories\`, and says why it has not since.
 */

import type { FormWeights } from './form-weights.ts';
import { unpackWeights } from './packed-weights.ts';

/** `<` and `>` are the bounds, `_` is any word; of a gram over 0 more questions about what was said have it. */
export const MEMORY_FORM_WEIGHTS: FormWeights = {
  bias: 0.74,
  grams: unpackWeights(`
3:-0.1;4:-0.3;9:-0.8;10:-0.9;12:-1;200:-0.8;<:-3.3;< _ >:-1.4;< _ ?:-1.6;< _ a:-3.3;< _ al:-0.3;< _ am:0.9;< _ and:0.5;< _ are:-0.5
< _ came:-1.1;< _ can:-0.1;< _ como:-0.5;< _ con:0.7;< _ cuanto:0.8;< _ day:0.1;< _ de:-1.2;< _ dia:-0.9;< _ dias:0.3;< _ did:2.1
< _ dijo:1;< _ do:-0.7;< _ does:-0.1;< _ donde:1.7;< _ el:1.7;< _ era:0.1;< _ es:-0.6;< _ for:-0.6;< _ hago:-1.7;< _ happened:-0.1
< _ has:0.6;< _ have:-0.2;< _ i:0.2;< _ is:-0.1;< _ it:-1.2;< _ kind:0.6;< _ la:-2.7;< _ le:-0.4;< _ lo:0.7;< _ long:-0.1;< _ makes:0.5
< _ many:0.9;< _ me:0.7;< _ much:1.4;< _ my:3.5;< _ need:-0.3;< _ no:0.1;< _ o:2;< _ of:0.5;< _ old:0.5;< _ on:-0.5;< _ one:-1.1
< _ or:3.1;< _ paso:-0.5;< _ puedo:-1.4;< _ que:1.8;< _ question:-0.4;< _ quien:1.9;< _ se:1.5;< _ si:-0.3;< _ te:-1.5;< _ that:-0.4
< _ the:0.7;< _ there:-0.9;< _ this:-0.6;< _ three:-0.8;< _ to:-0.8;< _ un:-1.2;< _ una:-0.9;< _ va:-0.7;< _ want:-1.1;< _ was:0.2
< _ we:-0.6;< _ what:1.3;< _ when:0.6;< _ will:0.5;< _ y:-1.1;< _ you:0.2;< a:2.6;< and:-0.9;< are:-1.2;< buenas:-0.8;< cada:0.4;< can:0.1
< como:2.9;< con:0.4;< convert:-0.8;< cual:1.6;< cuando:1.6;< cuantas:1.4;< cuanto:1.9;< cuantos:0.6;< dale:-0.6;< dame:0.2;< de:1
< define:-0.5;< do:-0.9;< does:0.9;< donde:2.7;< draft:-0.3;< el:-1.6;< en:0.6;< escribe:-0.2;< explain:-0.7;< explica:-0.2;< give:-1.4
< hace:0.1;< haha:-0.4;< has:1.4;< have:0.3;< how:0.9;< i:-3;< i'm:-0.5;< in:0.3;< it:-0.5;< let's:-0.1;< list:0.8;< lo:-0.7;< make:-0.6
< me:-1.2;< mi:0.2;< my:-4.5;< necesito:-0.6;< no:-0.3;< ok:-1.3;< otra:-1;< por:1.2;< puedo:-1.2;< que:2.3;< quien:-0.2;< quiero:-0.7
< recommend:-0.3;< remind:1.2;< se:-0.9;< should:-1;< si:-0.3;< suggest:-0.3;< te:0.9;< tell:-1.2;< the:-1.2;< translate:-1;< we:-2.3
< what:1.5;< what's:1;< whats:0.3;< when:1.4;< where:2.2;< which:0.5;< who:1.8;< who's:2.7;< why:1.4;< would:0.9;< write:-0.3;< y:0.2
< ya:-0.3;>:-3.3;?:1.4;? >:1.7;a:-2;a _ >:-0.3;a _ ?:1.9;a _ about:-0.3;a _ en:0.9;a _ for:-1.9;a _ hora:-0.1;a _ that:-0.3;a day:-0.8
a donde:1;a la:2;a las:0.1;a mi:0.1;a que:2.2;about:0.1;about _ >:-0.4;about a:-0.6;about my:0.8;about the:-0.7;after:-0.1;again:1
again >:1;agua:-1.6;ahi:-1.1;al:2.1;al _ ?:1.8;algo:0.9;all:-0.5;allergic:1.6;allergic to:1.6;always:-1.9;am:2.1;am i:2.1;an:-2.1;and:-1.1
and _ >:-0.3;and the:-0.3;ano:-1.4;any:-1.2;anything:1.4;are:-0.5;are _ on:1.3;are the:-1.1;are there:-0.7;are we:1.6;arroz:-0.9;ask:0.3
at:1.5;at _ ?:-1;at a:-0.4;at night:-0.7;at the:0.8;auto:0.1;back:0.9;back ?:0.6;back _ >:0.6;back _ the:0.5;back to:0.2;bad:-1.4;be:1.2
been:0.7;been to:-1;before:0.4;before ?:1;before _ >:1;best:-1.3;better:-1.3;better _ >:-1.1;bike:0.4;bike _ >:0.2;birthday:0.8;book:0.7
bread:-0.1;bring:0.5;brother:0.7;brown:-1.3;buenas:-0.8;bueno:-0.9;bus:1.1;but:-1;by:-0.9;bye:-0.5;cada:0.4;cada cuanto:0.4;cafe:1.3
cafe >:1.3;called:1;called ?:1;called _ >:1;came:-1.2;can:-1.7;can _ do:-1.6;can i:-3.2;can we:-0.9;can't:0.3;capital:-1.4;capital de:-0.7
capital of:-0.8;car:-0.2;carta:0.8;cat:-0.8;cayo:-1;change:-0.8;check:-1.4;children:0.1;cinco:-0.8;cine:-0.3;cine >:-1;code:1;coffee:-0.2
coffee _ >:0.2;colour:0.1;come:-0.3;comer:1;comer ?:0.6;como:-0.1;como _ el:-0.7;como _ llama:0.8;como _ un:-0.6;como funciona:-1.4
como se:0.3;con:1.6;con el:1.9;con la:1.1;con que:0.7;con quien:0.8;convert:-0.8;cost:0.4;could:-0.1;country:-0.6;cual:1.5;cual _ el:0.8
cual _ la:-1;cual era:1.3;cual es:0.5;cuando:2.9;cuando _ el:2.3;cuando _ mi:0.3;cuando se:-0.2;cuantas:0.5;cuanto:2.2;cuanto _ el:0.7
cuanto es:-1.3;cuanto me:1.4;cuantos:0.5;cuantos _ tiene:-0.4;cuantos dias:-0.2;cuatro:-0.2;curso:1.4;da:0.3;dale:-0.7;dame:0.2;dark:-1
day:-0.3;de:0.6;de _ >:0.7;de _ ?:-2.6;de _ de:-1.5;de _ que:0.4;de _ y:-0.2;de donde:0.1;de la:1.8;de mi:-0.1;de que:0.8;decime:0.8
define:-0.5;define _ >:-0.5;deje:0.8;del:0.4;del _ >:2.7;del _ ?:-0.3;dia:-0.5;dia >:-0.7;dia _ la:1.3;dice:-1;did:3.9;did _ get:0.5
did _ go:0.3;did _ want:0.5;did i:2.7;did my:0.6;did the:-0.8;did we:1.5;diez:0.4;dijo:0.2;do:-1;do >:0.4;do ?:-0.9;do _ >:-0.9;do _ a:0.1
do _ do:-0.2;do _ have:0.4;do _ live:-0.6;do _ say:-0.9;do for:1.1;do i:0.6;do we:2.2;do you:1;does:0.8;does _ have:0.1;does _ want:0.6
does a:-2.1;does it:-0.9;does my:1;does the:1.5;doesn't:0.5;dog:0.9;dog _ ?:0.6;dogs:-0.3;domingo:-0.1;don't:-0.7;donde:3.8;donde _ el:0.8
donde _ los:-0.2;donde es:1.1;donde se:1;dos:-0.4;draft:-0.2;drink:1.3;drums:0.4;drums ?:0.4;drums _ >:0.4;eat _ ?:-0.4;el:-1.1;el _ >:3.4
el _ ?:1.6;el _ de:2.3;el _ del:0.8;el _ es:-1.6;el _ mas:-1.3;el _ que:0.3;el _ y:-0.6;el domingo:-0.1;el lunes:-1.3;else:-1.2;email:-0.4
en:-0.8;en _ >:-0.9;en _ ?:-1.4;en el:0.1;en la:0.4;en que:1.6;end:-2.7;entre:-0.4;era:0.6;era el:-1.6;era la:1.2;error:-0.5;es:-1.2
es _ ?:-1.3;es la:-2.8;es mi:1.5;es un:-0.3;es una:-0.6;escribe:-1.5;eso:-0.9;esta:-3;estan:1.7;estar:0.5;estoy:0.3;estoy _ >:0.4;ever:0.8
examen:2;excel:-0.5;explain:-1.3;explica:-0.2;explica la:-0.2;final:-0.8;first:-1.7;flat ?:0.5;flat _ >:0.5;flight:1.1;for:-0.2;for ?:-0.6
for _ >:-0.7;for _ ?:1.3;for a:-1.5;for the:1.1;formula:-0.9;friday:-0.1;from:-0.9;from _ >:0.8;fue:-1.1;fun:-0.5;funciona:-1.4
function:-0.2;gave:0.8;get:-0.8;getting:-0.2;gina:1.4;give:-1.3;give _ a:-0.5;give me:-1.4;go:0.5;go to:0.5;going:1.1;going to:0.8
good:-0.3;gracias:-0.5;gym:-0.3;hace:-1;hacer:-1.4;hago:-1;haha:-0.4;haiku:-0.3;happened:-0.1;has:-0.1;has the:-2.2;have:-0.7;have ?:0.2
have _ >:0.1;have _ ?:-1.4;have _ been:-0.1;have i:1.5;have to:-0.8;help:-0.6;hermano:-0.2;him:-1.4;his:1.1;his _ ?:1.1;historia:-0.8
home:0.1;hora:-0.3;hotel:2;how:-1.3;how _ are:-0.1;how _ did:0.7;how _ do:-0.1;how _ does:-1.3;how _ i:-1.8;how _ is:-1;how _ should:-0.8
how _ the:1.2;how can:-0.8;how did:0.9;how do:-3;how does:0.9;how long:1.3;how many:-0.6;how much:1.5;how often:-0.1;how old:0.5
how to:-0.5;how's:-0.2;hoy:-1.1;husband:-0.2;i:3.7;i _ >:-1.2;i _ ?:1.8;i _ a:-1.6;i _ at:0.3;i _ for:0.5;i _ in:1.3;i _ it:-0.4
i _ my:-0.7;i _ the:-1;i _ to:-0.5;i _ up:0.3;i _ with:0.1;i _ you:0.6;i been:1;i do:-0.5;i eat:0.6;i get:-0.7;i have:-0.1;i need:-0.3
i told:0.3;i use:-1;i want:-0.8;i'm _ >:-0.8;if:-0.8;in:-2.2;in _ ?:-0.7;in a:-1.2;in the:-0.9;ingles:-0.3;integral:-0.7;interview:0.3
is:0.5;is _ >:0.5;is _ ?:-0.4;is _ the:-0.3;is a:-0.9;is it:-1.4;is my:0.8;is that:-0.9;is the:-1.1;is there:0.7;it:-2.5;it >:1.5;it ?:0.8
it _ >:0.2;it _ ?:-1.1;it's:-0.8;ivan:3.1;jaja:-1;job:0.1;just:-0.5;keep:-1.3;kids:0.1;kilometros:0.9;kind:0.6;kind of:0.6;know:-0.4
la:-0.6;la _ >:2.9;la _ ?:2;la _ de:0.2;la _ del:-0.4;la lista:1.8;la vespa:0.9;landlord:0.2;las:0.2;las _ >:-0.5;las _ ?:1.3;last:0.3
last _ >:0.5;late:0.4;le:0.9;le _ a:1;le paso:0.4;learn:-0.9;leave:-0.9;leaves:-0.5;left:-0.6;let's:-0.1;licence:0.7;like:0.9;list:1.7
list the:-0.4;lista:1.6;lista de:1.6;live:0.9;live ?:-0.4;live _ >:-0.4;living:0.9;llama:0.8;llama mi:0.3;llego:-0.1;llevar:-0.3;llevo:0.9
lo:-0.3;lo _ >:-0.5;lo _ en:-0.6;lo de:0.4;lo que:0.7;lol:-0.7;lol >:-0.7;long:0.8;look:0.8;los:-1.8;los _ >:-1.2;los _ ?:-0.1;lucho:1.4
luna:-1.4;lunes:-1.3;made:-2.2;madre:1.1;madre ?:0.1;madre _ >:0.1;make:-0.9;makes:0.5;mal:-0.9;manana:0.1;many:-0.6;many _ are:0.6
many _ did:0.5;many _ does:-1.3;mas:-3.1;mas _ >:-0.6;me:1.5;me ?:1.2;me _ >:0.6;me _ ?:1.1;me _ a:-0.6;me _ el:0.9;me _ en:1.3
me _ la:-0.5;me _ the:0.1;me _ una:-0.7;me a:-1.2;me da:0.3;me what:1;mejor:-0.6;mejor ?:-0.6;mejor _ >:-0.6;mi:4;mi _ >:1;mi _ ?:2.5
mi hermano:-0.2;mi madre:1.1;might:0.8;mis:1.8;mis _ ?:0.8;month:0.4;more:-0.1;mother:0.5;move:0.5;much:0.6;much _ i:0.6;much _ the:1.9
much did:0.4;much do:0.7;much is:-0.4;my:3.5;my _ >:2.3;my _ ?:1.4;my husband:-0.2;my mother:0.3;nada:-1.6;name:3.1;name of:2
necesito:-0.1;need:0.2;never:-0.6;new:1.1;new _ >:0.9;next:0.5;ni:-0.5;night:-2.1;night ?:-0.8;night _ >:-0.8;no:-2.5;no _ >:-1.1
no _ comer:1.1;no me:-0.8;no puedo:1.4;nombre:2;normal:-0.7;normal ?:-0.6;normal _ >:-0.6;nos:-0.8;nos _ el:-0.3;not:0.1;nothing:-0.4
now:-0.2;now >:-0.5;number:0.2;o:2.8;o _ ?:0.7;of:-1.4;of ?:0.5;of _ >:0.1;of _ ?:-2.5;of the:-0.2;off:0.7;often:-0.1;ok:-1.5;ok and:0.6
old:0.7;old is:0.2;on:-0.2;on >:0.5;on ?:1;on _ >:0.8;on _ ?:-0.6;on a:-0.3;on friday:0.8;on saturday:-0.1;on sunday:-0.5;on the:-0.4
one:-2.5;one >:-0.5;one ?:-0.3;one _ >:0.1;or:2.6;or _ ?:0.3;or the:0.2;order:1.1;other:-0.7;otra:-1.4;our:1.8;our _ ?:1.2;out:-0.9
out ?:-0.9;out _ >:-0.9;over:-0.6;pan:-0.9;para:0.6;para _ >:-0.4;para el:-0.8;para un:-0.1;parrot:0.7;party:0.5;paso:-0.2;paso a:0.4
paso en:-0.8;paul:0.8;pay:-0.4;people:0.9;perfecto:-0.3;pescado:0.8;pescado ?:1;pescado _ >:1;phone:-0.9;pick:0.5;plan:2;play:0.5
please:-0.6;please >:-0.6;pone:-0.2;pongo:-1.6;por:-1.3;por _ >:-1.6;por _ ?:-1.8;por _ no:-0.1;por que:-0.6;puede:-1.9;puedo:-2.1
puedo _ >:-0.9;puedo comer:1.1;python:-1.1;que:3.1;que ?:-1.2;que _ >:-2.4;que _ ?:-0.8;que _ a:0.2;que _ con:0.5;que _ en:-0.7
que _ era:1.2;que _ la:-1.3;que _ lo:-1;que _ los:-0.2;que _ me:-0.1;que _ paso:0.4;que _ puedo:1.5;que _ tengo:1.2;que _ tiene:-1.2
que _ un:-1.2;que _ una:-0.6;que ano:-1.4;que dia:0.2;que es:-2.4;que hago:-1.4;que hora:-0.1;que le:0.4;que me:1.9;que paso:-0.5
que se:-1.5;que te:1.4;que trabaja:0.2;queda:1;quedamos:0.9;queria:2.3;question:-0.6;quien:3;quien _ a:2;quien _ el:-0.8;quien _ mi:1
quien es:2.1;quien me:0.9;quien se:1.7;quiere:0.7;quiero:0.1;really:-1.5;recipe:-0.3;recommend:-0.2;recommend a:-0.3;remember:1.9
remind:2.1;remind me:2.1;right:-1.2;run:1.2;run ?:1.1;run _ >:1.1;running:-0.1;sale:-0.2;salio:0.7;same:0.1;saturday:0.3;say:-1.7
say about:0.1;school:1;school ?:1;school _ >:1;se:-2.2;se _ el:-0.2;se _ la:-0.3;se _ mi:0.3;se llama:0.8;second:-1.3;see:-0.2
see you:-0.7;sell:0.6;semana:0.2;send:-0.1;sentence:-0.5;ser:-0.8;set:-0.6;she:-1.3;shoes:-1;shop:-0.8;shorter:-0.4;should:-3.5
should i:-3.2;si:-2.4;sigue:0.9;simon:-0.2;sin:0.3;sin _ ?:0.5;six:-1;slow:-1.4;so:-1.4;sobre:-0.1;something:-1.7;son:-1.9;sos:-0.3
sos un:-0.3;sound:-0.4;speak:-1.3;start:0.9;start _ ?:0.7;still:1.5;stop:-0.3;study:0.8;study ?:0.8;study _ >:0.8;suggest:-0.3;summer:-0.1
sun:-1.4;sunday:-0.5;table:-1.6;take:0.7;talk:-0.7;tarde:0.1;te:-0.3;te _ de:0.8;team:0.6;telefono:-0.9;tell:-0.4;tell _ a:-0.5
tell me:-0.5;ten:-1.2;ten _ >:-0.6;tengo:1.2;tengo ?:1;tengo _ >:0.6;tengo que:0.2;tesis:1.1;test:0.4;thank:-0.4;thank you:-0.4
thanks:-0.5;that:-2;that _ >:-0.4;that _ ?:-0.7;that's:-0.5;the:0.9;the _ >:3.5;the _ ?:3.2;the _ for:1;the _ i:1.2;the _ of:-2.8
the _ on:-0.5;the _ one:-0.1;the _ with:-0.5;the best:-1.5;the book:-0.3;the capital:-0.2;the end:-0.8;the last:-0.9;the name:1.7
the new:1;the shop:-0.6;the sun:-1.4;them:-0.3;then:-1.3;then >:-0.3;there:-0.6;they:-0.6;thing:-1.3;think:-0.1;this:-0.8;three:-1.2
tiempo:-1.6;tiene:-0.3;time:-0.5;time _ the:-0.1;time does:-0.2;time is:-0.1;to:0.3;to ?:0.9;to _ >:1.1;to _ ?:2.7;to _ a:-0.3;to _ on:0.3
to _ the:-0.1;to be:0.7;to go:0.6;to the:-0.2;today:-1;todo:-1.2;told:0.2;told _ about:0.3;told you:0.2;tomorrow:-0.4;too:-0.9;trabaja:1.2
trabaja _ ?:0.6;trabajo:1;trabajo _ ?:1.4;train:-0.2;translate:-1;tres:-0.4;true:-0.5;two:0.3;un:-4.5;un _ >:-0.8;un _ ?:-2.1;un _ de:-1
una:-4;una _ >:-0.4;una _ ?:-1.8;una _ de:-1.4;until:0.1;up:0.6;up ?:-0.5;up _ >:-1.1;us:1;use:-1.2;va:0.6;va a:0.8;verdad:-1.7;vespa:0.9
vez:2.6;viene:0.1;viene el:0.4;viernes:1.4;vino:-0.9;voy:0.3;want:-0.2;want to:-0.7;was:1.9;was i:1.5;was it:1.3;was the:-0.6;water:-1.6
way:-1.1;we:3.8;we _ >:1.9;we _ ?:0.6;we _ on:0.4;we _ the:0.5;we get:0.2;we have:0.2;weather:-1.4;week:-0.3;were:1;what:2.1;what _ a:-0.8
what _ at:-0.9;what _ did:-0.3;what _ do:0.2;what _ does:0.9;what _ i:-0.6;what _ is:0.8;what _ it:0.1;what _ my:1.7;what _ of:0.9
what _ the:-1.2;what _ to:1;what _ was:-0.3;what _ you:0.1;what am:0.4;what are:-0.4;what day:0.8;what did:1.9;what do:1.8;what does:-1.4
what happened:-0.1;what i:0.3;what is:-2.4;what kind:0.6;what should:-1.4;what time:0.4;what was:2.2;what's:0.5;what's my:0.9
what's on:1.1;what's the:-1.4;whats:0.3;whats the:-0.3;when:0.5;when _ i:0.8;when _ my:0.8;when _ the:-1.6;when _ we:0.7;when did:-1.4
when do:0.9;when does:1.6;when is:1.6;when the:0.7;when was:-1.3;where:2;where _ i:0.3;where _ my:0.6;where _ we:0.6;where did:0.6
where do:-0.2;where does:0.5;where was:-1.3;which:2.3;which _ am:0.3;which _ are:0.9;which _ did:1.2;which _ do:1.3;which _ does:1.3
which _ has:-2.2;which _ is:0.6;who:1.3;who _ i:0.4;who _ me:0.9;who _ the:-1.3;who came:-0.1;who did:0.2;who is:2.6;who was:-0.3
who's:3.6;why:-0.1;why _ i:1.6;why _ my:-2.3;why _ the:-0.3;why _ we:1.6;why did:-0.3;why is:-0.2;why was:2;will:-0.2;windows:-1;with:0.4
with >:0.5;with ?:0.2;with _ >:-0.3;with _ ?:-1.1;with a:-0.6;with the:1;work:-0.7;work ?:0.3;work _ >:0.4;work _ ?:0.7;would:1.3
write:-1.4;write a:-0.5;wrong:1.3;wrong with:0.6;y:-2.9;y _ ?:-0.1;y no:-0.6;ya:-0.3;year:-2.9;years:-0.8;yo:1.4;you:-1.9;you _ >:-0.8
you _ a:-1.3;you _ how:-0.6;you _ me:0.7;you _ my:0.9;you about:0.3;you know:0.4;you're:-0.6
`),
};
