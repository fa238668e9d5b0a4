/**
 * The head of the audit log, in a file of its own: it tells which page is the last. It is written after each commit, without waiting for
 * the disk, in two places in turn, so that a crash leaves at least one of them whole.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hash } from 'node:crypto';
import type { AuditHead } from '../../../../domain/audit.ts';
import { AUDITING } from '../../../../policy/lifecycle.ts';

/** The file's name in the data folder, unless the settings name another place. */
export const AUDIT_HEAD_FILE = 'audit.head';
const OWNER_ONLY = 0o600;
const SUM_LENGTH = 16;

function sumOf(text: string): string {
  return hash('sha256', text).slice(0, SUM_LENGTH);
}

/** Reads the head; undefined if there is none that is whole. */
export function readHead(file: string): AuditHead | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
  const heads = [text.slice(0, AUDITING.headBytes), text.slice(AUDITING.headBytes)].flatMap((head) => {
    const [, said = '', pageNo, hash = '', sum] = /^((\d+) ([0-9a-f]{64})) ([0-9a-f]+)\s*$/.exec(head) ?? [];
    return sum !== undefined && sum === sumOf(said) ? [{ pageNo: Number(pageNo), hash }] : [];
  });
  return heads.toSorted((one, other) => other.pageNo - one.pageNo)[0];
}

export function headWriter(file: string) {
  let descriptor: number | undefined;
  const open = (): number => {
    try {
      return openSync(file, 'r+');
    } catch {
      return openSync(file, 'w+', OWNER_ONLY);
    }
  };
  return {
    write({ pageNo, hash }: AuditHead): void {
      descriptor ??= open();
      const said = `${pageNo} ${hash}`;
      const offset = (pageNo % 2) * AUDITING.headBytes;
      writeSync(descriptor, `${said} ${sumOf(said)}`.padEnd(AUDITING.headBytes), offset, 'latin1');
    },
    close(): void {
      if (descriptor === undefined) return;
      fsyncSync(descriptor);
      closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
