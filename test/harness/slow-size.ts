/** Milliseconds of the processor: far more than linear work of {@link LARGEST} takes, far less than work in its square. */
const MOST_CPU_MS = 1_000;

/** More than any header that Node takes, which ends at 16 KiB. */
const LARGEST = 128 * 1024;

/**
 * At which size does work begin to take longer than its size warrants? Null where it is done at once at every size. Small
 * sizes grow by a quarter, so that a test of work that doubles with each step ends in seconds.
 */
export function slowSize(work: (size: number) => unknown): number | null {
  for (let size = 16; size <= LARGEST; size = Math.ceil(size * (size < 128 ? 1.25 : 2))) {
    const begun = process.cpuUsage();
    work(size);
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1_000 > MOST_CPU_MS) return size;
  }
  return null;
}
