/** Everyday sentences from a small grammar, the same for the same seed, to fill a user's memory. */

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `|` separates choices; `$name` stands for a choice of that list. */
const GRAMMAR: Readonly<Record<string, string>> = {
  sentence:
    '$person $habit $thing $when because $reason|$time $person $did $thing $with in $place|$person would like to $plan in $place $when|' +
    '$person finds $thing $opinion, mostly when $reason|$time $person told me that $other $habit $thing|' +
    'For $occasion $person $did $thing and $plural $with|$person $work and $habit $thing $when',
  person:
    'Ana|Marta|my brother|Luis|the neighbour|Priya|our cousin|Tom|my boss|Yuki|the twins next door|grandmother|Omar|Elena|my doctor|Hugo|Ingrid|a friend from school|the teacher|Nadia',
  other: 'Carlos|her sister|the landlord|Mei|his daughter|Jonas|my aunt|Fatima|the trainer|Pablo|their son|Greta',
  habit:
    'enjoys|prefers|avoids|collects|never buys|always asks for|cannot stand|recommends|talks about|is learning about|is saving for|has given up|is allergic to|looks after|misses',
  did: 'bought|repaired|lost|borrowed|photographed|cooked|cancelled|planned|painted|ordered|returned|found|sold|tasted|wrapped',
  thing:
    'mountain hikes|black coffee|jazz records|a red bicycle|spicy noodles|the garden roses|long train rides|crossword puzzles|fresh bread|a wool sweater|winter swimming|old maps|the electric piano|board games|sourdough pizza|silver earrings|science fiction novels|the kitchen lamp|running shoes|green tea|a camping tent|chess lessons|peanut butter|the family car|pottery classes|oil paintings|dark chocolate|a second phone|football tickets|yoga mats|vintage cameras|goat cheese|the insurance papers|Italian films|a standing desk|wild mushrooms|sailing boats|tomato seeds|the blue suitcase|podcasts about history',
  plural:
    'two candles|some lemons|three tickets|fresh towels|new batteries|several postcards|ripe peaches|extra chairs',
  with: 'with $other|without telling anyone|on a small budget|in great hurry|with help from $other|by bus|after a long call',
  place:
    'Lisbon|the old harbour|a village near Bern|Oaxaca|the city library|Kyoto|the new office|Buenos Aires|the market hall|a cabin by the lake|Seville|the hospital|Toronto|the community garden|Edinburgh|the airport|Valparaiso|the school gym',
  when: 'on rainy Sundays|before work|every spring|late at night|during the holidays|after dinner|at weekends|in early autumn|on the first of the month|between meetings|when the shops are closed',
  time: 'Last summer|Two weeks ago|Yesterday evening|In March|On Tuesday|After the wedding|Years ago|This morning|Just before Christmas|During the strike',
  reason:
    'it calms the mind|the doctor advised it|prices went up|the weather was mild|$other insisted|it reminds of home|the knee still hurts|nobody else had time|the trains were late|there was a discount|the baby sleeps then|the recipe needs it',
  plan: 'rent a flat|open a bakery|take the night ferry|study nursing|visit $other|grow vegetables|see the northern lights|run a half marathon|restore a piano|teach mathematics|adopt a dog|spend a quiet week',
  opinion:
    'relaxing|far too expensive|rather boring|surprisingly easy|worth every cent|bad for the back|noisy|comforting|confusing',
  occasion:
    'the birthday|the school party|the long weekend|the move|the anniversary|the picnic|the interview|the flight home',
  work: 'works as a nurse|drives a taxi|studies law|runs a small shop|edits films|repairs lifts|teaches the piano|farms olives|writes software|translates books',
};

const CHOICES = new Map(Object.entries(GRAMMAR).map(([name, text]) => [name, text.split('|')]));

/** Returns a sentence of about twelve words. */
export function sentence(random: () => number): string {
  const text = expand('sentence', random);
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
}

function expand(name: string, random: () => number): string {
  const choices = CHOICES.get(name) ?? [];
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error(`The grammar has no list ${name}`);
  return choice.replaceAll(/\$(\w+)/g, (_, list: string) => expand(list, random));
}

const QUERY_WORDS = 6;

/** Returns the first words of a sentence, to search with. */
export function query(random: () => number): string {
  return sentence(random).split(' ').slice(0, QUERY_WORDS).join(' ');
}
