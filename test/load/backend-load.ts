/** What a backend's load entry brings: the backend itself, the calls that go to it, and each as the bare driver would make it. */
import type { Recorda } from '../../client/index.ts';
import type { MeasuredCall } from './calls.ts';

/** A call of ours, and the driver's own that does about the same to the same bytes. */
export type BackendCall = MeasuredCall & {
  /** Made again and again, one after another or several at once. */
  readonly bare: (index: number) => Promise<unknown>;
};

export type StartedBackend = {
  /** What a server is started with whose memory lives there. */
  readonly env: Readonly<Record<string, string>>;
  /** Made anew for the server that they go to. */
  readonly calls: (random: () => number) => readonly BackendCall[];
  /** Fills the users whose calls are measured: at the server over the backend and at the embedded one alike. */
  readonly fill: (recorda: Recorda, random: () => number) => Promise<void>;
  stop(): Promise<void>;
};

export type BackendLoad = {
  /** As `--backends` and people name it. */
  readonly name: string;
  /** The bare driver. */
  readonly driver: string;
  start(): Promise<StartedBackend>;
};
