import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { ServarrServer } from '../../fakes/servarr/servarr-server.js';
import type { Answer } from '../../harness/http-client.js';
import { ADMIN_PASSWORD, startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';

/** A server with one film library, whose webhook an administrator sets up. */
export class WebhookHousehold {
  private readonly others: ServarrServer[] = [];

  private constructor(
    readonly app: App,
    readonly admin: Session,
    readonly radarr: RadarrFake,
    readonly library: string,
    private readonly isGuest = false,
  ) {}

  static async open(options: StartOptions = {}): Promise<WebhookHousehold> {
    const app = await startApp(options);
    const admin = await app.setUpAdmin();
    return new WebhookHousehold(app, admin, app.radarr, await app.connectRadarr(admin));
  }

  /** The same server with one more film library, on a manager of its own, for tests that don't disturb each other. */
  async withOwnLibrary(): Promise<WebhookHousehold> {
    const { app, admin } = this;
    const radarr = await new RadarrFake({ apiKey: app.radarr.apiKey, now: () => app.clock.now() }).start();
    const household = new WebhookHousehold(
      app,
      admin,
      radarr,
      await app.connectRadarr(admin, { url: radarr.url }),
      true,
    );
    household.others.push(radarr);
    return household;
  }

  /** The same household on the same data, after another start. */
  static async resume(options: StartOptions, library: string): Promise<WebhookHousehold> {
    const app = await startApp(options);
    return new WebhookHousehold(app, await app.login('admin', ADMIN_PASSWORD), app.radarr, library);
  }

  /** Ends the server, or what one of several has brought to it. */
  async close(): Promise<void> {
    if (!this.isGuest) await this.app.close();
    await Promise.all(this.others.map((fake) => fake.stop()));
  }

  /** One more instance, on a fake of its own; its id. */
  async connect(serviceType: string, fake: ServarrServer): Promise<string> {
    await fake.start();
    this.others.push(fake);
    const fields = { service_type: serviceType, name: serviceType, url: fake.url, api_key: fake.apiKey };
    const created = await this.admin.post('/api/instances', fields);
    if (created.status !== 201) throw new Error(created.text);
    return (created.body as { id: string }).id;
  }

  /** One more film manager with the same key, which goes when the household does. */
  async anotherManager(): Promise<RadarrFake> {
    const fake = await new RadarrFake({ apiKey: this.radarr.apiKey }).start();
    this.others.push(fake);
    return fake;
  }

  install(id = this.library): Promise<Answer> {
    return this.admin.post(`/api/instances/${id}/webhook`);
  }

  /** Changes the library as an administrator does, who types its key each time. */
  put(fields: object): Promise<Answer> {
    const body = { name: 'Films', service_type: 'movie_manager', api_key: this.radarr.apiKey, ...fields };
    return this.admin.put(`/api/instances/${this.library}`, body);
  }

  async state(id = this.library): Promise<unknown> {
    return (await this.admin.get(`/api/instances/${id}/webhook`)).body;
  }

  /** Where the manager is to call. */
  callback(id = this.library): string {
    return `${this.app.url}/api/webhooks/arr/${id}`;
  }

  /** What the manager has saved of its one webhook. From now on its password may be in no answer and no log line. */
  saved(fake: ServarrServer = this.radarr): Readonly<Record<string, unknown>> {
    const [webhook, ...more] = fake.notifications.saved();
    if (!webhook || more.length > 0) throw new Error(`${more.length + (webhook ? 1 : 0)} webhooks`);
    this.app.secrets.plant('webhook password', String(webhook.password));
    return webhook;
  }

  password(fake: ServarrServer = this.radarr): string {
    return String(this.saved(fake).password);
  }

  /** Calls the receiver with this password. */
  call(password: string | null, body: unknown = { eventType: 'Test' }, id = this.library): Promise<Answer> {
    const proof = Buffer.from(`anybody:${password ?? ''}`).toString('base64');
    const headers = password === null ? undefined : { authorization: `Basic ${proof}` };
    return this.app.http.post(`/api/webhooks/arr/${id}`, body, headers);
  }

  /** The instance as it is stored. */
  row(id = this.library): Promise<ServiceInstanceRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(ServiceInstanceRow, { id }));
  }

  /** Changes what is stored of the instance, past all rules. */
  async store(fields: Partial<ServiceInstanceRow>, id = this.library): Promise<void> {
    await this.app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, fields));
  }
}
