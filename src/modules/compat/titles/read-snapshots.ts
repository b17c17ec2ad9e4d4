import { InstanceMissing } from '../../instances/instances.public.js';
import { LibraryUnreadable } from '../compat.errors.js';

/**
 * The snapshots of some libraries, in their order.
 *
 * @throws AppError 503 when one of them can't be read, or has just been removed: the others alone would be incomplete
 */
export async function readSnapshots<Snapshot>(
  instanceIds: readonly string[],
  snapshot: (instanceId: string) => Promise<Snapshot | null>,
): Promise<readonly Snapshot[]> {
  const snapshots = await Promise.all(
    instanceIds.map(async (id) => {
      try {
        return await snapshot(id);
      } catch (fault) {
        if (fault instanceof InstanceMissing) return null;
        throw fault;
      }
    }),
  );
  return snapshots.map((read) => {
    if (read === null) throw new LibraryUnreadable();
    return read;
  });
}
