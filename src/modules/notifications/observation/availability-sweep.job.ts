import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { InstanceDirectoryService, InstanceMissing } from '../../instances/instances.public.js';
import {
  AlbumReported,
  BookReported,
  FilmReported,
  FollowedLibrariesService,
  SeriesReported,
} from '../../library/library.public.js';
import { RequestAutoApproved, RequestDecided, RequestUpdated } from '../../requests/requests.public.js';
import { SeasonComparisonService } from '../../series-matching/series-matching.public.js';
import { MessageIntakeService } from '../events/message-intake.service.js';
import { AVAILABLE } from '../events/notification-event.js';
import { ObservationsRepository, type BaselineSet } from './observations.repository.js';
import { AvailabilityReceiptsService, type NewReading } from './availability-receipts.service.js';
import { ObservationDiagnosticsService } from './observation-diagnostics.service.js';
import { observe } from './observe.js';
import { formatsOf, observedRequest, type OpenRequest } from './open-request.js';
import { OpenRequestsService } from './open-requests.service.js';
import { NO_PARTS, WHOLE_TITLE, type Parts } from './seen-parts.js';
import { SeriesOnDiskService } from './series-on-disk.service.js';
import { TitlesOnDiskService, type IsOnDisk } from './titles-on-disk.service.js';

export const AVAILABILITY_JOB = 'notifications.observe';

const SWEEP_MS = 30_000;

/** One write holds up the others only for this many readings. */
const READINGS_PER_WRITE = 100;

/** So many libraries are read at the same time; one that hangs delays only those behind it. */
const CONCURRENCY = 4;

/** So many series of a library are compared before they are told, each of which may cost a call to the metadata provider. */
const COMPARED_AT_ONCE = 20;

const REPORTS: readonly EventType<object>[] = [FilmReported, SeriesReported, BookReported, AlbumReported];

/** Another title may have to be looked for. Of many decisions in a row each would cost a sweep. */
const CHANGES: readonly EventType<object>[] = [RequestAutoApproved, RequestDecided, RequestUpdated];
const CHANGES_WAIT_MS = 2_000;

interface JudgedReading extends NewReading {
  readonly isTold: boolean;
}

interface LibraryReading {
  readonly readings: readonly NewReading[];
  readonly isUnread: boolean;
  /** Is something unknown because of a row that can't be read? */
  readonly hasOddRows: boolean;
  /** Titles whose match needs an administrator. */
  readonly needAttention: readonly string[];
}

const UNREAD: LibraryReading = { readings: [], isUnread: true, hasOddRows: false, needAttention: [] };
/** Nothing had to be read, or the library has been removed. */
const NOTHING: LibraryReading = { readings: [], isUnread: false, hasOddRows: false, needAttention: [] };
const ALL_OF_IT: Parts = new Set([WHOLE_TITLE]);

/**
 * Looks for what has become available of what people have asked for. A manager's report only wakes it: what is on disk is read. Only
 * libraries with open requests are read; a sweep that finds nothing changed writes nothing.
 */
