import type { FakeAnswer, FakeHandler, FakeRequest } from '../fake-server.js';
import { asFields, asText, type Fields, listed, withoutNulls } from '../mediabrowser/media-fields.js';
import {
  type Caller,
  isElevated,
  MediaBrowserFake,
  type MediaBrowserFakeOptions,
} from '../mediabrowser/mediabrowser-fake.js';
import {
  isVisible,
  type StoredAccount,
  type StoredItem,
  withDashes,
  withoutDashes,
} from '../mediabrowser/stored-media.js';
import { JELLYFIN_CONFIGURATION, newJellyfinPolicy } from './jellyfin-policy.js';

/** The calls of {@link JellyfinFake}, by the keys of its routes. */
export const JELLYFIN_CALLS = {
  info: 'GET /System/Info',
  publicInfo: 'GET /System/Info/Public',
  users: 'GET /Users',
  user: 'GET /Users/:id',
  create: 'POST /Users/New',
  policy: 'POST /Users/:id/Policy',
  password: 'POST /Users/Password',
  remove: 'DELETE /Users/:id',
  authenticate: 'POST /Users/AuthenticateByName',
  logout: 'POST /Sessions/Logout',
  libraries: 'GET /Library/VirtualFolders',
  items: 'GET /Items',
  ratings: 'GET /Localization/ParentalRatings',
} as const;

export interface JellyfinFakeOptions extends MediaBrowserFakeOptions {
  /** 12.0.0 where nothing is said. 10.10 knows no sub-ratings. */
  readonly version?: '10.10.7' | '10.11.11' | '12.0.0';
  /** Writes ids with dashes, everywhere. Else policies have them alone. */
  readonly dashes?: boolean;
  /** Writes null for what it has not. Else it leaves that out. */
  readonly nulls?: boolean;
}

/** What its middleware says of every fault of its own. Source: issue 21, Real products. */
const plain = (status: number): FakeAnswer => ({ status, body: 'Error processing request.' });

const problem = (status: number, title: string): FakeAnswer => ({
  status,
  body: { type: 'https://tools.ietf.org/html/rfc9110', title, status, traceId: '00-0f1e2d3c-00' },
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
});

