import { EventBus } from '../../src/core/events/event-bus.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { silentLog } from '../../src/core/logging/log.js';
import { PortRegistry } from '../../src/core/ports/port-registry.js';
import type { AlbumLibraryService } from '../../src/modules/library/albums/album-library.service.js';
import type { BookLibraryService } from '../../src/modules/library/books/book-library.service.js';
import type { FollowedLibrariesService } from '../../src/modules/library/following/followed-libraries.service.js';
import type { TitlesUnread } from '../../src/modules/library/cache/library-kind.js';
import type { FilmLibraryService } from '../../src/modules/library/films/film-library.service.js';
import type { SeriesDigestEntry } from '../../src/modules/library/series/series-digest.js';
import type { SeriesLibraryService, SeriesOnDisk } from '../../src/modules/library/series/series-library.service.js';
import { ObservationsRepository } from '../../src/modules/notifications/observation/observations.repository.js';
import { AvailabilityReceiptsService } from '../../src/modules/notifications/observation/availability-receipts.service.js';
import {
  AVAILABILITY_JOB,
  AvailabilitySweepJob,
} from '../../src/modules/notifications/observation/availability-sweep.job.js';
import { ObservationDiagnosticsService } from '../../src/modules/notifications/observation/observation-diagnostics.service.js';
import { OpenRequestsService } from '../../src/modules/notifications/observation/open-requests.service.js';
import { SeriesOnDiskService } from '../../src/modules/notifications/observation/series-on-disk.service.js';
import { TitlesOnDiskService } from '../../src/modules/notifications/observation/titles-on-disk.service.js';
import { MessageSubjectsService } from '../../src/modules/notifications/subjects/message-subjects.service.js';
import { OUTBOX_DESTINATIONS } from '../../src/modules/notifications/outbox/outbox-destination.js';
import { MessageIntakeService } from '../../src/modules/notifications/events/message-intake.service.js';
import type { OutboxWorkerJob } from '../../src/modules/notifications/outbox/outbox-worker.job.js';
import { OutboxRepository } from '../../src/modules/notifications/outbox/outbox.repository.js';
import type { InstanceDirectoryService } from '../../src/modules/instances/instances.public.js';
import { AcceptedRequestsRepository } from '../../src/modules/requests/changes/accepted-requests.repository.js';
import { DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { writeHeldEpisodes, type HeldEpisodes } from '../../src/modules/requests/saved/held-episodes.js';
import { RequestUpdated } from '../../src/modules/requests/requests.public.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import type { SeasonComparisonService } from '../../src/modules/series-matching/matches/season-comparison.service.js';
import { TvMatchesRepository } from '../../src/modules/series-matching/matches/tv-matches.repository.js';
import { TvMatchesService } from '../../src/modules/series-matching/matches/tv-matches.service.js';
import { insertRequest, LedgerFixture } from './ledger-fixture.js';
import { MovedClock } from './moved-clock.js';
import { ScriptedDestination } from './outbox-fixture.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' } as const;

/** A destination that tells availability while a test says so. */
class TellingDestination extends ScriptedDestination {
  isTelling = true;

  override wants(): Promise<boolean> {
    return Promise.resolve(this.isTelling);
  }
}

/** What is on disk in scripted libraries, and which of them can't be read. */
class ScriptedLibraries {
  readonly films = new Set<number>();
  /** By TVDB id: the sizes of the files of each season, by episode. */
  readonly series = new Map<number, Map<number, Map<number, number>>>();
  readonly albums = new Set<string>();
  /** `key format`. */
  readonly books = new Set<string>();
  readonly unreadable = new Set<string>();
  /** The ids of titles whose records can't be read. */
  readonly unread = new Set<number>();
  /** How often each library was read, and each list of episodes. */
  readonly reads: string[] = [];
  /** Episodes of any date of each season. */
  episodesPerSeason = 10;

  /** Adds files of episodes; a size other than the one before is another file. */
  importEpisodes(tvdbId: number, season: number, episodes: readonly number[], size = 1): void {
    const seasons = this.series.get(tvdbId) ?? new Map<number, Map<number, number>>();
    const files = seasons.get(season) ?? new Map<number, number>();
    for (const episode of episodes) files.set(episode, size);
    this.series.set(tvdbId, seasons.set(season, files));
  }

  entry(tvdbId: number): SeriesDigestEntry | undefined {
    const seasons = this.series.get(tvdbId);
    return (
      seasons && {
        recordId: tvdbId,
        monitored: true,
        seasons: [...seasons].map(([seasonNumber, files]) => ({
          ...{ seasonNumber, monitored: true, files: files.size, total: this.episodesPerSeason },
          sizeOnDisk: [...files.values()].reduce((sum, size) => sum + size, 0),
        })),
      }
    );
  }

