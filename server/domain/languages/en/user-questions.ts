/**
 * English questions about what the user has told: the core of such a question begins like this; folded. Where somebody or something
 * is, and when something takes place, changes by itself: only questions about lasting places and days are included.
 */
import { rawLines } from '../../text/raw-lines.ts';
import { B } from '../../text/word-edges.ts';
import type { QuestionRow } from '../question-pack.ts';
import { STABLE_ATTRIBUTES } from './stable-attributes.ts';

const S = STABLE_ATTRIBUTES;
const KIND_OF = rawLines`
  (?:(?:oldest|youngest|older|younger|middle|little|big|eldest|favou?rite|preferred|main|usual|least favou?rite|all-time|go-to|
  default|\p{L}+'s|ex-|late|childhood|family|work|home|twin|github|twitter|instagram|business|direct) )*
`;
const MINE = rawLines`
  (?:my|our) ${KIND_OF}(?:\p{L}+'?s? )?${S}(?:'s? (?:full |first |last |middle |maiden )?(?:names?|birthday|school|job|breed|
  number|email|phone|address|allergies|allergy|favou?rite \p{L}+|title))?
`;
/** A relative or a close person. */
export const PERSON = rawLines`
  (?:my|our) ${KIND_OF}(?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|sons?|daughters?|kids?|child|children|
  brothers?|sisters?|siblings?|mom|mum|mother|dad|father|parents|grandma|grandpa|grandmother|grandfather|grandparents|aunt|
  uncle|cousins?|nephews?|nieces?|in-laws|mother-in-law|father-in-law|boss|manager|cofounder|co-founder|best friend|roommate|
  flatmate|doctor|dentist|therapist|dogs?|cats?|pets?)
`;
const END = String.raw`(?=$|,| (?:called|named|again|for|in|on|about|from|located|based|born|with|of|at|allergic)${B})`;
const IS = String.raw`(?:(?:what|who)(?:'s|s| is| are| was| were))`;
/** Actions that somebody does habitually, and states. */
const DO = rawLines`
  (?:work|live|study|go to|attend|go by|prefer|like|love|hate|dislike|enjoy|avoid|drive|drink|speak|play|teach|own|collect|
  commute|listen to|support|root for|follow|smoke|train|exercise|practice|code|program|write in|host|deploy|believe in|
  celebrate|observe|bank|come from|do for (?:a living|work|fun)|like to be called|call)
`;
/** Actions that somebody did once, and that stay done. */
const DID = rawLines`
  (?:study|major|minor|graduate|grow up|get married|marry|decide|choose|pick|settle|agree|opt|go with|go to (?:school|college|
  university|uni|high school)|attend|adopt|found|meet my|move to|name my|name our)
`;
const OWNED = rawLines`
  (?:any |an? )?(?:(?:food|nut|drug|pollen|other|serious|known|big|older|younger|little|twin|half|severe) )*(?:kids|children|
  siblings|brothers?|sisters?|dogs?|cats?|pets?|allerg\p{L}*|car|spouse|wife|husband|degree|passport|license|insurance|
  nut allergy|peanut allergy|twins|house|motorcycle|roommates?|citizenship|phone|medical conditions?|conditions?)
`;

