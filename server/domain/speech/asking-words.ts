/** How questions begin and end. All folded. */
import { rawLines } from '../text/raw-lines.ts';

/** A request in the form of a question to remember, note or call by a name is none. */
export const POLITE_ASKING = new RegExp(
  rawLines`
      ^(?:(?:can|could|would|will) you(?: please| kindly)?|(?:me |te )?(?:podes|puedes|podrias|puede|podria)(?: por favor)?|
      te puedo pedir que|me harias el favor de) (?:please |por favor )?(?:always |never |siempre |nunca )?(?:remember|note|
      keep in mind|bear in mind|make a note|take note|memorize|save(?: the fact)? that|recordar|acordarte|tener (?:en cuenta|
      presente)|anotar|memorizar|guardar que|llamarme|decirme (?:\p{L}+)$|decir (?!(?:que|como|cual|donde|cuando|quien|algo|mas|
      esto|eso)\b)(?:\p{L}+)$|tratarme|hablarme|call me|address me|recuerdes|anotes|tengas en cuenta|siempre|nunca|always|never|
      from now on|de ahora en|a partir de)
    `,
  'u',
);

/** Begins a question that a mark closes. */
export const ASKING = new RegExp(rawLines`
      ^(?:(?:a|de|en|con|por|para|desde|hasta|sobre|since|for|in|at|with|from|to|about) )?(?:que|cual(?:es)?|como|donde|adonde|
      cuando|cuant[oa]s?|quien(?:es)?|what|what's|whats|how|how's|why|where|where's|when|who|who's|whose|which)\b|^(?:do|does|
      did|don't|dont|doesn't|didn't|is|isn't|are|aren't|was|were|am|can|can't|could|should|shouldn't|would|wouldn't|will|won't|
      have|has|haven't|had|may|might|shall) (?:i|you|we|he|she|it|they|the|my|your|our|this|that|these|there|any\w*|some\w*|
      [a-z]+ (?:still|always|never|ever))\b|^(?:(?:me|te|se|nos|lo|la) )?(?:podes|puedes|puede|podrias|podria|puedo|podemos|
      sabes|sabias|conoces|crees|pensas|piensas|tenes|tienes|queres|quieres|recomendas|recomiendas|recordas|recuerdas|acordas|
      acuerdas|parece|conviene|ayudas|decis|dices|haces|das|pasas|explicas|deberia|es|son|esta|hay|existe|sera|seria|
      vale la pena)\b|^(?:any|anyone|ideas|alguna?|algun|alguien|acaso|verdad que|no (?:es|te|deberia|seria|crees)|y si|what if|
      how about|what about|que tal)\b
    `);

/** Begins a question even where nobody closed it. */
export const WITHOUT_MARK = new RegExp(rawLines`
      ^(?:(?:a|de|en|con|por|para) )?(?:que (?:tal|onda|opinas|pensas|piensas|me (?:recomendas|recomiendas|conviene|sugeris|
      sugieres|dices|decis)|puedo|hago|debo|deberia|es|son|significa|hora|dia|se)|cual(?:es)? (?:es|son|era|de|me|fue|prefer|
      conviene|recomend)\w*|como (?:hago|puedo|se (?:hace|dice|llama|escribe|usa|puede)|es|estas|andas|va|funciona|seria|era|
      quedo|te|le|deberia|les)|donde (?:queda|esta|estan|puedo|consigo|trabajo|vivo|es)|cuando (?:es|era|fue|empieza|termina|
      sale|puedo|llega)|cuant[oa]s? \w+|por que|quien(?:es)? (?:es|son|fue|era|dijo|me))\b|^(?:what(?! i (?:like|love|enjoy|
      hate|dislike|prefer|value|fear|miss|do)\b.{0,40}\b(?:is|are)\b)|what's|whats|how (?:do|does|did|can|could|should|would|is|
      are|was|much|many|long|come|to)|why|where (?:do|does|did|can|is|are|was|should)|when (?:do|does|did|is|are|was|will|
      should|can)|who (?:is|are|was|did|does|said)|which)\b|^(?:do|does|did|is|are|was|were|am|can|could|should|would|will|have|
      has) (?:i|you|we|he|she|it|they|my|your|there|this|that|the)\b|^(?:(?:me|te) )?(?:podes|puedes|podrias|sabes (?:si|que|
      como|donde|cual|cuando|quien)|recordas|recuerdas|acordas|acuerdas|recomendas|recomiendas|conviene)\b|^(?:y si|what if|
      how about|what about)\b|^(?:i wonder|me pregunto|quisiera saber|quiero saber|i want to know|i'd like to know|
      me gustaria saber|dime (?:si|que|como|donde|cual)|decime (?:si|que|como|donde|cual)|tell me (?:if|what|how|where|which|
      whether))\b
    `);

/** At the end of a statement: asks to be heard, or asks whether it is so. */
export const TAG_ASKING_AGREEMENT = new RegExp(rawLines`
      ^(?:ok|okay|k|dale|vale|si|estamos|entendido|entendiste|de acuerdo|te parece|por fa(?:vor)?|please|got it|alright|
      all right|deal|cool|yeah|understood|sabes|sabias|eh|puede ser|can you|could you|would you|will you|podes|puedes|
      me explico|clear|claro)$
    `);
export const TAG_ASKING_TRUTH = new RegExp(rawLines`
      ^(?:no|verdad|cierto|no es cierto|no es asi|es asi|o no|right|correct|true|isn't it|aren't i|don't i|do i|am i|
      isn't that so|no crees|or not|or what)$
    `);
