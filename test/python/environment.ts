/** Makes a virtual environment of Python with the packages in test/python/requirements.txt, and the code generated from the contract. */
import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root.ts';

const run = promisify(execFile);
const VENV = join(ROOT, '.venv');
const PYTHON = join(VENV, 'bin/python');

/** Returns whether this machine has a Python that can make virtual environments. */
export async function hasPython(): Promise<boolean> {
  return run('python3', ['-c', 'import venv, ensurepip']).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the interpreter of `.venv` in the root. If necessary it makes the environment and installs the packages from pip's configured
 * registry.
 */
export async function pythonWithGrpc(): Promise<string> {
  const ready = await run(PYTHON, ['-c', 'import grpc_tools, grpc_status, build, hatchling, mypy, ruff']).then(
    () => true,
    () => false,
  );
  if (ready) return PYTHON;
  await run('python3', ['-m', 'venv', VENV]);
  const requirements = join(ROOT, 'test/python/requirements.txt');
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  await access(PYTHON);
  return PYTHON;
}

/** Generates the messages and stubs of the contract into `folder`, which must then be on PYTHONPATH. */
export async function generatePython(python: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contract = join(ROOT, 'proto/recorda/v1');
  const protos = (await readdir(contract))
    .filter((name) => name.endsWith('.proto'))
    .map((name) => join(contract, name));
  const out = [`--proto_path=${join(ROOT, 'proto')}`, `--python_out=${folder}`, `--grpc_python_out=${folder}`];
  await run(python, ['-m', 'grpc_tools.protoc', ...out, ...protos]);
}
