/**
 * Bills of materials, in CycloneDX: what each package and the image bring with them, at the versions of package-lock.json, which are those
 * that CI tests. Who installs a package may get later ones, as its ranges allow.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The parts of https://cyclonedx.org/docs/1.5/json that are read here. */
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
 * The bill of materials of what npm installs for `manifest` and `parts` under the package-lock.json of `root`. `parts` are dependencies,
 * as a manifest has them, that are not in this one, or come from a file.
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
    // Where this machine has them from is nobody else's concern.
    return { ...bill, components: bill.components.map((one) => ({ ...one, externalReferences: [] })) };
  } finally {
    rmSync(work, { recursive: true });
  }
}
