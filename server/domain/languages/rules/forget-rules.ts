/** The packs' requests to forget, as patterns over folded text. */
import { filled } from '../filled.ts';
import type { ForgetPack, ForgetRow } from '../forget-pack.ts';

export type ForgetRule = Pick<ForgetRow, 'id'> & {
  /** Anchored, with indices of its groups. */
  readonly pattern: RegExp;
};

export function forgetRules(packs: readonly ForgetPack[]): readonly ForgetRule[] {
  return packs.flatMap(({ parts, rows }) =>
    rows.map(({ id, when }) => ({ id, pattern: new RegExp(`^(?:${filled(when, parts)})`, 'du') })),
  );
}
