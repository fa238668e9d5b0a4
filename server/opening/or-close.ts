/** What opens, or rejects once what was opened before it is closed again. */
export function orClose<T>(opening: Promise<T>, close: () => Promise<void>): Promise<T> {
  return opening.catch(async (error: unknown) => {
    await close();
    throw error;
  });
}