  onDisk(tvdbId: number): SeriesOnDisk {
    const seasons = this.series.get(tvdbId) ?? new Map<number, Map<number, number>>();
    return {
      known: true,
      seasons: new Map(
        [...seasons].map(([number, files]) => [
          number,
          { episodes: [...files.keys()].sort((a, b) => a - b), pilotHeld: files.has(1) },
        ]),
      ),
    };
  }

  /** What the sweep asks of films. */
  readonly filmLibrary: Pick<FilmLibraryService, 'snapshot'> = {
    snapshot: (instanceId) =>
      this.answer(instanceId, () => ({
        version: 1,
        films: new Map(this.readable(this.films).map((tmdbId) => [tmdbId, FILM] as const)),
        ...this.unreadTitles(),
      })),
  };

  /** What the sweep asks of series. */
  readonly seriesLibrary: Pick<SeriesLibraryService, 'snapshot' | 'episodesOnDisk'> = {
    snapshot: (instanceId) =>
      this.answer(instanceId, () => ({
        version: 1,
        series: new Map(this.readable(this.series.keys()).flatMap((id) => [[id, this.entry(id) as SeriesDigestEntry]])),
        ...this.unreadTitles(),
        judge: () => {
          throw new Error('the sweep judges nothing');
        },
      })),
    episodesOnDisk: (instanceId, tvdbIds) => {
      const isRead = !this.unreadable.has(`${instanceId} lists`);
      const all = [...tvdbIds].map((id) => [id, isRead ? this.onDisk(id) : UNKNOWN] as const);
      this.reads.push(...all.map(([id]) => `list ${id}`));
      return Promise.resolve(new Map(all));
    },
  };

  /** What the sweep asks of books. */
  readonly bookLibrary: Pick<BookLibraryService, 'judge'> = {
    judge: async (instanceId) => {
      const isRead = (await this.answer(instanceId, () => true)) !== null;
      const format = (key: string) =>
        isRead ? ({ ...KNOWN, status: this.books.has(key) ? 'available' : 'requested' } as const) : UNKNOWN;
      return ({ foreignId }) => ({
        ebook: format(`${foreignId} ebook`),
        audiobook: format(`${foreignId} audiobook`),
        canonicalForeignId: null,
      });
    },
  };

  /** What the sweep asks of albums. */
  readonly albumLibrary: Pick<AlbumLibraryService, 'judge'> = {
    judge: async (instanceId) => {
      const isRead = (await this.answer(instanceId, () => true)) !== null;
      return ({ foreignAlbumId }) => ({
        live: isRead
          ? ({ ...KNOWN, status: this.albums.has(foreignAlbumId) ? 'available' : 'partial' } as const)
          : UNKNOWN,
        filedAs: null,
      });
    },
  };

  private readable(ids: Iterable<number>): readonly number[] {
    return [...ids].filter((id) => !this.unread.has(id));
  }

  private unreadTitles(): TitlesUnread<number> {
    return { isUnread: (id) => this.unread.has(id), lacksTitles: this.unread.size > 0 };
  }

  private answer<V>(instanceId: string, make: () => V): Promise<V | null> {
    this.reads.push(instanceId);
    return Promise.resolve(this.unreadable.has(instanceId) ? null : make());
  }
}

const KNOWN = { known: true, progress: 0, releasedAt: null } as const;
const FILM = { recordId: 1, hasFile: true, monitored: true, fileAddedAt: null };

/** The observation over a real database and scripted libraries; each {@link restart} is another process. */
export class ObservationFixture {
  readonly clock = new MovedClock();
  readonly libraries = new ScriptedLibraries();
  readonly chat = new TellingDestination('chat');
  readonly push = new TellingDestination('push');
  readonly messages = new OutboxRepository();
  readonly matches = new TvMatchesRepository();
  private readonly diagnostics = new ObservationDiagnosticsService();
  readonly subjects: MessageSubjectsService;
  readonly observations: ObservationsRepository;
  /** The provider's ids of series whose seasons differ between the catalogs, as far as a look finds out. */
  readonly differing = new Set<number>();
  events: EventBus;
  jobs: JobRunner;
  /** How often the worker was woken. */
  woken = 0;
  private readonly ports = new PortRegistry();
  private readonly accepted = new AcceptedRequestsRepository();
  private requests = 0;

  private constructor(private readonly ledger: LedgerFixture) {
    this.ports.register(OUTBOX_DESTINATIONS, this.chat);
    this.ports.register(OUTBOX_DESTINATIONS, this.push);
    this.push.isTelling = false;
    this.observations = new ObservationsRepository(this.accepted);
    this.subjects = new MessageSubjectsService(
      this.accepted,
      this.comparing(),
      // Availability is judged by nothing else.
      ...(Array<undefined>(6).fill(undefined) as unknown as [never, never, never, never, never, never]),
    );
    [this.events, this.jobs] = this.start();
  }

  static async open(): Promise<ObservationFixture> {
    return new ObservationFixture(await LedgerFixture.open());
  }

