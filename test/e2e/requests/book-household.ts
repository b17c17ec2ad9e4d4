import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { DELIVERY_JOB } from '../../../src/modules/requests/delivery/delivery-worker.job.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { SubscriberRow } from '../../../src/modules/requests/saved/rows.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { manualPromise } from '../../harness/manual-promise.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';
import { RequestsFixture, type Fields } from './requests-fixture.js';

const LIBRARY_KEY = 'planted-book-library-key';

/** The call by which a delivery reads the library. */
const BOOKS = 'GET /api/v1/book';

/** What the routes show of a request for a book. */
export interface ShownBook {
  readonly status: string;
  readonly request_id?: number;
  readonly book_formats?: Fields;
  readonly delivery?: readonly { readonly request_id: number; readonly format?: string; readonly state: string }[];
}

/** A household with one empty library of books, an administrator, and ana, who may use the library. */
export class BookHousehold extends RequestsFixture {
  private titles = 0;

  private constructor(
    app: App,
    admin: Session,
    ana: Session,
    private fake: ChaptarrFake,
    /** The id of the library; accounts that are invited may use it. */
    readonly library: string,
  ) {
    super(app, admin, ana, 'book');
  }

  static async open(options: StartOptions = {}): Promise<BookHousehold> {
    const app = await startApp(options);
    app.secrets.plant('book library key', LIBRARY_KEY);
    // Deliveries wait until a test asks for them, so that what is saved is the same in each run.
    const jobs = app.get(JobRunner);
    jobs.wake = (name) => (name === DELIVERY_JOB ? undefined : JobRunner.prototype.wake.call(jobs, name));
    const admin = await app.setUpAdmin();
    const fake = await emptyLibrary(app);
    const library = await connected(admin, fake);
    return new BookHousehold(app, admin, await app.invite('ana'), fake, library);
  }

  get chaptarr(): ChaptarrFake {
    return this.fake;
  }

  async close(): Promise<void> {
    // As it was, for a household that is opened in the same application.
    Reflect.deleteProperty(this.app.get(JobRunner), 'wake');
    await this.app.close();
    await this.fake.stop();
  }

  /** A book that the library can look up and doesn't have; its id. */
  book(): string {
    const foreignBookId = `hc:${7_000 + ++this.titles}`;
    this.fake.given.catalog([{ foreignBookId }]);
    return foreignBookId;
  }

  askBook(session: Session, foreign_id: string, book_format?: string, fields: Fields = {}): Promise<Answer> {
    return session.post('/api/requests', { media_type: 'book', foreign_id, title: 'Salt', book_format, ...fields });
  }

  /** Asks, and answers what the route shows. */
  async asked(session: Session, foreignId: string, format?: string, fields: Fields = {}): Promise<ShownBook> {
    const { status, body, text } = await this.askBook(session, foreignId, format, fields);
    if (status !== 200) throw new Error(`not asked for: ${status} ${text}`);
    return body as ShownBook;
  }

  /** Asks, and answers the id of the request that covers it. */
  async idOf(session: Session, foreignId: string, format?: string): Promise<number> {
    const { request_id: id } = await this.asked(session, foreignId, format);
    if (id === undefined) throw new Error('nothing was saved');
    return id;
  }

  previewBook(session: Session, foreign_id: string, book_format?: string): Promise<Answer> {
    return session.post('/api/requests/preview', { media_type: 'book', foreign_id, title: 'Salt', book_format });
  }

  bookStatus(session: Session, foreignId: string, query = ''): Promise<Answer> {
    return session.get(`/api/requests/book-status?foreign_id=${encodeURIComponent(foreignId)}${query}`);
  }

  cancel(session: Session, requestId: number, book_format?: string): Promise<Answer> {
    return session.post(`/api/requests/${requestId}/delivery`, { action: 'cancel', book_format });
  }

  /** The caller's list: `<status> <formats>` for each, newest first. */
  async list(session: Session): Promise<readonly string[]> {
    const { body } = await session.get('/api/requests');
    const rows = body as readonly { status: string; book_format: string }[];
    return rows.map(({ status, book_format }) => `${status} ${book_format}`);
  }

