import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../api-client.js';
import { DEMO_FILMS, WANTED_FILM } from '../films.js';
import { Household } from '../household.js';
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

const SETUP_CODE = 'pictures';
export const ADMINISTRATOR: Sitter = { username: 'ada', password: 'ada-at-home' };
export const MEMBER: Sitter = { username: 'grace', password: 'grace-at-home' };
const OTHER: Sitter = { username: 'alan', password: 'alan-at-home' };

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

  /** Sets it up: two libraries, two members, and what they have requested, all of it waiting for approval. */
  async open(): Promise<void> {
    await this.household.open();
    const { settings, radarr, sonarr } = this.household;
    const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: this.scratch, SETUP_CODE, LOG_LEVEL: 'warn' };
    this.server = new ServerProcess(this.root, { ...own, ...settings }, (reason) => this.ending.abort(reason));
    this.url = await this.server.listening(this.ending.signal);
    const account = { ...ADMINISTRATOR, setup_code: SETUP_CODE, device_name: 'Laptop' };
    this.admin = await this.signedIn('/api/auth/setup', account);
    const films = { service_type: 'movie_manager', name: 'Films', url: radarr.url, api_key: radarr.apiKey };
    const series = { service_type: 'tv_manager', name: 'Series', url: sonarr.url, api_key: sonarr.apiKey };
    for (const library of [films, series])
      await this.post(this.admin, '/api/instances', { ...library, is_default: true });
    await this.admin.send('PUT /api/admin/request-settings', { require_approval: true });
    const [grace, alan] = [await this.invited(MEMBER), await this.invited(OTHER)];
    const [first, second, third] = DEMO_FILMS.filter(({ tmdbId, owned }) => !owned && tmdbId !== WANTED_FILM.tmdbId);
    for (const film of [first, third]) await this.post(alan, '/api/requests', requestOf(film?.tmdbId));
    await this.post(alan, '/api/requests', { media_type: 'tv', tmdb_id: WANTED_SERIES.tmdbId });
    await this.post(grace, '/api/requests', requestOf(second?.tmdbId));
    await this.post(grace, '/api/requests', requestOf(WANTED_FILM.tmdbId));
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

  private async invited({ username, password }: Sitter): Promise<ApiClient> {
    const invitation = { name: username, server_url: this.url };
    const { link } = await this.post<{ link: string }>(this.admin, '/api/admin/connect-token', invitation);
    const opened = { token: new URL(link).searchParams.get('token'), device_name: 'Phone' };
    const { access_token, user } = await this.post<Tokens>(new ApiClient(this.url), '/api/auth/connect', opened);
    await this.admin.send(`PATCH /api/admin/users/${user.id}/auth-methods`, { password_enabled: true });
    const member = new ApiClient(this.url).as(access_token);
    await this.post(member, '/api/auth/password', { password });
    return member;
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
