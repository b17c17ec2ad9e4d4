/** An artist whom the fake's metadata service knows. */
export interface LidarrCatalogArtist {
  readonly foreignArtistId: string;
  readonly artistName: string;
}

/** An edition of an album. */
export interface LidarrCatalogRelease {
  readonly foreignReleaseId: string;
  /** How many tracks it has. */
  readonly tracks: number;
}

/** An album that the fake's metadata service knows: a release group. */
export interface LidarrGroup {
  /** Changes when groups are merged. */
  foreignAlbumId: string;
  readonly title: string;
  readonly artist: LidarrCatalogArtist;
  readonly albumType: string;
  readonly secondaryTypes: readonly string[];
  /** First day of its release; null where nobody knows it. */
  readonly releaseDate: string | null;
  readonly releases: readonly LidarrCatalogRelease[];
  readonly hasCover: boolean;
}

export type LidarrArtistGiven = Pick<LidarrCatalogArtist, 'foreignArtistId'> & Partial<LidarrCatalogArtist>;

export type LidarrGroupGiven = Pick<LidarrGroup, 'foreignAlbumId'> &
  Partial<Pick<LidarrGroup, 'title' | 'albumType' | 'secondaryTypes' | 'releaseDate' | 'releases' | 'hasCover'>> & {
    /** One and the same artist where nothing is said. */
    readonly artist?: LidarrArtistGiven;
    /** How many tracks its only release has; ten where nothing is said. */
    readonly tracks?: number;
  };

/** The artist of albums of which nothing is said. */
export const SOMEBODY: LidarrArtistGiven = {
  foreignArtistId: '1f0e5b7a-0000-4aaa-8bbb-00000000a001',
  artistName: 'Glass Meridian',
};

export const artistOf = ({ foreignArtistId, artistName }: LidarrArtistGiven): LidarrCatalogArtist => ({
  foreignArtistId,
  artistName: artistName ?? `Artist ${foreignArtistId}`,
});

/** @param artist known of old, where he is */
export function groupOf(given: LidarrGroupGiven, artist = artistOf(given.artist ?? SOMEBODY)): LidarrGroup {
  const { foreignAlbumId, tracks = 10 } = given;
  return {
    foreignAlbumId,
    title: given.title ?? `Album ${foreignAlbumId}`,
    artist,
    albumType: given.albumType ?? 'Album',
    secondaryTypes: given.secondaryTypes ?? [],
    releaseDate: given.releaseDate === undefined ? '2026-04-17T00:00:00Z' : given.releaseDate,
    releases: given.releases ?? [{ foreignReleaseId: foreignAlbumId.replace(/^.{8}/, '55aa1200'), tracks }],
    hasCover: given.hasCover ?? true,
  };
}

/** Which albums of an artist a metadata profile keeps, by the names of their types; `Studio` is an album without a second one. */
export interface LidarrMetadataProfile {
  readonly id: number;
  readonly name: string;
  readonly primary: readonly string[];
  readonly secondary: readonly string[];
}

/** Does the profile keep an album? Of several secondary types one that it keeps is enough. */
export function keeps({ primary, secondary }: LidarrMetadataProfile, group: LidarrGroup): boolean {
  const second = group.secondaryTypes.length === 0 ? ['Studio'] : group.secondaryTypes;
  return primary.includes(group.albumType) && second.some((type) => secondary.includes(type));
}
