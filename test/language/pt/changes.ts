/** Portuguese: how a later statement contradicts an earlier one. */
import type { ChangePack } from '../../../server/domain/languages/change-pack.ts';

export const CHANGES: ChangePack = {
  tellsOfChange: 'ja nao|afinal|mudei|mudamos|mudou|deixei de|deixamos de|troquei|trocamos|vendi|agora (?:e|sao|vai)',
  revises: 'mudanca de planos|cancelad[oa]|adiad[oa]|em vez disso',
  denies: String.raw`nao|nunca|deixei\w*|deixamos|vendi|cancel\w+`,
  ends: 'ja nao|nao|deixei|deixamos|vendi|cancelei|larguei|acabou|terminei',
  holdsNow: 'agora|hoje em dia|desde|de novo|nov[oa]s?',
  also: 'tambem|alem disso',
  goesOver: 'troquei|trocamos|passei a|passamos a|agora uso|agora usamos|afinal',
  ended: { before: 'agora|eu', ends: 'ja nao|deixei de|deixamos de|vendi', after: 'mais' },
  insteadOf: { of: 'em vez d[aeo]s?|no lugar d[aeo]s?', articles: 'meu|minha', ends: 'para|em' },
  exclusive: {
    'length short': 'curt[oa]s?|breves?',
    'length long': 'long[oa]s?|detalhad[oa]s?',
    'theme dark': 'escuro',
    'marriage single': 'solteir[oa]',
  },
  meat: {
    eaten: '(?<!(?:nao|nunca|sem) )(?:como|comer|comemos) carne',
    uneaten: 'vegan[oa]|vegetarian[oa]',
    words: 'carne vegano',
  },
  frames: 'decidimos prefiro gosto adoro odeio detesto quero sempre nunca agora eu tambem usar uso',
  before: 'mas|agora|atualmente|tamb[eé]m|eu',
};
