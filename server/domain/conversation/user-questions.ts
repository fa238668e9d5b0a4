/** How people ask for what was told of them. The core of a question begins so; folded. */
import { B, ifAsked, rule, type QuestionRule } from './question-rule.ts';
import { STABLE_ATTRIBUTES as S } from './stable-attributes.ts';

const FAV_ES = String.raw`(?:favorit[oa]s?|preferid[oa]s?)`;
const ADJ_ES = String.raw`(?: (?:mayor|menor|mas chic[oa]|mas grande|del medio|${FAV_ES}|principal|materna|patern[oa]|de \p{L}+(?: \p{L}+)?|completo|actual|personal|laboral|mexican[oa]|espanol[oa]?))*`;
const KIN_ES = String.raw`(?:mi|mis|nuestr[oa]s?) ${S.es}${ADJ_ES}`;
const ADJ_EN = String.raw`(?:(?:oldest|youngest|older|younger|middle|little|big|eldest|favou?rite|preferred|main|usual|least favou?rite|all-time|go-to|default|\p{L}+'s|ex-|late|new york|childhood|family|work|home|twin) )*`;
const MINE_EN = String.raw`(?:my|our) ${ADJ_EN}(?:\p{L}+'?s? )?${S.en}(?:'s? (?:full |first |last |middle )?(?:names?|birthday|age|school|job|breed|number|email|phone|address|allergies|allergy|favou?rite \p{L}+|due date|title))?`;

const I_ES = String.raw`(?:trabajo|trabajamos|laburo|vivo|vivimos|naci|nacimos|creci|me crie|estudie|estudio|estudiamos|me recibi|me gradue|prefiero|preferimos|me gusta[n]?|nos gusta[n]?|me encanta[n]?|odio|detesto|uso|usamos|utilizo|utilizamos|tomo|bebo|desayuno|decidi|decidimos|elegi|elegimos|escogi|escogimos|acordamos|quedamos|optamos|resolvimos|me mude|nos mudamos|me case|nos casamos|me llamo|hablo|hablamos|toco|juego|soy|somos|calzo|mido|como(?= (?:en|de|normalmente|a|con|los|para)(?![\p{L}])|$)|manejo|conduzco|tengo|tenemos|leo|escucho|colecciono|programo|enseno|practico|fumo|cumplo|conoci|nos conocimos|adopte|adoptamos|funde|fundamos|puedo comer|no como|no tomo|no me gusta[n]?|evito|pago|duermo|entreno|compro)`;
const I_EN = String.raw`(?:work|live|study|go to(?: (?:school|college|university|church))?|attend|go by|prefer|like|love|hate|dislike|enjoy|avoid|use|drive|drink|eat|speak|play|teach|own|wear|collect|watch|read|take|have|grow up|get married|marry|meet|move|graduate|major|decide|choose|pick|settle|agree|opt|go with|adopt|found|buy|come from|commute|listen|support|root|follow|smoke|cook|sleep|train|exercise|do for (?:a living|work)|call|name|bank|fly|sit|practice|code|program|write|host|deploy|keep|vote|believe|celebrate|observe|be called)`;

