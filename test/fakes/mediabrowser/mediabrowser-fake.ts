import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';
import { asFields, asText, type Fields } from './media-fields.js';
import {
  isVisible,
  RATINGS,
  type StoredAccount,
  type StoredItem,
  type StoredLibrary,
  type StoredRating,
  type StoredSession,
  withoutDashes,
} from './stored-media.js';

export interface MediaBrowserFakeOptions {
  /** The key that it accepts. */
  readonly apiKey?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** What a test says of an account; regular, enabled, with every library and with a password where nothing is said. */
export interface AccountGiven {
  readonly name: string;
  readonly password?: string;
  readonly administrator?: boolean;
  readonly disabled?: boolean;
  /** Members of its policy, over those of a new account. */
  readonly policy?: Fields;
}

/** What a test says of a library. */
export interface LibraryGiven {
  readonly name: string;
  readonly collectionType?: string | null;
  /** False for one that the server has not looked into yet: it has no id then. */
  readonly isScanned?: boolean;
}

/** What a test says of a film or a series; it is in the first library that fits where nothing is said. */
export interface ItemGiven {
  readonly type: 'Movie' | 'Series';
  readonly name: string;
  readonly year?: number | null;
  readonly tmdbId?: number;
  readonly tvdbId?: number;
  /** More ids, or the same under other names. */
  readonly providerIds?: Readonly<Record<string, string>>;
  readonly rating?: string | null;
  readonly library?: StoredLibrary;
}

/** Calls that change no account that is there. */
const NO_CHANGE = /\/(?:New|AuthenticateByName|Logout)$/;

/** Who calls: the key, somebody with a token, or nobody. */
export type Caller = 'key' | StoredAccount | null;

/**
 * A video server of the MediaBrowser family, with accounts, libraries, titles and the tokens of those who signed in. It writes
 * no member that is null, and tells nobody more than its product does.
 */
export abstract class MediaBrowserFake extends FakeServer {
  readonly apiKey: string;
  readonly serverId = '4f1c2b3a4d5e6f708192a3b4c5d6e7f8';
  /** While true every call is answered 503, as during the server's own start. */
  startingUp = false;
  /** While true every change to an account, and every deletion, is answered as made, and is not. */
  ignoresChanges = false;
  /** With which status a disabled account is refused at its sign-in: versions differ. */
  disabledAnswer: 401 | 403 = 401;
  /** Every account as it is, by its id. */
  protected readonly stored = new Map<string, StoredAccount>();
  protected readonly sessions = new Map<string, StoredSession>();
  protected libraries: readonly StoredLibrary[] = [];
  protected items: readonly StoredItem[] = [];
  protected ratings: readonly StoredRating[] = RATINGS;
  private readonly now: () => number;
  private lastNumber = 0;

  /** Puts the state in place. */
  readonly given = {
    account: ({
      name,
      password = 'a-strong-one',
      administrator = false,
      disabled = false,
      policy = {},
    }: AccountGiven) => {
      const account = this.makeAccount(name, password);
      Object.assign(account.policy, { IsAdministrator: administrator, IsDisabled: disabled, ...policy });
      return account;
    },
    library: ({ name, collectionType = null, isScanned = true }: LibraryGiven): StoredLibrary => {
      const number = this.nextNumber();
      const guid = isScanned ? this.nextGuid('b5d2c1f0') : null;
      const library = { name, collectionType, guid, number };
      this.libraries = [...this.libraries, library];
      return library;
    },
    item: (given: ItemGiven): StoredItem => {
      const { type, name, year = 2024, tmdbId, tvdbId, rating = null, providerIds = {} } = given;
      const fitting = type === 'Movie' ? 'movies' : 'tvshows';
      const library =
        given.library ??
        this.libraries.find(({ collectionType }) => collectionType === fitting) ??
        this.given.library({ name: type === 'Movie' ? 'Movies' : 'Shows', collectionType: fitting });
      const ids = {
        ...(tmdbId === undefined ? {} : { Tmdb: String(tmdbId) }),
        ...(tvdbId === undefined ? {} : { Tvdb: String(tvdbId) }),
        ...providerIds,
      };
      const item = { id: this.nextItemId(), type, name, year, providerIds: ids, rating, library };
      this.items = [...this.items, item];
      return item;
    },
    /** These ratings, in place of the American ones. */
    ratings: (ratings: readonly StoredRating[]): void => void (this.ratings = ratings),
  };

