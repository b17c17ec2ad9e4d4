import type { LibraryPolicyMode } from '../rows.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { isLibraryId } from '../../instances/instances.public.js';

export interface LibraryPolicy {
  readonly mode: LibraryPolicyMode;
  /** The server's own ids, each once; empty unless the mode is `selected`. */
  readonly libraryIds: readonly string[];
}

export const DEFAULT_POLICY: LibraryPolicy = { mode: 'default', libraryIds: [] };

export interface PolicyInput {
  readonly mode: LibraryPolicy['mode'];
  /** Of the server's own; null where they were left out. */
  readonly libraryIds: readonly string[] | null;
}

/** Trimmed, each once, sorted. @throws AppError 400 for libraries that don't go with the mode, and ids that no library can have */
export function judgePolicy({ mode, libraryIds }: PolicyInput): LibraryPolicy {
  const ids = [...new Set((libraryIds ?? []).map((id) => id.trim()))].sort();
  if (ids.includes(''))
    throw badRequest('empty_item', 'library_ids of a policy must not hold an empty text', { name: 'library_ids' });
  if (!ids.every(isLibraryId))
    throw badRequest('not_a_word', 'library_ids of a policy must be at most 128 characters without white space', {
      name: 'library_ids',
      most: 128,
    });
  if (mode === 'selected' && ids.length === 0)
    throw badRequest('policy_without_library', 'a policy of mode selected needs at least one library');
  if (mode !== 'selected' && ids.length > 0)
    throw badRequest(
      'policy_takes_no_libraries',
      'library_ids of a policy are for mode selected only, and must be empty for default and all',
    );
  return { mode, libraryIds: ids };
}
