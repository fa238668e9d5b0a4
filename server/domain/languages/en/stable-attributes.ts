/** English attributes that stay true of a person until they say otherwise; a pattern of folded words. */
import { rawLines } from '../../text/raw-lines.ts';

export const STABLE_ATTRIBUTES = rawLines`
  (?:twins|(?:full |first |last |middle |real |maiden |legal )?names?|surname|nickname|birthday|birth date|date of birth|
  birthplace|place of birth|anniversary|wedding (?:date|anniversary)|(?:home |work |mailing |email |street )?address|
  home(?:town)?|city|country|neighbou?rhood|zip code|postal code|postcode|(?:phone |cell |mobile |member(?:ship)? |passport |
  shoe |id |policy |account |license )?number|phone|e-?mail|job(?: title)?|title|work|profession|occupation|position|role|
  company|employer|boss|manager|boss's name|team|wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|sons?|daughters?|
  kids?|child|children|brothers?|sisters?|siblings?|mom|mum|mother|dad|father|parents|grandma|grandpa|grandmother|grandfather|
  grandparents|aunt|uncle|cousins?|nephews?|nieces?|in-laws|mother-in-law|father-in-law|dogs?|cats?|pets?|allerg(?:y|ies)|
  diet|dietary restrictions|blood type|(?:shirt |shoe |clothing |ring |dress |pant )?size|height|time ?zone|(?:native |first |
  second |programming )?languages?|mother tongue|framework|stack|tech stack|editor|ide|operating system|os|database|
  cloud provider|provider|vendor|project|startup|app|product|thesis(?: topic)?|dissertation|deadline|launch date|release date|
  budget|goals?|major|degree|university|college|school|alma mater|zodiac sign|star sign|sign|religion|doctor|dentist|
  therapist|pediatrician|vet|accountant|lawyer|landlord|insurance(?: provider| company)?|bank|car|motorcycle|license plate|
  plate|band|club|football team|food|colou?r|movie|film|book|coffee(?: order)?|tea|decisions?|preferences?|usernames?|handle|
  pronouns|(?:working|work|office) hours|hobby|hobbies|sport|instrument|restaurant|nationality|ethnicity|marital status|
  cofounder|co-founder|roommate|flatmate|best friend|main client|dish|dessert|music|genre|brand|drink|wine|beer|show|series|
  game|author|format|tone|style|tool|library|model|gym|seat(?: preference)?|airline|hotel|medications?|condition|pronouns?|
  nanny|babysitter|trainer|coach|hairdresser|mechanic|gynecologist|dermatologist|optician|physio|plumber|teacher|tutor|
  godfather|godmother|neighbou?r|middle initial|initials|blood group|browser|keyboard|laptop|computer|phone model|carrier|
  motto|role model|eye colou?r|hair colou?r|shoe|emergency contact|next of kin|routine|workout|ice cream|season|holiday|
  animal|subject|artist|singer|song|album|podcast|snack|fruit|pizza topping|cuisine)
`;
