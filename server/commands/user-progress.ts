/** Reports a command's progress on stderr, since its results are printed on stdout. */
import { SingleBar } from 'cli-progress';

export function progressOf(what: string) {
  const bar = new SingleBar({
    format: `{bar} {percentage} %  {value} of {total} ${what}  {eta_formatted} left`,
    stream: process.stderr,
    noTTYOutput: false,
    hideCursor: true,
  });
  let begun = false;
  return {
    at(done: number, total: number): void {
      if (begun) {
        bar.setTotal(total);
        bar.update(done);
      } else bar.start(total, done);
      begun = true;
    },
    end: (): void => bar.stop(),
  };
}
