/** The licences of all dependencies, as package-lock.json has them. */

/** A package at a version. */
export type LicensedPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Whether a package or the image of ours may bring it to a user; else only tests and builds have it. */
  readonly isShipped: boolean;
};

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** In this repository. */
  readonly link?: boolean;
};
export type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const FOLDER = 'node_modules/';

/** Each package once, by name and version. Throws where the lock names no licence. */
export function licencesOf({ packages }: Lock): readonly LicensedPackage[] {
  const found = new Map<string, LicensedPackage>();
  for (const [path, { version = '', license, dev = false, link = false }] of Object.entries(packages)) {
    if (!path.includes(FOLDER) || link) continue;
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    if (license === undefined) throw new Error(`${name} ${version} has no licence in package-lock.json.`);
    const key = `${name} ${version}`;
    const isShipped = !dev || (found.get(key)?.isShipped ?? false);
    found.set(key, { name, version, licence: license, isShipped });
  }
  return [...found.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, locked]) => locked);
}

/** A line for each, under a heading, its columns parted by tabs. */
export function licenceTable(packages: readonly LicensedPackage[]): string {
  const lines = packages.map(({ name, version, licence, isShipped }) =>
    [name, version, licence, isShipped ? 'shipped' : 'build and tests'].join('\t'),
  );
  return `package\tversion\tlicence\twhere\n${lines.join('\n')}\n`;
}

/** Licences that ask for no more than to be named. */
const PERMISSIVE: readonly string[] = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'],
  ...['BlueOak-1.0.0', 'Unlicense', 'Zlib'],
];

/** Whether the expression, of AND and OR without further brackets, lets us ship the package under permissive licences alone. */
export function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => PERMISSIVE.includes(licence)));
}
