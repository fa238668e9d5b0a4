/** Spanish ways to take back an earlier decision. */
import type { CorrectionRow } from '../fact-pack.ts';

export const CORRECTIONS: readonly CorrectionRow[] = [
  {
    id: 'es.changed-mind',
    when: String.raw`cambi(?:e|amos) de (?:idea|opinion|parecer|planes)|cambio de planes|no,? mejor(?! no\b)|pensandolo (?:bien|mejor|de nuevo)|me arrepenti|nos arrepentimos|mejor no(?=\s*[,.;:!]|\s*$)|no,? espera|(?:no,? )?(?:espera|perdon),? no(?=\s*[,.;:!]|\s*$)|(?:lo pense|me lo pense) mejor|borron y cuenta nueva|lo consulte con la almohada`,
    isPlain: true,
    yes: ['Mejor no, vamos con MySQL', 'Cambié de idea, que sea en mayo', 'pensándolo mejor, usamos Redis'],
    no: ['es mejor así', 'no cambiamos nada', 'mejor no digas nada', 'espera, no entiendo'],
  },
  {
    id: 'es.after-all',
    putsWay: true,
    when: String.raw`al final|finalmente|en (?:vez|lugar) de|mejor (?:respond\p{L}+|contest\p{L}+|habl\p{L}+|escrib\p{L}+|vamos|usemos|usamos|hagamos|pongamos|que sea|con|el|la|los|las)`,
    yes: ['al final vamos con MySQL', 'mejor usemos Adyen', 'Adyen en vez de Stripe', 'mejor contestá en alemán'],
    no: ['vamos con Stripe'],
  },
  {
    id: 'es.not-that',
    when: String.raw`\S+(?: entonces)?,? (?:y )?no (?:el |la |los |las |de )?\S+(?=[\s.!]*$)`,
    yes: ['un pool de 10 entonces, no 20', 'Lanzamos el 19, no el 12'],
    no: ['no sé', 'vamos con Stripe y no se discute más'],
  },
];
