import type { FakeAnswer, FakeHandler, FakeRequest, RecordedCall } from '../fake-server.js';
import { asFields, asText, type Fields, listed, withoutNulls } from '../mediabrowser/media-fields.js';
import {
  type Caller,
  isElevated,
  MediaBrowserFake,
  type MediaBrowserFakeOptions,
} from '../mediabrowser/mediabrowser-fake.js';
import { isVisible, type StoredAccount, type StoredItem, type StoredLibrary } from '../mediabrowser/stored-media.js';
import { EMBY_CONFIGURATION, newEmbyPolicy } from './emby-policy.js';

/** The calls of {@link EmbyFake}, by the keys of its routes; below `/emby` they have the same. */
export const EMBY_CALLS = {
  info: 'GET /System/Info',
  publicInfo: 'GET /System/Info/Public',
  users: 'GET /Users/Query',
  user: 'GET /Users/:id',
  create: 'POST /Users/New',
  rename: 'POST /Users/:id',
  policy: 'POST /Users/:id/Policy',
  password: 'POST /Users/:id/Password',
  remove: 'DELETE /Users/:id',
  authenticate: 'POST /Users/AuthenticateByName',
  logout: 'POST /Sessions/Logout',
  libraries: 'GET /Library/VirtualFolders/Query',
  items: 'GET /Users/:id/Items',
  ratings: 'GET /Localization/ParentalRatings',
} as const;

export interface EmbyFakeOptions extends MediaBrowserFakeOptions {
  /** The most accounts that a list names at once; all of them where nothing is said. */
  readonly pageSize?: number;
}

/** It says everything in plain words. Source: emby facts, Errors. */
const words = (status: number, text: string): FakeAnswer => ({ status, body: text });

const NO_USER = words(404, 'User not found');

/** Emby, with a state. A new account is open to everybody who knows its name, and to everything. */
export class EmbyFake extends MediaBrowserFake {
  readonly version = '4.8.11.0';
  private readonly pageSize: number;

  constructor({ pageSize = Number.POSITIVE_INFINITY, ...options }: EmbyFakeOptions = {}) {
    super({ apiKey: 'emby-fake-key', ...options });
    this.pageSize = pageSize;
    this.addReadingRoutes();
    this.addWritingRoutes();
    this.addSessionRoutes();
  }

  /** So many times the call was made. */
  count(call: keyof typeof EMBY_CALLS): number {
    return this.calls(EMBY_CALLS[call]).length;
  }

  /** Everything lies at the root and below `/emby`. Source: emby facts, Base. */
  protected override routedPath({ path }: RecordedCall): string {
    return path.replace(/^\/emby(?=\/)/, '');
  }

  protected override newPolicy(): Record<string, unknown> {
    return newEmbyPolicy();
  }

  protected override nextItemId(): string {
    return String(4_820 + this.nextNumber());
  }

  protected override unknownRoute(): FakeAnswer {
    return words(404, 'Unable to find the specified file.');
  }

  private addReadingRoutes(): void {
    this.route(EMBY_CALLS.publicInfo, () => ({ body: this.publicInfo() }));
    this.elevated(EMBY_CALLS.info, () => ({ body: this.systemInfo() }));
    this.elevated(EMBY_CALLS.users, ({ query }) => {
      const [from, most] = [Number(query.StartIndex ?? 0), Number(query.Limit ?? Number.POSITIVE_INFINITY)];
      const part = this.accounts.slice(from, from + Math.min(most, this.pageSize));
      return {
        body: { Items: part.map((account) => this.userResource(account)), TotalRecordCount: this.accounts.length },
      };
    });
    this.signedIn(EMBY_CALLS.user, ({ params }) =>
      this.withAccount(params.id, (account) => ({ body: this.userResource(account) })),
    );
    this.elevated(EMBY_CALLS.libraries, () => {
      const Items = this.libraries.map((library) => folder(library));
      return { body: { Items, TotalRecordCount: Items.length } };
    });
    this.signedIn(EMBY_CALLS.items, ({ params, query }) =>
      this.withAccount(params.id, (account) => this.listItems(account, query)),
    );
    this.signedIn(EMBY_CALLS.ratings, () => ({
      body: this.ratings.map(({ name, score }) => ({ Name: name, Value: score })),
    }));
  }