  protected constructor({ apiKey = 'mediabrowser-fake-key', now = Date.now }: MediaBrowserFakeOptions) {
    super();
    this.apiKey = apiKey;
    this.now = now;
  }

  /** Every account as it is. */
  get accounts(): readonly StoredAccount[] {
    return [...this.stored.values()];
  }

  /** The account of this name, in any case of its letters. */
  account(name: string): StoredAccount | undefined {
    return this.accounts.find((account) => account.name.toLowerCase() === name.toLowerCase());
  }

  /** An account leaves, as if an administrator had deleted it there. */
  removeAccount(id: string): void {
    this.stored.delete(withoutDashes(id));
    this.endSessionsOf(withoutDashes(id));
  }

  /** A library leaves, and its titles with it. */
  removeLibrary(library: StoredLibrary): void {
    this.libraries = this.libraries.filter((one) => one !== library);
    this.items = this.items.filter((item) => item.library !== library);
  }

  /** The tokens that are good. */
  get liveTokens(): readonly string[] {
    return [...this.sessions.keys()];
  }

  /** Can somebody sign in with this name and this password right now? */
  opens(name: string, password: string): boolean {
    const account = this.account(name);
    return account !== undefined && account.policy.IsDisabled !== true && account.password === password;
  }

  /** The titles that an account may see, before the question narrows them. */
  visibleTo(account: StoredAccount): readonly StoredItem[] {
    return this.items.filter((item) => isVisible(account.policy, item, this.ratings));
  }

  /** The policy of a new account: enabled, with every library. */
  protected abstract newPolicy(): Record<string, unknown>;

  protected abstract nextItemId(): string;

  protected makeAccount(name: string, password: string): StoredAccount {
    const account: StoredAccount = {
      id: this.nextGuid('7d6c5b4a'),
      name,
      password,
      policy: this.newPolicy(),
      dateCreated: new Date(this.now()).toISOString(),
      lastLoginDate: null,
    };
    this.stored.set(account.id, account);
    return account;
  }

  protected nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  protected nextGuid(beginning: string): string {
    return beginning + String(this.nextNumber()).padStart(24, '0');
  }

  /** Would this leave nobody who is an administrator and enabled? */
  protected isLastAdministrator(account: StoredAccount, after: Fields | null): boolean {
    const rules = ({ IsAdministrator, IsDisabled }: Fields): boolean => IsAdministrator === true && IsDisabled !== true;
    const others = this.accounts.filter((one) => one !== account);
    return rules(account.policy) && !(after && rules(after)) && !others.some(({ policy }) => rules(policy));
  }

  /** The account that this name and password open, and a token for it; the status of the refusal where they open none. */
  protected signIn(
    body: unknown,
    deviceId: string,
  ): { readonly account: StoredAccount; readonly token: string } | 401 | 403 {
    const { Username, Pw } = asFields(body);
    const account = this.account(asText(Username));
    if (!account || account.password !== asText(Pw)) return 401;
    if (account.policy.IsDisabled === true) return this.disabledAnswer;
    for (const [token, session] of this.sessions) {
      if (session.account === account && session.deviceId === deviceId) this.sessions.delete(token);
    }
    const token = `planted-session-token-${this.nextNumber()}`;
    this.sessions.set(token, { account, deviceId });
    account.lastLoginDate = new Date(this.now()).toISOString();
    return { account, token };
  }

  protected endSessionsOf(accountId: string): void {
    for (const [token, { account }] of this.sessions) if (account.id === accountId) this.sessions.delete(token);
  }

  protected callerOf(token: string | undefined): Caller {
    if (token === this.apiKey) return 'key';
    return this.sessions.get(token ?? '')?.account ?? null;
  }

  protected override gate({ method, path }: FakeRequest): FakeAnswer | undefined {
    if (this.startingUp) {
      const headers = { 'content-type': 'text/html', 'retry-after': '5', message: 'The server is loading' };
      return {
        status: 503,
        body: '<html><body>The server is loading. Please try again shortly.</body></html>',
        headers,
      };
    }
    const isChange = method === 'DELETE' || (method === 'POST' && !NO_CHANGE.test(path));
    return this.ignoresChanges && isChange ? { status: 204 } : undefined;
  }
}

/** May the caller do what administrators may? */
export const isElevated = (caller: Caller): boolean =>
  caller === 'key' || (caller !== null && caller.policy.IsAdministrator === true);
