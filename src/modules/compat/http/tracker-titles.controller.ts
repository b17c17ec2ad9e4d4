import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Injectable, type PipeTransform } from '@nestjs/common';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { CurrentIssuer, type KeyIssuer } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { TrackerDecisionsService } from '../requests/tracker-decisions.service.js';
import { AccountDirectoryService, type TrackerPeople } from '../people/account-directory.service.js';
import { TitlePagesService, withMember } from '../pages/title-pages.service.js';
import type { KnownTitle } from '../requests/known-title.js';
import {
  mediaSeasonView,
  mediaView,
  type MediaSeasonView,
  type MediaView,
  requestView,
  type RequestView,
} from './request.view.js';

/**
 * It may be larger than any id of a row: it is twice the id of a title.
 * @throws AppError 400 `invalid media id` for what is no positive integer, leading zeros and signs included
 */
@Injectable()
class MediaIdPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : NaN;
    if (!Number.isSafeInteger(id)) throw badRequest('invalid', 'invalid media id', { name: 'media id' });
    return id;
  }
}

/** 0 for the specials. @throws AppError 400 for anything else */
@Injectable()
class SeasonNumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    if (typeof value !== 'string' || !/^(0|[1-9]\d{0,8})$/.test(value))
      throw badRequest('invalid', 'invalid season number', { name: 'season number' });
    return Number(value);
  }
}

/** A title's media record with its requests. */
interface MediaInfoView extends MediaView {
  /** The oldest first. */
  readonly requests: readonly RequestView[];
  /** A series: by the library's numbers, those that libraries know or that were asked for. Empty for a film. */
  readonly seasons: readonly MediaSeasonView[];
  /** Always empty. */
  readonly issues: readonly never[];
}

/** A title's media record with its requests. */
function mediaInfoView(title: KnownTitle, people: TrackerPeople): MediaInfoView {
  const { requests, held, seasons } = title;
  const asked = requests.map(({ entry }) => entry.requestedAt);
  const decided = requests.map(({ entry }) => entry.decidedAt ?? entry.requestedAt);
  const isAsked = requests.length > 0;
  return {
    ...mediaView({
      ...title,
      askedAt: isAsked ? Math.min(...asked) : held.addedAt,
      decidedAt: isAsked ? Math.max(...decided) : held.addedAt,
    }),
    requests: requests.map((request) => requestView(request, people)),
    seasons: seasons.map(({ seasonNumber, status }) => mediaSeasonView(title.tmdbId, seasonNumber, status)),
    issues: [],
  };
}

const FAILED = 'The metadata provider failed.';
const UNREADABLE = 'A library that this is about can not be read, or no key for the metadata provider is stored.';

@Controller('api/v1')
export class TrackerTitlesController {
  constructor(
    private readonly pages: TitlePagesService,
    private readonly service: TrackerDecisionsService,
    private readonly people: AccountDirectoryService,
  ) {}

  /** Get a film: what the metadata provider says of it, with `mediaInfo` if it was requested or a library has it. */
  @CompatKey()
  @Get('movie/:tmdbId')
  @Answers({ 404: 'There is no such film.', 502: FAILED, 503: UNREADABLE })
  async film(@Param('tmdbId', new IntIdPipe('movie')) tmdbId: number): Promise<RawJson> {
    const { text, title } = await this.pages.film(tmdbId);
    return new RawJson(title ? withMember(text, 'mediaInfo', mediaInfoView(title, await this.people.look())) : text);
  }

  /**
   * Get a series: what the metadata provider says of it and its seasons, with `mediaInfo` as for a film. Seasons in
   * it have the library's numbers and each its status.
   */
  @CompatKey()
  @Get('tv/:tmdbId')
  @Answers({ 404: 'There is no such series.', 502: FAILED, 503: UNREADABLE })
  async series(@Param('tmdbId', new IntIdPipe('series')) tmdbId: number): Promise<RawJson> {
    const { text, title } = await this.pages.series(tmdbId);
    return new RawJson(title ? withMember(text, 'mediaInfo', mediaInfoView(title, await this.people.look())) : text);
  }

  /** Get a season, by the metadata provider's number, with its episodes and air dates. 0 holds the specials. */
  @CompatKey()
  @Get('tv/:tmdbId/season/:n')
  @Answers({ 404: 'There is no such season.', 502: FAILED, 503: 'No key for the metadata provider is stored.' })
  async season(
    @Param('tmdbId', new IntIdPipe('series')) tmdbId: number,
    @Param('n', SeasonNumberPipe) seasonNumber: number,
  ): Promise<RawJson> {
    return new RawJson(await this.pages.season(tmdbId, seasonNumber));
  }

  /**
   * Delete all requests for a title, no matter who made them; there need not be any. The id is that of its media
   * record: twice the TMDB id, plus one for a series.
   */
  @CompatKey()
  @Delete('media/:mediaId')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Answers({ 409: 'The delivery of one of them is being written; none is forgotten.' })
  async forget(@CurrentIssuer() issuer: KeyIssuer, @Param('mediaId', MediaIdPipe) mediaId: number): Promise<void> {
    await this.service.forgetTitle(issuer, mediaId);
  }
}
