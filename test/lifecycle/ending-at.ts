/** Returns the same object, except that its asynchronous methods reject from the nth call on, as if the process had ended there. */
export function endingAt<T extends object>(target: T, state: { left: number }): T {
  return new Proxy(target, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        state.left -= 1;
        if (state.left < 0) return Promise.reject(new Error('the process ended'));
        return (method as (...given: unknown[]) => unknown).apply(of, given);
      };
    },
  });
}
