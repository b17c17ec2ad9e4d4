import { Controller, Get, Query, Param } from '@nestjs/common';
import { RequirePermission, OutOfTurn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { Answers, Relays, MayBeKept } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import {
  type InstanceQuery,
  pageOf,
  includeSinglesOf,
  musicGenreOf,
  musicTextOf,
  periodOf,
  type ArtistQuery,
  type GenreQuery,
  type MusicPageQuery,
  type MusicSearchQuery,
  type PopularQuery,
  musicInput,
  musicIdOf,
} from './discovery-query.js';
import { MusicListsService } from '../music/music-lists.service.js';
import { MUSIC_GENRES } from '../music/music-genres.js';
import { BROWSE_REFUSALS, TOO_MANY_WAIT, COVER_REFUSALS, present } from './discovery-answers.js';
import {
  musicArtistPageView,
  musicGenresView,
  musicPageView,
  type MusicArtistPageView,
  type MusicGenresView,
  type MusicPageView,
  musicAlbumView,
  musicArtistView,
  type MusicAlbumView,
  type MusicArtistView,
} from './music.view.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import { MusicTitlesService } from '../music/music-titles.service.js';
import { pictureAnswer, PRIVATE_FOR_A_DAY } from '../pictures/pictures.service.js';

const LIST_REFUSALS = {
  ...BROWSE_REFUSALS,
  502: 'A provider of music failed.',
  503: TOO_MANY_WAIT,
} as const;

const TITLE_REFUSALS = { ...LIST_REFUSALS, 400: 'The id is no UUID, or there is no such music manager.' } as const;

/**
 * Music carries no ratings, so a kids account gets what anybody gets who holds its instance. What is asked for is judged after
 * the caller: an account that may not browse learns nothing else.
 */
@MayBeKept()
@Controller('api')
export class MusicController {
  constructor(
    private readonly access: BrowseAccessService,
    private readonly lists: MusicListsService,
    private readonly titles: MusicTitlesService,
  ) {}

  /** Search albums and EPs by title or artist; singles too on request. */
  @Get('discover/music/search')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(LIST_REFUSALS)
  search(
    @CurrentCaller() caller: Caller,
    @Query() { query, page, include_singles: singles, instance_id: id }: UnvalidatedQuery<MusicSearchQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () => {
      const input = [musicTextOf(query), pageOf(page), includeSinglesOf(singles)] as const;
      return musicPageView(await this.lists.search(...input, shareOf(caller.userId)));
    });
  }

  /** Search artists by name, each once. */
  @Get('discover/music/artists')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(LIST_REFUSALS)
  artists(
    @CurrentCaller() caller: Caller,
    @Query() { query, page, instance_id: id }: UnvalidatedQuery<ArtistQuery>,
  ): Promise<MusicArtistPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicArtistPageView(await this.lists.artists(musicTextOf(query), pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List popular albums and EPs. */
  @Get('discover/music/popular')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({ ...LIST_REFUSALS, 502: 'A provider of music failed, or knows too little of what is on the page.' })
  popular(
    @CurrentCaller() caller: Caller,
    @Query() { period, page, instance_id: id }: UnvalidatedQuery<PopularQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.lists.popular(periodOf(period), pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List albums and EPs of the past 30 days, newest first. */
  @Get('discover/music/new-releases')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(LIST_REFUSALS)
  newReleases(
    @CurrentCaller() caller: Caller,
    @Query() { page, instance_id: id }: UnvalidatedQuery<MusicPageQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.lists.newReleases(pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List albums and EPs of a genre. */
  @Get('discover/music/genre')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(LIST_REFUSALS)
  genre(
    @CurrentCaller() caller: Caller,
    @Query() { genre, page, instance_id: id }: UnvalidatedQuery<GenreQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.lists.genre(musicGenreOf(genre), pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List the genres of music. */
  @Get('genres/music')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(BROWSE_REFUSALS)
  genres(
    @CurrentCaller() caller: Caller,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<MusicGenresView> {
    return this.access.browse(musicInput(caller, id), () => Promise.resolve(musicGenresView(MUSIC_GENRES)));
  }

  /**
   * Get an album, EP or single by the id of its release group. Where the provider has merged that, the answer carries its
   * new id.
   */
  @Get('media/music/:music_id')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...TITLE_REFUSALS,
    404: 'There is no such release group.',
  })
  album(
    @CurrentCaller() caller: Caller,
    @Param('music_id') musicId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<MusicAlbumView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicAlbumView(present(await this.titles.album(musicIdOf('music', musicId), shareOf(caller.userId)))),
    );
  }

  /** Get an artist. */
  @Get('media/music/artists/:artist_id')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...TITLE_REFUSALS,
    404: 'There is no such artist.',
  })
  artist(
    @CurrentCaller() caller: Caller,
    @Param('artist_id') artistId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<MusicArtistView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicArtistView(present(await this.titles.artist(musicIdOf('artist', artistId), shareOf(caller.userId)))),
    );
  }

  /** List the albums, EPs and singles of an artist. */
  @Get('media/music/artists/:artist_id/albums')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...TITLE_REFUSALS,
    404: 'There is no such artist.',
  })
  albums(
    @CurrentCaller() caller: Caller,
    @Param('artist_id') artistId: string,
    @Query() { page, instance_id: id }: UnvalidatedQuery<MusicPageQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(
        present(await this.lists.albumsOf(musicIdOf('artist', artistId), pageOf(page), shareOf(caller.userId))),
      ),
    );
  }

  /** Get the cover of an album, EP or single by the id of its release group. */
  @OutOfTurn()
  @Get('discover/music/artwork/:music_id')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in the cache of the caller.')
  @Answers(COVER_REFUSALS)
  artwork(
    @CurrentCaller() caller: Caller,
    @Param('music_id') musicId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<RawAnswer> {
    return this.access.browse(musicInput(caller, id), async () =>
      pictureAnswer(
        present(await this.titles.cover(musicIdOf('music', musicId), shareOf(caller.userId))),
        PRIVATE_FOR_A_DAY,
      ),
    );
  }
}
