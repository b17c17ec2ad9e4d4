import type { FakeAnswer, FakeRequest } from '../fake-server.js';
import { ServarrFake } from '../servarr/servarr-fake.js';
import { asFields, asText, found, type Fields } from '../servarr/servarr-fields.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { LIDARR } from './lidarr-fixed-answers.js';
import type { LidarrGroup } from './lidarr-catalog.js';
import type { LidarrLibrary } from './lidarr-library.js';
import { readingRoutes } from './lidarr-reading.js';
import { albumResource, artistLookupResource, artistResource, lookupResource } from './lidarr-resources.js';
import type { LidarrStoredAlbum, LidarrStoredArtist } from './lidarr-stored.js';

/** A search for an album that really ran. */
export interface LidarrSearch {
  readonly albumId: number;
  /** `add`: by the option of an addition; `command`: by an AlbumSearch, ArtistSearch or MissingAlbumSearch. */
  readonly via: 'add' | 'command';
  /** Were album and artist monitored? Else nothing that was found is taken. */
  readonly isWanted: boolean;
}

/** Lists among whose rows a test may put nonsense. */
export type LidarrList = 'album' | 'artist' | 'trackfile';

/** What Lidarr answers and does, out of a library that somebody else puts in place. */
export abstract class LidarrApi extends ServarrFake<LidarrLibrary> {
  /** Every search that really ran, in order. */
  readonly searches: LidarrSearch[] = [];
  /** While true, a search for what is wanted begins a download. */
  searchesFind = false;
  /** While false, an addition brings neither the artist's other albums nor tracks until `endAddition`. */
  additionsEndAtOnce = true;
  protected readonly unreadable = new Map<LidarrList, readonly unknown[]>();

  protected constructor(library: LidarrLibrary, options: ServarrFakeOptions) {
    super(LIDARR, library, options);
    this.addRoutes();
    this.addArt();
  }

  /** The artists of the library as they are. */
  get artists(): readonly LidarrStoredArtist[] {
    return this.library.artists;
  }

  /** The albums of the library as they are. */
  get albums(): readonly LidarrStoredAlbum[] {
    return this.library.albums;
  }

  protected override carryOut(name: string, { albumIds, albumId, artistId }: Fields): void {
    const artist = this.artists.find(({ id }) => id === artistId);
    if (name === 'AlbumSearch' && Array.isArray(albumIds)) {
      for (const album of this.albums.filter(({ id }) => albumIds.includes(id))) this.search(album, 'command');
    }
    const monitored = this.albums.filter((album) => album.monitored);
    if (name === 'ArtistSearch')
      for (const album of monitored) if (album.artist === artist) this.search(album, 'command');
    if (name === 'MissingAlbumSearch') for (const album of monitored) this.search(album, 'command');
    if (name === 'RefreshArtist' && artist) this.refreshArtist(artist);
    const refreshed = name === 'RefreshAlbum' && this.albums.find(({ id }) => id === albumId);
    if (refreshed) this.refreshArtist(refreshed.artist);
  }

  protected refreshArtist(artist: LidarrStoredArtist): void {
    this.library.bringRest(artist);
    this.library.dropExcluded(artist);
  }

  private addRoutes(): void {
    for (const [key, handler] of Object.entries(readingRoutes(this.library))) {
      this.api(key, (request) => this.withNonsense(key, handler(request)));
    }
    this.api('GET artist', ({ query }) => {
      const asked = this.artists.filter(({ who }) => query.mbId === undefined || who.foreignArtistId === query.mbId);
      return this.listed(
        'artist',
        query,
        asked.map((artist) => this.artistResource(artist)),
      );
    });
    this.api('GET artist/:id', ({ params }) => {
      const artist = this.artists.find(({ id }) => id === Number(params.id));
      return found(artist && this.artistResource(artist));
    });
    this.api('GET artist/lookup', ({ query }) => {
      const groups = this.lookedUp(String(query.term ?? ''), ({ artist }) => [
        artist.foreignArtistId,
        artist.artistName,
      ]);
      const artists = [...new Map(groups.map(({ artist }) => [artist.foreignArtistId, artist])).values()];
      return { body: artists.map((who) => this.storedArtistOf(who.foreignArtistId) ?? artistLookupResource(who)) };
    });
    this.api('PUT artist/editor', ({ body }) => this.editArtists(asFields(body)));
    this.api('GET album', ({ query }) =>
      this.listed(
        'album',
        query,
        this.askedAlbums(query).map((album) => albumResource(album, null)),
      ),
    );
    this.api('GET album/:id', ({ params }) => {
      const album = this.albums.find(({ id }) => id === Number(params.id));
      return found(album && this.albumResource(album));
    });
    this.api('GET album/lookup', ({ query }) => {
      const groups = this.lookedUp(String(query.term ?? ''), ({ foreignAlbumId, title }) => [foreignAlbumId, title]);
      return { body: groups.map((group) => this.lookupResource(group)) };
    });
    this.api('POST album', ({ body }) => this.add(asFields(body)));
    this.api('PUT album/monitor', ({ body }) => this.monitorAlbums(asFields(body)));
  }

