import { type FakeAnswer, type FakeHandler, type FakeRequest, FakeServer } from '../fake-server.js';
import { asFields, leavingNullsOut, type Fields } from './servarr-fields.js';
import { ServarrNotifications, type NotificationTraits } from './servarr-notifications.js';
import { systemStatus, type ServarrIdentity } from './servarr-fixed-answers.js';

export interface ServarrFakeOptions {
  /** The key that it accepts. */
  readonly apiKey?: string;
  /** Path under which everything is served: `/radarr`. Calls outside of it are redirected there. */
  readonly urlBase?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** What every program of the family does before it looks at its library: the key, the URL base, its own start. */
export class ServarrServer extends FakeServer {
  readonly apiKey: string;
  /** Whom it calls when something happens in it. */
  readonly notifications: ServarrNotifications;
  /** While true every API call is answered 503, as during the manager's own start. */
  startingUp = false;
  private readonly urlBase: string;

  constructor(
    private readonly identity: ServarrIdentity,
    traits: NotificationTraits,
    { apiKey, urlBase = '', now = Date.now }: ServarrFakeOptions = {},
  ) {
    super();
    this.apiKey = apiKey ?? `${identity.appName.toLowerCase()}-fake-key`;
    this.urlBase = urlBase;
    this.route(`GET ${urlBase}/ping`, () => ({ body: { status: 'OK' } }));
    this.api('GET system/status', () => ({ body: this.status(new Date(now()).toISOString()) }));
    this.notifications = new ServarrNotifications(traits);
    this.addNotificationRoutes(this.notifications);
  }

  /** @param key method and path below the API prefix: `GET movie/:id` */
  protected api(key: string, handler: FakeHandler): void {
    const [method, path] = key.split(' ');
    this.route(`${method} ${this.urlBase}/api/${this.identity.api}/${path}`, handler);
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return { 'X-Application-Version': this.identity.version };
  }

  protected override written(answer: FakeAnswer): FakeAnswer {
    return { ...answer, body: leavingNullsOut(answer.body) };
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    if (!request.path.startsWith(`${this.urlBase}/`)) {
      return { status: 307, headers: { location: `${this.urlBase}${request.path}` } };
    }
    if (!request.path.startsWith(`${this.urlBase}/api`)) return undefined;
    if (this.startingUp) {
      const errorMessage = `${this.identity.appName} is starting up, please try again later`;
      return { status: 503, body: { errorMessage } };
    }
    const { 'x-api-key': header, authorization } = request.headers;
    const bearer = typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined;
    return (request.query.apikey ?? header ?? bearer) === this.apiKey ? undefined : { status: 401 };
  }

  private addNotificationRoutes(notifications: ServarrNotifications): void {
    const forced = ({ query }: FakeRequest): boolean => query.forceSave === 'true';
    this.api('GET notification/schema', () => ({ body: notifications.templates() }));
    this.api('GET notification', () => ({ body: notifications.resources() }));
    this.api('GET notification/:id', ({ params }) => notifications.one(Number(params.id)));
    this.api('POST notification', (request) => notifications.add(asFields(request.body), forced(request)));
    this.api('POST notification/test', ({ body }) => notifications.try(asFields(body)));
    this.api('PUT notification/:id', (request) =>
      notifications.change(Number(request.params.id), asFields(request.body), forced(request)),
    );
    this.api('DELETE notification/:id', ({ params }) => notifications.remove(Number(params.id)));
  }

  private status(startTime: string): Fields {
    return systemStatus(this.identity, this.urlBase, startTime);
  }
}
