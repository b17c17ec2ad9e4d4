import { Controller, Get, Param, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { OutOfTurn, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import type { InstanceQuery } from '../access/instance-query.js';
import { musicNotFound } from '../music/music.errors.js';
import { MusicSearchService } from '../music/music-search.service.js';
import { MusicTitlesService } from '../music/music-titles.service.js';
import { pictureAnswer, PRIVATE_FOR_A_DAY } from '../pictures/picture-answer.js';
import { BROWSE_REFUSALS, COVER_REFUSALS, TOO_MANY_WAIT } from './discovery-answers.js';
import { pageOf } from './discovery-query.js';
import { musicIdOf, type MusicPageQuery, musicInput } from './music-query.js';
import {
  musicAlbumView,
  musicArtistView,
  musicPageView,
  type MusicAlbumView,
  type MusicArtistView,
  type MusicPageView,
} from './music.view.js';

const REFUSALS = {
  ...BROWSE_REFUSALS,
  400: 'The id is no UUID, or there is no such music manager.',
  502: 'A provider of music failed.',
  503: TOO_MANY_WAIT,
};

/**
 * Albums, artists and covers by their ids. As {@link MusicFeedsController}, for kids accounts too.
 * Source: doc 2 §4 Music, doc 4 §3.7.
 */
@MayBeKept()
@Controller('api')
export class MusicTitlesController {
  constructor(
    private readonly access: BrowseAccessService,
    private readonly titles: MusicTitlesService,
    private readonly searches: MusicSearchService,
  ) {}

  /**
   * Get an album, EP or single by the id of its release group. Where the provider has merged that, the answer carries its
   * new id.
   */
  @Get('media/music/:music_id')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...REFUSALS,
    404: 'There is no such release group.',
  })
  album(
    @CurrentCaller() caller: Caller,
    @Param('music_id') musicId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<MusicAlbumView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicAlbumView(there(await this.titles.album(musicIdOf('music', musicId), shareOf(caller.userId)))),
    );
  }

  /** Get an artist. */
  @Get('media/music/artists/:artist_id')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...REFUSALS,
    404: 'There is no such artist.',
  })
  artist(
    @CurrentCaller() caller: Caller,
    @Param('artist_id') artistId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<MusicArtistView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicArtistView(there(await this.titles.artist(musicIdOf('artist', artistId), shareOf(caller.userId)))),
    );
  }

  /** List the albums, EPs and singles of an artist. */
  @Get('media/music/artists/:artist_id/albums')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...REFUSALS,
    404: 'There is no such artist.',
  })
  albums(
    @CurrentCaller() caller: Caller,
    @Param('artist_id') artistId: string,
    @Query() { page, instance_id: id }: UnvalidatedQuery<MusicPageQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(
        there(await this.searches.albumsOf(musicIdOf('artist', artistId), pageOf(page), shareOf(caller.userId))),
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
        there(await this.titles.cover(musicIdOf('music', musicId), shareOf(caller.userId))),
        PRIVATE_FOR_A_DAY,
      ),
    );
  }
}

function there<T>(found: T | null): T {
  if (found === null) throw musicNotFound();
  return found;
}
