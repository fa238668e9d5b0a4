/** Does jobs several at a time, where they need not wait for each other; the first that fails ends it. */
export async function inLanes<Job>(
  jobs: Iterable<Job>,
  lanes: number,
  run: (job: Job, lane: number) => Promise<unknown>,
): Promise<void> {
  const left = jobs[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let next = left.next(); next.done !== true; next = left.next()) await run(next.value, lane);
    }),
  );
}
