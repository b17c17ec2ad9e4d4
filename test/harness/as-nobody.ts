import { chmodSync } from 'node:fs';

/**
 * Does work as somebody to whom the disk may forbid things. Nothing is forbidden to the system's administrator, as whom tests may
 * run.
 *
 * @param ground the test's folder, which is opened for it
 */
export async function asNobody<T>(ground: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  chmodSync(ground, 0o755);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
