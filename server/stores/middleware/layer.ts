/** The form in which every decorator of a port is written: functions under the names of the port's operations. */

/**
 * Replacements of a port's operations. Each takes `next`, which is the operation as the layers below answer it, and then the operation's
 * own arguments. An operation without a replacement is called directly, at no cost.
 */
export type Layer<Port> = {
  readonly [Operation in keyof Port]?: NonNullable<Port[Operation]> extends (...given: infer Given) => infer Result
    ? (next: (...given: Given) => Result, ...given: Given) => Result
    : never;
};

/** Returns the port under these layers, the outermost first. Operations that the port lacks are not added. */
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
