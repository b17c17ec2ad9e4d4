import { Injectable } from '@nestjs/common';
import { isMovieAlreadyThere, type NewMovie, type RadarrClient } from '../../../clients/radarr/radarr.client.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { FilmLibraryService } from '../../library/library.public.js';
import { chooseDestination } from '../delivery/choose-destination.js';
import { DeliveryGateService } from '../delivery/delivery-gate.service.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { planWholeDelivery, type WholeRecord } from '../delivery/plan-whole-delivery.js';
import { attention, type DeliveryOutcome, DeliveryStop } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import type { BegunJob } from '../transitions/job-changes.js';

interface Work {
  readonly job: ClaimedJob;
  readonly manager: RadarrClient;
  readonly signal: AbortSignal;
}

/** May be interrupted and repeated at any point: the library ends with one monitored record, searched for at least once. */
@Injectable()
export class FilmDeliveryService implements KindDelivery {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly clients: InstanceClientsService,
    private readonly library: FilmLibraryService,
    private readonly policies: RequestPoliciesService,
    private readonly trace: DeliveryTraceService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.trace.reached('access_rechecked', job.requestId);
    const work: Work = { job, manager: await this.clients.connect('movie_manager', job.instanceId ?? ''), signal };
    try {
      return await this.attempt(work, job);
    } catch (fault) {
      if (!isMovieAlreadyThere(fault)) throw fault;
      // Somebody else added the film after we had read the library: the new record decides.
      return this.attempt(work, ADDING);
    }
  }

  private async attempt(work: Work, earlier: BegunJob): Promise<DeliveryOutcome> {
    const plan = planWholeDelivery(await filmRecord(work), earlier);
    this.trace.reached('library_read', work.job.requestId);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status };
      case 'add':
        return this.add(work);
      case 'change':
        return this.turnOn(work, plan.record);
    }
  }

  private async add({ job, manager, signal }: Work): Promise<DeliveryOutcome> {
    const [film, profiles, roots, defaultProfileId] = await Promise.all([
      manager.lookupByTmdbId(job.tmdbId, signal),
      manager.qualityProfiles(signal),
      manager.rootFolders(signal),
      this.policies.defaultProfile(job.userId, 'movie'),
    ]);
    if (!film) throw new DeliveryStop(UNKNOWN_FILM);
    const destination = chooseDestination({ profiles, roots, chosenProfileId: job.qualityProfileId, defaultProfileId });
    if ('problem' in destination) throw new DeliveryStop(attention('library_unavailable', destination.problem));
    const movie: NewMovie = {
      tmdbId: job.tmdbId,
      title: film.title,
      year: film.year,
      ...destination,
      monitored: true,
      searchForMovie: true,
    };
    return this.changing(job, ADDING, async () => {
      await manager.addMovie(movie, signal);
      this.trace.reached('film_added', job.requestId);
    });
  }

  private turnOn({ job, manager, signal }: Work, { id, isOn, lastSearchedAt }: WholeRecord): Promise<DeliveryOutcome> {
    return this.changing(job, { mutation: 'monitor_and_search', searchMark: lastSearchedAt }, async () => {
      if (!isOn) {
        await manager.setMonitored([id], true, signal);
        this.trace.reached('film_monitored', job.requestId);
        await this.gate.recheck(job);
      }
      await manager.searchMovie(id, signal);
      this.trace.reached('search_sent', job.requestId);
    });
  }

  private async changing(job: ClaimedJob, begun: BegunJob, change: () => Promise<void>): Promise<DeliveryOutcome> {
    await this.gate.start(job, begun);
    this.trace.reached('started', job.requestId);
    try {
      await change();
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId, job.tmdbId);
    }
    return { state: 'complete', status: 'requested' };
  }
}

async function filmRecord({ job, manager, signal }: Work): Promise<WholeRecord | null> {
  const film = await manager.movieByTmdbId(job.tmdbId, signal);
  if (!film) return null;
  return { id: film.id, isWhole: film.hasFile, isOn: film.monitored, lastSearchedAt: film.lastSearchedAt ?? null };
}

const ADDING: BegunJob = { mutation: 'add', searchMark: null };

const UNKNOWN_FILM = attention('metadata_unresolved', sayDelivery('delivery_film_unknown'));
