import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import { HardcoverFake } from '../fakes/hardcover/hardcover-fake.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { WebAppBrowser, type AppPage } from '../harness/web-app-browser.js';
import { ratedFilm } from '../harness/kids-policy.js';
import { LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

const BOOK_KEY = 'planted-book-library-key';
const MUSIC_KEY = 'planted-music-library-key';
const CATALOG_TOKEN = 'planted-catalog-token';

const COMEDY = { id: 35, name: 'Comedy' };

/** The number of the first of the ninety films; it and the next one are for children, too. */
export const FIRST_FILM = 880_000;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Albums by their release groups, and their artist. */
const ARTIST = { id: '1f0e5b7a-0000-4aaa-8bbb-00000000a001', name: 'Glass Meridian' };
export const albumId = (number: number): string => `7c9d2e10-0000-4aaa-8bbb-${String(number).padStart(12, '0')}`;

/** A household with a library of each kind, the providers of all of them, and browsers to look at it. */
export class CatalogHousehold {
  private constructor(
    readonly app: App,
    private admin: Session,
    readonly browser: WebAppBrowser,
    readonly lidarr: LidarrFake,
    readonly chaptarr: ChaptarrFake,
    readonly hardcover: HardcoverFake,
    readonly libraries: Readonly<Record<'films' | 'series' | 'music' | 'books', string>>,
  ) {}

  static async open(
    env: Readonly<Record<string, string>> = {},
    browser: Parameters<typeof WebAppBrowser.open>[0] = {},
  ): Promise<CatalogHousehold> {
    const hardcover = await new HardcoverFake().start();
    const app = await startApp({ env: { BASE_PATH: '/a/b', BOOKCATALOG_URL: hardcover.apiUrl, ...env } });
    const now = () => app.clock.now();
    const music = { apiKey: app.secrets.plant('music key', MUSIC_KEY), now, stocked: false };
    const lidarr = await new LidarrFake(music).start();
    const chaptarr = await new ChaptarrFake({ apiKey: app.secrets.plant('book key', BOOK_KEY), now }).start();
    chaptarr.given.nothing();
    hardcover.given.token(app.secrets.plant('catalog token', CATALOG_TOKEN));
    const admin = await app.setUpAdmin();
    const libraries = {
      films: await app.connectRadarr(admin),
      series: await app.connectSonarr(admin),
      music: await connect(admin, 'music_manager', 'Music', lidarr),
      books: await connect(admin, 'book_manager', 'Books', chaptarr),
    };
    await admin.put(`/api/instances/${libraries.books}/bookcatalog`, { token: CATALOG_TOKEN });
    return new CatalogHousehold(app, admin, await WebAppBrowser.open(browser), lidarr, chaptarr, hardcover, libraries);
  }

  async close(): Promise<void> {
    await this.browser.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    this.app.server.closeAllConnections();
    await this.app.close();
    await Promise.all([this.lidarr, this.chaptarr, this.hardcover].map((fake) => fake.stop()));
  }

  /** An account that may use all libraries and signs in with a password. */
  async member(name: string): Promise<Session> {
    const member = await this.app.invite(name);
    await this.admin.patch(`/api/admin/users/${member.userId}/auth-methods`, { password_enabled: true });
    await member.post('/api/auth/password', { password: `a good password of ${name}` });
    return member;
  }

  /** The administrator, signed in afresh: time passes here. */
  async administrator(): Promise<Session> {
    this.admin = await this.app.refresh(this.admin);
    return this.admin;
  }

  /** Takes libraries from somebody. */
  async revoke(member: Session, kinds: readonly ('music' | 'books')[]): Promise<void> {
    const admin = await this.administrator();
    for (const kind of kinds) {
      const body = { action: 'remove', user_ids: [member.userId] };
      const { status, text } = await admin.patch(`/api/instances/${this.libraries[kind]}/assignments`, body);
      if (status !== 200) throw new Error(`not revoked: ${text}`);
    }
  }

  /** An album that the catalog and the library's metadata know, and nobody has. */
  album(number: number, title: string, date = '2024-05-01'): string {
    const id = albumId(number);
    this.app.music.catalog.given.group({ id, title, date, artist: ARTIST, tags: ['jazz'] });
    this.app.music.covers.given.cover(id);
    this.lidarr.given.catalog([
      { foreignAlbumId: id, title, artist: { foreignArtistId: ARTIST.id, artistName: ARTIST.name } },
    ]);
    return id;
  }

  /** A book that the library's metadata knows, and nobody has. */
  book(number: number, title: string): string {
    const foreignBookId = `hc:${number}`;
    this.chaptarr.given.catalog([{ foreignBookId, title }]);
    return foreignBookId;
  }

  /** Fills the providers: ninety films and a series, a person, two albums, two books and a trending list with one of them. */
  stock(): void {
    const { tmdb, music } = this.app;
    for (let at = 0; at < 90; at += 1)
      tmdb.given.film({
        ...{ id: FIRST_FILM + at, title: `Lantern no. ${at + 1}`, poster_path: null, popularity: 500 - at },
        ...{ genres: at % 10 === 0 ? [COMEDY] : [], release_date: `${1950 + at}-05-01` },
        ...ratedFilm(at < 2 ? 'PG' : 'R'),
      });
    tmdb.given.series({ id: 880_900, tvdb_id: 880_901, name: 'Lantern Street', poster_path: null });
    tmdb.given.person({
      ...{ id: 3_100, name: 'Ann Keeper', profile_path: null, biography: 'Keeps lanterns.' },
      parts: [{ kind: 'movie', id: FIRST_FILM }],
    });
    this.album(1, 'Lantern Songs');
    this.album(2, 'Long <b>Wave</b>');
    const songs = { id: albumId(1), title: 'Lantern Songs', artist: 'Glass Meridian', hasCover: true };
    music.charts.given.chart('this_week', [songs]);
    this.book(7_001, 'Lantern Oil');
    this.book(7_002, 'Salt');
    this.hardcover.given.book({ id: 7_002, title: 'Salt' });
    this.hardcover.given.trending([7_002]);
  }

  /**
   * Somebody signs in, and has a page open on which nothing has been looked at yet.
   *
   * @param origin where the server is reached, with its path
   */
  async signedIn(name: string, size = LAPTOP, origin = this.app.url): Promise<AppPage> {
    // The budget of sign-ins is one minute's.
    await this.app.clock.leap(61_000);
    const person = await this.browser.person(origin, size);
    // The host of covers can't be had here.
    await person.page.route('**/api/pictures/books/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: PIXEL }),
    );
    await openSignedIn(person.page, origin, name);
    return person;
  }

  /**
   * Lets time pass, so that the providers of music answer: they take a call a second, by the clock of the household.
   *
   * @param times how many times as fast as outside; deadlines of libraries and disks are over as much sooner
   * @returns stops it
   */
  passTime(times = 10): () => Promise<void> {
    const passing = { isOver: false, done: Promise.resolve() };
    const pass = async (): Promise<void> => {
      while (!passing.isOver) {
        await this.app.clock.advance(times * 100);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    passing.done = pass();
    return () => {
      passing.isOver = true;
      return passing.done;
    };
  }
}

async function connect(
  admin: Session,
  service_type: string,
  name: string,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
): Promise<string> {
  const body = { service_type, name, url, api_key: apiKey, auto_add_users: true };
  const created = await admin.post('/api/instances', body);
  if (created.status !== 201) throw new Error(`instance not created: ${created.text}`);
  return (created.body as { id: string }).id;
}
