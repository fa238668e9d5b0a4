/** Letting off steam: what is said in it is no habit and no preference. All folded. */
import { rawLines } from '../text/raw-lines.ts';
const VENTING = new RegExp(
  rawLines`
      \b(?:hart[oa]s?|podrid[oa] de|no doy mas|no puedo mas|no aguanto mas|me tiene[ns]? (?:hart|podrid|cansad)\p{L}*|
      nada me sale|me sale (?:todo )?mal|todo (?:me )?sale mal|siempre (?:es )?(?:lo mismo|la misma (?:historia|mierda)|igual)|
      siempre (?:me|nos) (?:pasa|toca|sale|hacen|olvidan|dejan)|(?:la )?puta|pucha|concha|mierda|carajo|joder|cono|ostia|hostia|
      chingad\p{L}*|cagar\p{L}*|cag[oa]|que (?:bronca|embole|paja|asco de|rabia|coraje|fastidio|hueva)|ugh|uf+|argh|grr+|
      me (?:quiero|voy a) (?:morir|matar|volver loc[oa])|un desastre|what a (?:disaster|mess|nightmare)|que desastre|todo mal|
      siempre (?:meto|arruino|la cago|pierdo|fallo|me equivoco|hago todo|llego tarde|me olvido|me enamoro|termino (?:igual|mal|
      peor))|nunca (?:aprendo|termino (?:nada|de)|entiendo|puedo|logro|consigo|gano|tengo (?:suerte|tiempo|plata|dinero)|
      me (?:sale|alcanza|escuch|entiend|va a|pasa)\p{L}*|hago nada bien|me va|acierto|llego)|nadie me(?! (?:dice|llama|conoce))|
      a quien le importa|no sirvo|fed up|sick (?:and tired )?of|so done|i'm done with (?:this|everything|it all)|hate my life|
      hate (?:this|everything|everyone|it here)|can't take|cant take|wtf|ffs|omfg|damn|damnit|dammit|bloody|fuck\p{L}*|
      shit\p{L}*|crap|bullshit|always (?:mess|screw|fail|ruin|break|end up|the same|get (?:it|everything|this) wrong|
      late for everything|lose (?:everything|at)|forget everything|disappoint)\p{L}*|never (?:get (?:it|anything|this|things)|
      win|learn\b(?! \p{L}+ing)|finish anything|manage|have (?:time|money|luck|any)|works|work(?! (?:on|at|from|past|after|
      before|more|weekends|nights|for|with|in|late))|understand|good enough|enough|anything|gets?|be (?:good|able|happy)|
      catch a break|do anything right|going to (?:finish|get|make|be|work)|gonna)|kill me|i give up|worst (?:day|week|year)|
      drives? me (?:crazy|nuts|mad|insane)|why (?:me|does this always)|hate when|odio cuando|odio mi|odio los lunes|
      hate mondays|such an idiot|so stupid|useless|inutil|estupid[oa])(?!\p{L})
    `,
  'u',
);

export function isVenting(folded: string): boolean {
  return VENTING.test(folded);
}
