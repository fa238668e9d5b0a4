/** Returns the commands of the executable, each by its words. */
import type { Command } from 'commander';
import { program } from '../../../server/commands/program.ts';

type NamedCommand = {
  /** The words, like `recorda sessions list`. */
  readonly path: string;
  readonly command: Command;
};

export const EVERY_COMMAND: readonly NamedCommand[] = under(await program());

function under(command: Command, path: readonly string[] = []): readonly NamedCommand[] {
  const here = [...path, command.name()];
  return [{ path: here.join(' '), command }, ...command.commands.flatMap((one) => under(one, here))];
}
