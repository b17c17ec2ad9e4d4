import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

/** A server with a book library that ana holds and ben doesn't. It has what the published examples have. */
export class BooksFixture {
  private constructor(
    readonly app: App,
    readonly admin: Session,
    readonly ana: Session,
    readonly ben: Session,
    readonly chaptarr: ChaptarrFake,
    /** Id of the library. */
    readonly id: string,
  ) {}

  static async open(): Promise<BooksFixture> {
    const app = await startApp({ isReusable: true });
    const apiKey = app.secrets.plant('book key', 'planted-book-key');
    const chaptarr = await new ChaptarrFake({ apiKey, now: () => app.clock.now() }).start();
    const admin = await app.setUpAdmin();
    const ben = await app.invite('ben');
    const fields = { service_type: 'book_manager', name: 'Books', url: chaptarr.url, api_key: apiKey };
    const { id } = (await admin.post('/api/instances', fields)).body as { id: string };
    const ana = await app.invite('ana');
    const installed = await admin.post(`/api/instances/${id}/webhook`);
    if (installed.status !== 200) throw new Error(installed.text);
    return new BooksFixture(app, admin, ana, ben, chaptarr, id);
  }

  /** @param query without its question mark */
  get(list: string, query = '', session = this.ana): Promise<Answer> {
    return session.get(`/api/requests/${list}${query && `?${query}`}`);
  }

  /** The library reports an import, so that it is read again, and at once where it could not be read. */
  async report(): Promise<void> {
    const [delivered] = await this.chaptarr.sendWebhook('Download');
    if (delivered?.status !== 200) throw new Error('the report was not taken');
  }

  /** A picture of the library, as clients get it. */
  art(path: string): string {
    return `/api/instances/${this.id}/MediaCover/${path}`;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.chaptarr.stop();
  }
}
