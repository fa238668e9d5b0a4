/** Windows of memory that nobody uses: neighbours are one, so that what small ones gave back is there for a large one. */
export interface FreeMemory {
  /** Where so many bytes were free, and are no longer; undefined where no stretch has them. */
  take(bytes: number): number | undefined;
  /** These bytes, which must not be free, are. */
  giveBack(address: number, bytes: number): void;
}

export function freeMemory(): FreeMemory {
  /** In order of address; no two touch. */
  const starts: number[] = [];
  const ends: number[] = [];

  /** The place of the first stretch that starts after an address. */
  function placeAfter(address: number): number {
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
      for (let place = 0; place < starts.length; place++) {
        const start = starts[place] as number;
        const left = (ends[place] as number) - start - bytes;
        if (left < 0) continue;
        starts[place] = start + bytes;
        if (left === 0) {
          starts.splice(place, 1);
          ends.splice(place, 1);
        }
        return start;
      }
      return undefined;
    },
    giveBack(address, bytes) {
      const place = placeAfter(address);
      const end = address + bytes;
      const joinsNext = starts[place] === end;
      if (place > 0 && ends[place - 1] === address) {
        ends[place - 1] = joinsNext ? (ends[place] as number) : end;
        if (!joinsNext) return;
        starts.splice(place, 1);
        ends.splice(place, 1);
      } else if (joinsNext) {
        starts[place] = address;
      } else {
        starts.splice(place, 0, address);
        ends.splice(place, 0, end);
      }
    },
  };
}
