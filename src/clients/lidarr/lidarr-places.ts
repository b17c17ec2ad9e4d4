import { z } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import { fieldsOf, recordIdOf, textOf } from '../servarr/plain-values.js';

/** A folder that Lidarr keeps its library in. */
export interface LidarrRootFolder {
  /** Path as Lidarr's machine sees it. */
  readonly path: string;
  /** Can Lidarr reach it right now? False too where it doesn't say. */
  readonly accessible: boolean;
  /** The quality profile of artists who come into it; null where none is set. */
  readonly defaultQualityProfileId: number | null;
  /** The metadata profile of artists who come into it; null where none is set. */
  readonly defaultMetadataProfileId: number | null;
}

/** A folder without a path is left out, since nothing can be put into it. */
export const rootFoldersSchema = readableRows(
  z
    .object({
      path: z.string(),
      accessible: lenient(z.boolean()),
      defaultQualityProfileId: lenient(z.int()),
      defaultMetadataProfileId: lenient(z.int()),
    })
    .transform(({ path, accessible, defaultQualityProfileId, defaultMetadataProfileId }): LidarrRootFolder => ({
      path,
      accessible: accessible ?? false,
      defaultQualityProfileId: recordIdOf(defaultQualityProfileId),
      defaultMetadataProfileId: recordIdOf(defaultMetadataProfileId),
    })),
);

/** Which albums of an artist are kept at a refresh. A list that isn't read in full is null, so that no type is taken for excluded. */
export interface LidarrMetadataProfile {
  readonly id: number;
  /** Its number where it has no name. `None` is built in, keeps no album and is for nobody. */
  readonly name: string;
  /** Names of the primary types that it keeps: `Album`, `EP`, … */
  readonly primaryTypes: readonly string[] | null;
  /** Names of the secondary types that it keeps; `Studio` stands for an album that has none. */
  readonly secondaryTypes: readonly string[] | null;
  /** Names of the states of releases that it keeps: `Official`, … */
  readonly releaseStatuses: readonly string[] | null;
}

export const metadataProfilesSchema = z.array(
  z
    .object({
      id: z.int(),
      name: lenient(z.string()),
      primaryAlbumTypes: z.unknown().optional(),
      secondaryAlbumTypes: z.unknown().optional(),
      releaseStatuses: z.unknown().optional(),
    })
    .transform(({ id, name, ...lists }): LidarrMetadataProfile => ({
      id,
      name: name ?? String(id),
      primaryTypes: keptIn(lists.primaryAlbumTypes, 'albumType'),
      secondaryTypes: keptIn(lists.secondaryAlbumTypes, 'albumType'),
      releaseStatuses: keptIn(lists.releaseStatuses, 'releaseStatus'),
    })),
);

function keptIn(list: unknown, member: 'albumType' | 'releaseStatus'): readonly string[] | null {
  if (!Array.isArray(list)) return null;
  const kept: string[] = [];
  for (const item of list) {
    const { [member]: named, allowed } = fieldsOf(item) ?? {};
    const name = textOf(fieldsOf(named)?.name);
    if (name === null || typeof allowed !== 'boolean') return null;
    if (allowed) kept.push(name);
  }
  return kept;
}
