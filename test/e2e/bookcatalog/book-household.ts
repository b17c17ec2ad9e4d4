import { Database } from '../../../src/core/database/database.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { HardcoverFake } from '../../fakes/hardcover/hardcover-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

/** A token that the provider takes. */
export const TOKEN = 'planted-catalog-token-1';
/** Another one. */
export const NEXT_TOKEN = 'planted-catalog-token-2';

interface BookHouseholdOptions {
  /** Is the device sign-in set up? */
  readonly signIn?: boolean;
  /** More settings from the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server with a book manager, and the provider of the book catalog as a fake. */
export class BookHousehold {
  private constructor(
    readonly app: App,
    public admin: Session,
    readonly fake: HardcoverFake,
    private readonly manager: ChaptarrFake,
    /** A book manager of the household. */
    public instanceId: string,
  ) {}

  static async open({ signIn = true, env = {} }: BookHouseholdOptions = {}): Promise<BookHousehold> {
    const fake = await new HardcoverFake().start();
    const device = { BOOKCATALOG_AUTH_URL: fake.authUrl, BOOKCATALOG_CLIENT_ID: 'usher-client' };
    const app = await startApp({ env: { BOOKCATALOG_URL: fake.apiUrl, ...(signIn ? device : {}), ...env } });
    for (const token of [TOKEN, NEXT_TOKEN]) fake.given.token(app.secrets.plant('catalog token', token));
    for (let n = 1; n < 9; n += 1)
      for (const name of ['access', 'refresh', 'device-code']) app.secrets.plant(`${name} ${n}`, `${name}-${n}`);
    const manager = await new ChaptarrFake({ apiKey: app.secrets.plant('book key', 'planted-book-key') }).start();
    const admin = await app.setUpAdmin();
    return new BookHousehold(app, admin, fake, manager, await connect(admin, manager, 'Books'));
  }

  /** As after it was opened, in the same app; an hour has passed, so that the provider is asked as if it never was. */
  async startOver(): Promise<void> {
    await this.app.clock.leap(60 * 60_000);
    this.fake.startOver();
    for (const token of [TOKEN, NEXT_TOKEN]) this.fake.given.token(token);
    this.admin = await this.app.startOver();
    this.instanceId = await connect(this.admin, this.manager, 'Books');
    this.fake.forgetCalls();
  }

  /** Another book manager of the household. */
  another(name: string, fields: object = {}): Promise<string> {
    return connect(this.admin, this.manager, name, fields);
  }

  /** Moves the clock on; the administrator's session holds afterwards. */
  async later(ms: number): Promise<void> {
    await this.app.clock.leap(ms);
    this.admin = await this.app.refresh(this.admin);
  }

  /** Another administrator. */
  async administrator(name: string): Promise<Session> {
    const invited = await this.app.invite(name);
    await this.admin.patch(`/api/admin/users/${invited.userId}`, { role: 'admin' });
    return invited;
  }

  path(rest = '', instanceId = this.instanceId): string {
    return `/api/instances/${instanceId}/bookcatalog${rest}`;
  }

  status(instanceId = this.instanceId): Promise<Answer> {
    return this.admin.get(this.path('', instanceId));
  }

  /** Connects an instance by a token. */
  async connect(token = TOKEN, instanceId = this.instanceId): Promise<Answer> {
    return this.admin.put(this.path('', instanceId), { token });
  }

  /** How many rows there are of connections, no matter who uses them. */
  async connections(): Promise<number> {
    const rows = await this.rows();
    return rows.length;
  }

  /** The rows of connections as they are stored. */
  rows(): Promise<readonly Record<string, unknown>[]> {
    return this.app.get(Database).read((tx) => tx.query('SELECT * FROM bookcatalog_connections'));
  }

  /** A statement on the database. */
  readonly statement = (sql: string): Promise<unknown> => this.app.get(Database).write((tx) => tx.query(sql));

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all([this.fake.stop(), this.manager.stop()]);
  }
}

async function connect(admin: Session, { url, apiKey }: ChaptarrFake, name: string, fields = {}): Promise<string> {
  const input = { service_type: 'book_manager', name, url, api_key: apiKey, auto_add_users: true, ...fields };
  const created = await admin.post('/api/instances', input);
  if (created.status !== 201) throw new Error(`instance not created: ${created.text}`);
  return (created.body as { id: string }).id;
}
