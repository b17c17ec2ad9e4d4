import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';
import { ServarrCommands } from './servarr-commands.js';
import { asFields, found, type Fields } from './servarr-fields.js';
import {
  rootFolder,
  systemStatus,
  type ServarrIdentity,
  type ServarrProfile,
  type ServarrRootFolder,
} from './servarr-fixed-answers.js';
import type { ServarrStore } from './servarr-store.js';

export interface ServarrFakeOptions {
  /** The key that it accepts. */
  readonly apiKey?: string;
  /** Path under which everything stands: `/radarr`. Calls outside of it are redirected there. */
  readonly urlBase?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** What sets a product of the family apart. */
export interface ServarrProduct extends ServarrIdentity {
  /** What it writes of a command beside the usual. */
  readonly commandBody: Fields;
  qualityProfile(profile: ServarrProfile): Fields;
}

/** A manager of the family, API v3: the key, the URL base, its own start, commands, profiles, folders. */
export abstract class ServarrFake<Store extends ServarrStore> extends FakeServer {
  readonly apiKey: string;
  /** While true every API call is answered 503, as during the manager's own start. */
  startingUp = false;
  protected readonly commands: ServarrCommands;
  private readonly urlBase: string;

  /** Puts profiles and folders in place. */
  protected readonly givenPlaces = {
    /** These profiles, in place of the one it has from the start. */
    qualityProfiles: (profiles: readonly ServarrProfile[]): void => void (this.library.profiles = profiles),
    /** These folders, in place of the one it has from the start. */
    rootFolders: (folders: readonly ServarrRootFolder[]): void => void (this.library.folders = folders),
  };

  protected constructor(
    private readonly product: ServarrProduct,
    protected readonly library: Store,
    { apiKey, urlBase = '', now = Date.now }: ServarrFakeOptions,
  ) {
    super();
    this.apiKey = apiKey ?? `${product.appName.toLowerCase()}-fake-key`;
    this.urlBase = urlBase;
    this.commands = new ServarrCommands(now, product.commandBody);
    this.addFamilyRoutes();
  }

  /** A command that isn't equal to a queued one begins to run. */
  protected abstract carryOut(name: string, args: Fields): void;

  /** @param key method and path below the API prefix: `GET movie/:id` */
  protected api(key: string, handler: (request: FakeRequest) => FakeAnswer): void {
    const [method, path] = key.split(' ');
    this.route(`${method} ${this.urlBase}/api/v3/${path}`, handler);
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return { 'X-Application-Version': this.product.version };
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    if (!request.path.startsWith(`${this.urlBase}/`)) {
      return { status: 307, headers: { location: `${this.urlBase}${request.path}` } };
    }
    if (!request.path.startsWith(`${this.urlBase}/api`)) return undefined;
    if (this.startingUp) {
      const errorMessage = `${this.product.appName} is starting up, please try again later`;
      return { status: 503, body: { errorMessage } };
    }
    const { 'x-api-key': header, authorization } = request.headers;
    const bearer = typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined;
    return (request.query.apikey ?? header ?? bearer) === this.apiKey ? undefined : { status: 401 };
  }

  private addFamilyRoutes(): void {
    const { appName, version, migrationVersion } = this.product;
    const identity = { appName, version, migrationVersion };
    this.route(`GET ${this.urlBase}/ping`, () => ({ body: { status: 'OK' } }));
    this.api('GET system/status', () => ({ body: systemStatus(identity, this.urlBase, this.library.moment()) }));
    this.api('GET qualityprofile', () => ({
      body: this.library.profiles.map((one) => this.product.qualityProfile(one)),
    }));
    this.api('GET rootfolder', () => ({ body: this.library.folders.map(rootFolder) }));
    this.api('GET command', () => ({ body: this.commands.resources() }));
    this.api('GET command/:id', ({ params }) => found(this.commands.resource(Number(params.id))));
    this.api('POST command', ({ body }) => this.command(asFields(body)));
  }

  private command({ name, ...args }: Fields): FakeAnswer {
    const { id, fresh } = this.commands.give(String(name), args);
    if (fresh) this.carryOut(String(name), args);
    return { status: 201, body: this.commands.resource(id) };
  }
}
