/** English verbs by which an assistant is told how to behave, as part of a pattern. Folded. */
const VERBS =
  'use answer reply respond write speak talk call address give show send include add avoid explain keep be ask check confirm verify ' +
  'start begin end finish format cite link summarize summarise translate mention assume suggest recommend propose put make do run test commit ' +
  'push deploy delete remove share tell treat provide return output generate prefer follow round convert quote warn remind consider take let ' +
  'leave apologize apologise wrap indent name comment skip omit offer list number sign greet refer interrupt repeat correct guess invent ' +
  'schedule book order contact mail email text ping notify save store log print render draw highlight attach number try stick go wait look ' +
  'read review think double-check double remember spell pronounce present set pick choose limit focus prioritize prioritise say stop ' +
  'buy forward cc bcc reference lint compile build merge squash rebase document mark tag label open close turn touch change modify edit ' +
  'judge lie sugarcoat sugar-coat patronize lecture shorten simplify calculate measure describe refactor proofread hide sort group rank trim challenge criticize praise flatter';

export const ENGLISH_TOLD = `(?:${VERBS.split(' ').join('|')})`;
