/** Ranges of free memory: adjacent ones are joined, so that small ranges that were given back can serve a large request. */
export interface FreeMemory {
  /** Takes so many free bytes and returns their address; undefined if no range has them. */
  take(bytes: number): number | undefined;
  /** Frees these bytes, which must not be free. */
  giveBack(address: number, bytes: number): void;
}

export function freeMemory(): FreeMemory {
  /** Ranges in order of address; no two are adjacent. */
  const starts: number[] = [];
  const ends: number[] = [];

  /** Returns the index of the first free range that starts after an address. */
  function indexAfter(address: number): number {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    take(bytes) {
      // The first range that fits is taken, so that those at high addresses stay whole for large requests.
      for (let index = 0; index < starts.length; index++) {
        const start = starts[index] as number;
        const left = (ends[index] as number) - start - bytes;
        if (left < 0) continue;
        starts[index] = start + bytes;
        if (left === 0) {
          starts.splice(index, 1);
          ends.splice(index, 1);
        }
        return start;
      }
      return undefined;
    },
    giveBack(address, bytes) {
      const index = indexAfter(address);
      const end = address + bytes;
      const joinsNext = starts[index] === end;
      if (index > 0 && ends[index - 1] === address) {
        ends[index - 1] = joinsNext ? (ends[index] as number) : end;
        if (!joinsNext) return;
        starts.splice(index, 1);
        ends.splice(index, 1);
      } else if (joinsNext) {
        starts[index] = address;
      } else {
        starts.splice(index, 0, address);
        ends.splice(index, 0, end);
      }
    },
  };
}
