/** `recorda demo`. */
import { Command } from 'commander';

export function demoCommand(): Command {
  return new Command('demo')
    .description('Show what Recorda does, on a server of its own with a folder of its own')
    .option('--keep', 'keep the folder, and say where it is')
    .action(async ({ keep = false }: { keep?: boolean }) => {
      const { demo } = await import('./demo-run.ts');
      await demo({ keep, write: (line) => process.stdout.write(`${line}\n`) });
    });
}
