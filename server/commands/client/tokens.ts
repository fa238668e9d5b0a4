/** `recorda token mint`: a short-lived token, for less than the key of the call may do. */
import { Option } from 'commander';
import { CallerAccess } from '../../../proto/gen/recorda/v1/server_info.ts';
import { MINTING } from '../../policy/serving.ts';
import { numberOption, withOptions, type ClientCommand } from './client-command.ts';
import { choicesOf, wireNameOf } from './output.ts';

type Options = { readonly access?: string; readonly ttl?: number };

export const MINT_COMMAND: ClientCommand = withOptions<Options>({
  usage: 'mint',
  description: 'Create a short-lived token for one user and print it; it is never shown again',
  options: [
    new Option('--access <kind>', 'whether it may read, write or both; default: as the key may').choices(
      choicesOf(CallerAccess),
    ),
    numberOption('--ttl <seconds>', `seconds for which it is valid (default ${MINTING.ttlSeconds})`, [
      1,
      MINTING.mostTtlSeconds,
    ]),
  ],
  subject: 'USER',
  async run({ recorda, out, scope, options: { access, ttl = 0 }, call }) {
    const kind = access === undefined ? CallerAccess.UNSPECIFIED : wireNameOf(CallerAccess, access);
    const answer = await recorda.admin.mintToken({ ...scope, access: kind, ttlSeconds: ttl }, call);
    out.document('MintTokenResponse', answer, answer.token);
  },
});
