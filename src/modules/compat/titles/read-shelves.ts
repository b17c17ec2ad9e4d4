import { InstanceMissing } from '../../instances/instances.public.js';
import { LibraryUnreadable } from '../compat.errors.js';

/**
 * The shelves of some libraries, in their order.
 *
 * @throws AppError 503 when one of them can't be read, or has just been removed: the others alone would tell too little
 */
export async function readShelves<Shelf>(
  instanceIds: readonly string[],
  shelf: (instanceId: string) => Promise<Shelf | null>,
): Promise<readonly Shelf[]> {
  const shelves = await Promise.all(
    instanceIds.map(async (id) => {
      try {
        return await shelf(id);
      } catch (fault) {
        if (fault instanceof InstanceMissing) return null;
        throw fault;
      }
    }),
  );
  return shelves.map((read) => {
    if (read === null) throw new LibraryUnreadable();
    return read;
  });
}