  private addWritingRoutes(): void {
    this.elevated(EMBY_CALLS.create, ({ body }) => this.create(asText(asFields(body).Name)));
    this.elevated(EMBY_CALLS.rename, ({ params, body }) =>
      this.withAccount(params.id, (account) => this.rename(account, asText(asFields(body).Name))),
    );
    this.elevated(EMBY_CALLS.policy, ({ params, body }) =>
      this.withAccount(params.id, (account) => this.writePolicy(account, asFields(body))),
    );
    this.elevated(EMBY_CALLS.password, ({ params, body }) =>
      this.withAccount(params.id, (account) => {
        const { NewPw, ResetPassword } = asFields(body);
        account.password = ResetPassword === true ? '' : asText(NewPw);
        this.endSessionsOf(account.id);
        return { status: 204 };
      }),
    );
    this.elevated(EMBY_CALLS.remove, ({ params }) =>
      this.withAccount(params.id, (account) => {
        if (this.isLastAdministrator(account, null)) return words(400, 'There must be at least one administrator.');
        this.removeAccount(account.id);
        return { status: 204 };
      }),
    );
  }

  private addSessionRoutes(): void {
    this.route(EMBY_CALLS.authenticate, ({ headers, body }) => {
      const { DeviceId, Client, Device, Version } = identificationIn(headers);
      if (!DeviceId || !Client || !Device || !Version) return words(400, 'Value cannot be null. (Parameter deviceId)');
      const signedIn = this.signIn(body, DeviceId);
      if (signedIn === 401) return words(401, 'Invalid username or password entered.');
      if (signedIn === 403) return words(403, 'This account is currently disabled.');
      const { account, token } = signedIn;
      return { body: { User: this.userResource(account), AccessToken: token, ServerId: this.serverId } };
    });
    this.signedIn(EMBY_CALLS.logout, ({ headers }) => {
      this.sessions.delete(asText(headers['x-emby-token']));
      return { status: 204 };
    });
  }

  private signedIn(key: string, answer: (request: FakeRequest, caller: Caller) => FakeAnswer): void {
    this.route(key, (request) => {
      const caller = this.callerOf(asText(request.headers['x-emby-token'] ?? request.query.api_key));
      return caller === null ? words(401, 'Access token is invalid or expired.') : answer(request, caller);
    });
  }

  private elevated(key: string, answer: FakeHandler): void {
    this.signedIn(key, (request, caller) =>
      isElevated(caller) ? (answer(request) as FakeAnswer) : words(403, 'Access denied.'),
    );
  }

  private withAccount(id: string | undefined, answer: (account: StoredAccount) => FakeAnswer): FakeAnswer {
    const account = this.stored.get(id ?? '');
    return account ? answer(account) : NO_USER;
  }

  /** A new account has no password, even where the body has one. Source: emby facts, Create. */
  private create(name: string): FakeAnswer {
    if (name.trim() === '') return words(400, 'Value cannot be null. (Parameter name)');
    if (this.account(name)) return words(400, `A user with the name ${name} already exists.`);
    return { body: this.userResource(this.makeAccount(name, '')) };
  }

  private rename(account: StoredAccount, name: string): FakeAnswer {
    const namesake = this.account(name);
    if (name.trim() === '') return words(400, 'Value cannot be null. (Parameter name)');
    if (namesake && namesake !== account) return words(400, `A user with the name ${name} already exists.`);
    account.name = name;
    return { status: 204 };
  }

