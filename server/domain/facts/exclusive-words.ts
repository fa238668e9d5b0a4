import { rawLines } from '../text/raw-lines.ts';
import { lazy } from '../lazy.ts';
import { fold } from '../text/fold.ts';

/** Ways that cannot be had at once: of the words in one row, a text that has one group speaks against a text that has another. */
const ROWS: readonly (readonly RegExp[])[] = [
  [
    /\b(?:cort[oa]s?|breves?|concis[oa]s?|direct[oa]s?|resumid[oa]s?|short|brief|concise|direct|terse|succinct)\b/,
    new RegExp(rawLines`
        \b(?:larg[oa]s?|detallad[oa]s?|extens[oa]s?|complet[oa]s?|profund[oa]s?|long|detailed|thorough|lengthy|elaborate|
        in-depth|verbose)\b
      `),
  ],
  [/\b(?:formal(?:es)?|usted)\b/, /\b(?:informal(?:es)?|casual|vos|tutea\w*|tu|relajad[oa])\b/],
  [/\b(?:oscuro|dark)\b/, /\b(?:claro|light)\b/],
  [/\b(?:tabs?|tabulador\w*|tabulacion\w*)\b/, /\b(?:spaces|espacios)\b/],
  [/\b(?:ventanilla|window)\b/, /\b(?:pasillo|aisle)\b/],
  [/\b(?:metric\w*|kilomet\w*|celsius)\b/, /\b(?:imperial|millas|miles|fahrenheit)\b/],
  [
    /\b(?:ingles|english)\b/,
    /\b(?:espanol|castellano|spanish)\b/,
    /\b(?:frances|french)\b/,
    /\b(?:portugues|portuguese)\b/,
    /\b(?:aleman|german)\b/,
    /\b(?:italiano|italian)\b/,
  ],
  [
    /\b(?:por la manana|a la manana|de manana|morning|mornings|mananas)\b/,
    /\b(?:por la tarde|a la tarde|tardes|afternoons?)\b/,
  ],
  [/\b(?:casad[oa]|married)\b/, /\b(?:solter[oa]|single)\b/, /\b(?:divorciad[oa]|divorced|separad[oa]|separated)\b/],
  [/\b(?:con (?:emojis?)|uses? emojis?|usa emojis?|add emojis?)\b/, /\b(?:sin emojis?|no emojis?|without emojis?)\b/],
  [
    /\b(?:remot[oa]|remote(?:ly)?|desde casa|from home)\b/,
    /\b(?:presencial|onsite|on-site|in the office|en la oficina)\b/,
  ],
];

/** Things of one kind: who goes over to one of them leaves the one before. */
const KINDS: readonly RegExp[] = [
  new RegExp(
    rawLines`
      \b(?:vs ?code|visual studio code|neovim|nvim|vim|emacs|sublime|intellij|webstorm|pycharm|cursor|zed|eclipse|xcode|nano|
      helix)\b
    `,
    'g',
  ),
  /\b(?:iphone|android|pixel|samsung|galaxy|xiaomi|motorola|huawei)\b/g,
  /\b(?:windows|mac(?:os|book)?|linux|ubuntu|fedora|arch|debian|chromebook)\b/g,
  /\b(?:chrome|firefox|safari|brave|edge|opera|arc|vivaldi)\b/g,
  /\b(?:aws|gcp|google cloud|azure|hetzner|digitalocean|heroku|railway|render|vercel|netlify|fly\.io|linode)\b/g,
  /\b(?:postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|dynamodb|cassandra|oracle|sql server|cockroachdb|redis)\b/g,
  /\b(?:react|vue|angular|svelte|solid|next\.?js|nuxt|ember)\b/g,
  /\b(?:jira|linear|asana|trello|monday|notion|clickup|basecamp)\b/g,
  /\b(?:slack|teams|discord|mattermost|zulip)\b/g,
  /\b(?:spotify|apple music|tidal|deezer|youtube music)\b/g,
  /\b(?:gmail|outlook|proton ?mail|fastmail|hotmail|yahoo)\b/g,
];
const GOES_OVER = new RegExp(rawLines`
      \b(?:switched|migrated|moved (?:over )?to|moved from|changed to|transitioned|went (?:over|back) to|now use|instead|
      in the end|finally|after all|me pase|nos pasamos|pase a|pasamos a|cambie|cambiamos|migre|migramos|ahora uso|ahora usamos|
      al final|finalmente|volvi a|volvimos a)\b
    `);

/** Whether a text says that something of a kind takes the place of what others name of that kind. The text is read once for all of them. */
export function goingOver(said: string): (known: string) => boolean {
  const kinds = lazy(() =>
    GOES_OVER.test(said)
      ? KINDS.flatMap((kind) => {
          const here = said.match(kind);
          return here === null ? [] : [{ kind, here: new Set<string>(here) }];
        })
      : [],
  );
  return (known) =>
    kinds().some(({ kind, here }) => {
      const there = known.match(kind) ?? [];
      // What both name is what is left, or what stays: other rules know.
      return there.length > 0 && there.every((name) => !here.has(name));
    });
}

/** Words of what a text may take the place of, though it does not name it. */
export function othersOfKind(text: string): string {
  const said = fold(text);
  const kinds = GOES_OVER.test(said) ? KINDS.filter((kind) => said.match(kind) !== null) : [];
  const names = kinds.map(({ source }) =>
    source
      .replaceAll(/\(\?:[^()]*\)\?/g, '')
      .replaceAll(/\\b|[()?:\\]/g, '')
      .replaceAll('|', ' '),
  );
  return [...names, ...(MEAT.test(said) || MEATLESS.test(said) ? [MEAT_WORDS] : [])].join(' ');
}

const MEAT_WORDS = 'vegan vegano vegana vegetarian vegetariano vegetariana pescatarian meat carne';
const MEATLESS = new RegExp(rawLines`
      \b(?:vegan[oa]?|vegetarian[oa]?|pescatarian|(?:don't|do not|no longer|never|no|ya no|nunca) (?:eat|como|
      comemos) (?:any )?(?:meat|carne))\b
    `);
const MEAT = new RegExp(rawLines`
      (?<!(?:don't|not|never|no|no longer|nunca|without|sin|stopped|dejamos de|deje de) )\b(?:eat|eating|como|comer|comiendo|
      comemos) (?:red )?(?:meat|carne)\b
    `);

/** Whether a text says that no meat is eaten and others that it is, or the other way round. The text is read once for all of them. */
export function speakingOfMeat(said: string): (known: string) => boolean {
  const isMeatless = lazy(() => MEATLESS.test(said));
  const isOfMeat = lazy(() => MEAT.test(said));
  return (known) => (isMeatless() ? MEAT.test(known) : isOfMeat() && MEATLESS.test(known));
}

/** Whether two folded texts have words of one row that exclude each other. */
export function excludeEachOther(left: string, right: string): boolean {
  return ROWS.some((groups) => {
    const groupOf = (text: string): number => groups.findIndex((group) => group.test(text));
    const one = groupOf(left);
    // Most texts have no word of a row: the other need not be read for one then.
    const other = one < 0 ? one : groupOf(right);
    return other >= 0 && one !== other;
  });
}