/** The question's core begins so: about what was told of the user. */
export const USER_FACTS: readonly QuestionRule[] = [
  rule(
    'my-attribute',
    String.raw`^(?:(?:a|de|en|con|para|por) )?(?:cual(?:es)?|que|quien(?:es)?|como|cuando|donde)(?: exactamente)? (?:es|son|era|eran|fue|cae|queda|quedan|seria) (?:el (?:nombre|apellido|cumpleanos|mail|telefono|apodo|numero) de (?:${KIN_ES})|la (?:direccion|raza|profesion|edad|fecha de \p{L}+) de (?:${KIN_ES})|${KIN_ES})(?: ${FAV_ES})?(?=$|,| (?:para|en|de|con|a la hora|cuando|sobre|segun)${B})`,
    String.raw`^(?:como|de que manera) se (?:llama|llaman|apellida|apellidan|escribe|pronuncia) ${KIN_ES}`,
    String.raw`^(?:cuando|en que (?:mes|dia|fecha)|que dia|donde|en que \p{L}+|a que|de que \p{L}+|de que|en que|que) (?:cumple|cumplen|nacio|nacieron|es el cumple(?:anos)? de|trabaja|trabajan|vive|viven|estudia|estudian|se dedica|raza es|come|usa|es|son) ${KIN_ES}`,
    String.raw`^(?:que|cual) (?:${S.es}|tipo de \p{L}+|\p{L}+)(?: de \p{L}+)? (?:es|era|son) (?:mi|mis|el mio|la mia|nuestr[oa])(?: ${S.es})?(?: ${FAV_ES})?(?: \p{L}+)?$`,
    String.raw`^(?:cual(?:es)?|que) (?:es|son) (?:mi|mis) [\p{L} ]{2,30} ${FAV_ES}`,
    String.raw`^a que (?:soy|somos|es) alergic`,
    String.raw`^(?:what|which|who|when|where|what's|who's|when's|where's|whats|whens|whos)(?: (?:is|are|was|were|do you have (?:as|for)))?(?: again)? ${MINE_EN}(?=$|,| (?:called|named|again|for|in|on|about|from|when|located|based|born|with|of|at|allergic|like)${B})`,
    String.raw`^(?:what|who|when|where|what's|who's|when's|where's|whats)(?: (?:is|are|was|were))? (?:the )?(?:(?:full |first |last )?names?|birthday|address|breed|email|phone number|title|colou?r|birthdays) of ${MINE_EN}`,
    String.raw`^(?:what|which) (?:\p{L}+ )?(?:${S.en}|\p{L}+) (?:is|are|was) (?:my|our) (?:favou?rite|preferred|preference|least favou?rite|native|go-to|main|usual|home|default|mother|first|choice|wife's|husband's|dog's|cat's|son's|daughter's)(?: [\p{L}' ]{2,24})?$`,
    String.raw`^(?:what|which) (?:\p{L}+ )?(?:breed|colou?r|school|team|type|kind|sign|blood type|size|language|city|company|day|month|date|country|grade|instrument)(?: of \p{L}+)? (?:is|are|was|does|do|did) ${MINE_EN}`,
    String.raw`^(?:when|where|what|who|how|which \p{L}+) (?:does|do|did|was|were|is|are) ${MINE_EN} (?:work|live|born|study|called|named|do(?: for (?:a living|work))?|spell(?:ed)?|go to (?:school|college|university)|from|based|located|like|married|allergic to|allergic|eat|play|spell|pronounced|prefer)`,
    String.raw`^how (?:do (?:you|i) (?:spell|pronounce|write)|is) ${MINE_EN}(?: (?:spelled|pronounced|written))?$`,
  ),
  rule(
    'my-verb',
    String.raw`^(?:(?:a|de|en|con|para|por|desde|hacia|sobre) )?(?:que|cual(?:es)?|quien(?:es)?|donde|adonde|cuando|como|cuant[oa]s?)(?: (?:tipo|clase|marca|modelo) de)?(?: (?!(?:puedo|hago|debo|tengo que)${B})[\p{L}]+(?: de \p{L}+)?){0,3}? ?(?:${I_ES})(?: ?(?:mas|yo|nosotros|en|de|para|como|con|usar|sobre|por|a|mi|mis|el|la|los|las|un|una|[\p{L}\d.]+)(?![\p{L}])|,)*$`,
    String.raw`^lo que (?:decidi|decidimos|elegimos|acordamos|quedamos)${B}`,
    String.raw`^(?:(?:in|at|for|with|from|on) )?(?:what|which|where|who|whom|when|whats)(?: (?!(?:do|did|am|have|can|should|to)${B})[\p{L}]+){0,4} (?:do|did|have|had|would|don't|didn't|am|was|were|are) (?:i|we)(?: (?:usually|normally|always|typically|originally|both|not|never|all|generally|finally|end up|currently))*(?: (?!(?:wear|eat|drink|cook|take|buy|read|watch|write|call|use|have|pick|choose|play|order)\s*$(?<=^what (?:do|did) [iw]e? \p{L}+))${I_EN}${B}| (?:from|born|raised|allergic|called|named|married|vegan|decided|chosen|picked|agreed|based|afraid|fluent|certified|intolerant|known|decide|choosing|going with|studying|raised))(?!\p{L})(?! (?:to do|to know|about (?:this|that)|of (?:this|that))${B}).*$`,
    String.raw`^what (?:do|did) (?:i|we) (?:do for (?:a living|work|fun)|decide|choose|pick|agree)${B}.*$`,
    String.raw`^what am i (?:allergic|intolerant|called|named|fluent|afraid)`,
    String.raw`^how (?:do|did) (?:i|we) (?:like|prefer|take|drink|spell|pronounce|meet|commute|get to work)${B}`,
    String.raw`^how many (?:kids|children|sons|daughters|siblings|brothers|sisters|dogs|cats|pets|languages|people (?:are|work) (?:in|on)|grandchildren|nephews|nieces|cars|employees|team members|bedrooms)(?: \p{L}+)? (?:do|did|are|have|does) (?:i|we|my|our)${B}`,
    String.raw`^how many (?:people|engineers|developers|of us) (?:are|work)(?: there)? (?:in|on|at|for) (?:my|our)${B}`,
    String.raw`^how (?:tall|big is my team|large is my (?:team|family)) (?:am i|is my)?`,
  ),
  ifAsked(
    'asked-attribute',
    String.raw`^(?:(?:the|el|la) (?:names?|nombre|apellido|birthday|address) (?:of|de) )?(?:${KIN_ES}|${MINE_EN})(?: ${FAV_ES})?$`,
    String.raw`^(?:what|which|who|where|when|how(?= (?:i|we)${B}))(?: (?!(?:do|did|to|is|are|was|were)${B})[\p{L}]+){0,3} (?:i|we)(?:'m| am| was| were| have| had)?(?: (?:usually|normally|always|never|originally))* (?:${I_EN}|worked|lived|studied|decided|chose|picked|agreed|born|from|allergic|went|named|called|do for a living|met|got married)${B}.*$`,
    String.raw`^(?:what|which|who|where|when|how)(?: \p{L}+)? ${MINE_EN} (?:is|are|was|were|works?|lives?|stud(?:y|ies)|does|goes to)${B}.*$`,
  ),
  ifAsked(
    'yes-no-statement',
    String.raw`^(?:yo )?(?:soy(?! (?:buen|mal|un buen|una buena|feliz|feo|fea|lind|capaz|el mejor|suficiente|un desastre))|somos|vivo|vivimos|trabajo|prefiero|me gusta[n]?|no me gusta[n]?|como(?= (?:carnes?|pescado|gluten|mariscos|cerdo|azucar|lacteos|huevos?|pollo|frutas?|verduras?|picante|pan|queso|soja|mani|frutos)${B})|tomo|bebo|uso|usamos|hablo|fumo|tengo (?!que${B}|algo|algun|razon|dudas?|chance|tiempo|plata|dinero|fiebre)(?:alergia|hij|herman|perr|gat|mascota|auto|coche|carro|moto|pareja|novi|espos|intoleran|diabetes|asma|casa|seguro|pasaporte|licencia|registro|doble|un |una |dos ).*|estoy (?:casad|divorciad|solter|embarazad|jubilad)\p{L}*|me llamo|naci|estudie|decidimos|elegimos|decidi|puedo comer|me mude|sufro de|padezco)(?: .{1,60})?$`,
  ),
  rule(
    'yes-no',
    String.raw`^(?:do|don't|did(?= (?:i|we) (?:study|decide|choose|pick|agree|grow up|go to|get married|graduate|major|opt|settle)${B})) (?:i|we) (?:usually |normally |really |actually |even )?(?:(?!have${B})${I_EN}|have (?:any |a |an )?(?:kids|children|siblings|brothers?|sisters?|dogs?|cats?|pets?|allerg\p{L}*|car|spouse|wife|husband|degree|passport|license|insurance|nut|peanut|twins|food|house|motorcycle|roommate))${B}(?! (?:a question|time|any (?:questions|messages|mail))).*$`,
    String.raw`^am i (?!(?:a |an |the )?(?:good|bad|great|terrible|horrible|nice|mean|happy|real|mad|bit))(?:a |an |the |still )?(?:allergic|vegan|vegetarian|married|single|divorced|left-handed|right-handed|diabetic|celiac|lactose|gluten|from|\p{L}+ (?:developer|engineer|teacher|nurse|person|fan|citizen|owner|parent|lover|smoker)|smoker|student|teacher|nurse|doctor|developer|engineer|lawyer|parent|father|mother|citizen|colorblind|kosher|jewish|muslim|catholic|christian|pescatarian|intolerant|bilingual|retired|self-employed)${B}.*$`,
    String.raw`^(?:is|are|was|were|does|do) ${MINE_EN} (?:called|named|allergic|from|an?|the|in|at|vegan|vegetarian|born|older|younger|married|divorced|single|spelled|like|prefer|live|work|have|eat|speak|study|celiac|diabetic)${B}.*$`,
    String.raw`^(?:es|son|fue|se llama[n]?) ${KIN_ES} (?!(?:buen|mal|linda?|feo)\p{L}*)\p{L}.*$|^${KIN_ES} (?:es|son|se llama[n]?|vive[n]?|trabaja[n]?) .+$`,
  ),
];
