import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { SeriesLibraryService, type SeriesDigestEntry } from '../../library/library.public.js';
import { SeasonComparisonService } from '../../series-matching/series-matching.public.js';
import { RequestsRepository } from '../saved/requests.repository.js';

export const SEASONS_JOB = 'requests.compare-seasons';

const EVERY_MS = 30_000;

/** So many series are compared at a time; each may cost a call to the metadata provider. */
const SERIES_PER_ROUND = 20;

const LOOKED_UP = 500;

interface RequestedSeries {
  readonly entry: SeriesDigestEntry;
  readonly tmdbIds: ReadonlySet<number>;
}

/**
 * Compares seasons whose counts in a library have changed, so that lists and badges, which ask nobody, don't take files
 * of other seasons for the requested ones. It looks at what is in memory, and reads no library.
 */
@Injectable()
export class SeasonComparisonsJob implements OnModuleInit {
  /** Entries that have been compared, or that nobody has requested. One whose counts change becomes another object. */
  private readonly settled = new WeakSet<SeriesDigestEntry>();
  /** Entries that could not be compared: the others come first. */
  private readonly tried = new WeakSet<SeriesDigestEntry>();

  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly instances: InstanceDirectoryService,
    private readonly library: SeriesLibraryService,
    private readonly saved: RequestsRepository,
    private readonly seasons: SeasonComparisonService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: SEASONS_JOB,
      title: 'Compare the seasons of series',
      purpose: 'Compares the seasons of requested series in the libraries with those of the metadata provider.',
      everyMs: EVERY_MS,
      run: (signal) => this.round(signal),
    });
  }

  private async round(signal: AbortSignal): Promise<void> {
    const libraries = await this.database.read((tx) => this.instances.ofKind(tx, 'tv_manager'));
    let left = SERIES_PER_ROUND;
    for (const { id } of libraries) {
      const requested = await this.requestedIn(id);
      for (const one of requested.slice(0, left)) {
        if (signal.aborted) return;
        await this.compare(id, one);
      }
      left = Math.max(0, left - requested.length);
    }
  }

  /** Some requested series that are still to be compared. Nothing is concluded from counts without a file. */
  private async requestedIn(instanceId: string): Promise<readonly RequestedSeries[]> {
    const series = this.library.warmSeries(instanceId) ?? new Map<number, SeriesDigestEntry>();
    const changed = [...series]
      .filter(([, entry]) => hasFiles(entry) && !this.settled.has(entry))
      .sort(([, one], [, other]) => Number(this.tried.has(one)) - Number(this.tried.has(other)))
      .slice(0, LOOKED_UP);
    if (changed.length === 0) return [];
    const tvdbIds = changed.map(([tvdbId]) => tvdbId);
    const titles = await this.database.read((tx) => this.saved.acceptedSeries(tx, instanceId, tvdbIds));
    const requested: RequestedSeries[] = [];
    for (const [tvdbId, entry] of changed) {
      const tmdbIds = titles.get(tvdbId);
      if (tmdbIds) requested.push({ entry, tmdbIds });
      else this.settled.add(entry);
    }
    return requested;
  }

  private async compare(instanceId: string, { entry, tmdbIds }: RequestedSeries): Promise<void> {
    this.tried.add(entry);
    for (const tmdbId of tmdbIds) if ((await this.seasons.ofTitle(tmdbId, instanceId)) === 'unknown') return;
    this.settled.add(entry);
  }
}

const hasFiles = ({ seasons }: SeriesDigestEntry): boolean => seasons.some(({ files }) => files > 0);
