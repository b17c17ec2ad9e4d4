import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import {
  type AudiobookshelfAccount,
  type AudiobookshelfAccountGiven,
  AudiobookshelfAccounts,
} from './audiobookshelf-accounts.js';
import {
  type AudiobookshelfBookGiven,
  AudiobookshelfItems,
  type AudiobookshelfLibraryGiven,
} from './audiobookshelf-items.js';

/** The calls of {@link AudiobookshelfFake}, by the keys of its routes. */
export const AUDIOBOOKSHELF_CALLS = {
  status: 'GET /status',
  login: 'POST /login',
  logout: 'POST /logout',
  authorize: 'POST /api/authorize',
  users: 'GET /api/users',
  user: 'GET /api/users/:id',
  createUser: 'POST /api/users',
  changeUser: 'PATCH /api/users/:id',
  deleteUser: 'DELETE /api/users/:id',
  libraries: 'GET /api/libraries',
  search: 'GET /api/libraries/:id/search',
} as const;

export interface AudiobookshelfFakeOptions {
  readonly apiKey: string;
  /** The time of the server, in epoch milliseconds. */
  readonly now?: () => number;
}

type Body = Readonly<Record<string, unknown>>;

/** Tries to sign in within ten minutes, from one address. Source: audiobookshelf facts, Seen. */
const MOST_TRIES = 40;
const TRIES_MS = 10 * 60_000;

/** What anybody may call. */
const PUBLIC = new Set(['/status', '/ping', '/healthcheck', '/login']);

const text = (status: number, body: string): FakeAnswer => ({ status, body });

const UNAUTHORIZED = text(401, 'Unauthorized');

/**
 * Audiobookshelf 2.36 with accounts, sessions, libraries and books, as it was seen: accounts of which nothing is said are off
 * and see all libraries; a list of libraries without permissions is 200 and changes nothing; unknown libraries are taken.
 * Its API key is the root's. Source: audiobookshelf facts.
 */
export class AudiobookshelfFake extends FakeServer {
  readonly accounts = new AudiobookshelfAccounts();
  readonly items = new AudiobookshelfItems();
  readonly root: AudiobookshelfAccount;
  /** In whose name the key acts. */
  keyOwner: AudiobookshelfAccount;
  private readonly now: () => number;
  private readonly apiKey: string;
  private readonly sessions = new Map<string, AudiobookshelfAccount>();
  private tries: readonly number[] = [];
  private opened = 0;

  /** Puts the state in place. */
  readonly given = {
    /** An account: active, of type `user` and with every library where nothing else is said. */
    account: (given: AudiobookshelfAccountGiven): AudiobookshelfAccount => this.accounts.add(given),
    /** A library, of books where nothing is said. */
    library: (given: AudiobookshelfLibraryGiven): string => {
      this.items.libraries.push(given);
      return given.id;
    },
    /** A book of a library; its id is returned. */
    book: (libraryId: string, given: AudiobookshelfBookGiven): string => this.items.add(libraryId, given),
  };

  constructor({ apiKey, now = Date.now }: AudiobookshelfFakeOptions) {
    super();
    this.apiKey = apiKey;
    this.now = now;
    this.root = this.accounts.add({ username: 'root', type: 'root', permissions: { accessExplicitContent: true } });
    this.keyOwner = this.root;
    this.route('GET /ping', () => ({ body: { success: true } }));
    this.route('GET /healthcheck', () => text(200, 'OK'));
    this.route(AUDIOBOOKSHELF_CALLS.status, () => ({ body: STATUS }));
    this.route(AUDIOBOOKSHELF_CALLS.login, (request) => this.login(request));
    this.route(AUDIOBOOKSHELF_CALLS.logout, (request) => this.logout(request));
    this.route(AUDIOBOOKSHELF_CALLS.authorize, (request) => ({
      body: this.signedIn(this.callerOf(request) ?? this.root),
    }));
    this.route(AUDIOBOOKSHELF_CALLS.libraries, () => ({ body: this.items.list() }));
    this.route(AUDIOBOOKSHELF_CALLS.search, ({ params, query }) => {
      if (!this.items.libraries.some(({ id }) => id === params.id)) return text(404, 'Not Found');
      const { q, limit = '12' } = query;
      if (typeof q !== 'string' || q === '') return text(400, 'Invalid request. Query param "q" must be a string');
      return { body: this.items.search(params.id ?? '', q, Number(limit)) };
    });
    this.routeUsers();
  }

  /** Is a session open that a sign-in has begun? */
  get hasSessions(): boolean {
    return this.sessions.size > 0;
  }

