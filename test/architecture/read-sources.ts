/** Reads the syntax trees of TypeScript sources, for the rules of architecture.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * How one file needs another: when it loads, in types only, by `await import()`, or as a file that it starts or
 * reads.
 */
export type ImportKind = 'value' | 'type' | 'dynamic' | 'url';

/**
 * `to` is a path from the root for the repository's files, otherwise the package's name (`node:fs`,
 * `@grpc/grpc-js`).
 */
export type Import = { readonly from: string; readonly to: string; readonly kind: ImportKind; readonly own: boolean };

export type SourceFile = {
  /** The path from the root, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly imports: readonly Import[];
  /** Number literals as written. */
  readonly numbers: readonly string[];
  /** The names of properties, methods and functions that it defines. */
  readonly definedNames: ReadonlySet<string>;
  /** What it calls or reads as `name.member`, or by name alone: `Date.now`, `setTimeout`. */
  readonly globals: ReadonlySet<string>;
};

/** Reads all TypeScript sources under the folders, in order of path. */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.split(/[\\/]/).includes('node_modules'))
        .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
    )
    .toSorted()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

/** Reads one source; `path` determines the meaning of its relative imports. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const imports: Import[] = [];
  const numbers: string[] = [];
  const definedNames = new Set<string>();
  const globals = new Set<string>();
  const add = (request: string, kind: ImportKind): void => {
    const own = request.startsWith('.');
    const to = own ? posix.join(posix.dirname(path), request) : packageName(request);
    imports.push({ from: path, to, kind, own });
  };
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'value');
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, isType ? 'type' : 'value');
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type !== 'Literal' || typeof source.value !== 'string')
        throw new Error(`${path}: import() of something computed hides from the rules`);
      add(source.value, 'dynamic');
    },
    TSImportType: ({ source }) => add(source.value, 'type'),
    NewExpression: ({ callee, arguments: [first] }) => {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL';
      if (isUrl && first?.type === 'Literal' && typeof first.value === 'string' && first.value.startsWith('.'))
        add(first.value, 'url');
      if (callee.type === 'Identifier' && first === undefined) globals.add(`new ${callee.name}()`);
    },
    Literal: ({ value, raw }) => {
      if (typeof value === 'number' && raw !== null) numbers.push(raw);
    },
    Property: ({ key }) => {
      if (key.type === 'Identifier') definedNames.add(key.name);
    },
    FunctionDeclaration: ({ id }) => {
      if (id) definedNames.add(id.name);
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier') globals.add(callee.name);
    },
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && property.type === 'Identifier')
        globals.add(`${object.name}.${property.name}`);
    },
  }).visit(program);
  return { path, bytes: Buffer.byteLength(text), imports, numbers, definedNames, globals };
}

/** Returns `@scope/name` or `name` for a request such as `name/sub/path`. */
function packageName(request: string): string {
  return request.startsWith('node:')
    ? request
    : request
        .split('/')
        .slice(0, request.startsWith('@') ? 2 : 1)
        .join('/');
}

/**
 * Returns a cycle of files that need each other when they load, or undefined; types and `import()` make no cycle.
 */
export function findCycle(files: readonly SourceFile[]): readonly string[] | undefined {
  return cycleIn(
    new Map(
      files.map(({ path, imports }) => [
        path,
        imports.filter(({ own, kind }) => own && kind === 'value').map(({ to }) => to),
      ]),
    ),
  );
}

/**
 * Returns a cycle of folders that import from each other, or undefined; types and `import()` count. A folder and those in it are one
 * subject, so that imports between them are left out.
 */
export function findFolderCycle(files: readonly SourceFile[]): readonly string[] | undefined {
  const needs = new Map<string, Set<string>>(files.map(({ path }) => [posix.dirname(path), new Set()]));
  for (const { from, to, own, kind } of files.flatMap(({ imports }) => imports)) {
    const [folder, other] = [posix.dirname(from), posix.dirname(to)];
    const areOne = `${folder}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${folder}/`);
    if (own && kind !== 'url' && !areOne) needs.get(folder)!.add(other);
  }
  return cycleIn(needs);
}

function cycleIn(needs: ReadonlyMap<string, Iterable<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (name: string, above: readonly string[]): readonly string[] | undefined => {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of needs.get(name) ?? []) {
      const cycle = walk(next, [...above, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of needs.keys()) {
    const cycle = walk(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
