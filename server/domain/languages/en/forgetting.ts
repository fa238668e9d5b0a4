/** English ways to ask that something known about the user be forgotten. */
import { rawLines } from '../../text/raw-lines.ts';
import type { ForgetPack } from '../forget-pack.ts';

export const FORGETTING: ForgetPack = {
  parts: {
    politely: rawLines`
      (?:(?:please|pls|just|now|actually|can you|could you|would you|i want you to|i need you to)[ ,]+)*
    `,
    what: rawLines`
      (?:(?:everything|anything|all) (?:about|on|regarding) |(?:what|everything|anything|all) (?:i|you|we) (?:said|told you|know|mentioned|have)(?: on file| stored|
       saved)? (?:about|on|regarding) |(?:the fact |the part |the thing )?(?:that|about) (?=\p{L})|(?=(?:my|our|where|who|how|
      what) ))
    `,
  },
  rows: [
    {
      id: 'en.forget-what',
      when: rawLines`
        {politely}(?:forget|delete|erase|remove|wipe|discard|stop remembering|don't remember|do not remember|don't keep|unlearn|
        drop|bin|scrub)(?: from (?:your )?memory)? {what}(?!(?:it|that|this)(?:[\s.!]*$|[,;.!]))(?<target>[^,;]+)
      `,
      yes: [
        ['Forget that I work at Acme', 'I work at Acme'],
        ["Wipe my old address, I don't want it around", 'my old address'],
        ['Delete everything about Acme', 'Acme'],
        ['please delete what I told you about Acme', 'Acme'],
        ['Forget where I work', 'where I work'],
      ],
      no: ["Don't forget that I work at Acme", 'I forgot my dog'],
    },
    {
      id: 'en.forget-that',
      when: rawLines`
        {politely}(?:(?:forget|delete|erase|discard|don't remember|do not remember|disregard) (?:that|this|that (?:fact|
        one|last (?:bit|part|one))|what i (?:just )?said|the last (?:thing|one|fact))(?=[\s,.!]*$|[,.!]|\s+(?:please|i was|it's|
        it was))|scratch (?:that|this)(?=[\s.!]*$))
      `,
      yes: [['Forget that.'], ['scratch that'], ['disregard what I just said, please']],
      no: ['Forget it', 'forget that movie'],
    },
  ],
};
