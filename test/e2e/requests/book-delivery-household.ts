import { Database } from '../../../src/core/database/database.js';
import type { EventBus } from '../../../src/core/events/event-bus.js';
import { DispatchRow, type BookFormat } from '../../../src/modules/requests/saved/job-rows.js';
import { DispatchesRepository } from '../../../src/modules/requests/saved/dispatches.repository.js';
import { QuotaItemRow } from '../../../src/modules/quotas/rows.js';
import { SharedRequestsService } from '../../../src/modules/requests/transitions/shared-requests.service.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import type { ChaptarrWorkGiven, ChaptarrWriter } from '../../fakes/chaptarr/chaptarr-catalog.js';
import { startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';
import { RequestsFixture } from './requests-fixture.js';

export const ADD = 'POST /api/v1/book';
export const BOOKS = 'GET /api/v1/book';
export const COMMAND = 'POST /api/v1/command';
export const IMPORTS = 'GET /api/v1/pendingauthorimport';
export const LOOKUP = 'GET /api/v1/book/lookup';
export const MONITOR = 'PUT /api/v1/book/monitor';

/** The author of every title that nothing else is said of. */
export const INES: ChaptarrWriter = { foreignAuthorId: 'hc:440501', name: 'Ines Valdor' };

/** The looks at an import come so often. */
export const LOOK_MS = 5 * 60_000;

/** A household with one empty library of books, an administrator, and ana, who may use the library. */
export class BookDeliveryHousehold extends RequestsFixture {
  private fake?: ChaptarrFake;
  private instance = '';
  private titles = 0;

  private constructor(app: App, admin: Session, ana: Session) {
    super(app, admin, ana, 'book');
  }

  static async open(options: StartOptions = {}): Promise<BookDeliveryHousehold> {
    const app = await startApp(options);
    app.secrets.plant('book library key', 'planted-book-key');
    const household = new BookDeliveryHousehold(app, await app.setUpAdmin(), app as unknown as Session);
    await household.connectLibrary();
    household.ana = await app.invite('ana');
    return household;
  }

  get chaptarr(): ChaptarrFake {
    if (!this.fake) throw new Error('the household has no library yet');
    return this.fake;
  }

  /** The id of the library. */
  get library(): string {
    return this.instance;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.fake?.stop();
  }

  /** A title that lookups know and the library lacks; its id. */
  title(given: Omit<ChaptarrWorkGiven, 'foreignBookId'> & { readonly foreignBookId?: string } = {}): string {
    const foreignBookId = given.foreignBookId ?? `hc:${330_000 + (this.titles += 1)}`;
    this.chaptarr.given.catalog([{ ...given, foreignBookId }]);
    return foreignBookId;
  }

  /** Saves a request as a submission does; its id. */
  want(
    { userId, username }: Session,
    key: string,
    formats: readonly BookFormat[] = ['ebook'],
    { title = 'Salt', searchTerm = null }: { readonly title?: string; readonly searchTerm?: string | null } = {},
  ): Promise<number> {
    const subject = {
      userId,
      mediaType: 'book',
      key,
      instanceId: this.library,
      tmdbId: 0,
      qualityProfileId: 0,
    } as const;
    const input = { ...subject, foreignId: key, title, searchTerm };
    const policy = { requireApproval: false, allowQualityChoice: false };
    const units = formats.map((kind) => ({ kind, key, work: '' as const }));
    return this.app.get(Database).write(async (tx) => {
      const caller = { userId, username, role: 'user' } as Parameters<SharedRequestsService['add']>[1];
      const now = this.app.clock.now();
      const shared = this.app.get(SharedRequestsService);
      return (await shared.add(tx, caller, { input, policy, units, formats }, now)).requestId;
    });
  }

  /** Somebody joins an open request. */
  join({ userId, username }: Session, requestId: number, key: string, formats: readonly BookFormat[] = ['ebook']) {
    const caller = { userId, username, role: 'user' } as Parameters<SharedRequestsService['join']>[1];
    const subject = { requestId, key, instanceId: this.library, isFirstWish: false };
    return this.app.get(Database).write(async (tx) => {
      const jobs = await this.app.get(DispatchesRepository).ofRequest(tx, requestId);
      const joined = jobs.filter(({ format }) => format !== '' && formats.includes(format));
      return this.app.get(SharedRequestsService).join(tx, caller, subject, joined, this.app.clock.now());
    });
  }

  /** Saves a request and attempts its delivery; its id. */
  async brought(...asked: Parameters<BookDeliveryHousehold['want']>): Promise<number> {
    const id = await this.want(...asked);
    await this.app.deliver();
    return id;
  }

  jobOf(requestId: number, format: BookFormat = 'ebook'): Promise<DispatchRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(DispatchRow, { requestId, format }));
  }

  /** Changes columns of a job, as a worker would have left it. */
  async changeJob(requestId: number, change: Partial<DispatchRow>, format: BookFormat = 'ebook'): Promise<void> {
    await this.app
      .get(Database)
      .write(async (tx) => void (await tx.update(DispatchRow, { requestId, format }, change)));
  }

  /** What accounts have paid for a request: `<account>:<format>`, and what became of it. */
  async paid(requestId: number): Promise<readonly string[]> {
    const items = await this.app
      .get(Database)
      .read((tx) => tx.find(QuotaItemRow, { where: { requestId }, order: { userId: 'ASC', bookFormat: 'DESC' } }));
    return items.map(
      (item) =>
        `${item.userId}:${item.bookFormat} ${item.releaseReason ?? (item.deliveryStartedAt === null ? 'reserved' : 'spent')}`,
    );
  }

  /** Records of the library that are watched: `<id> <format>`. */
  watched(): readonly string[] {
    return this.chaptarr.books.filter(({ monitored }) => monitored).map((one) => `${one.foreignBookId} ${one.format}`);
  }

  /** Titles that were searched for, in order. */
  searched(): readonly string[] {
    return this.chaptarr.searches.flatMap(({ bookIds, via }) =>
      bookIds.map((id) => `${this.chaptarr.books.find((one) => one.id === id)?.foreignBookId} ${via}`),
    );
  }

  /** How often each of these was called so far. */
  called(...keys: readonly string[]): readonly number[] {
    return keys.map((key) => this.chaptarr.calls(key).length);
  }

  /** Keeps the events of a kind from now on. */
  heard<T extends object>(bus: EventBus, type: new (...given: never[]) => T): readonly T[] {
    const heard: T[] = [];
    bus.on(type, (event) => void heard.push(event));
    return heard;
  }

  protected override async libraryUrl(): Promise<string> {
    await this.fake?.stop();
    this.fake = await new ChaptarrFake({ apiKey: 'planted-book-key', now: () => this.app.clock.now() }).start();
    this.fake.given.nothing();
    return this.fake.url;
  }

  private async connectLibrary(): Promise<void> {
    const url = await this.libraryUrl();
    const fields = { service_type: 'book_manager', name: 'Books', url, api_key: this.chaptarr.apiKey };
    const { body, status, text } = await this.admin.post('/api/instances', fields);
    if (status !== 201) throw new Error(text);
    this.instance = (body as { id: string }).id;
  }
}
