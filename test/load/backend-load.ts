/** The parts of a backend's load entry: the backend itself, the calls to it, and each as the bare driver would make it. */
import type { Recorda } from '../../client/index.ts';
import type { MeasuredCall } from './calls.ts';

/** A call of Recorda's, and the driver's own that does about the same with the same bytes. */
export type BackendCall = MeasuredCall & {
  /** Is called repeatedly, one after another or several at once. */
  readonly bare: (index: number) => Promise<unknown>;
};

export type StartedBackend = {
  /** The environment of a server whose memory lives there. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the calls for the server to which they are sent. */
  readonly calls: (random: () => number) => readonly BackendCall[];
  /** Fills the memory of the users whose calls are measured: on the server with the backend and on the embedded one alike. */
  readonly fill: (recorda: Recorda, random: () => number) => Promise<void>;
  stop(): Promise<void>;
};

export type BackendLoad = {
  /** The name in `--backends` and for people. */
  readonly name: string;
  /** The name of the bare driver. */
  readonly driver: string;
  start(): Promise<StartedBackend>;
};
