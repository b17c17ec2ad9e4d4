import type { LidarrMetadataProfile, LidarrRootFolder } from '../../../clients/lidarr/lidarr-places.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { chooseRoot, firstById, notConfigured } from '../delivery/choose-destination.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { AlbumSelection } from './album-requests.service.js';
import { safeWords } from '../../../clients/servarr/servarr-transport.js';

/** Which albums of an artist a metadata profile keeps; a list is null where it can't be read. */
export type AlbumMetadataProfile = Omit<LidarrMetadataProfile, 'releaseStatuses'>;

export interface AlbumChoices {
  readonly roots: readonly LidarrRootFolder[];
  readonly qualityProfiles: readonly { readonly id: number }[];
  readonly metadataProfiles: readonly AlbumMetadataProfile[];
  /** The album's artist, where the library has him: he keeps his profiles. */
  readonly artist: { readonly qualityProfileId: number | null; readonly metadataProfileId: number | null } | null;
  readonly albumType: string;
  readonly secondaryTypes: readonly string[];
}

/** Where a new album goes, or what an administrator has to put right first. */
type AlbumDestination =
  | { readonly rootFolderPath: string; readonly qualityProfileId: number; readonly metadataProfileId: number }
  | { readonly problem: Sentence };

const NONE = 'None';

const STUDIO = 'Studio';

/**
 * The first folder that the manager can reach, else its first; the profiles of the artist if the library has him, else
 * the folder's defaults, else the first ones. An album that the metadata profile leaves out would vanish at the next
 * refresh.
 */
export function chooseAlbumDestination(input: AlbumChoices): AlbumDestination {
  const { artist, qualityProfiles } = input;
  const root = chooseRoot(input.roots);
  if (!root) return notConfigured('place_root_folder');
  const usable = input.metadataProfiles.filter(({ name }) => name !== NONE);
  const quality =
    firstById(qualityProfiles, artist?.qualityProfileId, root.defaultQualityProfileId) ?? qualityProfiles[0];
  if (!quality) return notConfigured('place_quality_profile');
  const metadata =
    firstById(input.metadataProfiles, artist?.metadataProfileId) ??
    firstById(usable, root.defaultMetadataProfileId) ??
    usable[0];
  if (!metadata) return notConfigured('place_metadata_profile');
  if (!keeps(metadata, input)) return { problem: leftOut(metadata, input) };
  return { rootFolderPath: root.path, qualityProfileId: quality.id, metadataProfileId: metadata.id };
}

/** Of several secondary types one that the profile keeps is enough. What is unknown excludes nothing. */
function keeps(
  { primaryTypes, secondaryTypes }: AlbumMetadataProfile,
  album: Pick<AlbumChoices, 'albumType' | 'secondaryTypes'>,
): boolean {
  const seconds = album.secondaryTypes.length === 0 ? [STUDIO] : album.secondaryTypes;
  const isFirstKept = primaryTypes === null || album.albumType === '' || primaryTypes.includes(album.albumType);
  return isFirstKept && (secondaryTypes === null || seconds.some((type) => secondaryTypes.includes(type)));
}

function leftOut(
  { name }: AlbumMetadataProfile,
  { albumType, secondaryTypes }: Pick<AlbumChoices, 'albumType' | 'secondaryTypes'>,
): Sentence {
  const types = safeWords([albumType, ...secondaryTypes].join(', '), []);
  return sayDelivery('delivery_album_type_left_out', { profile: safeWords(name, []), types });
}

/** Used where the id finds nothing. Only the id decides whether what they find is the album. */
export function lookupWords({ title, searchTerm }: Pick<AlbumSelection, 'title' | 'searchTerm'>): readonly string[] {
  const [plain = ''] = title.split(/[([]/, 1);
  const words = [searchTerm ?? '', title, plain].map((text) => text.trim()).filter((text) => text !== '');
  return [...new Set(words)];
}
