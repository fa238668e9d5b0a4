/** Has the browser save a file. Characters that file names may not contain are removed from the name. */
export function save(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[^\w.-]/g, '_').slice(-100);
  link.click();
  URL.revokeObjectURL(url);
}
