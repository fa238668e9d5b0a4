/** English words that show what a turn is about. */
import type { QuestionPack } from '../question-pack.ts';

export const DOMAIN_WORDS: QuestionPack['domains'] = {
  CODE:
    'code$ coding bug$ bugs$ debug compil query queries function class$ variable stacktrace exception ' +
    'null$ undefined$ commit branch merge deploy test$ tests$ testing refactor script library framework ' +
    'server schema migration pipeline async promise algorithm',
  WORK:
    'curriculum work$ working$ job$ jobs$ company office boss$ client meeting salary interview resume$ ' +
    'team$ manager colleague coworker promotion contract hiring fired',
  PLANNING:
    'plan$ planning organiz calendar schedule deadline milestone roadmap sprint reminder task todo$ ' +
    'checklist week$ tomorrow monday',
  PROJECTS: 'project launch product startup release prototype thesis novel app$ website',
  PREFERENCES: 'prefer favorit favourit like$ love$ hate$ dislike enjoy',
  DECISIONS: 'decid decision chose$ choose choice agreed settled',
  PERSONAL:
    'family wife husband son$ daughter brother sister mother father mom$ dad$ girlfriend boyfriend dog$ ' +
    'cat$ pet$ birthday home$ moving$ live$ name$ wedding',
  HEALTH:
    'health medic doctor pain symptom sick fever allerg dieta diet$ gym$ workout sleep therapy anxiety ' +
    'pill$ hospital dentist pregnan running$',
  FOOD:
    'food recipe cook dinner lunch breakfast oven restauran wine coffee pizza meat chicken salad dessert ' +
    'cake ingredient rice pasta vegan vegetarian',
  TRAVEL:
    'travel trip$ flight hotel ticket airport passport visa$ beach touris luggage vacation holiday ' +
    'itinerar hostel train$',
  MONEY:
    'money bank$ credit mortgage tax$ taxes$ invest stock$ stocks$ saving budget invoice price$ dollar ' +
    'euro$ euros$ loan rent$ debt',
  LEISURE:
    'movie film$ serie$ series$ music$ song$ concert game$ games$ soccer football match$ book$ books$ ' +
    'guitar fiesta party museum podcast hobby anime$ playlist',
  LEARNING:
    'study studying university college exam$ exams$ course lesson teacher learn language english math$ ' +
    'history physics homework scholarship',
};