export const USER_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-attribute',
    when: [
      String.raw`^(?:${IS}|which (?:is|are|was)|what do you have (?:as|for))(?: again)? (?!my favou?rite \p{L}+ about$)${MINE}${END}`,
      String.raw`^(?:${IS}|when(?:'s| is)) the (?:deadline|due date|launch date|release date|budget) (?:for|of) (?:my|our) `,
      rawLines`
      ^${IS} (?:the )?(?:(?:full |first |last )?names?|birthday|address|breed|email|phone number|title|colou?r|date|
      nickname) of ${MINE}
    `,
      rawLines`
      ^(?:when(?:'s|s| is| was)|what (?:day|date|month) is) (?:(?:my|our) (?:birthday|anniversary|wedding(?: anniversary)?|
      birth date|deadline|launch date|due date)|(?:my|our) ${KIND_OF}\p{L}+(?:'s|s'?) (?:birthday|anniversary))${B}
    `,
      String.raw`^when (?:was|were) (?:i|we|${MINE}) born|^when (?:did|do) ${PERSON} (?:get married|graduate|have (?:a|their) birthday)`,
      rawLines`
      ^where(?:'s|s| is| are) (?:my|our) (?:house|home|office|company|school|university|college|gym|hometown|birthplace|bank|
      place of birth)(?=$|,| (?:located|based))
    `,
      String.raw`^where (?:is|are|was|were) ${PERSON} (?:from|born|based)`,
      rawLines`
      ^(?:where|what|which \p{L}+) (?:does|do) ${PERSON} (?:work|live|study|go to|come from|do(?: for (?:a living|work))?$|
      teach|speak|like to be called)
    `,
      String.raw`^what (?:is|are) ${PERSON} (?:called|named|allergic to)`,
      rawLines`
      ^(?:what|which) [\p{L} ]{3,24} (?:is|are|was) (?:my|our) (?:favou?rite|preferred|least favou?rite|native|go-to|usual|
      first choice)(?: [\p{L}' ]{2,24})?$
    `,
      String.raw`^(?:what|which) (?:breed|colou?r|kind of dog|sign|blood type|size) (?:is|are) ${MINE}$`,
      String.raw`^(?:what|which) (?:school|company|university|city|country) (?:does|do|did) ${PERSON} `,
      String.raw`^${IS} (?:my|our|the) (?:final )?decision (?:on|about|regarding|for)${B}`,
      rawLines`
      ^how (?:do (?:you|i) (?:spell|pronounce|write)|is) (?:my|our) (?:\p{L}+'?s? )?(?:\p{L}+ )?(?:name|surname|
      nickname)(?: (?:spelled|pronounced|written))?$
    `,
    ],
  },
  {
    rule: 'my-verb',
    when: [
      rawLines`
      ^(?:(?:in|at|for|with|from|on) )?(?:what|which|where|who|whom|whats)(?: (?!(?:do|did|am|have|can|should|to|
      else)${B})[\p{L}]+){1,4} (?:do|don't) (?:i|we)(?: (?:usually|normally|always|typically|both|not|never|all|generally|
      mostly))* ${DO}${B}(?! (?:for this|to |at (?:the|this)|for (?:the|my)|with )).*$
    `,
      rawLines`
      ^(?:where|who) (?:do) (?:i|we)(?: (?:usually|normally))? (?:work|live|study|teach|train|exercise|bank|come from|
      go to (?:school|church|college|university|the gym)|report to|live with|work (?:for|with))${B}.*$
    `,
      rawLines`
      ^what (?:do|don't) (?:i|we)(?: (?:usually|normally|not|really))* (?:prefer|like|love|hate|dislike|enjoy|avoid|
      do for (?:a living|work|fun)|teach|collect|go by|like to be called|call my|eat for (?:breakfast|lunch|dinner)|
      have for breakfast|drink (?:with|for) breakfast)${B}.*$
    `,
      rawLines`
      ^(?:(?:in|at|for|with|from|on) )?(?:what|which|where|who|whom|when|whats)(?: (?!(?:do|did|am|have|can|should|to|
      else)${B})[\p{L}]+){0,4} did (?:i|we|my (?:wife|husband|partner|spouse) and i)(?: (?:originally|both|all|finally|end up|
      jointly))* ${DID}${B}.*$
    `,
      rawLines`
      ^where (?:am|are) (?:i|we) (?:originally )?from|^where (?:was|were) (?:i|we) (?:born|raised)|^what (?:am|are) (?:i|
      we) (?:allergic|intolerant|called|named|fluent|afraid)
    `,
      String.raw`^(?:what|which)(?: \p{L}+){1,3} (?:am|are) (?:i|we) (?:from|fluent in|allergic to|afraid of|based in|certified in)`,
      String.raw`^(?:what|which) ${OWNED} (?:do|did) (?:i|we) have`,
      rawLines`
      ^what (?:kind|sort|type|breed|make|brand|model) of (?:dogs?|cats?|pets?|car|bike|phone|instrument|laptop) (?:do|did) (?:i|
      we) (?:have|own|drive|ride|play|use)$
    `,
      String.raw`^what size (?:shoes?|shirts?|clothes|rings?|pants|jeans|dress(?:es)?|jackets?) (?:do|am) i(?: (?:wear|take))?$`,
      String.raw`^what (?:foods? |things )?can't (?:i|we) (?:eat|drink|have|tolerate)`,
      String.raw`^(?:what|which) (?:school|college|university|high school|uni|church|gym) (?:do|did) (?:i|we) go to`,
      rawLines`
      ^(?:what|which) (?:(?:kind|type|brand|sort) of [\p{L} ]{2,20}|(?:\p{L}+ )?${S}|browser|search engine|
      password manager) (?:do|don't) (?:i|we)(?: (?:usually|normally|always|mostly))? (?:use|wear|eat|drink|like)(?=$| (?:at|in|
      for) (?:my|our|work|the))
    `,
      rawLines`
      ^(?:what|which) (?:year|month|city|country|hospital|state|town|day) (?:was|were) (?:i|we|${PERSON}) born|
      ^who am i (?:married|engaged) to
    `,
      rawLines`
      ^how do (?:i|we) (?:like|take|drink|prefer|want) (?:my|our) (?:coffee|tea|steak|eggs|pizza|answers|replies|burgers?|meat)|
      ^how do (?:i|we) (?:like|prefer) to be (?:called|addressed|contacted)|^how do (?:i|we) commute|^how did (?:i|we) meet
    `,
      rawLines`
      ^how many (?:kids|children|sons|daughters|siblings|brothers|sisters|dogs|cats|pets|languages|grandchildren|nephews|nieces|
      cars|bedrooms)(?: \p{L}+)? (?:do|did) (?:i|we) (?:have|speak|own)|^how many (?:people|engineers|developers|of us) (?:are|
      work)(?: there)? (?:in|on|at|for) (?:my|our)${B}
    `,
      rawLines`
      ^what (?:do|did) (?:my|our) (?:friends|family|parents|kids|colleagues|wife|husband|partner|mom|mum|dad) (?:call|name|
      nickname) me$|^what did (?:i|we) (?:call|name) (?:my|our) |^(?:what|which) (?:religion|nationality|blood type|ethnicity|
      zodiac sign|star sign|sign|profession) am i$
    `,
      String.raw`^how (?:tall am i|big is my team|large is my (?:team|family))`,
    ],
  },
  {
    rule: 'asked-attribute',
    ifAsked: true,
    when: [
      String.raw`^(?:the (?:names?|birthday|address) of )?${MINE}$`,
      rawLines`
      ^(?:what|which|who|where|when|how(?= (?:i|we)${B}))(?: (?!(?:do|did|to|is|are|was|were|else)${B})[\p{L}]+){0,3} (?:i|
      we)(?:'m| am| was| were)?(?: (?:usually|normally|always|never|originally))* (?:prefer|like|love|hate|work|live|study|
      speak|play|use|drive|teach|worked|lived|studied|decided|chose|picked|agreed|born|from|allergic|named|called|
      do for a living|met|got married|go by)${B}.*$
    `,
      rawLines`
      ^(?:what|which|who)(?: \p{L}+)? ${MINE} (?:is|are|was|were)(?: (?:called|named))?$|^where ${PERSON} (?:works?|lives?|
      stud(?:y|ies)|was born|is from)$|^when ${MINE} (?:is|was)$
    `,
    ],
  },
  {
    rule: 'yes-no',
    when: [
      rawLines`
      ^(?:do|don't) (?:i|we) (?:usually |normally |really |actually |even )?(?:work (?:at|for|in|as|remotely|from home|with)|
      live (?:in|with|alone|near)|speak|play|teach|smoke|prefer|like|love|hate|dislike|enjoy|drive|own|wear (?:glasses|contacts|
      hearing)|eat (?:meat|fish|pork|beef|gluten|dairy|sugar|eggs|nuts|seafood|shellfish|chicken)|drink (?:alcohol|coffee|tea|
      milk|wine|beer)|use (?:mac|windows|linux|android|an? iphone|vim|emacs|vscode)|have ${OWNED})${B}.*$
    `,
      rawLines`
      ^did (?:i|we) (?:study|decide|choose|pick|agree|grow up|graduate|major|settle on|opt|go to (?:school|college|
      university))${B}.*$
    `,
      rawLines`
      ^am i (?:a |an )?(?:allergic|vegan|vegetarian|married|single|divorced|left-handed|right-handed|diabetic|celiac|lactose|
      gluten|from|pescatarian|intolerant|bilingual|retired|self-employed|colorblind|kosher|jewish|muslim|catholic|christian|
      (?:(?!good|bad|real|great)\p{L}+ )?(?:developer|engineer|teacher|nurse|smoker|doctor|lawyer|citizen|designer|accountant|
      student|homeowner|fan))${B}.*$
    `,
      rawLines`
      ^(?:is|are|was|were) ${PERSON} (?:called|named|allergic|from|vegan|vegetarian|born|older|younger|celiac|diabetic|
      lactose)${B}.*$
    `,
    ],
  },
];
