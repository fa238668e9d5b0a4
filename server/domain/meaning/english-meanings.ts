import type { MeaningWords } from './meaning-words.ts';

export const ENGLISH_MEANINGS: MeaningWords = {
  phrases:
    'no longer>END;used to>PAST;stopped>END;stops>END;quit>END;quits>END;gave up>END;given up>END;instead of>over;rather than>over;' +
    'would like>wants;would love>wants;would prefer>prefers;works as>is;work as>is;working as>is;is called>named;are called>named;was called>named;' +
    'can you tell me>;could you tell me>;would you tell me>;please tell me>;tell me>;do you know>;i want to know>;i need to know>;' +
    'learning to play>learning;learn to play>learn;not only>only;no doubt>;no matter>;each other>;hates>NOT likes;hate>NOT like;' +
    'hated>NOT liked;dislikes>NOT likes;dislike>NOT like;disliked>NOT liked;detests>NOT likes;detest>NOT like;loathes>NOT likes;' +
    'can not stand>NOT like;unable to>NOT can;lacks>NOT has;lack>NOT have;without>NOT with;every day>daily;each day>daily;' +
    'a day>daily;per day>daily;every week>weekly;a week>weekly;per week>weekly;every month>monthly;a month>monthly;per month>monthly;' +
    'every year>yearly;a year>yearly;per year>yearly;twice>#2 times;a couple of>#2;a dozen>#12;in order to>to;usd>dollars;eur>euros',
  synonyms:
    'like enjoy love adore;want wish;buy purchase acquire;begin start commence;child kid;car auto automobile;big large;small little tiny;' +
    'mother mom mum mama;father dad papa;wife spouse;delete remove erase;fix repair;fast quick;doctor physician;' +
    'movie film;photo picture;store shop;reply answer respond;speak talk;allergy allergic;vacation holiday;apartment flat;color colour;' +
    'favorite favourite;live reside life;happy glad;job employment;phone cellphone;trip journey;cook prepare;show display;' +
    'often frequently;rarely seldom;change modify;create make;make build;drug medicine;lawyer attorney;country nation;sick ill;angry mad',
  opposites:
    'open|close;enable|disable;activate|deactivate;increase raise|decrease reduce lower;accept|reject decline refuse;always|never sometimes rarely;' +
    'often|rarely;before|after;in|out;on|off;up|down;hot warm|cold cool;big|small;old|new young;older|younger;left|right;first|last;early|late;' +
    'morning|evening night;buy|sell;win|lose;start begin|stop end finish;import|export;cheap|expensive;cheapest|expensive;love like|hate;' +
    'happy|sad;more|less fewer;most|least;high|low;fast|slow;rich|poor;strong|weak;light|dark;easy|difficult hard;full|empty;married|single divorced;' +
    'alive|dead;inside|outside;public|private;true|false;lend|borrow;arrive|leave depart;connect|disconnect;install|uninstall;lock|unlock;' +
    'subscribe|unsubscribe;show|hide;add|remove;approve|deny;minimum|maximum;single|double;window|aisle;yes|no;above|below;over|under;for|against',
  light:
    'user users person currently actually really very just also too quite please would will shall own owns owned possess possesses over than going am been being ' +
    'so well lot lots some any i im my mine me',
  lightInQuestions: 'can could may might should tell know show explain way need do',
  accented: '',
  gendered: '',
  negations: 'not no never none nobody nothing neither nor cannot hardly barely',
  echoedNegations: '',
  ifs: 'if unless whether until',
  questions: 'what|which;where;when;who|whom|whose;why;how',
  clauseEnds: 'but and then while because although though however',
  joining: 'and or',
  copulas: 'is are was were be am',
  pastCopulas: 'was were',
  pluralCopulas: 'are were',
  singleDeterminers: 'a an the this that',
  presentForms: 'do does has have',
  earlierForms: 'did had',
  futureForms: 'will shall',
  he: 'he him',
  she: 'she',
  pastForms:
    'had did went ate drank drove wrote spoke took gave came saw knew grew flew broke chose wore sang swam ran began became bought brought ' +
    'thought taught caught fought sold told felt left kept slept met paid said lost won made built sent spent lent found held heard led ' +
    'stood understood woke rode rose fell forgot got',
  pastEndings: /..ed$/u,
  numbers:
    'two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 ' +
    'seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 hundred:100 ' +
    'thousand:1000 million:1000000',
};
