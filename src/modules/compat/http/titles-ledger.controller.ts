import { Controller, Delete, Get, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { CurrentIssuer, type KeyIssuer } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { RawJson } from '../../../core/http/raw-json.js';
import { LedgerRequestsService } from '../ledger/ledger-requests.service.js';
import { AccountDirectoryService } from '../people/account-directory.service.js';
import { TitlePagesService } from '../pages/title-pages.service.js';
import { withMember } from '../titles/title-texts.service.js';
import { mediaInfoView } from './media-info.view.js';
import { MediaIdPipe, SeasonNumberPipe } from './title-parameters.pipe.js';

const FAILED = 'The metadata provider failed.';
const UNREADABLE = 'A library that this is about can not be read, or no key for the metadata provider is stored.';

/** Films and series as tools read them. Source: doc 2 §4 Compat; seerr-api.yml, MovieDetails, TvDetails and Season. */
@Controller('api/v1')
export class TitlesLedgerController {
  constructor(
    private readonly pages: TitlePagesService,
    private readonly service: LedgerRequestsService,
    private readonly people: AccountDirectoryService,
  ) {}

  /**
   * Get a film: what the metadata provider says of it, with `mediaInfo` if it was requested or a library has it.
   */
  @CompatKey()
  @Get('movie/:tmdbId')
  @Answers({ 404: 'There is no such film.', 502: FAILED, 503: UNREADABLE })
  async film(@Param('tmdbId', new IntIdPipe('movie')) tmdbId: number): Promise<RawJson> {
    const { text, title } = await this.pages.film(tmdbId);
    return new RawJson(title ? withMember(text, 'mediaInfo', mediaInfoView(title, await this.people.look())) : text);
  }

  /**
   * Get a series: what the metadata provider says of it and its seasons, with `mediaInfo` as for a film. Seasons in
   * it have the library's numbers and say where each stands.
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
   * Delete all requests for a title, whoever made them; there need not be any. The id is that of its media record:
   * twice the TMDB id, plus one for a series.
   */
  @CompatKey()
  @Delete('media/:mediaId')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Answers({ 409: 'The delivery of one of them is being written; none is forgotten.' })
  async forget(@CurrentIssuer() issuer: KeyIssuer, @Param('mediaId', MediaIdPipe) mediaId: number): Promise<void> {
    await this.service.forgetTitle(issuer, mediaId);
  }
}
