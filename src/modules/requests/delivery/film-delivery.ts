import { Injectable } from '@nestjs/common';
import { isMovieAlreadyThere } from '../../../clients/radarr/movie-already-there.js';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { MovieManagers } from '../../instances/instances.public.js';
import { FilmLibrary } from '../../library/library.public.js';
import { RequestPolicies } from '../policy/request-policies.js';
import { DeliveryGate } from './delivery-gate.js';
import { DeliveryStop, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliverySteps } from './delivery-steps.js';
import type { ClaimedJob } from './dispatches.js';
import { placeFilm } from './film-placement.js';
import { planFilmDelivery, type BegunChange, type FilmToSearch } from './plan-film-delivery.js';

/**
 * Brings one film into one library: looks what is there, commits the started marker, changes what is missing. It may
 * be cut off anywhere and run again: the library ends with one record, monitored, and its search sent at least once.
 */
@Injectable()
export class FilmDelivery {
  constructor(
    private readonly gate: DeliveryGate,
    private readonly managers: MovieManagers,
    private readonly library: FilmLibrary,
    private readonly policies: RequestPolicies,
    private readonly steps: DeliverySteps,
  ) {}

  /**
   * Works on a claimed job until its outcome is known.
   *
   * @throws DeliveryStop with the outcome, when access is gone or something is missing
   * @throws UpstreamError when the manager failed; the started marker tells whether anything may have changed
   * @throws LeaseLost when another worker may have the job
   */
  async deliver(job: ClaimedJob): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.steps.passed('access_rechecked', job.requestId);
    const manager = await this.managers.connect(job.instanceId ?? '');
    try {
      return await this.attempt(job, begunBefore(job), manager);
    } catch (fault) {
      if (!isMovieAlreadyThere(fault)) throw fault;
      // Somebody else added the film between our look and our change: what is there now decides.
      return this.attempt(job, { mutation: 'add', searchMark: null }, manager);
    }
  }

  private async attempt(job: ClaimedJob, earlier: BegunChange | null, manager: RadarrClient): Promise<DeliveryOutcome> {
    const plan = planFilmDelivery(await manager.movieByTmdbId(job.tmdbId), earlier);
    this.steps.passed('library_read', job.requestId);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status };
      case 'add':
        return this.add(job, manager);
      case 'monitor_and_search':
        return this.monitorAndSearch(job, plan, manager);
      case 'search':
        return this.resumeSearch(job, plan, manager);
    }
  }

  private async add(job: ClaimedJob, manager: RadarrClient): Promise<DeliveryOutcome> {
    const [film, profiles, roots, defaultProfileId] = await Promise.all([
      manager.lookupByTmdbId(job.tmdbId),
      manager.qualityProfiles(),
      manager.rootFolders(),
      this.policies.defaultFilmProfile(job.userId),
    ]);
    if (!film) throw stopped('metadata_unresolved', 'The library manager does not know this film.');
    const placement = placeFilm({ profiles, roots, chosenProfileId: job.qualityProfileId, defaultProfileId });
    if ('missing' in placement) throw stopped('library_unavailable', LACKING[placement.missing]);
    return this.changing(job, { mutation: 'add', searchMark: null }, async () => {
      await manager.addMovie({
        tmdbId: job.tmdbId,
        title: film.title,
        year: film.year,
        qualityProfileId: placement.profileId,
        rootFolderPath: placement.rootPath,
        monitored: true,
        searchForMovie: true,
      });
      this.steps.passed('film_added', job.requestId);
    });
  }

  private monitorAndSearch(job: ClaimedJob, film: FilmToSearch, manager: RadarrClient): Promise<DeliveryOutcome> {
    return this.changing(job, { mutation: 'monitor_and_search', searchMark: film.searchMark }, async () => {
      await manager.setMonitored([film.movieId], true);
      this.steps.passed('film_monitored', job.requestId);
      await this.gate.recheck(job);
      await this.search(job, film, manager);
    });
  }

  private resumeSearch(job: ClaimedJob, film: FilmToSearch, manager: RadarrClient): Promise<DeliveryOutcome> {
    const change = { mutation: 'monitor_and_search', searchMark: film.searchMark } as const;
    return this.changing(job, change, () => this.search(job, film, manager));
  }

  private async search(job: ClaimedJob, { movieId }: FilmToSearch, manager: RadarrClient): Promise<void> {
    await manager.searchMovie(movieId);
    this.steps.passed('search_sent', job.requestId);
  }

  /** Commits the marker, makes the change, and lets go of what was known of the library, whatever came of it. */
  private async changing(job: ClaimedJob, begun: BegunChange, change: () => Promise<void>): Promise<DeliveryOutcome> {
    await this.gate.start(job, begun);
    this.steps.passed('started', job.requestId);
    try {
      await change();
    } finally {
      if (job.instanceId) this.library.drop(job.instanceId);
    }
    return { state: 'complete', status: 'requested' };
  }
}

const LACKING = {
  quality_profile: 'The library manager has no quality profile. Add one in its settings, then retry.',
  root_folder: 'The library manager has no root folder. Add one in its settings, then retry.',
} as const;

function begunBefore({ mutation, searchMark }: ClaimedJob): BegunChange | null {
  return mutation && { mutation, searchMark };
}

function stopped(code: 'metadata_unresolved' | 'library_unavailable', message: string): DeliveryStop {
  return new DeliveryStop({ state: 'attention', code, message });
}
