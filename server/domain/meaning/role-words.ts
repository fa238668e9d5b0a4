/** The words of each language by which roles.ts reads who does what to whom. All are folded. */
import type { Language } from '../text/language.ts';

export type RoleWords = {
  /** Function words which relate what follows to the rest; another one changes the meaning. */
  readonly links: string;
  /** Links that begin a part of the sentence which may stand first or last. */
  readonly movable: string;
  /** Words of time that may stand first or last by themselves. */
  readonly times: string;
  readonly determiners: string;
  /** Verbs of having: `I have a dog` says the same as `my dog`. */
  readonly having: string;
  /** `one>words` after `;`: pronouns for participants without a name. `'s` marks an owner; `@user` is the user. */
  readonly participants: string;
  /** Verbs that take a whole sentence: a part that moves across them may belong to either side. */
  readonly reporting: string;
  /** Verbs whose subject is what is felt, not who feels: `le gusta`. */
  readonly stimulus: string;
  /**
   * Sequences of words that put the same roles into another order, and the usual order that they are read as; words have a space on
   * either side.
   */
  readonly phrases: readonly (readonly [from: RegExp, to: string])[];
};

const ENGLISH: RoleWords = {
  links:
    "to from of for by with at on in into onto over than about as if unless because when while until since during without but then 's although though " +
    'before after',
  movable: 'in on at during since until from after before because if when while for',
  times:
    'always often usually sometimes daily weekly monthly yearly today tomorrow yesterday tonight now every each monday tuesday wednesday ' +
    'thursday friday saturday sunday',
  determiners: 'a an the this that these those some any',
  having: 'has have had own owns owned possess possesses having',
  participants:
    "@user>user users i me;@user 's>my mine;@he>he him;@he 's>his;@she>she hers;@her>her;@they>they them;@they 's>their theirs;@we>we us;" +
    "@we 's>our ours;@you>you;@you 's>your yours",
  reporting:
    'say tell think believe know hope want wish plan promise hear see ask agree decide expect feel claim learn',
  stimulus: '',
  phrases: [
    [/ (?:(?:is|am|are|be) )?(?:afraid|scared|frightened|terrified) of (?= )?/g, ' fears '],
    [/ (?:was|were) (?:afraid|scared|frightened|terrified) of /g, ' feared '],
    [/ (prefer\w*)((?: (?!to |over |than )\S+){1,5}) to /g, ' $1$2 over '],
    [/ (an?) (\p{L}+) called /gu, ' $1 $2 named '],
    [/ (?:has|have|had) an? (\p{L}+) allergy /gu, ' is allergic to $1 '],
    [/ 's name is /g, ' is named '],
    [/ (?:is|was|are) named /g, ' named '],
    [/ at what /g, ' what '],
  ],
};

const SPANISH: RoleWords = {
  links:
    'a antesque de con para por desde hasta en entre sobre hacia como cuando donde si mientras porque aunque pero sino ante sin durante segun',
  movable: 'en desde hasta durante si cuando porque mientras a por cada',
  times:
    'todo toda todos todas siempre amenudo aveces diario semanal mensual anual hoy ayer ahora cada lunes martes miercoles jueves viernes sabado sabados ' +
    'domingo domingos',
  determiners: 'el la los las un una unos unas este esta estos estas ese esa esos esas algun alguna',
  having: 'tiene tienen tengo tenemos tuvo tener posee poseo',
  participants:
    "@user>usuario usuaria usuarios yo;@me>me;@le>le les;@lo>lo;@user 's>mi mis;@she>ella ellas;@they>ellos;@his>su sus;@we>nos nosotros nosotras;@you>te ti vos usted;" +
    "@you 's>tu tus",
  reporting: 'decir pensar creer saber esperar querer prometer oir ver pedir sentir opinar contar decidir',
  stimulus:
    'gustar encantar fascinar gusta encanta gusto encanto gustan encantan ' +
    'fascina fascinan duele duelen interesa interesan importa importan molesta molestan preocupa preocupan cuesta cuestan',
  phrases: [
    [/(?<=^| STOP| no| NOT|a el usuario|a la usuaria) (?:le|me|les) dan? miedo (?=(a )?)/g, ' teme a '],
    [/ (?:tiene|tengo|tienen) miedo (?:a|de) /g, ' teme a '],
    [/ (?:tiene|tengo|tienen) alergia a /g, ' es alergico a '],
    [/ el nombre de (su|mi) (\p{L}+) es /gu, ' $1 $2 nombre '],
    [/ (prefier\w*|prefer\w*)((?: (?!a |frente )\S+){1,5}) a /g, ' $1$2 antesque '],
    [/ (gustan?|encantan?) mucho /g, ' $1 '],
    [/ que (?=nombre )/g, ' '],
  ],
};

export const ROLE_WORDS: Readonly<Record<Language, RoleWords>> = { en: ENGLISH, es: SPANISH };
