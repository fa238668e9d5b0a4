/** English words by which a later statement contradicts a known fact. */
import { rawLines } from '../../text/raw-lines.ts';
import type { ChangePack } from '../change-pack.ts';

export const CHANGES: ChangePack = {
  tellsOfChange: rawLines`
    no longer|not any ?more|in the end|after all|changed|moved|(?:re)?scheduled|postponed|pushed (?:back|to)|brought forward|switched|
    replaced|turns out|it's now|is now|are now|stopped|quit|sold|cancelled
  `,
  revises: rawLines`
    change of plans?|plans? (?:has|have) changed|(?:is|are|was|were|'s|'re) off(?! (?:the|main|to|work|duty)\b)|(?:not|n't) (?:coming|happening)|
    skip(?:ping|ped)?|forget (?:about )?(?!to\b|it\b|that\b|about it)\w+|scrap(?:ped|ping)?|dropp(?:ed|ing)(?! (?:by|in|off)\b)|
    went (?:back|up|down) to|raised (?:the|my|our|it)|lowered|fell through|backed out|pulled out|called off|delayed|made redundant|broke up|
    actually no|on second thought
  `,
  denies: String.raw`no|not|never|\w+n't|stopped|quit|sold|left|cancel\w+`,
  ends: rawLines`
    no longer|any ?more|any longer|no more|never again|stopped|quit|quitting|sold|gave (?:up|away)|given (?:up|away)|giving up|got rid|rid of|
    done with|through with|finished with|finished|left|ditched|dropped(?! (?:by|in|off)\b)|cancell?ed|closed|shut(?: down)?|retired|resigned|fired|laid off|let go|
    broke up|split up|divorced|died|passed away|gone|moved (?:out|off|away|from)|scrap(?:ped)?|binned|swapped|traded|switched|replaced|renamed|
    stepped down|unsubscribed|uninstalled|called off|expired|lapsed|lost|killed|shaved|handed over|burned down|out|over
  `,
  holdsNow: rawLines`
    now|nowadays|these days|lately|currently|at the moment|from (?:now|today|this|next) on|from now|from today|since|again|instead|
    finally|at last|in the end|after all|new|has become|have become|turned|as of|this (?:week|month|season|year)
  `,
  also: 'also|too|as well|another|as a second|in addition|besides',
  goesOver: rawLines`
    switched|migrated|moved (?:over )?to|moved from|changed to|transitioned|went (?:over|back) to|now use|instead|in the end|finally|
    after all
  `,
  ended: {
    before: "finally|now|i|we|i've|i have|we've|just|recently",
    ends: "no longer|stopped|quit|gave up|don't|do not|dont|left|ended|ditched|dropped|sold|cancelled|canceled",
    after: 'anymore|any more|any longer',
  },
  insteadOf: {
    of: rawLines`
      instead of|rather than|in place of|replacing|(?:switched|migr\w+|moved|transitioned) (?:our \w+ |everything |all )?from
    `,
    articles: 'the|our|my',
    ends: 'a|to|in|for',
  },
  exclusive: {
    'length short': 'short|brief|concise|direct|terse|succinct',
    'length long': 'long|detailed|thorough|lengthy|elaborate|in-depth|verbose',
    'manner formal': 'formal',
    'manner informal': 'informal|casual',
    'theme dark': 'dark',
    'theme light': 'light',
    'indent tabs': 'tabs?',
    'indent spaces': 'spaces',
    'seat window': 'window',
    'seat aisle': 'aisle',
    'units metric': String.raw`metric\w*|kilomet\w*|celsius`,
    'units imperial': 'imperial|miles|fahrenheit',
    'language en': 'english',
    'language es': 'spanish',
    'language fr': 'french',
    'language pt': 'portuguese',
    'language de': 'german',
    'language it': 'italian',
    'time morning': 'mornings?',
    'time afternoon': 'afternoons?',
    'marriage married': 'married',
    'marriage single': 'single',
    'marriage divorced': 'divorced|separated',
    'emojis with': '(?:uses?|add) emojis?',
    'emojis without': '(?:no|without) emojis?',
    'place remote': 'remote(?:ly)?|from home',
    'place office': 'onsite|on-site|in the office',
  },
  meat: {
    eaten: "(?<!(?:don't|not|never|no|no longer|without|stopped) )(?:eat|eating) (?:red )?meat",
    uneaten: "vegan|vegetarian|pescatarian|(?:don't|do not|no longer|never|no) eat (?:any )?meat",
    words: 'vegan vegetarian pescatarian meat',
  },
  frames:
    'decided decision prefer like love enjoy hate dislike loathe adore any more anymore longer want remember always never now i we also ' +
    'actually really use using fact',
  incidental:
    'last next ago time times end back again since recently though still yet soon here there way thing things lot',
  before: 'and|but|that|now|currently|also|actually',
};
