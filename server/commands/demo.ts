/** `recorda demo`. */
import { Command } from 'commander';

export function demoCommand(): Command {
  return new Command('demo')
    .description('Show what Recorda does, on a separate server with a temporary folder')
    .option('--keep', 'keep the folder and print its path')
    .action(async ({ keep = false }: { keep?: boolean }) => {
      const { demo } = await import('./demo-run.ts');
      await demo({ keep, write: (line) => process.stdout.write(`${line}\n`) });
    });
}
