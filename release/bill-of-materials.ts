/**
 * Bills of materials, in CycloneDX: the dependencies of each package and of the image, at the versions of package-lock.json, with which CI
 * tests. Users who install a package may get later versions, as its ranges allow.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The parts of https://cyclonedx.org/docs/1.5/json that are used here. */
export type BillOfMaterials = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
};

type Component = {
  readonly name: string;
  readonly version: string;
  /** https://github.com/package-url/purl-spec */
  readonly purl: string;
  readonly hashes?: readonly object[];
  readonly licenses?: readonly object[];
};

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/**
 * Returns the bill of materials of what npm installs for `manifest` and `parts` under the package-lock.json of `root`. `parts` are
 * dependencies, in a manifest's form, that are not in this manifest, or are installed from a file.
 */
export function billOfMaterials(
  root: string,
  manifest: Manifest,
  parts: Readonly<Record<string, string>>,
): BillOfMaterials {
  const work = mkdtempSync(join(tmpdir(), 'recorda-bill-'));
  // npm names the component after its folder.
  const folder = join(work, manifest.name);
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    mkdirSync(folder, { recursive: true });
    const dependencies = { ...manifest.dependencies, ...parts };
    const own = { ...manifest, dependencies, devDependencies: undefined };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    const bill = JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx')) as BillOfMaterials;
    // The places from which this machine installed them are left out.
    return { ...bill, components: bill.components.map((one) => ({ ...one, externalReferences: [] })) };
  } finally {
    rmSync(work, { recursive: true });
  }
}
