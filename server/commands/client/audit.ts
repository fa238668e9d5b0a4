/** `recorda audit`: who did what, and whether the record of it is as it was written. */
import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import { pages } from '../../../client/pages.ts';
import type { AuditAnchorFault, VerifyAuditResponse } from '../../../proto/gen/recorda/v1/audit.ts';
import { keyIdOf, parseAnchor, statementOf, type SignedAnchor } from '../../domain/audit-anchor.ts';
import { EXIT } from '../exit-codes.ts';
import { type ClientCommand, withOptions } from './client-command.ts';
import { shownName, shownTime } from './output.ts';

export const AUDIT_COMMANDS: readonly ClientCommand[] = [
  {
    usage: 'list',
    description: 'List what was done, by whom and to whom, newest first',
    subject: 'USERS',
    async run({ recorda, out, userId, call }) {
      const every = pages(async (pageToken) => {
        const { events, nextPageToken } = await recorda.admin.listAuditEvents({ userId, pageToken }, call);
        return { elements: events, nextPageToken };
      });
      await out.rows('AuditEvent', every, ({ time, credential, operation, action, subject, object, count, why }) => {
        const did = shownName('AUDIT_ACTION', action);
        return [shownTime(time), operation, did, subject, `${count}`, object, credential, why].filter(
          (it) => it !== '',
        );
      });
    },
  },
  withOptions<{ readonly anchor?: readonly string[]; readonly publicKey?: string }>({
    usage: 'verify',
    description:
      'Check that no record of the audit log was changed or removed, and that the log agrees with its anchors; exits with 5 otherwise',
    options: [
      new Option('--anchor <file...>', 'also compare the log with these saved anchors'),
      new Option(
        '--public-key <file>',
        'PEM file of the public key that must have signed the anchors; if not set, the key that each anchor names',
      ),
    ],
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, options: { anchor: files = [], publicKey: keyFile }, call }) {
      const key = keyFile === undefined ? undefined : keyIdOf(await readFile(keyFile, 'utf8'));
      const anchors: SignedAnchor[] = [];
      for (const file of files) {
        const anchor = await validAnchor(file, key);
        if (anchor === undefined) {
          out.note(`${file} is not an anchor of the audit log, or was not signed by this key`);
          return EXIT.notFound;
        }
        anchors.push(anchor);
      }
      const request = { anchors: anchors.map((anchor) => ({ ...anchor, signature: Buffer.from(anchor.signature) })) };
      let isWhole = false;
      for await (const progress of recorda.admin.verifyAudit(request, call)) {
        if (!progress.isAtEnd) continue;
        isWhole = progress.fault === 'AUDIT_FAULT_UNSPECIFIED';
        for (const fault of progress.anchors?.faults ?? []) out.note(anchorFaultText(fault, progress.pageCount));
        out.document('VerifyAuditResponse', progress, verifiedText(progress));
      }
      return isWhole ? EXIT.ok : EXIT.notFound;
    },
  }),
];

/** Reads an anchor as it lies in cold storage; undefined if it is not valid, or not signed by that key. */
async function validAnchor(file: string, keyId: string | undefined): Promise<SignedAnchor | undefined> {
  // An object of a folder ends with a checksum, which is no text.
  const anchor = parseAnchor(await readFile(file, 'utf8'));
  const stated = anchor && statementOf(anchor);
  return stated === undefined || (keyId !== undefined && stated.keyId !== keyId) ? undefined : anchor;
}

function verifiedText({ fault, faultPage, recordCount, hash, anchors }: VerifyAuditResponse): string {
  const { agreeingCount = 0, newestTime, otherCount = 0 } = anchors ?? {};
  const agreeing = `${agreeingCount} anchors agree${newestTime === undefined ? '' : `, the newest of ${shownTime(newestTime)}`}`;
  const others = otherCount === 0 ? '' : `; ${otherCount} anchors are of other servers`;
  const whole = `${recordCount} records are intact; the last hash is ${hash}`;
  if (fault === 'AUDIT_FAULT_UNSPECIFIED') return `${whole}; ${agreeing}${others}`;
  if (fault === 'AUDIT_FAULT_ANCHORS_UNREAD')
    return `${whole}; but cold storage, where the anchors are, does not answer`;
  if (fault === 'AUDIT_FAULT_ANCHOR') {
    return `the log is not what it was: ${anchors?.faultCount ?? 0} anchors say otherwise; ${agreeing}${others}`;
  }
  return `${shownName('AUDIT_FAULT', fault)} at page ${faultPage}; ${agreeing}${others}`;
}

function anchorFaultText({ kind, name, page, hash, time }: AuditAnchorFault, pageCount: number): string {
  const anchor = `${name === '' ? 'an anchor that you gave' : name}${time === undefined ? '' : ` of ${shownTime(time)}`}`;
  if (kind === 'AUDIT_ANCHOR_FAULT_KIND_AHEAD') {
    return `${anchor} has page ${page}, but the log ends at page ${pageCount}: its end was cut off, or it is an older copy`;
  }
  if (kind === 'AUDIT_ANCHOR_FAULT_KIND_DIFFERS') {
    return `${anchor} has the hash ${hash} for page ${page}, the log has another: it was rewritten there or before`;
  }
  return `${anchor} is damaged, or not signed by the key that it names`;
}
