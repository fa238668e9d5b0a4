/** Spanish forms that by themselves state something lasting. */
import { rawLines } from '../../text/raw-lines.ts';
import type { PlainRow } from '../fact-pack.ts';

const MORE = '(?:muy|bastante|super|re|tambien|un|una)';

export const PLAIN: readonly PlainRow[] = [
  {
    id: 'es.is-allergic',
    when: rawLines`
      (?:yo )?(?:soy|somos|mi \p{L}+ es|mis \p{L}+ son) (?:${MORE} )*(?:(?:alergic[oa]s?|intolerantes?) (?:a|al) \p{L}|(?:celiac[oa]s?|
      diabetic[oa]s?|asmatic[oa]s?|epileptic[oa]s?|vegan[oa]s?|vegetarian[oa]s?)(?!\p{L}))
    `,
    yes: ['Soy alérgica a las nueces', 'mi hijo es celíaco', 'somos veganos', 'soy intolerante a la lactosa'],
    no: ['es alérgico al trabajo', 'era vegetariano', 'soy cocinera vegana'],
  },
  {
    id: 'es.has-allergy',
    when: String.raw`(?:yo )?(?:tengo|tenemos|mi \p{L}+ tiene) (?:${MORE} )*(?:alergias?|intolerancia|diabetes|asma|epilepsia|celiaquia)(?!\p{L})`,
    yes: ['Tengo alergia a los gatos', 'mi mujer tiene asma'],
    no: ['tengo una duda sobre alergias', 'tiene diabetes'],
  },
  {
    id: 'es.affects-me',
    when: rawLines`
      (?:a mi )?me (?:aburren?|agobian?|agotan?|alteran?|angustian?|asustan?|calman?|deprimen?|estresan?|fascinan?|fastidian?|irritan?|molestan?|
      relajan?|tranquilizan?|(?:da|dan) (?:asco|miedo|panico|pereza|vertigo)) (?:mucho |muchisimo )?(?:los|las|el|la|\p{L}{3,}r) ?\p{L}*
    `,
    yes: [
      'Me agobian los trenes llenos',
      'a mí me dan miedo las alturas',
      'me relaja caminar',
      'me aburren mucho las reuniones',
    ],
    no: ['me aburre esto', 'me asustaste', 'me molesta que llegues tarde', 'le dan miedo los perros'],
  },
];
