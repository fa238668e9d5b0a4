/** How every decorator of a port is written: functions under the names of the port's operations. */

/**
 * For each operation that it changes, what is done in its place: the operation's own arguments come after `next`, which is the operation
 * as the layers below answer it. An operation that is absent goes through untouched, and costs nothing.
 */
export type Layer<Port> = {
  readonly [Operation in keyof Port]?: NonNullable<Port[Operation]> extends (...given: infer Given) => infer Result
    ? (next: (...given: Given) => Result, ...given: Given) => Result
    : never;
};

/** The same port under these layers, the outermost first. What the port does not have no layer adds. */
export function layered<Port extends object>(port: Port, ...layers: readonly Layer<Port>[]): Port {
  return layers.reduceRight((below, layer) => under(layer, below), port);
}

function under<Port extends object>(layer: Layer<Port>, port: Port): Port {
  const below = port as Readonly<Record<string, unknown>>;
  const changed = Object.entries(layer as Readonly<Record<string, (...given: unknown[]) => unknown>>)
    .filter(([operation]) => below[operation] !== undefined)
    .map(([operation, change]): [string, unknown] => [operation, change.bind(undefined, below[operation])]);
  return { ...port, ...Object.fromEntries<unknown>(changed) };
}