  private addArt(): void {
    const art = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([0xff, 0xd8, 0xff, 0x7b, 0x22]) };
    this.route('GET /MediaCover/Artist/:id/:file', () => art);
    this.route('GET /MediaCover/Albums/:id/:file', () => art);
    this.api('GET mediacover/artist/:id/:file', () => art);
    this.api('GET mediacover/album/:id/:file', () => art);
  }

  private askedAlbums({
    foreignAlbumId,
    artistId,
    albumIds,
    ...rest
  }: FakeRequest['query']): readonly LidarrStoredAlbum[] {
    if (artistId !== undefined) return this.albums.filter(({ artist }) => artist.id === Number(artistId));
    if (albumIds !== undefined) return this.albums.filter(({ id }) => [albumIds].flat().map(Number).includes(id));
    if (foreignAlbumId === undefined) return this.albums;
    const one = this.library.album(foreignAlbumId);
    return one && rest.includeAllArtistAlbums === 'true' ? this.library.albumsOf(one.artist) : one ? [one] : [];
  }

  /** Nonsense stands in the whole list only, not in the answer to a question for some rows. */
  private listed(list: LidarrList, query: FakeRequest['query'], rows: readonly Fields[]): FakeAnswer {
    return { body: Object.keys(query).length > 0 ? rows : [...rows, ...(this.unreadable.get(list) ?? [])] };
  }

  private withNonsense(key: string, answer: FakeAnswer): FakeAnswer {
    const extra = key === 'GET trackfile' ? (this.unreadable.get('trackfile') ?? []) : [];
    return extra.length === 0 ? answer : { ...answer, body: [...(answer.body as readonly unknown[]), ...extra] };
  }

  /**
   * What a lookup finds: by an id with its prefix, or by words. An id that was given up in a merge leads to the album that
   * has it now.
   */
  private lookedUp(
    term: string,
    of: (group: LidarrGroup) => readonly [id: string, name: string],
  ): readonly LidarrGroup[] {
    const [, id] = /^(?:lidarr|lidarrid|mbid):(.*)$/.exec(term) ?? [];
    const fits = ([known, group]: readonly [string, LidarrGroup]): boolean => {
      const [own, name] = of(group);
      if (id === undefined) return name.toLowerCase().includes(term.toLowerCase());
      return own === id || (known === id && own === group.foreignAlbumId);
    };
    return [...new Set([...this.library.catalog].filter(fits).map(([, group]) => group))];
  }

  private add(body: Fields): FakeAnswer {
    const failures = this.library.refusals(body);
    const group = this.library.catalog.get(String(body.foreignAlbumId));
    if (failures.length > 0 || !group) return { status: 400, body: failures };
    const given = asFields(body.artist);
    const isNew = !this.library.artist(group.artist.foreignArtistId);
    const artist = this.library.storeArtist(group.artist, given);
    const album = this.library.storeAlbum(group, artist, body.monitored === true);
    const answer = { status: 201, body: this.albumResource(album) };
    if (this.additionsEndAtOnce) this.library.bringRest(artist);
    if (isNew) this.applyOptions(artist, asText(asFields(given.addOptions).monitor, ''));
    if (asFields(body.addOptions).searchForNewAlbum === true) {
      this.commands.give('AlbumSearch', { albumIds: [album.id] });
      this.search(album, 'add');
    }
    return answer;
  }

  /** The option of an addition comes over what is monitored, the added album included. */
  private applyOptions(artist: LidarrStoredArtist, monitor: string): void {
    if (monitor === '' || monitor === 'unknown') return;
    for (const album of this.library.albumsOf(artist)) album.monitored = !['none', 'existing'].includes(monitor);
  }

  private search(album: LidarrStoredAlbum, via: LidarrSearch['via']): void {
    const isWanted = album.monitored && album.artist.monitored;
    this.searches.push({ albumId: album.id, via, isWanted });
    album.lastSearched = this.library.moment();
    if (isWanted && this.searchesFind) this.library.enqueue(album, {});
  }

  private monitorAlbums({ albumIds, monitored }: Fields): FakeAnswer {
    const chosen = this.albums.filter(({ id }) => Array.isArray(albumIds) && albumIds.includes(id));
    for (const album of chosen) album.monitored = monitored === true;
    return { status: 202, body: chosen.map((album) => albumResource(album, null)) };
  }

  /** Changes what the body names of the artists, and nothing else. */
  private editArtists({ artistIds, ...changes }: Fields): FakeAnswer {
    const chosen = this.artists.filter(({ id }) => Array.isArray(artistIds) && artistIds.includes(id));
    for (const artist of chosen) {
      if (typeof changes.monitored === 'boolean') artist.monitored = changes.monitored;
      artist.monitorNewItems = asText(changes.monitorNewItems, artist.monitorNewItems);
      artist.qualityProfileId = Number(changes.qualityProfileId ?? artist.qualityProfileId);
      artist.metadataProfileId = Number(changes.metadataProfileId ?? artist.metadataProfileId);
    }
    return { status: 202, body: chosen.map((artist) => this.artistResource(artist)) };
  }

  private lookupResource(group: LidarrGroup): Fields {
    const stored = this.library.album(group.foreignAlbumId);
    return stored
      ? this.albumResource(stored)
      : lookupResource(group, this.storedArtistOf(group.artist.foreignArtistId));
  }

  private storedArtistOf(foreignArtistId: string): Fields | null {
    const artist = this.library.artist(foreignArtistId);
    return artist ? this.artistResource(artist) : null;
  }

  private albumResource(album: LidarrStoredAlbum): Fields {
    return albumResource(album, this.artistResource(album.artist));
  }

  private artistResource(artist: LidarrStoredArtist): Fields {
    return artistResource(artist, this.library.albumsOf(artist));
  }
}
