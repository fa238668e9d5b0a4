/** `recorda master-key`: replaces the key that opens archive and backups. */
import { Option } from 'commander';
import type { MasterKeyNeed } from '../../../proto/gen/recorda/v1/master_key.ts';
import { progressOf } from '../user-progress.ts';
import { EXIT } from '../exit-codes.ts';
import { type ClientCommand, withOptions } from './client-command.ts';
import { shownTime } from './output.ts';

export const MASTER_KEY_COMMANDS: readonly ClientCommand[] = [
  withOptions<{ readonly force?: boolean }>({
    usage: 'rotate',
    description:
      'Create a new master key and encrypt everything with it while the server runs; if it is interrupted, the next run continues; without --force, list the keys and what they are needed for',
    options: [new Option('--force', 'rotate; without it, nothing changes')],
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, options: { force = false }, call }) {
      const bar = progressOf('objects');
      for await (const progress of recorda.admin.rotateMasterKey({ force }, call)) {
        const { keyId, isNewKey, olderKeyIds, totalCount, doneCount, renewedCount, needs, isDone } = progress;
        if (!isDone) {
          bar.at(doneCount, totalCount);
          continue;
        }
        bar.end();
        const current = isNewKey
          ? `${keyId} is now the master key. Keep a copy of it elsewhere.`
          : `${keyId} is the master key.`;
        const done = force
          ? `${renewedCount} of ${totalCount} objects were encrypted again.`
          : `${renewedCount} of ${totalCount} objects would be encrypted again. Nothing was changed; use --force to rotate.`;
        const older = olderKeyIds.map((id) => olderKey(id, needs));
        out.document('RotateMasterKeyResponse', progress, [`${current} ${done}`, ...older].join('\n'));
      }
    },
  }),
  withOptions<{ readonly force?: boolean }>({
    usage: 'retire <id>',
    description: 'Remove an older master key if nothing needs it any more; exits with 5 if something does',
    arguments: { id: 'id of the key; rotate lists the keys' },
    options: [new Option('--force', 'remove the key; without it, nothing changes')],
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, args: [keyId = ''], options: { force = false }, call }) {
      const answer = await recorda.admin.retireMasterKey({ keyId, force }, call);
      const done = force
        ? `${keyId} was removed.`
        : `Nothing needs ${keyId}. It was not removed; use --force to remove it.`;
      out.document('RetireMasterKeyResponse', answer, answer.isPossible ? done : olderKey(keyId, answer.needs));
      return answer.isPossible ? EXIT.ok : EXIT.notFound;
    },
  }),
];

const PLACES: Readonly<Record<MasterKeyNeed['place'], string>> = {
  SEALED_PLACE_UNSPECIFIED: 'objects',
  UNRECOGNIZED: 'objects',
  SEALED_PLACE_USER_KEYS: 'keys of users',
  SEALED_PLACE_STANDBY_KEYS: 'keys of users for the standby',
  SEALED_PLACE_BACKUPS: 'backups',
  SEALED_PLACE_ERASE_LOG: 'entries of the erase logs',
  SEALED_PLACE_STANDBY_SEGMENTS: 'segments of the standby',
};

/** Says what an older key is needed for. An object that does not name its key may need any of them. */
function olderKey(id: string, needs: readonly MasterKeyNeed[]): string {
  const own = needs.filter(({ keyId }) => keyId === id || keyId === '');
  if (own.length === 0) return `${id} is older and not needed any more.`;
  const what = own.map(({ keyId, place, count, untilTime }) => {
    const until = untilTime === undefined ? '' : ` until ${shownTime(untilTime)}`;
    return `${count} ${PLACES[place]}${until}${keyId === '' ? ', possibly (for users of another server)' : ''}`;
  });
  return `${id} is older and still needed for ${what.join(', ')}.`;
}
