import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';
import type { Fields } from './servarr-fields.js';
import { systemStatus, type ServarrIdentity } from './servarr-fixed-answers.js';

export interface ServarrFakeOptions {
  /** The key that it accepts. */
  readonly apiKey?: string;
  /** Path under which everything stands: `/radarr`. Calls outside of it are redirected there. */
  readonly urlBase?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** What every program of the family does before it looks at its library: the key, the URL base, its own start. */
export class ServarrServer extends FakeServer {
  readonly apiKey: string;
  /** While true every API call is answered 503, as during the manager's own start. */
  startingUp = false;
  private readonly urlBase: string;

  constructor(
    private readonly identity: ServarrIdentity,
    { apiKey, urlBase = '', now = Date.now }: ServarrFakeOptions = {},
  ) {
    super();
    this.apiKey = apiKey ?? `${identity.appName.toLowerCase()}-fake-key`;
    this.urlBase = urlBase;
    this.route(`GET ${urlBase}/ping`, () => ({ body: { status: 'OK' } }));
    this.api('GET system/status', () => ({ body: this.status(new Date(now()).toISOString()) }));
  }

  /** @param key method and path below the API prefix: `GET movie/:id` */
  protected api(key: string, handler: (request: FakeRequest) => FakeAnswer): void {
    const [method, path] = key.split(' ');
    this.route(`${method} ${this.urlBase}/api/${this.identity.api}/${path}`, handler);
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return { 'X-Application-Version': this.identity.version };
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

  private status(startTime: string): Fields {
    return systemStatus(this.identity, this.urlBase, startTime);
  }
}
