/** English requests to write a text or to work on one, and words that introduce somebody else's text. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SpeechPack } from '../speech-pack.ts';

export const TEXT_TASKS: SpeechPack['textTasks'] = {
  begins: rawLines`
    (?:(?:please|pls|plz|now|(?:can|could|would|will) you(?: please| help me(?: to)?)?|i (?:need|want|would like|
    'd like) (?:you to |help (?:to )?|to )?|i'd like (?:you to |to )?|help me(?: to)?|let's|i have to|i need to) ?,? ?)*(?:
    put (?:this|it|that) (?:in|into)|improve (?:this|the|my) (?:sentence|text|paragraph|phrase|wording)|translat\w+|write|draft|
    rewrite|rephrase|paraphrase|proofread|summari[sz]e|compose|reply to|respond to (?:him|her|them|this)|tell (?:him|her|them|
    my|the|everyone)|text (?:him|her|them|my)|message (?:him|her|them|my)|email (?:him|her|them|my)|send (?:him|her|them|my|
    a)\b.{0,40}(?:saying|that)|(?:fix|correct|check|improve|polish|edit) (?:the |my |this |these )?(?:grammar|spelling|sentence|
    text|paragraph|phrase|essay|letter|email|following)|complete the (?:sentence|phrase)|finish (?:the|this) (?:sentence|story|
    phrase|line)|conjug\w+|make up|generate (?:a |an |some )?(?:text|story|poem|tweet|caption|bio|sentence|slogan|dialog\w*|
    email|post)|how (?:do|would) (?:you|i) (?:say|translate|write)|what does|what's the (?:meaning|translation)|the (?:sentence|
    phrase|word|lyric|quote|line)|a character (?:who|says|that)|my character|analy[sz]e (?:the|this)|is it correct to say|
    there's a song|example sentence|for example|e\.g)\b
  `,
  standing: rawLines`
    (?:please )?(?:always|never)\b|(?:please )?[a-z]+ always\b|(?:write|translate|summari[sz]e|reply)[^,:.]{0,40}\b(?:
    from now on|going forward|always)\b
  `,
  refersBelow: rawLines`
    (?:this|these|following|below)\b(?:\s+\w+){0,3}\s*(?:(?:to|into) (?:english|spanish|french))?\s*[:.]?$|(?:to|into|
    in) (?:english|spanish|french|german|portuguese|italian)\s*$
  `,
};

export const TEXTS: SpeechPack['texts'] = {
  introduced: rawLines`
    e?mails?|tweets?|posts?|review|logs?|transcrip\w+|chats?|sentences?|paragraphs?|articles?|letters?|messages?|texts?|lyrics|
    captions?|quotes?|passages?|transcripts?|comments?|statements?|bios?|says?|said|wrote|reads|replied|posted|texted|sent me|
    told me|translat\w+|correct|proofread|summari[sz]e\w*|paraphrase|rephrase|rewrite|analy[sz]e|classify|grammar|draft|write|
    reply|read this
  `,
  labels: rawLines`
    (?:one|my|the|another|some|a|quick|small|about)\b.*|info|ps|fyi|nb|update|context|note|notes|background|reminder|correction|
    summary|tl;?dr|remember|save|noted?|rules?|preferences?|question|topic|profile|ok|hi|hey|listen|look|facts?|fact check|
    details?|decided|confirmed|final|always|never|off ?topic|unrelated|heads up|fun fact|spoiler|idea|plan|work|name|age|stack|
    role|location|city|team|staff|travel|launch|budget|deadline|venue|menu|diet|allerg(?:y|ies)|meds|medication|home|kids|pets|car|job|hours|
    shifts?|address|birthday|phone|school|gym|rent|sizes?
  `,
  speakers: 'user|assistant|ai|bot|human|system|tool|client|agent',
  mail: { forwarded: 'original|forwarded', wrote: 'wrote', headers: 'from|subject|to|cc', laterHeaders: 'date|sent' },
};
