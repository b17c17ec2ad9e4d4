import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { hardcoverBookOf, type HardcoverBook, type HardcoverBookGiven } from './hardcover-book.js';
import { HardcoverSignIns } from './hardcover-sign-ins.js';

const GRAPHQL = 'POST /v1/graphql';

const BAD_TOKEN: FakeAnswer = {
  status: 401,
  body: { error: 'invalid_token', error_description: 'The access token is invalid or expired' },
};
const NO_SCOPE: FakeAnswer = {
  status: 403,
  body: {
    error: 'insufficient_scope',
    error_description: 'Token is missing a required scope',
    scope: 'read:catalog',
  },
};
const OVER_LIMIT: FakeAnswer = { status: 429, body: { error: 'Too Many Requests', message: 'Rate limit exceeded' } };

/**
 * Hardcover with a state of books (some are trending), its tokens, and a device sign-in by RFC 8628 below `/oauth`.
 * It knows a query by the field that it asks for.
 */
export class HardcoverFake extends FakeServer {
  private deviceSignIns = new HardcoverSignIns();
  private readonly books = new Map<number, HardcoverBook>();
  private readonly tokens = new Map<string, 'read:catalog' | 'read:me'>();
  private trending: readonly (number | null)[] = [];

  /** Puts the state in place. */
  readonly given = {
    /** The provider takes this token. */
    token: (token: string, scope: 'read:catalog' | 'read:me' = 'read:catalog'): void =>
      void this.tokens.set(token, scope),
    /** The provider doesn't take this token any more. */
    noToken: (token: string): void => void this.tokens.delete(token),
    /** The catalog holds this book. */
    book: (given: HardcoverBookGiven): HardcoverBook => {
      const book = hardcoverBookOf(given);
      this.books.set(book.id, book);
      return book;
    },
    /** These are trending, in this order. */
    trending: (ids: readonly (number | null)[]): void => void (this.trending = ids),
  };

  constructor() {
    super();
    this.route(GRAPHQL, (request) => this.answer(request));
    this.route('POST /oauth/device_authorization', (request) => this.signIns.begin(request));
    this.route('POST /oauth/token', (request) => {
      const answer = this.signIns.token(request);
      const { access_token: token } = (answer.body ?? {}) as { readonly access_token?: string };
      if (token) this.tokens.set(token, this.signIns.scope);
      return answer;
    });
  }

  /** The device sign-ins. */
  get signIns(): HardcoverSignIns {
    return this.deviceSignIns;
  }

  /** Forgets the books, tokens and sign-ins, too. */
  override startOver(): void {
    super.startOver();
    this.deviceSignIns = new HardcoverSignIns();
    this.books.clear();
    this.tokens.clear();
    this.trending = [];
  }

  /** The GraphQL endpoint. */
  get apiUrl(): string {
    return `${this.url}/v1/graphql`;
  }

  /** The device sign-in. */
  get authUrl(): string {
    return `${this.url}/oauth`;
  }

  /** The reads of the catalog so far. */
  get reads(): number {
    return this.calls(GRAPHQL).length;
  }

  /** Makes the next reads of the catalog meet the rate limit. */
  limitRate({ retryAfterSeconds = 1, times = 1 } = {}): void {
    this.fail(GRAPHQL, { ...OVER_LIMIT, headers: { 'retry-after': String(retryAfterSeconds) } }, times);
  }

  private answer({ headers, body }: FakeRequest): FakeAnswer {
    const scope = this.tokens.get(/^Bearer (.+)$/.exec(String(headers.authorization))?.[1] ?? '');
    if (!scope) return BAD_TOKEN;
    if (scope !== 'read:catalog') return NO_SCOPE;
    const { query, variables } = body as { readonly query: string; readonly variables: Record<string, unknown> };
    if (/\{ books_trending\(/.test(query)) return this.listed(variables);
    if (/\{ books\(where:/.test(query)) return this.hydrated(variables);
    if (/\{ books\(limit: 1\) \{ id \} \}/.test(query)) return { body: { data: { books: [{ id: 1 }] } } };
    return unknownField;
  }

  private listed({ limit }: Record<string, unknown>): FakeAnswer {
    return { body: { data: { books_trending: { error: null, ids: this.trending.slice(0, Number(limit ?? 50)) } } } };
  }

  /** In no order: the other way round. */
  private hydrated({ ids }: Record<string, unknown>): FakeAnswer {
    const wanted = new Set(ids as readonly number[]);
    const books = [...this.books.values()].filter(({ id }) => wanted.has(id)).sort((a, b) => b.id - a.id);
    return { body: { data: { books } } };
  }
}

const unknownField: FakeAnswer = {
  body: {
    errors: [
      {
        message: "field 'nope' not found in type: 'books'",
        extensions: { path: '$.selectionSet.books.selectionSet.nope', code: 'validation-failed' },
      },
    ],
  },
};
