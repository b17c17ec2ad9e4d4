import { Injectable } from '@nestjs/common';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { AbsentSeasonsService } from './absent-seasons.service.js';
import { DeliveryStop, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import { LACKING, placeTitle } from './place-title.js';
import { SeriesChangesService } from './series-changes.service.js';
import { orderOf, stopTargetMissing, type SeriesWork } from './series-work.js';

/** Adds a series that is new to its library. */
@Injectable()
export class AddSeriesService {
  constructor(
    private readonly policies: RequestPoliciesService,
    private readonly absent: AbsentSeasonsService,
    private readonly changes: SeriesChangesService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Adds the series with exactly the wanted seasons monitored, and their search. For a pilot nothing is monitored yet:
   * whatever is turned on before the manager knows the episodes may be undone by the options of the addition.
   *
   * @throws DeliveryStop when the manager doesn't know the series or a season, or has no place for it
   * @throws UpstreamError for which `isSeriesAlreadyThere` holds when somebody else has added it
   */
  async add(asked: SeriesWork): Promise<DeliveryOutcome> {
    const { job, tvdbId, manager, signal } = asked;
    const [found, profiles, roots, defaultProfileId] = await Promise.all([
      manager.lookupByTvdbId(tvdbId, signal),
      manager.qualityProfiles(signal),
      manager.rootFolders(signal),
      this.policies.defaultSeriesProfile(job.userId),
    ]);
    if (!found) throw stopTargetMissing();
    const placement = placeTitle({ profiles, roots, chosenProfileId: job.qualityProfileId, defaultProfileId });
    if ('missing' in placement) throw noPlace(placement.missing);
    const work = await this.absent.fromCatalog(asked, found.seasonNumbers);
    const { seasons, isPilot } = orderOf(work);
    await this.changes.make(work, { mutation: 'add', seasons }, async () => {
      await manager.addSeries(
        {
          tvdbId,
          title: found.title,
          year: found.year,
          qualityProfileId: placement.profileId,
          rootFolderPath: placement.rootPath,
          seasons: found.seasonNumbers.map((seasonNumber) => ({
            seasonNumber,
            monitored: !isPilot && seasons.includes(seasonNumber),
          })),
          searchForMissingEpisodes: !isPilot,
        },
        signal,
      );
      this.steps.passed('series_added', job.requestId);
    });
    if (!isPilot) return { state: 'complete', status: 'requested' };
    return { state: 'waiting_library', message: 'The library manager is taking the series in; its pilot comes next.' };
  }
}

function noPlace(missing: keyof typeof LACKING): DeliveryStop {
  return new DeliveryStop({ state: 'attention', code: 'library_unavailable', message: LACKING[missing] });
}