@Injectable()
export class AvailabilitySweepJob implements OnModuleInit {
  private freshSince = 0;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly instances: InstanceDirectoryService,
    private readonly observations: ObservationsRepository,
    private readonly open: OpenRequestsService,
    private readonly titles: TitlesOnDiskService,
    private readonly series: SeriesOnDiskService,
    private readonly seasons: SeasonComparisonService,
    private readonly receipts: AvailabilityReceiptsService,
    private readonly diagnostics: ObservationDiagnosticsService,
    private readonly intake: MessageIntakeService,
    private readonly copies: FollowedLibrariesService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: AVAILABILITY_JOB,
      title: 'Look for new arrivals',
      purpose: 'Looks in the libraries for what people have requested, so that they can be told when it is there.',
      everyMs: SWEEP_MS,
      run: (signal) => this.sweep(signal),
    });
    for (const type of REPORTS) this.events.on(type, () => this.jobs.wake(AVAILABILITY_JOB));
    for (const type of CHANGES) this.events.on(type, () => this.jobs.wakeWithin(AVAILABILITY_JOB, CHANGES_WAIT_MS));
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    const destinations = await this.database.read((tx) => this.intake.destinationsFor(tx, AVAILABLE));
    if (destinations.length === 0) {
      this.open.forget();
      this.diagnostics.note({ libraries: [], oddRows: [], titles: [] });
      return;
    }
    const since = await this.baselinesOf(destinations);
    try {
      await this.open.catchUp(signal);
      await this.forgetOlder(since);
      await this.readAll(since, signal);
    } catch (error) {
      // What was read and not stored is read again.
      this.open.forget();
      throw error;
    }
  }

  /** A destination that tells availability without a baseline begins one now. */
  private async baselinesOf(destinations: readonly string[]): Promise<BaselineSet> {
    const known = await this.database.readOne((tx) => this.observations.baselinesOf(tx, destinations));
    if (known.missing.length === 0) return known;
    return this.database.write(async (tx) => {
      const { missing } = await this.observations.baselinesOf(tx, destinations);
      for (const destination of missing) await this.observations.beginBaseline(tx, destination);
      return this.observations.baselinesOf(tx, destinations);
    });
  }

  /** A copy of a library from before a baseline doesn't say what was there when that began. */
  private async forgetOlder({ newest }: BaselineSet): Promise<void> {
    if (newest <= this.freshSince) return;
    await this.copies.dropAll();
    this.freshSince = newest;
  }

  private async readAll(since: BaselineSet, signal: AbortSignal): Promise<void> {
    const waiting = [...this.open.libraries];
    const unread: string[] = [];
    const odd: string[] = [];
    const titles: string[] = [];
    const workQueue = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
        const [instanceId, open] = next;
        const { readings, isUnread, hasOddRows, needAttention } = await this.readOne(instanceId, open, since, signal);
        if (isUnread) unread.push(instanceId);
        if (hasOddRows) odd.push(instanceId);
        titles.push(...needAttention);
        await this.write(readings, signal);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, workQueue));
    if (signal.aborted) return;
    this.diagnostics.note({ libraries: await this.namesOf(unread), oddRows: await this.namesOf(odd), titles });
  }

  private async readOne(
    instanceId: string,
    open: ReadonlyMap<number, OpenRequest>,
    since: BaselineSet,
    signal: AbortSignal,
  ): Promise<LibraryReading> {
    try {
      const [first] = open.values();
      switch (first?.request.mediaType) {
        case undefined:
          return NOTHING;
        case 'tv':
          return await this.readSeries(instanceId, open, since, signal);
        case 'movie':
          return await this.readFilms(instanceId, open, since);
        case 'book':
        case 'music':
          return await this.readList(instanceId, first.request.mediaType, open, since);
      }
    } catch (fault) {
      if (fault instanceof InstanceMissing) return NOTHING;
      throw fault;
    }
  }

  private async readFilms(
    instanceId: string,
    open: ReadonlyMap<number, OpenRequest>,
    since: BaselineSet,
  ): Promise<LibraryReading> {
    const isOnDisk = await this.titles.filmsOf(instanceId);
    const hasOddRows = [...open.values()].some(({ request }) => isOnDisk?.(request, '') === null);
    return { ...wholeTitleReadings(isOnDisk, open, since), hasOddRows };
  }

  private async readList(
    instanceId: string,
    kind: 'book' | 'music',
    open: ReadonlyMap<number, OpenRequest>,
    since: BaselineSet,
  ): Promise<LibraryReading> {
    if (!this.titles.isDue(instanceId, open.values(), since.newest)) return NOTHING;
    const all = [...open.values()];
    const isOnDisk = await (kind === 'book'
      ? this.titles.booksOf(instanceId, all, since.newest)
      : this.titles.albumsOf(instanceId, all, since.newest));
    return wholeTitleReadings(isOnDisk, open, since);
  }

  private async readSeries(
    instanceId: string,
    open: ReadonlyMap<number, OpenRequest>,
    since: BaselineSet,
    signal: AbortSignal,
  ): Promise<LibraryReading> {
    const read = await this.series.read(instanceId, open, since.newest, signal);
    if (!read) return UNREAD;
    const { found, needAttention, isWhole, hasOddRows } = read;
    const readings = [...found].flatMap(([one, parts]) => newReading(one, '', parts, since));
    const unsure = await this.unsureOf(instanceId, readings);
    for (const { request } of unsure) {
      const one = open.get(request.id);
      // It is read again by the next sweep.
      if (one) one.fullReading = undefined;
    }
    return { readings: readings.filter((one) => !unsure.has(one)), isUnread: !isWhole, hasOddRows, needAttention };
  }

  /** Of which nothing may be told now: their seasons differ between the catalogs, or too many others were compared before. */
  private async unsureOf(instanceId: string, readings: readonly JudgedReading[]): Promise<ReadonlySet<JudgedReading>> {
    const told = readings.filter(({ isTold }) => isTold);
    const next = [...new Set(told.map(({ request }) => request.tmdbId))].slice(0, COMPARED_AT_ONCE);
    const seen = await Promise.all(next.map((tmdbId) => this.seasons.ofTitle(tmdbId, instanceId)));
    const sure = new Set(next.filter((_, index) => seen[index] !== 'differ'));
    return new Set(told.filter(({ request }) => !sure.has(request.tmdbId)));
  }

  private async write(readings: readonly NewReading[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < readings.length && !signal.aborted; start += READINGS_PER_WRITE) {
      const { receipts, messages } = await this.receipts.write(readings.slice(start, start + READINGS_PER_WRITE));
      for (const { request, format, observation } of receipts)
        this.open.noteObservation(request.id, format, observation);
      if (messages > 0) this.intake.wake();
    }
  }

  private namesOf(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.database.read(async (tx) => {
      const names: string[] = [];
      for (const id of ids) {
        const instance = await this.instances.byId(tx, id);
        if (instance) names.push(instance.name);
      }
      return names.sort();
    });
  }
}

function wholeTitleReadings(
  isOnDisk: IsOnDisk | null,
  open: ReadonlyMap<number, OpenRequest>,
  since: BaselineSet,
): LibraryReading {
  if (!isOnDisk) return UNREAD;
  const readings: NewReading[] = [];
  for (const one of open.values())
    for (const format of formatsOf(one.request)) {
      const isThere = isOnDisk(one.request, format);
      if (isThere !== null) readings.push(...newReading(one, format, isThere ? ALL_OF_IT : NO_PARTS, since));
    }
  return { ...NOTHING, readings };
}

/** A reading, if anything is to be stored of it as far as is known here. */
function newReading(
  { request, observations }: OpenRequest,
  format: NewReading['format'],
  parts: Parts,
  { newest, baselines }: BaselineSet,
): readonly JudgedReading[] {
  const reading = { parts, asOf: newest };
  const last = observations.get(format) ?? null;
  const { observation, destinations } = observe(observedRequest(request), last, reading, baselines);
  return observation === last ? [] : [{ request, format, reading, isTold: destinations.length > 0 }];
}
