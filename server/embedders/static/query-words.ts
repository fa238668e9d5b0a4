/** What a query says beside its topic. All patterns read folded text. */

/** English words for the kind of answer that is wanted; Spanish ones arrive here through their translation. */
export const FRAME_WORDS = (
  'preference preferences habit habits hobby hobbies interest interests detail details plan plans issue issues problem ' +
  'problems trouble troubles schedule routine choice choices taste tastes need needs info information status setup activity ' +
  'activities experience practice lesson lessons class classes appointment appointments trip trips style opinion opinions ' +
  'thing things stuff note notes update updates situation question questions concern concerns goal goals strategy memory ' +
  'memories fact facts kind type user users summary overview context'
).split(' ');

const ADVICE_EN =
  /\b(recommend\w*|suggest\w*|should i|advice|advise|any ideas|ideas for|tips|what would you|help me (choose|pick|decide|find|plan)|which \w+ (should|would)|looking for|best (way|place|option)s?|must[- ](try|see))\b/;
const ADVICE_ES =
  /\b(recomiend\w*|recomend\w*|sugier\w*|suger\w*|aconsej\w*|consejos?|que (me )?(conviene|deberia|harias)|deberia|alguna idea|ideas (para|de)|ayudame a (elegir|decidir|encontrar|planear|planificar)|estoy buscando|busco)\b/;

/** Whether a folded query asks for advice, which a stored preference should shape. */
export function asksForAdvice(folded: string): boolean {
  return ADVICE_EN.test(folded) || ADVICE_ES.test(folded);
}
