/** A quality profile of a library manager. */
export interface ProfileChoice {
  readonly id: number;
}

/** A root folder of a library manager. */
export interface RootChoice {
  readonly path: string;
  readonly accessible: boolean;
}

/** What decides where a new title goes. */
export interface PlacementInput {
  readonly profiles: readonly ProfileChoice[];
  readonly roots: readonly RootChoice[];
  /** The requester's choice, 0 for none. */
  readonly chosenProfileId: number;
  /** The policy's default, 0 for none. */
  readonly defaultProfileId: number;
}

/** Where a new title goes, or what the library manager lacks for it. */
export type TitlePlacement =
  { readonly profileId: number; readonly rootPath: string } | { readonly missing: 'quality_profile' | 'root_folder' };

/** The messages for administrators. */
export const LACKING = {
  quality_profile: 'The library manager has no quality profile. Add one in its settings, then retry.',
  root_folder: 'The library manager has no root folder. Add one in its settings, then retry.',
} as const;

/**
 * Chooses the profile and folder of a new film or series: the requester's profile if the manager still has it, else the
 * policy's default, else the manager's first; the first folder that the manager can reach, else its first. Source: doc
 * 4 sections 1.13 and 1.15.
 */
export function placeTitle(input: PlacementInput): TitlePlacement {
  const wanted = [input.chosenProfileId, input.defaultProfileId];
  const known = wanted.map((id) => input.profiles.find((profile) => profile.id === id));
  const profile = known.find((candidate) => candidate !== undefined) ?? input.profiles[0];
  if (!profile) return { missing: 'quality_profile' };
  const root = input.roots.find((candidate) => candidate.accessible) ?? input.roots[0];
  if (!root) return { missing: 'root_folder' };
  return { profileId: profile.id, rootPath: root.path };
}