  /** Source: audiobookshelf facts, Auth. */
  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    if (PUBLIC.has(request.path)) return undefined;
    return this.callerOf(request)?.isActive ? undefined : UNAUTHORIZED;
  }

  protected override unknownRoute(): FakeAnswer {
    return text(404, 'Not Found');
  }

  private routeUsers(): void {
    const asAdministrator = (answer: (request: FakeRequest, caller: AudiobookshelfAccount) => FakeAnswer) => {
      return (request: FakeRequest): FakeAnswer => {
        const caller = this.callerOf(request);
        return caller && ['root', 'admin'].includes(caller.type) ? answer(request, caller) : text(403, 'Forbidden');
      };
    };
    const onAccount = (
      answer: (account: AudiobookshelfAccount, request: FakeRequest, caller: AudiobookshelfAccount) => FakeAnswer,
    ) =>
      asAdministrator((request, caller) => {
        const account = this.accounts.byId(request.params.id);
        return account ? answer(account, request, caller) : text(404, 'Not Found');
      });
    const shown = (account: AudiobookshelfAccount, caller: AudiobookshelfAccount) =>
      this.accounts.shown(account, caller.type === 'root');

    this.route(
      AUDIOBOOKSHELF_CALLS.users,
      asAdministrator((_, caller) => {
        const users = this.accounts.list.map((account) => ({ ...shown(account, caller), latestSession: null }));
        return { body: { users } };
      }),
    );
    this.route(
      AUDIOBOOKSHELF_CALLS.user,
      onAccount((account, _, caller) => ({ body: shown(account, caller) })),
    );
    this.route(
      AUDIOBOOKSHELF_CALLS.createUser,
      asAdministrator(({ body }, caller) => {
        const made = this.accounts.create(bodyOf(body));
        return typeof made === 'string' ? text(400, made) : { body: { user: shown(made, caller) } };
      }),
    );
    this.route(
      AUDIOBOOKSHELF_CALLS.changeUser,
      onAccount((account, { body }, caller) => {
        if (account.type === 'root' && caller.type !== 'root') return text(403, 'Forbidden');
        const refusal = this.accounts.change(account, bodyOf(body));
        return refusal === null ? { body: { success: true, user: shown(account, caller) } } : text(400, refusal);
      }),
    );
    this.route(
      AUDIOBOOKSHELF_CALLS.deleteUser,
      onAccount((account, _, caller) => {
        if (account.type === 'root') return text(403, 'Root user cannot be deleted');
        if (account.id === caller.id) return text(400, 'Cannot delete self');
        this.accounts.remove(account.id);
        return { body: { success: true } };
      }),
    );
  }

  private login({ body, headers }: FakeRequest): FakeAnswer {
    this.tries = [...this.tries.filter((at) => at > this.now() - TRIES_MS), this.now()];
    if (this.tries.length > MOST_TRIES) return text(429, 'Too many authentication requests');
    const { username, password } = bodyOf(body);
    const account = this.accounts.byNameOfSignIn(String(username));
    if (!account?.isActive || account.password !== password) return UNAUTHORIZED;
    this.opened += 1;
    const [access, refresh] = [`planted-abs-access-${this.opened}`, `planted-abs-refresh-${this.opened}`];
    this.sessions.set(access, account);
    const isReturned = headers['x-return-tokens'] === 'true';
    const answer = this.signedIn(account);
    const user = { ...(answer.user as object), accessToken: access, refreshToken: isReturned ? refresh : null };
    const cookie = { 'set-cookie': `refresh_token=${refresh}; HttpOnly; Path=/` };
    return { body: { ...answer, user }, headers: isReturned ? {} : cookie };
  }

  /** Ends the session whose refresh token comes with the call; without one it lives on. */
  private logout({ headers }: FakeRequest): FakeAnswer {
    const refresh = String(headers['x-refresh-token']);
    const access = refresh.replace('planted-abs-refresh-', 'planted-abs-access-');
    if (refresh !== access) this.sessions.delete(access);
    return { body: { redirect_url: null } };
  }

  private callerOf({ headers }: FakeRequest): AudiobookshelfAccount | undefined {
    const bearer = /^Bearer (.+)$/.exec(String(headers.authorization))?.[1] ?? '';
    if (bearer === this.apiKey) return this.keyOwner;
    return this.sessions.get(bearer) ?? this.accounts.list.find((account) => this.accounts.tokenOf(account) === bearer);
  }

  /** Source: audiobookshelf examples, login.response. */
  private signedIn(account: AudiobookshelfAccount): Body {
    return {
      user: this.accounts.shown(account, true),
      userDefaultLibraryId: this.items.libraries[0]?.id ?? null,
      serverSettings: { id: 'server-settings', version: '2.36.0', authActiveAuthMethods: ['local'] },
      ereaderDevices: [],
      Source: 'docker',
    };
  }
}

/** Source: audiobookshelf examples, status. */
const STATUS = {
  app: 'audiobookshelf',
  serverVersion: '2.36.0',
  isInit: true,
  language: 'en-us',
  authMethods: ['local'],
  authFormData: { authLoginCustomMessage: null },
};

const bodyOf = (body: unknown): Body => (typeof body === 'object' && body !== null ? (body as Body) : {});
