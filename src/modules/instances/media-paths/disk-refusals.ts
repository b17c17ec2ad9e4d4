/** By which the system says that at a path there is nothing to be read. */
const REFUSALS = new Set([
  'EACCES',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'EMLINK',
  'ENAMETOOLONG',
  'ENODEV',
  'ENOENT',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
]);

/**
 * Null where there is nothing to be read: not there, not permitted, of another kind.
 * @throws any other error: a disk or share that fails
 */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSALS.has(String(error.code))) return null;
    throw error;
  }
}
