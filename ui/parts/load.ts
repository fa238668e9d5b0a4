/** Loads what components wait for: answers, pages of a list, and actions that somebody began. */
import { useEffect, useRef, useState } from 'preact/hooks';

export type Loaded<T> = {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  reload(): void;
};

/**
 * Loads again when a dependency changes, and every `everyMs` milliseconds while the page is visible. The old value stays until the
 * new one is there.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
  everyMs?: number,
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const known = useRef('');
  useEffect(() => {
    const leaving = new AbortController();
    const asked = JSON.stringify(dependencies);
    // The value of other dependencies is not shown for these.
    setState(({ value }) => ({
      value: known.current === asked ? value : undefined,
      error: undefined,
      isLoading: true,
    }));
    load(leaving.signal).then(
      (value) => {
        if (leaving.signal.aborted) return;
        known.current = asked;
        setState({ value, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState(({ value }) => ({ value, error: error as Error, isLoading: false }));
      },
    );
    return () => leaving.abort();
  }, [...dependencies, round]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setRound((count) => count + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...state, reload: () => setRound((count) => count + 1) };
}

type Page<T> = { readonly rows: readonly T[]; readonly next: string };

export type Paged<T> = Loaded<readonly T[]> & {
  readonly hasMore: boolean;
  more(): void;
};

/** Loads a list in pages: the first at once, each further one on request, appended to those before. */
export function usePages<T>(
  load: (token: string, signal: AbortSignal) => Promise<Page<T>>,
  dependencies: readonly unknown[],
): Paged<T> {
  const [further, setFurther] = useState<Page<T> | undefined>(undefined);
  const [error, setError] = useState<Error | undefined>(undefined);
  const [isLoading, setIsLoading] = useState(false);
  const first = useLoad(async (signal) => {
    setFurther(undefined);
    setError(undefined);
    return load('', signal);
  }, dependencies);
  const next = further?.next ?? first.value?.next ?? '';
  return {
    value: first.value && [...first.value.rows, ...(further?.rows ?? [])],
    error: first.error ?? error,
    isLoading: first.isLoading || isLoading,
    reload: first.reload,
    hasMore: next !== '',
    more() {
      setIsLoading(true);
      load(next, new AbortController().signal)
        .then((page) => setFurther({ rows: [...(further?.rows ?? []), ...page.rows], next: page.next }), setError)
        .finally(() => setIsLoading(false));
    },
  };
}

export type Action = {
  readonly isRunning: boolean;
  readonly error: Error | undefined;
  /** Begins the action, unless it is running. */
  run(work: (signal: AbortSignal) => Promise<void>): void;
  /** Cancels the action. */
  cancel(): void;
};

/** An action that a button begins. It is cancelled when the component is removed. */
export function useAction(): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<Error | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    isRunning,
    error,
    run(work) {
      if (running.current !== undefined) return;
      const leaving = new AbortController();
      running.current = leaving;
      setIsRunning(true);
      setError(undefined);
      work(leaving.signal)
        .catch((thrown: unknown) => {
          if (!leaving.signal.aborted) setError(thrown as Error);
        })
        .finally(() => {
          running.current = undefined;
          setIsRunning(false);
        });
    },
    cancel: () => running.current?.abort(),
  };
}