  /** Takes the whole policy: what the body lacks is as in a new one. */
  private writePolicy(account: StoredAccount, given: Fields): FakeAnswer {
    if (this.isLastAdministrator(account, given))
      return words(403, 'There must be at least one enabled administrator.');
    account.policy = { ...this.newPolicy(), ...given };
    if (given.IsDisabled === true) this.endSessionsOf(account.id);
    return { status: 204 };
  }

  private listItems({ policy }: StoredAccount, query: FakeRequest['query']): FakeAnswer {
    const found = this.items.filter((item) => isVisible(policy, item, this.ratings) && fits(item, query));
    const Items = query.Recursive === 'true' ? found.map((item) => this.itemResource(item, query)) : [];
    return { body: { Items, TotalRecordCount: Items.length } };
  }

  private publicInfo(): Fields {
    return {
      LocalAddress: 'http://10.0.0.21:8096',
      LocalAddresses: [],
      WanAddress: 'http://203.0.113.9:8096',
      RemoteAddresses: [],
      ServerName: 'Loft',
      Version: this.version,
      Id: this.serverId,
    };
  }

  private systemInfo(): Fields {
    return {
      ...this.publicInfo(),
      SystemUpdateLevel: 'Release',
      OperatingSystemDisplayName: 'Linux',
      HasPendingRestart: false,
      IsShuttingDown: false,
      OperatingSystem: 'Linux',
      SupportsLibraryMonitor: true,
      WebSocketPortNumber: 8096,
      CompletedInstallations: [],
      CanSelfRestart: true,
      CanSelfUpdate: false,
      CanLaunchWebBrowser: false,
      HttpServerPortNumber: 8096,
      SupportsHttps: false,
      HttpsPortNumber: 8920,
      HasUpdateAvailable: false,
    };
  }

  private userResource(account: StoredAccount): Fields {
    return withoutNulls({
      Name: account.name,
      ServerId: this.serverId,
      Prefix: account.name.slice(0, 1).toUpperCase(),
      DateCreated: account.dateCreated,
      Id: account.id,
      HasPassword: account.password !== '',
      HasConfiguredPassword: account.password !== '',
      LastLoginDate: account.lastLoginDate,
      LastActivityDate: account.lastLoginDate,
      Configuration: EMBY_CONFIGURATION,
      Policy: withoutNulls(account.policy),
    });
  }

  private itemResource(item: StoredItem, { Fields: fields }: FakeRequest['query']): Fields {
    return withoutNulls({
      Name: item.name,
      ServerId: this.serverId,
      Id: item.id,
      Type: item.type,
      MediaType: item.type === 'Movie' ? 'Video' : null,
      ProductionYear: item.year,
      OfficialRating: item.rating,
      ProviderIds: listed(fields).includes('ProviderIds') ? item.providerIds : null,
      IsFolder: item.type === 'Series',
    });
  }
}

/** Its number is its item's; policies name it by its GUID. Source: emby facts, Policy. */
function folder({ name, collectionType, guid, number }: StoredLibrary): Fields {
  return withoutNulls({
    Name: name,
    Locations: [`/media/${name.toLowerCase()}`],
    CollectionType: collectionType,
    Id: String(number),
    Guid: guid,
    ItemId: String(number),
  });
}

function fits({ type, providerIds }: StoredItem, query: FakeRequest['query']): boolean {
  const { IncludeItemTypes, AnyProviderIdEquals } = query;
  if (IncludeItemTypes !== undefined && !listed(IncludeItemTypes).includes(type)) return false;
  const own = Object.entries(providerIds).map(([provider, id]) => `${provider}.${id}`.toLowerCase());
  return AnyProviderIdEquals === undefined || listed(AnyProviderIdEquals).some((id) => own.includes(id.toLowerCase()));
}

/** The parts of `Emby UserId="", Client="…"`. */
function identificationIn(headers: FakeRequest['headers']): Readonly<Record<string, string>> {
  const header = asText(headers['x-emby-authorization'] ?? headers.authorization);
  const found = header.startsWith('Emby ') ? [...header.matchAll(/(\w+)="([^"]*)"/g)] : [];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}
