import type { LibraryPolicyMode } from '../accounts/library-policy.js';
import type { MediaAccess } from '../policies/media-access.service.js';

/** The libraries of an audiobook server for one person. Source: doc 1 section 2, Audiobook library policy. */
export interface LibraryPolicyView {
  readonly mode: LibraryPolicyMode;
  readonly library_ids: readonly string[];
  /** The server has still to confirm what should be of the person's account. */
  readonly sync_pending: boolean;
  /** The libraries of the person's account follow this. */
  readonly manages_libraries: boolean;
}

/** Who may use an audiobook server, and which libraries they get. Source: doc 1 section 4, issue 21. */
export interface MediaAccessView {
  readonly default_library_ids: readonly string[];
  readonly user_ids: readonly number[];
  /** By user id. */
  readonly policies: Readonly<Record<string, LibraryPolicyView>>;
}

/** The wire form of it. */
export function mediaAccessView({ defaultLibraryIds, userIds, policies }: MediaAccess): MediaAccessView {
  const views = [...policies].map(([userId, { mode, libraryIds, isSyncPending, managesLibraries }]) => {
    const view = { mode, library_ids: libraryIds, sync_pending: isSyncPending, manages_libraries: managesLibraries };
    return [String(userId), view] as const;
  });
  return { default_library_ids: defaultLibraryIds, user_ids: userIds, policies: Object.fromEntries(views) };
}
