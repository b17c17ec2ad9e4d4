import { CoverArtArchiveFake } from '../../test/fakes/cover-art-archive/cover-art-archive-fake.js';
import { HardcoverFake } from '../../test/fakes/hardcover/hardcover-fake.js';
import { ListenbrainzFake } from '../../test/fakes/listenbrainz/listenbrainz-fake.js';
import { artistId, groupId, MusicbrainzFake } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';
import { DEMO_ALBUMS, DEMO_BOOKS, DEMO_COVER } from './discoverables.js';
import { DEMO_FILMS } from './films.js';
import { WANTED_SERIES } from './series.js';

const DAY_MS = 24 * 3_600_000;

/** Those outside of a home who know what there is to watch, to hear and to read. */
export class Providers {
  readonly tmdb = new TmdbFake({ token: 'demo-tmdb-token' });
  private readonly lists = new TraktFake({ clientId: 'demo-trakt-client' });
  private readonly catalog = new MusicbrainzFake();
  private readonly charts = new ListenbrainzFake();
  private readonly covers = new CoverArtArchiveFake();
  private readonly books = new HardcoverFake();
  /** What the book catalog takes. */
  readonly bookToken = 'demo-hardcover-token';

  constructor() {
    this.fillLists();
    this.fillMusic();
    this.fillBooks();
  }

  async open(): Promise<void> {
    await Promise.all(this.all().map((fake) => fake.start()));
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((fake) => fake.stop()));
  }

  /** The settings that lead a server to them. */
  get settings(): Readonly<Record<string, string>> {
    return {
      METADATA_URL: this.tmdb.apiUrl,
      METADATA_TOKEN: this.tmdb.token,
      LISTPROV_URL: this.lists.url,
      LISTPROV_CLIENT_ID: this.lists.clientId,
      MUSIC_METADATA_URL: this.catalog.apiUrl,
      MUSIC_CHART_URL: this.charts.apiUrl,
      COVER_ART_URL: this.covers.url,
      PROVIDER_CONTACT: 'demo@usher.invalid',
      BOOKCATALOG_URL: this.books.apiUrl,
    };
  }

  private all() {
    return [this.tmdb, this.lists, this.catalog, this.charts, this.covers, this.books];
  }

  private fillLists(): void {
    DEMO_FILMS.forEach(({ tmdbId: id, title, released }, place) => {
      const watchers = 10 * (DEMO_FILMS.length - place);
      this.lists.given.movie({ id, title, year: Number(released.slice(0, 4)), watchers, hasArtwork: false });
    });
    const { tmdbId: id, tvdbId: tvdb, title } = WANTED_SERIES;
    this.lists.given.show({ id, tvdb, title, year: 1914, watchers: 10, hasArtwork: false });
    const movies = DEMO_FILMS.filter(({ genre }) => genre === 'Horror').map(({ tmdbId }) => tmdbId);
    this.lists.given.list({ user: 'ada', slug: 'after-dark', name: 'After dark', movies });
  }

  private fillMusic(): void {
    for (const { number, title, artist, genre, daysOld } of DEMO_ALBUMS) {
      const id = groupId(number);
      const date = new Date(Date.now() - (daysOld ?? 900) * DAY_MS).toISOString().slice(0, 10);
      this.catalog.given.group({ id, title, date, tags: [genre], artist: { id: artistId(number), name: artist } });
      this.covers.given.cover(id, { type: 'image/png', bytes: DEMO_COVER });
      if (daysOld !== undefined) this.charts.given.release({ id, title, artist, date });
    }
    const rows = DEMO_ALBUMS.map(({ number, title, artist }) => ({ id: groupId(number), title, artist }));
    for (const range of ['this_week', 'this_month', 'this_year']) this.charts.given.chart(range, rows);
  }

  private fillBooks(): void {
    this.books.given.token(this.bookToken);
    for (const { id, title, author, year } of DEMO_BOOKS) {
      const contributions = [{ contribution: null, author: { name: author } }];
      // Covers would come from the catalog's own host, and nothing leaves the machine.
      const without = { image: null, cached_image: {}, book_series: [], editions: [] };
      this.books.given.book({ ...without, id, title, release_year: year, contributions });
    }
    this.books.given.trending(DEMO_BOOKS.map(({ id }) => id));
  }
}