  /** Sets the household's allowance for a format. */
  async allow(counts: Readonly<Partial<Record<'ebook' | 'audiobook', number | null>>>): Promise<void> {
    const allowances = Object.entries(counts).map(([book_format, count]) => ({
      media_type: 'book',
      book_format,
      count,
      window_days: 7,
    }));
    const { status, text } = await this.admin.put('/api/admin/request-quotas', { allowances });
    if (status !== 200) throw new Error(`no allowance: ${text}`);
  }

  /** How much somebody has used: `<ebooks>/<audiobooks>`. */
  async spent(session: Session): Promise<string> {
    const { body } = await session.get('/api/me/request-quotas');
    const { allowances } = body as { allowances: readonly { book_format?: string; used: number }[] };
    const of = (format: string): number => allowances.find(({ book_format }) => book_format === format)?.used ?? NaN;
    return `${of('ebook')}/${of('audiobook')}`;
  }

  /** All saved requests: `<owner> <status> <formats>: <jobs>`, in the order in which they came. */
  async saved(): Promise<readonly string[]> {
    const rows = await this.rows();
    const order = { requestId: 'ASC', format: 'DESC' } as const;
    const jobs = await this.app.get(Database).read((tx) => tx.find(DispatchRow, { order }));
    const jobsOf = (id: number): readonly string[] =>
      jobs.filter(({ requestId }) => requestId === id).map(({ format, state }) => `${format} ${state}`);
    return rows.map(
      ({ id, requesterName, status, bookFormat }) =>
        `${requesterName} ${status} ${bookFormat}: ${jobsOf(id).join(', ')}`,
    );
  }

  /** Who waits for a request: `<name> <formats>`, those who joined first first. */
  async waiting(requestId: number): Promise<readonly string[]> {
    const order = { joinedAt: 'ASC', userId: 'ASC' } as const;
    const all = await this.app.get(Database).read((tx) => tx.find(SubscriberRow, { where: { requestId }, order }));
    return all.map(({ username, bookFormat }) => `${username} ${bookFormat}`);
  }

  /** Changes columns of a job, as a worker would have left it. */
  async left(requestId: number, format: 'ebook' | 'audiobook', change: Partial<DispatchRow>): Promise<void> {
    await this.app
      .get(Database)
      .write(async (tx) => void (await tx.update(DispatchRow, { requestId, format }, change)));
  }

  /** Members who may use the library, in the order in which they are to join. */
  async members(...names: readonly string[]): Promise<readonly Session[]> {
    const sessions: Session[] = [];
    for (const name of names) sessions.push(await this.app.invite(name));
    return sessions;
  }

  /**
   * Begins a delivery, and holds it in the middle of its work: nothing has changed in the library yet.
   *
   * @returns lets go of it, and resolves when it has ended
   */
  async holdDelivery(): Promise<() => Promise<void>> {
    const { promise, resolve } = manualPromise();
    this.fake.route(BOOKS, async () => {
      await promise;
      return { body: [] };
    });
    const arrived = this.fake.nextCall(BOOKS);
    const delivered = this.app.deliver();
    await arrived;
    return () => {
      resolve();
      return delivered;
    };
  }

  protected override async libraryUrl(): Promise<string> {
    await this.fake.stop();
    this.fake = await emptyLibrary(this.app);
    return this.fake.url;
  }
}

async function emptyLibrary({ clock }: App): Promise<ChaptarrFake> {
  const fake = await new ChaptarrFake({ apiKey: LIBRARY_KEY, now: () => clock.now() }).start();
  fake.given.nothing();
  return fake;
}

async function connected(admin: Session, { url, apiKey }: ChaptarrFake): Promise<string> {
  const instance = { service_type: 'book_manager', name: 'Books', url, api_key: apiKey };
  const { status, text, body } = await admin.post('/api/instances', instance);
  if (status !== 201) throw new Error(`instance not created: ${text}`);
  return (body as { id: string }).id;
}
