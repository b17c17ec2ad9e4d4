import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { SeasonEpisodesService } from '../series/season-episodes.service.js';
import { seasonEpisodesView, type SeasonEpisodesView } from './season-episodes.view.js';

/** The parameters of GET /api/media/tv/{id}/episodes. */
interface SeasonQuery {
  /** The metadata provider's number of the season; 0 for the specials. */
  readonly season: number;
}

const SEASON = /^(0|[1-9]\d{0,5})$/;

/** @throws AppError 400 naming it, where it is missing, repeated or no number of a season */
function seasonOf(value: unknown): number {
  const word = queryWord('season', value);
  if (word === undefined) throw badRequest('required', 'season required', { name: 'season' });
  if (!SEASON.test(word))
    throw badRequest('not_a_whole_number_from_zero', 'season must be a whole number from 0', { name: 'season' });
  return Number(word);
}

/** Beside the other routes about titles, which are of `discovery`: this one needs matches and libraries. */
@Controller('api/media/tv')
export class EpisodesController {
  constructor(
    private readonly limits: RequesterLimitsService,
    private readonly episodes: SeasonEpisodesService,
  ) {}

  /** List the episodes of a season of a series, with what the caller's libraries have of them. */
  @RequirePermission('media:discover')
  @KidsJudgedByService()
  @Get(':id/episodes')
  @Answers({
    404: 'The metadata provider has no such series or season, or it is outside the limits of a kids account.',
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  async ofSeason(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('series')) tmdbId: number,
    @Query() query: UnvalidatedQuery<SeasonQuery>,
  ): Promise<SeasonEpisodesView> {
    const season = seasonOf(query.season);
    const read = () => this.episodes.of(caller, tmdbId, season);
    return seasonEpisodesView(await this.limits.guard(caller, { mediaType: 'tv', tmdbId }, read));
  }
}
