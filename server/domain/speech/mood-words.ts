/** What takes a clause out of what the speaker says to be so. All folded. */
import { rawLines } from '../text/raw-lines.ts';

/** Begins what is not said to be so, for the rest of the sentence. */
export const HYPOTHETICAL = new RegExp(rawLines`
      ^(?:si|if|unless|even if|aunque fuera|como si|as if|as though|in case|en caso de|por si|ojala|ojal|quizas?|tal vez|talvez|
      a lo mejor|capaz|por ahi|puede (?:ser )?que|seguramente|probablemente|posiblemente|supon(?:e|ga|gamos|iendo|te|ete)?|
      supongo|supone que|pon(?:e|gamos) que|digamos que|imagina\w*|imagine|pretend|suppos\w+|let's say|say (?:i|we)|
      assum\w+ (?:i|we|that|my|me)|hypothetically|hipoteticamente|maybe|perhaps|possibly|probably|what if|y si|creo que|
      pienso que|me parece que|i (?:think|guess|believe|suppose|assume|feel like|might|may|could|would|wish|hope|doubt|wonder|
      imagine|dreamed|dreamt)|i'd (?!rather|prefer)\w+|quisiera|desearia|me encantaria|me gustaria|espero|dudo|
      no se(?! (?:conducir|manejar|cocinar|nadar|andar|bailar|coser|leer|programar|montar|esquiar|patinar|silbar|tocar|
      hablar)\b)|no estoy segur[oa]|not sure|i'm not sure|im not sure|i don't know|i dont know|idk|i'm thinking|im thinking|
      we're thinking|thinking (?:of|about)|estoy (?:pensando|viendo si|evaluando|dudando)|estamos (?:pensando|viendo|evaluando)|
      considering|i'm considering|leaning|i'm leaning|casi(?! (?:nunca|siempre|no|tod[oa]s|jamas))|almost(?! (?:never|always|
      every))|i almost|estuve a punto|estaba por|was going to|i was (?:going|about) to|iba a|cuando sea|el dia que|whenever i|
      in (?:a|my) (?:story|dream|novel|game)|en (?:mi|un) (?:sueno|cuento|novela|juego)|sone que|actua como|act as|
      haz de cuenta|hace de cuenta|hagamos de cuenta|(?:let's |vamos a |hagamos (?:un )?)?(?:role ?play|juego de rol|jugar a)|
      juguemos a|you are now|ahora sos un|ahora eres un|en otra vida|de chic[oa]|cuando era|when i was|as a kid|back (?:then|
      when|in)|en esa epoca|antes)\b
    `);

/** Ends a sentence with a doubt about all of it. */
export const HEDGED_END = new RegExp(rawLines`
      [\s,](?:creo(?: yo)?|supongo|quizas?|tal vez|talvez|capaz|no se|no estoy segur[oa]|calculo|me parece|i think|i guess|
      i suppose|maybe|perhaps|probably|not sure(?: yet)?|or something|o algo asi|or whatever|idk|just kidding|jk|lol jk|
      es broma|es chiste|mentira|no,? mentira|(?<!\b(?:i'm|am|is|are|was|we're|they're|do|does|did|or|why|of course|he's|
      she's) )not|por ahora no|pero (?:todavia|aun) no\b.*|but (?:i'm |im )?not (?:sure|certain|decided)\b.*|
      (?:pero )?no (?:esta|es) (?:nada )?(?:decidido|definido|confirmado|seguro).*|(?:pero |aunque )?(?:todavia |
      aun )?lo estoy (?:pensando|dudando).*|but (?:nothing|it)(?:'s| is)(?:n't)? (?:final|decided|not|settled|confirmed).*)$
    `);

/** Somebody else speaks, thinks or wants, here or in what follows. */
export const REPORTING = new RegExp(rawLines`
      \b(?:dice|dicen|decia|dijo|dijeron|contaba|conto|cuenta|cuentan|comento|menciono|opina|opinan|piensa|piensan|cree|creen|
      sostiene|afirma|insiste|repite|escribio|publico|pidio|pide|jura|pregunto|respondio|contesto|grito|segun|(?<!\b(?:i|
      we) (?:\w+ )?)(?:says|said|saying|claims|claimed|thinks|thought|believes)|they (?:say|think|claim|believe)|told me|
      tells me|wrote|writes|asked|replied|insists|keeps? saying|according to|mentioned|quotes?|quoted|reads|goes|was like|
      is like|be like)\b(?!.{0,20}\byou\b)
    `);
export const REPORTING_END = new RegExp(
  rawLines`
      , (?:(?:segun|como) (?:dice |dijo |decia )?\p{L}+|(?:dice|dijo|dicen|decia|me dijo|pregunto|
      respondio) (?!que)\p{L}+.{0,40}|(?:he|she|they|(?!i\b)\p{L}+|(?:my|the|el|la|mi|el) \p{L}+) (?:says?|said|told me|claims?|
      replied|wrote)|(?:says?|said) .{1,40}|according to .{1,40}|como (?:dice|decia|dijo) .{1,40}|as .{1,30} (?:says?|said|
      used to say))$
    `,
  'u',
);

