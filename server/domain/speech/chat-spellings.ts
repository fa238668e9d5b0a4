/** How words are spelled in chats, in both languages, and the words whose slips are mended. Folded. */

/** `typed:meant`, with `_` for a space. None is a word of the other language, a unit or a name of anything. */
const SPELLINGS =
  "im:i'm ive:i've dont:don't doesnt:doesn't didnt:didn't cant:can't wont:won't isnt:isn't arent:aren't wasnt:wasn't couldnt:couldn't " +
  "shouldnt:shouldn't wouldnt:wouldn't havent:haven't hasnt:hasn't thats:that's whats:what's theyre:they're youre:you're pls:please " +
  'plz:please thx:thanks wanna:want_to gonna:going_to luv:love cuz:because bcz:because coz:because abt:about ppl:people rly:really ' +
  'tmrw:tomorrow yrs:years favorit:favorite fave:favorite fav:favorite desided:decided decieded:decided recieve:receive ' +
  'q:que ke:que qe:que xq:porque pq:porque porq:porque xfa:por_favor porfis:por_favor plis:por_favor tmb:también tbn:también ' +
  'tmbn:también tambn:también soi:soy estoi:estoy tngo:tengo tng:tengo kiero:quiero qiero:quiero kero:quiero cn:con dnd:donde dsd:desde ' +
  'mñn:mañana grax:gracias nse:no_se cdo:cuando cnd:cuando trabjo:trabajo travajo:trabajo bivo:vivo vibo:vivo hize:hice';

export const CHAT_SPELLINGS: ReadonlyMap<string, string> = new Map(
  SPELLINGS.split(' ').map((entry) => {
    const [typed = '', meant = ''] = entry.split(':');
    return [typed, meant.replaceAll('_', ' ')];
  }),
);

/** Words by which statements are known and that one slip makes no other word of. */
export const TELLING: readonly string[] = (
  'remember allergic allergy vegetarian birthday favourite favorite prefer preferences daughter husband girlfriend boyfriend always ' +
  'diabetic intolerant lactose engineer student company usually normally currently actually divorced appointment neighborhood ' +
  'recuerda recorda acordate acuerdate siempre trabajo prefiero alergico alergica alergia vegetariano vegetariana divorciado divorciada ' +
  'cumpleanos favorito favorita hermano hermana necesito diabetico diabetica celiaco celiaca intolerante decidimos'
).split(' ');
