import type { Caller } from '../../../core/access/caller.js';
import type { BrowseWish } from '../access/browse-access.js';
import { instanceIdOf } from '../access/instance-query.js';

/**
 * Who wants to browse music, and with which instance.
 *
 * @param id `instance_id` as it came
 * @throws AppError 400 as {@link instanceIdOf}
 */
export const musicWish = (caller: Caller, id: unknown): BrowseWish => ({
  caller,
  serviceType: 'music_manager',
  instanceId: instanceIdOf(id),
});