/** A subject that is neither the speaker nor the one spoken to. */
export const THIRD_PERSON = new RegExp(rawLines`
      ^(?:(?:el|la|los|las|un|una|unos|unas|mi|mis|tu|tus|su|sus|este|esta|estos|estas|ese|esa|esos|esas|ella|ellos|ellas|eso|
      esto|todos|nadie|alguien|algunos|muchos|cada|he|she|they|it|the|my|your|his|her|their|our|nuestr[oa]s?|this|that|these|
      those|everyone|everybody|nobody|no one|someone|some people|people|a|an|most|many)\b(?!'))(?! (?:partir|proxima|verdad)\b)
    `);

/** Texts that are to be made or worked on. */
export const TEXT_TASK = {
  begins: new RegExp(rawLines`
        ^(?:(?:por favor|porfa|please|pls|plz|ahora|now|(?:me )?(?:podes|puedes|podrias|puede|podria)|(?:can|could|would|
        will) you(?: please| help me(?: to)?)?|i (?:need|want|would like|'d like) (?:you to |help (?:to )?|to )?|
        i'd like (?:you to |to )?|help me(?: to)?|ayudame a|necesito(?: que(?: me)?)?|quiero(?: que(?: me)?)?|me ayudas a|let's|
        vamos a|tengo que|i have to|i need to|hay que) ?,? ?)*(?:pas(?:a|ame|alo|amelo|ar|arlo) (?:esto |lo )?(?:al?|
        en) (?:ingles|espanol|castellano|frances|portugues|aleman|italiano|limpio|primera persona|tercera persona)|
        mejora\w*(?: esta| este| esto| la| el| mi)? ?(?:oracion|texto|frase|parrafo|redaccion)|put (?:this|it|that) (?:in|into)|
        improve (?:this|the|my) (?:sentence|text|paragraph|phrase|wording)|traduc\w+|traduzc\w+|translat\w+|escrib(?:i|e|a|as|
        ir|ime|eme|ame|irme|irle|ile|ele|ilo|elo)|redact\w+|corrig\w+|corregi\w*|resum(?:i|e|a|as|ir|ime|eme|irme|ilo|elo)|
        parafras\w+|reescrib\w+|reformul\w+|transcrib\w+|compone(?:me|r)?|respond[ei]le|contesta?le|decile|dile|mandale|enviale|
        avisale|preguntale|write|draft|rewrite|rephrase|paraphrase|proofread|summari[sz]e|compose|reply to|respond to (?:him|
        her|them|this)|tell (?:him|her|them|my|the|everyone)|text (?:him|her|them|my)|message (?:him|her|them|my)|email (?:him|
        her|them|my)|send (?:him|her|them|my|a)\b.{0,40}(?:saying|that)|(?:fix|correct|check|improve|polish|edit) (?:the |my |
        this |these )?(?:grammar|spelling|sentence|text|paragraph|phrase|essay|letter|email|following)|
        completa(?:me)?(?: la)? frase|complete the (?:sentence|phrase)|finish (?:the|this) (?:sentence|story|phrase|line)|
        conjug\w+|inventa(?:me|te)?|make up|generate (?:a |an |some )?(?:text|story|poem|tweet|caption|bio|sentence|slogan|
        dialog\w*|email|post)|gener\w+ (?:un |una |unos |unas )?(?:texto|historia|cuento|poema|tuit|frase|slogan|dialogo|mail|
        post)|arma(?:me)? (?:un |una )?(?:mail|texto|mensaje|post|tuit|carta|frase|dialogo|cuento)|haz(?:me)? (?:un |
        una )?(?:mail|texto|mensaje|post|tuit|carta|frase|dialogo|cuento|poema)|hace(?:me)? (?:un |una )?(?:mail|texto|mensaje|
        post|tuit|carta|frase|dialogo|cuento|poema)|pone(?:le)? (?:que|de titulo)|pon(?:le)? (?:que|de titulo)|como (?:se dice|
        digo|dirias|traducis|traduces)|how (?:do|would) (?:you|i) (?:say|translate|write)|que (?:significa|quiere decir)|
        what does|what's the (?:meaning|translation)|the (?:sentence|phrase|word|lyric|quote|line)|la (?:frase|oracion|palabra|
        letra|cancion|consigna)|el (?:texto|refran|dicho|titulo|slogan|personaje)|un personaje (?:que|dice)|a character (?:who|
        says|that)|my character|mi personaje|analy[sz]e (?:the|this)|analiza (?:la|esta|el|este)|is it correct to say|
        esta bien dicho|se dice|there's a song|hay una cancion|ejemplo de oracion|example sentence|por ejemplo|for example|
        e\.g)\b
      `),
  /** `Always write…` is an instruction to stay. */
  standing: new RegExp(rawLines`
        ^(?:por favor |please )?(?:siempre|nunca|jamas|always|never)\b|^(?:por favor |please )?[a-z]+(?:me|lo|la|
        nos)? (?:siempre|always|nunca)\b|^(?:traduc\w+|escrib\w+|resum\w+|respond\w+|write|translate|summari[sz]e|
        reply)[^,:.]{0,40}\b(?:de ahora en|a partir de ahora|desde ahora|en adelante|from now on|going forward|always|siempre)\b
      `),
  refersBelow: new RegExp(rawLines`
        \b(?:est[eoa]s?|siguientes?|a continuacion|abajo|this|these|following|below)\b(?:\s+\w+){0,3}\s*(?:al? (?:ingles|
        espanol|castellano|frances|portugues)|(?:to|into) (?:english|spanish|french))?\s*[:.]?$|\b(?:al|en|to|into|
        in) (?:ingles|espanol|castellano|frances|portugues|aleman|italiano|english|spanish|french|german|portuguese|italian)\s*$
      `),
} as const;