  get database(): LedgerFixture['database'] {
    return this.ledger.database;
  }

  async close(): Promise<void> {
    await this.jobs.stop();
    await this.ledger.close();
  }

  /** Everything in memory is gone. */
  restart(): void {
    [this.events, this.jobs] = this.start();
  }

  sweep(): Promise<void> {
    return this.jobs.runNow(AVAILABILITY_JOB);
  }

  begin(destination = 'chat'): Promise<void> {
    return this.database.write((tx) => this.observations.beginBaseline(tx, destination));
  }

  /** An accepted request for a film, unless something else is said; its key differs from all others. */
  async request(of: Partial<RequestRow> = {}): Promise<number> {
    const tmdbId = of.tmdbId ?? 1_000 + ++this.requests;
    const id = await this.database.write((tx) => insertRequest(tx, { tmdbId, key: `${tmdbId}`, ...of }));
    await this.events.publish(new RequestUpdated(id));
    return id;
  }

  /** An accepted request for some seasons of the series 81 in the library `series`. */
  series(of: Partial<RequestRow> = {}): Promise<number> {
    const match = { tvdbId: 81, tmdbId: 80, matchRevision: 'first' };
    return this.request({
      ...{ mediaType: 'tv', instanceId: 'series', seasonScope: '1', seasonMap: '1:1', title: 'Dark', ...match },
      ...of,
    });
  }

  /** The library has accepted a request, and held these episodes then. */
  async delivered(id: number, held: HeldEpisodes = new Map()): Promise<void> {
    const accepted = { state: 'complete', code: 'requested', heldEpisodes: writeHeldEpisodes(held) } as const;
    await this.database.write(async (tx) => {
      await tx.update(DispatchRow, { requestId: id }, accepted);
      await tx.update(RequestRow, { id }, { completedAt: this.clock.now() });
    });
    await this.events.publish(new RequestUpdated(id));
  }

  /** Its delivery waits for a person. */
  async stopped(id: number, code: DispatchRow['code']): Promise<void> {
    await this.database.write((tx) => tx.update(DispatchRow, { requestId: id }, { state: 'attention', code }));
    await this.events.publish(new RequestUpdated(id));
  }

  /** Binds a request to a record of its library, without an event; null for none. */
  async bind(id: number, recordId: number | null): Promise<void> {
    await this.database.write((tx) => tx.update(DispatchRow, { requestId: id }, { recordId }));
  }

  async change(id: number, to: Partial<RequestRow>): Promise<void> {
    await this.database.write((tx) => tx.update(RequestRow, { id }, to));
    await this.events.publish(new RequestUpdated(id));
  }

  /** The requests of the messages to a destination, oldest first. */
  async told(destination = 'chat'): Promise<readonly (readonly number[])[]> {
    const rows = await this.database.read((tx) => this.messages.recent(tx, destination, 10_000));
    return rows.toReversed().map(({ subject }) => subject.requestIds ?? []);
  }

  /** What administrators are told to do so that availability can be told. */
  problems(): readonly string[] {
    return this.diagnostics.problems().map(({ text }) => text);
  }

  private comparing(): TvMatchesService {
    return new TvMatchesService(this.database, this.clock, this.matches, undefined as never);
  }

  private start(): [EventBus, JobRunner] {
    const { database, clock, libraries } = this;
    const events = new EventBus(silentLog);
    const jobs = new JobRunner(clock, silentLog);
    const worker = { wake: () => (this.woken += 1) } as unknown as OutboxWorkerJob;
    const intake = new MessageIntakeService(this.ports, this.messages, clock, worker);
    const titles = new TitlesOnDiskService(
      libraries.filmLibrary as FilmLibraryService,
      libraries.bookLibrary as BookLibraryService,
      libraries.albumLibrary as AlbumLibraryService,
      events,
      clock,
    );
    titles.onModuleInit();
    const open = new OpenRequestsService(database, events, clock, this.accepted, this.observations);
    open.onModuleInit();
    new AvailabilitySweepJob(
      database,
      jobs,
      events,
      {
        byId: (_tx: unknown, id: string) => Promise.resolve({ name: `Library ${id}` }),
      } as unknown as InstanceDirectoryService,
      this.observations,
      open,
      titles,
      new SeriesOnDiskService(database, clock, libraries.seriesLibrary as SeriesLibraryService, this.comparing()),
      {
        ofTitle: (tmdbId: number) => Promise.resolve(this.differing.has(tmdbId) ? 'differ' : 'unchanged'),
      } as unknown as SeasonComparisonService,
      new AvailabilityReceiptsService(database, clock, this.accepted, this.observations, intake, this.messages),
      this.diagnostics,
      intake,
      { dropAll: () => Promise.resolve() } as unknown as FollowedLibrariesService,
    ).onModuleInit();
    return [events, jobs];
  }
}
