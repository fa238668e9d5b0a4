/** Has the browser keep something as a file. What of the name files may not be called is left out. */
export function save(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[^\w.-]/g, '_').slice(-100);
  link.click();
  URL.revokeObjectURL(url);
}
