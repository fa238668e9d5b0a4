/** An address in the kernel's memory, in bytes. A count or a mark cannot be passed in place of one. */
export type Address = number & { readonly isAddress: true };

/** Returns the address so many bytes after `start`. */
export function addressAt(start: Address, bytes: number): Address {
  return (start + bytes) as Address;
}
