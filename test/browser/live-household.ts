import type { Page } from 'playwright-core';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { NotifierService } from '../../src/modules/realtime/updates/notifier.service.js';
import { LiveSessionsService } from '../../src/modules/realtime/realtime.public.js';
import type { TmdbSeriesGiven } from '../fakes/tmdb/tmdb-series.js';
import { LAPTOP } from '../harness/page-faults.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';

/** How often the queues of libraries that somebody follows are looked at, and a little more. */
const A_ROUND_MS = 11_000;
const STEP_MS = 1_000;

/** Less than lies between a ping of the server and the moment at which it has waited too long for the answer. */
const PING_MS = 5_000;

/** So old is nothing that is remembered of a library. */
const FORGOTTEN_MS = 121_000;

/** A household with a library of films and one of series, under a base path, and browsers to look at it. */
export class LiveHousehold {
  private films = 990_700;
  private shows = 880_700;

  private constructor(
    readonly app: App,
    public admin: Session,
    readonly browser: WebAppBrowser,
    readonly libraries: { readonly films: string; readonly series: string },
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<LiveHousehold> {
    const app = await startApp({ env: { BASE_PATH: '/a/b', ...env } });
    const admin = await app.setUpAdmin();
    const libraries = { films: await app.connectRadarr(admin), series: await app.connectSonarr(admin) };
    return new LiveHousehold(app, admin, await WebAppBrowser.open(), libraries);
  }

  async close(): Promise<void> {
    await this.browser.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    this.app.server.closeAllConnections();
    await this.app.close();
  }

  /** An account that may use both libraries and signs in with a password, which is its name. */
  async member(name: string): Promise<Session> {
    const member = await this.app.invite(name);
    await this.admin.patch(`/api/admin/users/${member.userId}/auth-methods`, { password_enabled: true });
    await member.post('/api/auth/password', { password: passwordOf(name) });
    return member;
  }

  /** A film that everybody can find, and nobody has. */
  film(title: string): number {
    const id = ++this.films;
    this.app.tmdb.given.film({ id, title });
    this.app.radarr.given.catalog([{ tmdbId: id, title, year: 2024 }]);
    return id;
  }

  /** A series of two seasons, of three and two episodes, which everybody can find and nobody has. */
  show(name: string, atProvider: Partial<TmdbSeriesGiven> = {}): { readonly tmdbId: number; readonly tvdbId: number } {
    const tvdbId = ++this.shows;
    const tmdbId = tvdbId + 100_000;
    const seasons = { 1: 3, 2: 2 };
    const counted = Object.entries(seasons).map(([number, count]) => ({
      season_number: Number(number),
      episode_count: count,
      air_date: `${2018 + Number(number)}-01-01`,
    }));
    this.app.tmdb.given.series({
      id: tmdbId,
      tvdb_id: tvdbId,
      name,
      first_air_date: '2019-01-01',
      seasons: counted,
      ...atProvider,
    });
    this.app.sonarr.given.catalog([{ tvdbId, tmdbId, title: name, year: 2019, seasons }]);
    return { tmdbId, tvdbId };
  }

  /** The number of somebody's request. */
  async requested(by: Session, kind: 'movie' | 'tv', tmdbId: number, fields: object = {}): Promise<number> {
    const body = { media_type: kind, tmdb_id: tmdbId, title: 'Asked', ...fields };
    const answer = await by.post('/api/requests', body);
    const { request_id: id } = answer.body as { readonly request_id?: number };
    if (id === undefined) throw new Error(`not requested: ${answer.status} ${answer.text}`);
    return id;
  }

  /** Somebody signs in, and has a page open on which nothing has been looked at yet. */
  async signedIn(name: string, size = LAPTOP): Promise<AppPage> {
    // The budget of sign-ins is one minute's.
    await this.app.clock.leap(61_000);
    const person = await this.browser.person(this.app.url, size);
    await person.page.clock.install({ time: this.app.clock.now() });
    await openSignedIn(person.page, this.app.url, name);
    await this.heard(1);
    return person;
  }

  heard(count: number): Promise<void> {
    return socketsOpen(this.app, count);
  }

  round(): Promise<void> {
    return librariesLookedAt(this.app);
  }

  /** Makes everything that is cached of libraries too old. */
  async forgets(): Promise<void> {
    for (let passed = 0; passed < FORGOTTEN_MS; passed += PING_MS) {
      await this.app.clock.advance(PING_MS);
      // Browsers answer the server's pings meanwhile, which would be cut otherwise.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Resolves when so many sockets are open, and what their owners' libraries show from now on is followed. */
export async function socketsOpen(app: App, count: number): Promise<void> {
  const live = app.get(LiveSessionsService);
  for (let tries = 0; live.size !== count; tries += 1) {
    if (tries > 200) throw new Error(`${live.size} sockets are open, not ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await app.get(JobRunner).runNow('realtime.follow-libraries');
}

/** The server looks at the libraries that are followed, and every frame that follows from it is sent. */
export async function librariesLookedAt(app: App): Promise<void> {
  await app.get(NotifierService).idle();
  for (let passed = 0; passed < A_ROUND_MS; passed += STEP_MS) {
    await app.clock.advance(STEP_MS);
    await app.get(JobRunner).runNow('library.poll-queues');
    await app.get(NotifierService).idle();
  }
}

const passwordOf = (name: string): string => (name === 'admin' ? ADMIN_PASSWORD : `a good password of ${name}`);

/**
 * Signs in as a page does it, without one, and opens a page. What signing in looks like has tests of its own.
 *
 * @param origin where the server is reached, with its path
 */
export async function openSignedIn(page: Page, origin: string, name: string, path = '/profile'): Promise<void> {
  const { request } = page.context();
  const headers = { Origin: new URL(origin).origin, 'Sec-Fetch-Site': 'same-origin' };
  const data = { username: name, password: passwordOf(name), device_name: 'Chromium' };
  const signedIn = await request.post(`${origin}/api/auth/login`, { headers, data });
  const { refresh_token } = (await signedIn.json()) as { refresh_token?: string };
  const opened = await request.post(`${origin}/api/web/session`, { headers, data: { refresh_token } });
  if (!opened.ok()) throw new Error(`${name} is not signed in: ${signedIn.status()}, ${opened.status()}`);
  await page.goto(origin + path);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Signs in by the page that asks for it. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(name);
  await page.getByLabel('Password').fill(passwordOf(name));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** The calls that a page makes for requests and states, as `GET /api/requests/7/timeline`, from now on. */
export function callsOf(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/api\/(?!pictures|web\/session)/.test(pathname))
      calls.push(`${request.method()} ${pathname.replace('/a/b', '')}${search}`);
  });
  return calls;
}

/** What the steps of the list "Progress" have come to, in their order. */
export async function stepsOf(page: Page): Promise<readonly string[]> {
  const texts = await page.getByRole('list', { name: 'Progress' }).getByRole('listitem').allTextContents();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
