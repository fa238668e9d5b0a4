/** Ranges of memory that nobody uses: neighbours are one, so that what small ones gave back is there for a large one. */
export interface FreeMemory {
  /** Takes so many free bytes and answers their address; undefined where no range has them. */
  take(bytes: number): number | undefined;
  /** These bytes, which must not be free, are. */
  giveBack(address: number, bytes: number): void;
}

export function freeMemory(): FreeMemory {
  /** In order of address; no two touch. */
  const starts: number[] = [];
  const ends: number[] = [];

  /** The index of the first free range that starts after an address. */
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
      // The first that fits: what is far up stays whole for what is large.
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
