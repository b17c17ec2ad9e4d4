import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { AlbumListsService } from '../albums/album-lists.service.js';
import { artistNotFound } from '../library.errors.js';
import { ListedLibraryService } from './listed-library.service.js';
import {
  limitOf,
  sortOf,
  type ArtistQuery,
  type ListedQuery,
  type RecentQuery,
  type SortedQuery,
} from './lists-query.js';
import {
  libraryArtist,
  musicTitle,
  recentAlbum,
  type MusicArtistsView,
  type LibraryArtistPageView,
  type MusicLibraryView,
  type MusicRecentView,
} from './music-lists.view.js';

const UNREADABLE = 'The library can not be read for now.';

/**
 * What is in a music library. It carries no ratings, so a kids account gets what anybody gets who holds the library. A
 * caller without one gets empty lists; the page of an artist is refused. Source: doc 4 section 2.
 */
@Controller('api/requests')
export class MusicListsController {
  constructor(
    private readonly libraries: ListedLibraryService,
    private readonly lists: AlbumListsService,
  ) {}

  /** List the albums of a music library. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-library')
  @Answers({ 503: UNREADABLE })
  async library(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListedQuery>,
  ): Promise<MusicLibraryView> {
    const id = await this.libraries.find(caller, 'music_manager', queryWord('instance_id', query.instance_id));
    if (id === null) return { titles: [] };
    const albums = await this.lists.albums(id);
    return { titles: albums.map((album) => musicTitle(album, id)) };
  }

  /** List the albums whose files came last. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-recent')
  @Answers({ 503: UNREADABLE })
  async recent(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<RecentQuery>,
  ): Promise<MusicRecentView> {
    const limit = limitOf(query.limit);
    const id = await this.libraries.find(caller, 'music_manager', queryWord('instance_id', query.instance_id));
    if (id === null) return { items: [] };
    return { items: (await this.lists.recent(id, limit)).map((one) => recentAlbum(one, id)) };
  }

  /** List the artists of a music library. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-artists')
  @Answers({ 503: UNREADABLE })
  async artists(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SortedQuery>,
  ): Promise<MusicArtistsView> {
    const sort = sortOf(query.sort);
    const id = await this.libraries.find(caller, 'music_manager', queryWord('instance_id', query.instance_id));
    if (id === null) return { artists: [], total: 0 };
    const { creators, total } = await this.lists.artists(id, sort);
    return { artists: creators.map((artist) => libraryArtist(artist, id)), total };
  }

  /** Get an artist with the albums that the library knows of. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-artist')
  @Answers({
    403: 'The caller may not use this library.',
    404: 'The library has no such artist.',
    503: UNREADABLE,
  })
  async artist(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ArtistQuery>,
  ): Promise<LibraryArtistPageView> {
    const foreignId = queryWord('foreign_id', query.foreign_id);
    if (foreignId === undefined) throw badRequest('foreign_id required');
    const id = await this.libraries.require(caller, 'music_manager', queryWord('instance_id', query.instance_id));
    const found = await this.lists.artist(id, foreignId);
    if (!found) throw artistNotFound();
    const { artist, albums } = found;
    return { artist: libraryArtist(artist, id), titles: albums.map((album) => musicTitle(album, id)) };
  }
}
