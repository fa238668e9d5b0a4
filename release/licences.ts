/** Reads the licences of all dependencies from package-lock.json. */

/** A package at a version. */
export type LicensedPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Is true if a package or image of Recorda may bring it to a user; otherwise only tests and builds have it. */
  readonly isShipped: boolean;
};

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Is true for packages in this repository. */
  readonly link?: boolean;
};
export type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const FOLDER = 'node_modules/';

/** Returns each package once, by name and version. Throws if the lock file names no licence. */
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

/** Returns a table with a heading and a line for each package, its columns separated by tabs. */
export function licenceTable(packages: readonly LicensedPackage[]): string {
  const lines = packages.map(({ name, version, licence, isShipped }) =>
    [name, version, licence, isShipped ? 'shipped' : 'build and tests'].join('\t'),
  );
  return `package\tversion\tlicence\twhere\n${lines.join('\n')}\n`;
}

/** Licences that require no more than to be named. */
const PERMISSIVE: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
];

/**
 * Tells whether the expression, of AND and OR without further brackets, allows Recorda to ship the package under permissive
 * licences alone.
 */
export function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => PERMISSIVE.includes(licence)));
}
