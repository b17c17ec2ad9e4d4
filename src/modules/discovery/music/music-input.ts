import type { Caller } from '../../../core/access/caller.js';
import type { BrowseInput } from '../access/browse-access.service.js';
import { instanceIdOf } from '../access/instance-query.js';

/**
 * Who wants to browse music, and with which instance.
 *
 * @param id `instance_id` as it came
 * @throws AppError 400 as {@link instanceIdOf}
 */
export const musicInput = (caller: Caller, id: unknown): BrowseInput => ({
  caller,
  serviceType: 'music_manager',
  instanceId: instanceIdOf(id),
});
