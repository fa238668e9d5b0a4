/** English: what a thing does to the speaker is a taste of theirs: `long meetings drain me`, `fish isn't my thing`. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}'])`,
  /** Of a kind, not of what stands here. */
  kind: rawLines`
    (?!(?:it|this|that|these|those|he|she|they|you|your|his|her|their|what|which|who|i|we|there|something|nothing|everything|
    anything|everyone|people|my (?:code|boss|app|computer)|the (?:error|code|answer|result|one|first|second|third|last|other|
    new|current|idea|version|option|design|update|bug|problem|thing|way|only|app|page)|(?:option|version|
    number) \p{L}+)\b)(?:[\p{L}\d'-]+\s+){1,5}?
  `,
};

export const ENGLISH_EXPERIENCE = [
  ...factRules(PARTS, 'PLAIN', 'PREFERENCES', [
    [
      'en.kind-for-me',
      rawLines`
        {kind}(?:works?|suits?) (?:(?:much |far )?(?:best|better|well|fine)) for me\b.*|{kind}suits? me (?:best|better)\b.*|
        {kind}(?:is|are|isn't|aren't|is not|are not|was never|were never|has never been|just isn't|just aren't)(?: (?:really|
        just|so|totally|definitely|not))* (?:my (?:thing|jam|cup of tea|forte|strong suit|style|weakness|comfort zone|passion|
        favou?rites?|happy place)|for me)\b(?! to (?:say|decide)).*
      `,
    ],
    [
      'en.kind-does-to-me',
      rawLines`
        {kind}(?:always |really |usually |just )*(?:drains?|exhausts?|relax(?:es)?|bores?|stress(?:es)?|calms?|annoys?|
        irritates?|scares?|terrif(?:y|ies)|energi[sz]es?|motivates?|overwhelms?|depress(?:es)?|disgusts?|soothes?|(?:freaks?|
        creeps?|grosses?|stresses?|weirds?|wears?) me (?:out|down))(?: me(?: out)?)?\s*(?:$|[,.]|when|at|after|
        in the)(?<=me\b.*).*|{kind}(?:makes?|gives?|turns?|keeps?|puts?) me (?:gag|sick|anxious|nervous|sleepy|dizzy|itch|itchy|
        sneeze|bloated|nauseous|sad|happy|uncomfortable|the creeps|heartburn|hives|migraines|headaches|off|awake|to sleep|
        goosebumps|a rash|jittery|claustrophobic|seasick|carsick)\b.*
      `,
    ],
    [
      'en.what-i-like',
      rawLines`
        (?:what|the (?:thing|food|music|sport|subject|genre)) (?:that )?i (?:really )?(?:like|love|enjoy|hate|dislike)(?: doing| eating| to do)? (?:the )?(?:the )?(?:most|best|least|more than anything)(?: (?:in|about|of|at) (?!(?:this|that|it|
        your)\b)[\p{L} ]{2,20})? (?:is|are) (?!(?:that|how|this|the way)\b)\p{L}.*|(?:nothing beats|i'd kill for|
        i could live on|i can't (?:live|start the day|function|go a day) without|i'm a sucker for|i have a weakness for|
        i've a thing for) (?!(?:this|that|it|you)\b)\p{L}.*
      `,
    ],
  ]),
];
