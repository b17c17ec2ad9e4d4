import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import type { InstanceQuery } from '../access/instance-query.js';
import { MusicFeedsService } from '../music/music-feeds.service.js';
import { MUSIC_GENRES } from '../music/music-genres.js';
import { MusicSearchService } from '../music/music-search.service.js';
import { BROWSE_REFUSALS, TOO_MANY_WAIT } from './discovery-answers.js';
import { pageOf } from './discovery-query.js';
import {
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
} from './music-query.js';
import {
  musicArtistPageView,
  musicGenresView,
  musicPageView,
  type MusicArtistPageView,
  type MusicGenresView,
  type MusicPageView,
} from './music.view.js';

/**
 * Finding music. It carries no ratings, so a kids account gets what anybody gets who holds its instance. What is
 * asked for is judged after the caller: an account that may not browse learns nothing else. Source: doc 2 §4 Music, doc 4
 * §3.7.
 */
@MayBeKept()
@Controller('api')
export class MusicFeedsController {
  constructor(
    private readonly access: BrowseAccessService,
    private readonly searches: MusicSearchService,
    private readonly feeds: MusicFeedsService,
  ) {}

  /** Search albums and EPs by title or artist; singles too on request. */
  @Get('discover/music/search')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...BROWSE_REFUSALS,
    502: 'A provider of music failed.',
    503: TOO_MANY_WAIT,
  })
  search(
    @CurrentCaller() caller: Caller,
    @Query() { query, page, include_singles: singles, instance_id: id }: UnvalidatedQuery<MusicSearchQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () => {
      const input = [musicTextOf(query), pageOf(page), includeSinglesOf(singles)] as const;
      return musicPageView(await this.searches.search(...input, shareOf(caller.userId)));
    });
  }

  /** Search artists by name, each once. */
  @Get('discover/music/artists')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...BROWSE_REFUSALS,
    502: 'A provider of music failed.',
    503: TOO_MANY_WAIT,
  })
  artists(
    @CurrentCaller() caller: Caller,
    @Query() { query, page, instance_id: id }: UnvalidatedQuery<ArtistQuery>,
  ): Promise<MusicArtistPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicArtistPageView(await this.searches.artists(musicTextOf(query), pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List popular albums and EPs. */
  @Get('discover/music/popular')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...BROWSE_REFUSALS,
    502: 'A provider of music failed, or knows too little of what is on the page.',
    503: TOO_MANY_WAIT,
  })
  popular(
    @CurrentCaller() caller: Caller,
    @Query() { period, page, instance_id: id }: UnvalidatedQuery<PopularQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.feeds.popular(periodOf(period), pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List albums and EPs of the past 30 days, newest first. */
  @Get('discover/music/new-releases')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...BROWSE_REFUSALS,
    502: 'A provider of music failed.',
    503: TOO_MANY_WAIT,
  })
  newReleases(
    @CurrentCaller() caller: Caller,
    @Query() { page, instance_id: id }: UnvalidatedQuery<MusicPageQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.feeds.newReleases(pageOf(page), shareOf(caller.userId))),
    );
  }

  /** List albums and EPs of a genre. */
  @Get('discover/music/genre')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    ...BROWSE_REFUSALS,
    502: 'A provider of music failed.',
    503: TOO_MANY_WAIT,
  })
  genre(
    @CurrentCaller() caller: Caller,
    @Query() { genre, page, instance_id: id }: UnvalidatedQuery<GenreQuery>,
  ): Promise<MusicPageView> {
    return this.access.browse(musicInput(caller, id), async () =>
      musicPageView(await this.searches.genre(musicGenreOf(genre), pageOf(page), shareOf(caller.userId))),
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
}
