/** English ways to ask that something be kept. */
import { rawLines } from '../../text/raw-lines.ts';
import type { CommandRow } from '../fact-pack.ts';

export const COMMANDS: readonly CommandRow[] = [
  {
    id: 'en.remember',
    asks: 'REMEMBER',
    when: String.raw`{polite}(?:remember|memori[sz]e)(?! that (?:time|day|one)\b){this}{that}(?:to (?=always|never))?`,
    // Excludes memories of old times, errands, and what the assistant said.
    unless: rawLines`
      (?:when|how|what|where|who|why|if|the (?:time|days?|first|good|last|old)|that (?:time|day|one)|those|back|me\b|last|him|her|
      them|it$|this$|that$|you|your|us|is|was|being|to|i (?:told|said|asked|warned|mentioned))\b
    `,
    yes: [
      ["Please remember that I'm allergic to nuts", "I'm allergic to nuts"],
      ['remember: my meetings are in the morning', 'my meetings are in the morning'],
    ],
    no: ['Remember when we lived in Leeds', 'remember to buy milk', 'Remember that time in Rome'],
  },
  {
    id: 'en.note',
    asks: 'REMEMBER',
    when: String.raw`{polite}(?:note|write down|make (?:a )?(?:mental )?note|take (?:a )?note|commit to memory|add to (?:your )?memory|(?:record|save|store|log) (?:this|the following|the fact|to memory|in (?:your )?memory)){this}(?:\s*,?\s+(?:of the fact )?that\s+|:\s*)`,
    yes: [
      ['make a note: my manager is called Priya', 'my manager is called Priya'],
      ['Please note that I work nights', 'I work nights'],
    ],
    no: ['note to self', 'save the file'],
  },
  {
    id: 'en.keep-in-mind',
    asks: 'REMEMBER',
    when: rawLines`
      {polite}(?:(?:keep|bear|have) in mind|(?:don't|dont|do not|never)(?: you)?(?: ever)? forget|you should know|
      take into (?:account|consideration)|i (?:want|need|'d like) you to (?:know|remember|keep in mind|note)){this}
      (?:\s*,?\s+that\s+|:\s*|,?\s+(?={own}))
    `,
    yes: [
      ["keep in mind that I don't eat pork", "I don't eat pork"],
      ["Don't forget my surname has two t's", "my surname has two t's"],
    ],
    no: ["don't forget to call", 'keep in mind the time'],
  },
  {
    id: 'en.for-the-record',
    asks: 'REMEMBER',
    when: String.raw`(?:(?:for (?:the record|future reference|your (?:information|records))|fyi|(?:house |ground )?rule)\s*[:,]\s*(?=(?:{own}|always|never|don't|no)\b)|let (?:the record show|it be noted)(?: that)?\s*[:,]?\s*)`,
    yes: [
      ['For the record, I never fly', 'I never fly'],
      ['house rule: no shoes indoors', 'no shoes indoors'],
    ],
    no: ['for the record label', 'rule of thumb'],
  },
  {
    id: 'en.from-now-on',
    asks: 'INSTRUCTION',
    when: String.raw`(?:so |please |and )*{future}(?!\s+(?:until|till|to|through|on)\b)[\s,:]+(?:please |that )?`,
    yes: [
      ['From now on, call me Al', 'call me Al'],
      ['going forward please use metric units', 'use metric units'],
    ],
    no: ['from now until Friday I am out'],
  },
];