const GUID = /^[0-9a-f]{32}$/;
const NO_GUID = '0'.repeat(32);
/** Source: issue 21, Real products. */
const NAME = /^(?!\s)[\p{L}\p{Mn}\p{Nd}\p{Pc} \-'.@+]+(?<!\s)$/u;

/** Jellyfin, with a state. A call that it can't make sense of is refused, and a new account is open to everything. */
export class JellyfinFake extends MediaBrowserFake {
  readonly version: string;
  private readonly dashes: boolean;
  private readonly nulls: boolean;

  constructor({ version = '12.0.0', dashes = false, nulls = false, ...options }: JellyfinFakeOptions = {}) {
    super({ apiKey: 'jellyfin-fake-key', ...options });
    this.version = version;
    this.dashes = dashes;
    this.nulls = nulls;
    this.addReadingRoutes();
    this.addWritingRoutes();
    this.addSessionRoutes();
  }

  /** So many times the call was made. */
  count(call: keyof typeof JELLYFIN_CALLS): number {
    return this.calls(JELLYFIN_CALLS[call]).length;
  }

  protected override newPolicy(): Record<string, unknown> {
    return newJellyfinPolicy();
  }

  protected override nextItemId(): string {
    return this.nextGuid('aaaabbbb');
  }

  protected override unknownRoute(): FakeAnswer {
    return { status: 404 };
  }

  private addReadingRoutes(): void {
    this.route(JELLYFIN_CALLS.publicInfo, () => ({ body: this.publicInfo() }));
    this.elevated(JELLYFIN_CALLS.info, () => ({ body: this.systemInfo() }));
    this.elevated(JELLYFIN_CALLS.users, () => ({ body: this.accounts.map((account) => this.userResource(account)) }));
    this.signedIn(JELLYFIN_CALLS.user, ({ params }) =>
      this.withAccount(params.id, (account) => ({ body: this.userResource(account) })),
    );
    this.elevated(JELLYFIN_CALLS.libraries, () => ({ body: this.libraries.map((library) => this.folder(library)) }));
    this.signedIn(JELLYFIN_CALLS.items, (request, caller) => this.listItems(request, caller));
    this.signedIn(JELLYFIN_CALLS.ratings, () => ({ body: this.ratingResources() }));
  }

  private addWritingRoutes(): void {
    this.elevated(JELLYFIN_CALLS.create, ({ body }) => this.create(asFields(body)));
    this.elevated(JELLYFIN_CALLS.policy, ({ params, body }) =>
      this.withAccount(params.id, (account) => this.writePolicy(account, body)),
    );
    this.elevated(JELLYFIN_CALLS.password, ({ query, body }) =>
      this.withAccount(asText(query.userId), (account) => {
        const { NewPw, ResetPassword } = asFields(body);
        account.password = ResetPassword === true ? '' : asText(NewPw);
        this.endSessionsOf(account.id);
        return { status: 204 };
      }),
    );
    this.elevated(JELLYFIN_CALLS.remove, ({ params }) =>
      this.withAccount(params.id, (account) => {
        if (this.isLastAdministrator(account, null)) return plain(400);
        this.removeAccount(account.id);
        return { status: 204 };
      }),
    );
  }

  private addSessionRoutes(): void {
    this.route(JELLYFIN_CALLS.authenticate, ({ headers, body }) => {
      const { DeviceId, Client, Device, Version } = credentialsIn(headers);
      if (!DeviceId || !Client || !Device || !Version) return plain(400);
      const signedIn = this.signIn(body, DeviceId);
      if (typeof signedIn === 'number') return plain(signedIn);
      const { account, token } = signedIn;
      const session = { Id: token.slice(-8), UserId: this.idOf(account.id), UserName: account.name, DeviceId, Client };
      const answer = { User: this.userResource(account), SessionInfo: session, AccessToken: token };
      return { body: { ...answer, ServerId: this.serverId } };
    });
    this.signedIn(JELLYFIN_CALLS.logout, ({ headers }) => {
      this.sessions.delete(credentialsIn(headers).Token ?? '');
      return { status: 204 };
    });
  }

  /** Tokens count in the Authorization header alone: the older ways are switched off. */
  private signedIn(key: string, answer: (request: FakeRequest, caller: Caller) => FakeAnswer): void {
    this.route(key, (request) => {
      const caller = this.callerOf(credentialsIn(request.headers).Token);
      return caller === null ? { status: 401 } : answer(request, caller);
    });
  }

  private elevated(key: string, answer: FakeHandler): void {
    this.signedIn(key, (request, caller) => (isElevated(caller) ? (answer(request) as FakeAnswer) : { status: 403 }));
  }

  private withAccount(id: string | undefined, answer: (account: StoredAccount) => FakeAnswer): FakeAnswer {
    const guid = withoutDashes(id);
    if (!GUID.test(guid)) return problem(400, 'One or more validation errors occurred.');
    const account = this.stored.get(guid);
    return account ? answer(account) : problem(404, 'Not Found');
  }

  private create({ Name, Password }: Fields): FakeAnswer {
    const name = asText(Name);
    if (name === '') return problem(400, 'One or more validation errors occurred.');
    if (!NAME.test(name) || name.length > 255 || this.account(name)) return plain(400);
    return { body: this.userResource(this.makeAccount(name, asText(Password))) };
  }

  /** Takes the whole policy: what the body lacks is as in a new one. */
  private writePolicy(account: StoredAccount, body: unknown): FakeAnswer {
    const given = asFields(body);
    const isUnfit = !asText(given.AuthenticationProviderId) || !asText(given.PasswordResetProviderId);
    const folders = Array.isArray(given.EnabledFolders) ? given.EnabledFolders.map(withoutDashes) : [];
    if (isUnfit || !folders.every((id) => GUID.test(id)))
      return problem(400, 'One or more validation errors occurred.');
    if (this.isLastAdministrator(account, given)) return problem(403, 'Forbidden');
    const known = this.newPolicy();
    const taken = Object.fromEntries(Object.entries(given).filter(([name]) => name in known));
    account.policy = { ...known, ...taken, EnabledFolders: folders };
    if (!this.hasSubRatings) account.policy.MaxParentalSubRating = null;
    if (given.IsDisabled === true) this.endSessionsOf(account.id);
    return { status: 204 };
  }

  private listItems({ query }: FakeRequest, caller: Caller): FakeAnswer {
    const asked = asText(query.userId);
    const guid = withoutDashes(asked);
    if (asked !== '' && !GUID.test(guid)) return problem(400, 'One or more validation errors occurred.');
    const isNobody = asked === '' || guid === NO_GUID;
    if (isNobody && caller !== 'key') return plain(400);
    const account = this.stored.get(guid);
    if (!isNobody && !account) return problem(404, 'Not Found');
    // Without an account the key sees everything.
    const visible = this.items.filter((item) => !account || isVisible(account.policy, item, this.ratings));
    const found = visible.filter((item) => fits(item, query));
    const Items = query.recursive === 'true' ? found.map((item) => this.itemResource(item, query)) : [];
    return { body: { Items, TotalRecordCount: Items.length, StartIndex: 0 } };
  }

  private get hasSubRatings(): boolean {
    return !this.version.startsWith('10.10.');
  }

  private ratingResources(): readonly Fields[] {
    const plainly = this.ratings.map(({ name, score }) => ({ Name: name, Value: score }));
    if (!this.hasSubRatings) return plainly;
    const scored = this.ratings.map(({ name, score, subScore }) => ({
      Name: name,
      Value: score,
      RatingScore: this.sparing({ score, subScore }),
    }));
    return [this.sparing({ Name: 'Unrated', Value: null, RatingScore: null }), ...scored];
  }

  private sparing(fields: Fields): Fields {
    return this.nulls ? fields : withoutNulls(fields);
  }

  private idOf(guid: string): string {
    return this.dashes ? withDashes(guid) : guid;
  }

  private publicInfo(): Fields {
    return {
      LocalAddress: 'http://10.0.0.20:8096',
      ServerName: 'Den',
      Version: this.version,
      ProductName: 'Jellyfin Server',
      OperatingSystem: '',
      Id: this.serverId,
      StartupWizardCompleted: true,
    };
  }

  private systemInfo(): Fields {
    return {
      ...this.publicInfo(),
      HasPendingRestart: false,
      IsShuttingDown: false,
      SupportsLibraryMonitor: true,
      WebSocketPortNumber: 8096,
      CompletedInstallations: [],
      CanSelfRestart: true,
      CanLaunchWebBrowser: false,
      ProgramDataPath: '/config',
      WebPath: '/jellyfin/jellyfin-web',
      ItemsByNamePath: '/config/metadata',
      CachePath: '/cache',
      LogPath: '/config/log',
      InternalMetadataPath: '/config/metadata',
      TranscodingTempPath: '/cache/transcodes',
      HasUpdateAvailable: false,
    };
  }

  private userResource(account: StoredAccount): Fields {
    const { EnabledFolders, ...policy } = account.policy;
    const folders = Array.isArray(EnabledFolders) ? EnabledFolders.map((id) => withDashes(withoutDashes(id))) : null;
    return this.sparing({
      Name: account.name,
      ServerId: this.serverId,
      Id: this.idOf(account.id),
      HasPassword: true,
      HasConfiguredPassword: true,
      HasConfiguredEasyPassword: false,
      EnableAutoLogin: false,
      LastLoginDate: account.lastLoginDate,
      LastActivityDate: account.lastLoginDate,
      Configuration: JELLYFIN_CONFIGURATION,
      Policy: this.sparing({ ...policy, EnabledFolders: folders }),
    });
  }

  private folder({ name, collectionType, guid }: (typeof this.libraries)[number]): Fields {
    return this.sparing({
      Name: name,
      Locations: [`/media/${name.toLowerCase()}`],
      CollectionType: collectionType,
      ItemId: guid === null ? null : this.idOf(guid),
      RefreshStatus: 'Idle',
    });
  }

  private itemResource(item: StoredItem, { fields }: FakeRequest['query']): Fields {
    return this.sparing({
      Name: item.name,
      ServerId: this.serverId,
      Id: this.idOf(item.id),
      Type: item.type,
      MediaType: item.type === 'Movie' ? 'Video' : 'Unknown',
      ProductionYear: item.year,
      OfficialRating: item.rating,
      ProviderIds: listed(fields).includes('ProviderIds') ? item.providerIds : null,
      IsFolder: item.type === 'Series',
      RunTimeTicks: item.type === 'Movie' ? 64_920_000_000 : null,
    });
  }
}

function fits({ type, name, year }: StoredItem, query: FakeRequest['query']): boolean {
  const { includeItemTypes, searchTerm, years } = query;
  const isType = includeItemTypes === undefined || listed(includeItemTypes).includes(type);
  const isFound = searchTerm === undefined || name.toLowerCase().includes(asText(searchTerm).toLowerCase());
  const isYear = years === undefined || listed(years).includes(String(year));
  return isType && isFound && isYear;
}

/** The parts of `MediaBrowser Client="…", Token="…"`. */
function credentialsIn({ authorization }: FakeRequest['headers']): Readonly<Record<string, string>> {
  const [, parts] = /^MediaBrowser (.*)$/s.exec(asText(authorization)) ?? [];
  const found = [...(parts ?? '').matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}
