/** Follows what happens on the server, with a mark of whether the connection stands. */
import { useEffect, useState } from 'preact/hooks';
import { follow } from '../call.ts';
import type { Answer, Asked, StreamName } from '../contract.ts';

export type Live = {
  readonly isLive: boolean;
  /** How often something may have been missed since the page was opened, so that what is shown has to be loaded again. */
  readonly gaps: number;
  readonly error: Error | undefined;
};

type Watched<Name extends StreamName> = {
  readonly requestOf: (resumeToken: string) => Asked<Name>;
  /** Takes an answer, and returns its resume token if it has one. A stream without tokens misses what happens in between. */
  readonly take: (answer: Answer<Name>) => string | undefined;
};

/** Follows the stream until the component is removed, and anew when a dependency changes. */
export function useLive<Name extends StreamName>(
  name: Name,
  { requestOf, take }: Watched<Name>,
  dependencies: readonly unknown[],
): Live {
  const [isLive, setIsLive] = useState(false);
  const [gaps, setGaps] = useState(0);
  const [error, setError] = useState<Error | undefined>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    let resumeToken = '';
    let connections = 0;
    const miss = (): void => setGaps((count) => count + 1);
    setError(undefined);
    follow(
      name,
      {
        requestOf: () => requestOf(resumeToken),
        take: (answer) => (resumeToken = take(answer) ?? resumeToken),
        onLive(nowLive) {
          if (leaving.signal.aborted) return;
          setIsLive(nowLive);
          connections += nowLive ? 1 : 0;
          if (nowLive && connections > 1 && resumeToken === '') miss();
        },
        onGap() {
          resumeToken = '';
        },
      },
      leaving.signal,
    ).catch((thrown: unknown) => {
      setIsLive(false);
      setError(thrown as Error);
    });
    return () => {
      leaving.abort();
      setIsLive(false);
    };
  }, dependencies);
  return { isLive, gaps, error };
}
