import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../api-client.js';
import { WANTED_ALBUM } from '../albums.js';
import { WANTED_BOOK } from '../books.js';
import { until } from '../demo-failure.js';
import { DEMO_FILMS, WANTED_FILM } from '../films.js';
import { Household } from '../household.js';
import { BOOK_CATALOG_TOKEN } from '../people.js';
import { ServerProcess } from '../server-process.js';
import { WANTED_SERIES } from '../series.js';

/** Somebody who signs in by the page. */
export interface Sitter {
  readonly username: string;
  readonly password: string;
}

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly id: number };
}

/** A member, as who they ask. */
interface Posed {
  readonly api: ApiClient;
  readonly userId: number;
}

const SETUP_CODE = 'pictures';
export const ADMINISTRATOR: Sitter = { username: 'ada', password: 'ada-at-home' };
export const MEMBER: Sitter = { username: 'grace', password: 'grace-at-home' };
const OTHER: Sitter = { username: 'alan', password: 'alan-at-home' };

/** Films that nobody has yet, the most popular first. */
const MISSING = DEMO_FILMS.filter(({ tmdbId, owned }) => !owned && tmdbId !== WANTED_FILM.tmdbId);

/** A download is looked at each ten seconds, and takes half a minute. */
const ARRIVED_WITHIN_MS = 90_000;

const VIDEO = { service_type: 'video_server_a', name: 'Jellyfin', is_default: true };
const PUBLIC = { public_address: 'https://jellyfin.demo.invalid' };

/** The household of the demo, with the real server, as it sits for its pictures. */
export class PosedHousehold {
  private readonly household = new Household();
  private readonly scratch = mkdtempSync(join(tmpdir(), 'usher-pictures-'));
  private readonly ending = new AbortController();
  private server: ServerProcess | undefined;
  private admin = new ApiClient('');
  /** The address of the server. */
  url = '';

  constructor(private readonly root: string) {}

  /**
   * Sets it up: a library of each kind, a place to watch, two members, and what they have requested. Two films of the member have
   * come already; all else waits for approval.
   */
  async open(): Promise<void> {
    await this.household.open();
    const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: this.scratch, SETUP_CODE, LOG_LEVEL: 'warn' };
    const settings = { ...own, ...this.household.settings };
    this.server = new ServerProcess(this.root, settings, (reason) => this.ending.abort(reason));
    this.url = await this.server.listening(this.ending.signal);
    const account = { ...ADMINISTRATOR, setup_code: SETUP_CODE, device_name: 'Laptop' };
    this.admin = await this.signedIn('/api/auth/setup', account);
    await this.connectLibraries();
    const [grace, alan] = [await this.invited(MEMBER), await this.invited(OTHER)];
    await this.connectVideoServer(grace);
    const [first, second, third, fourth, fifth, sixth] = MISSING;
    for (const film of [first, second]) await this.requests(grace, requestOf(film?.tmdbId));
    await this.haveArrived(grace, [first?.tmdbId, second?.tmdbId]);
    await this.admin.send('PUT /api/admin/request-settings', { require_approval: true });
    for (const film of [third, fourth, fifth]) await this.requests(alan, requestOf(film?.tmdbId));
    await this.requests(alan, { media_type: 'tv', tmdb_id: WANTED_SERIES.tmdbId });
    const { id: foreign_id, title } = WANTED_ALBUM;
    const catalog_ref = { provider: 'music_metadata', id: foreign_id };
    await this.requests(alan, { media_type: 'music', foreign_id, title, catalog_ref });
    const book = { media_type: 'book', foreign_id: WANTED_BOOK.id, title: WANTED_BOOK.title, book_format: 'ebook' };
    await this.requests(grace, book);
    await this.requests(grace, requestOf(sixth?.tmdbId));
    await this.requests(grace, requestOf(WANTED_FILM.tmdbId));
  }

  /**
   * The film that the member wants is approved, and is coming in.
   *
   * @returns the number of the request
   */
  async approveWanted(): Promise<number> {
    const path = '/api/admin/requests';
    const { body } = await this.admin.send<readonly { id: number; tmdb_id: number }[]>(`GET ${path}`);
    const id = body.find(({ tmdb_id: tmdbId }) => tmdbId === WANTED_FILM.tmdbId)?.id ?? 0;
    await this.post(this.admin, `${path}/${id}/approve`, {});
    return id;
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.household.close();
    rmSync(this.scratch, { recursive: true, force: true });
  }

  private async connectLibraries(): Promise<void> {
    for (const { kind, name, url, apiKey } of this.household.surroundings().libraries) {
      const library = { service_type: kind, name, url, api_key: apiKey, is_default: true };
      const { id } = await this.post<{ id: string }>(this.admin, '/api/instances', library);
      const isBooks = kind === 'book_manager';
      if (isBooks) await this.admin.send(`PUT /api/instances/${id}/bookcatalog`, { token: BOOK_CATALOG_TOKEN });
    }
  }

  /** A member gets an account where films are watched. */
  private async connectVideoServer({ api, userId }: Posed): Promise<void> {
    const { url, apiKey: api_key } = this.household.jellyfin;
    const server = { ...VIDEO, url, api_key, media_server_config: PUBLIC };
    const { id } = await this.post<{ id: string }>(this.admin, '/api/instances', server);
    await this.admin.send(`PUT /api/instances/${id}/grant-users`, { user_ids: [userId] });
    await this.post(api, `/api/media-servers/${id}/account`, { password: MEMBER.password });
  }

  private async haveArrived({ api }: Posed, films: readonly (number | undefined)[]): Promise<void> {
    for (const film of films)
      await until(
        async () => {
          const { body } = await api.send<{ status: string }>(`GET /api/requests/${film}/status?media_type=movie`);
          return body.status === 'available';
        },
        `the film ${film} did not arrive`,
        ARRIVED_WITHIN_MS,
      );
  }

  private async requests({ api }: Posed, body: object): Promise<void> {
    await this.post(api, '/api/requests', body);
  }

  private async invited({ username, password }: Sitter): Promise<Posed> {
    const invitation = { name: username, server_url: this.url };
    const { link } = await this.post<{ link: string }>(this.admin, '/api/admin/connect-token', invitation);
    const opened = { token: new URL(link).searchParams.get('token'), device_name: 'Phone' };
    const { access_token, user } = await this.post<Tokens>(new ApiClient(this.url), '/api/auth/connect', opened);
    await this.admin.send(`PATCH /api/admin/users/${user.id}/auth-methods`, { password_enabled: true });
    const api = new ApiClient(this.url).as(access_token);
    await this.post(api, '/api/auth/password', { password });
    return { api, userId: user.id };
  }

  private async signedIn(path: string, body: object): Promise<ApiClient> {
    const visitor = new ApiClient(this.url);
    return visitor.as((await this.post<Tokens>(visitor, path, body)).access_token);
  }

  private async post<T>(by: ApiClient, path: string, body: object): Promise<T> {
    return (await by.send<T>(`POST ${path}`, body)).body;
  }
}

const requestOf = (tmdbId: number | undefined) => ({ media_type: 'movie', tmdb_id: tmdbId });
