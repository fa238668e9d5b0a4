/** Finds texts that exclude one another: ways of one row, things of one kind, eating meat and eating none. */
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { rawLines } from '../text/raw-lines.ts';
import { fold } from '../text/fold.ts';

/** Things of one kind: whoever switches to one of them gives up the one before. */
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

/**
 * Returns a function that tells whether a text switches to another thing of a kind that the known text names. The text is read only
 * once for all comparisons.
 */
export function goingOver(said: string): (known: string) => boolean {
  const kinds = lazy(() =>
    GRAMMAR.changes.goesOver.test(said)
      ? KINDS.flatMap((kind) => {
          const here = said.match(kind);
          return here === null ? [] : [{ kind, here: new Set<string>(here) }];
        })
      : [],
  );
  return (known) =>
    kinds().some(({ kind, here }) => {
      const there = known.match(kind) ?? [];
      // A thing that both texts name is the one given up, or the one kept: other rules decide that.
      return there.length > 0 && there.every((name) => !here.has(name));
    });
}

/** Returns words for things that a text may replace without naming them. */
export function othersOfKind(text: string): string {
  const said = fold(text);
  const { goesOver, meat } = GRAMMAR.changes;
  const kinds = goesOver.test(said) ? KINDS.filter((kind) => said.match(kind) !== null) : [];
  const names = kinds.map(({ source }) =>
    source
      .replaceAll(/\(\?:[^()]*\)\?/g, '')
      .replaceAll(/\\b|[()?:\\]/g, '')
      .replaceAll('|', ' '),
  );
  return [...names, ...(meat.eaten.test(said) || meat.uneaten.test(said) ? [meat.words] : [])].join(' ');
}

/**
 * Returns a function that tells whether a text says that no meat is eaten and the known one that it is, or the reverse. The text is
 * read only once for all comparisons.
 */
export function speakingOfMeat(said: string): (known: string) => boolean {
  const { eaten, uneaten } = GRAMMAR.changes.meat;
  const isMeatless = lazy(() => uneaten.test(said));
  const isOfMeat = lazy(() => eaten.test(said));
  return (known) => (isMeatless() ? eaten.test(known) : isOfMeat() && uneaten.test(known));
}

/** Tells whether two folded texts have words of one row that exclude each other. */
export function excludeEachOther(left: string, right: string): boolean {
  return GRAMMAR.changes.exclusive.some((groups) => {
    const groupOf = (text: string): number => groups.findIndex((group) => group.test(text));
    const one = groupOf(left);
    // Most texts have no word of a row, and then the other text need not be read.
    const other = one < 0 ? one : groupOf(right);
    return other >= 0 && one !== other;
  });
}
