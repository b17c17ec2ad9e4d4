import { FakeSetboxHelper } from '../../test/fakes/appletv/fake-setbox-helper.js';
import { AudiobookshelfFake } from '../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import { CoverArtArchiveFake } from '../../test/fakes/cover-art-archive/cover-art-archive-fake.js';
import { DiscordFake } from '../../test/fakes/discord/discord-fake.js';
import { EmbyFake } from '../../test/fakes/emby/emby-fake.js';
import { HardcoverFake } from '../../test/fakes/hardcover/hardcover-fake.js';
import { JellyfinFake } from '../../test/fakes/jellyfin/jellyfin-fake.js';
import { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import { ListenbrainzFake } from '../../test/fakes/listenbrainz/listenbrainz-fake.js';
import { MusicbrainzFake } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { OidcFake } from '../../test/fakes/oidc/oidc-fake.js';
import { PlexFake } from '../../test/fakes/plex/plex-fake.js';
import { PushGatewayFake } from '../../test/fakes/push-gateway/push-gateway-fake.js';
import { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';
import { ArtHost } from './art-host.js';
import { fillAlbums } from './albums.js';
import { fillBooks } from './books.js';
import { albumDownloads, AuthorImports, bookDownloads, filmDownloads, seriesDownloads } from './downloads.js';
import { fillPeople } from './credits.js';
import { DEMO_FILMS, fillFilms } from './films.js';
import { fillMediaServers, fillOidc, fillPlex } from './accounts-elsewhere.js';
import { DEN } from './people.js';
import { DEMO_SERIES, fillSeries } from './series.js';

const TICK_MS = 250;
/** Where a person reads what was posted in the chat. */
const READING_PATH = '/channel';
const AUDIOBOOKSHELF_KEY = 'demo-audiobookshelf-key';

/** The systems around the server: libraries with downloads that move, media servers, and what is outside of a home. */
export class Household {
  readonly radarr = new RadarrFake({ apiKey: 'demo-radarr-key' });
  readonly sonarr = new SonarrFake({ apiKey: 'demo-sonarr-key' });
  readonly lidarr = new LidarrFake({ apiKey: 'demo-lidarr-key', stocked: false });
  readonly chaptarr = new ChaptarrFake({ apiKey: 'demo-chaptarr-key' });
  readonly jellyfin = new JellyfinFake({ apiKey: 'demo-jellyfin-key' });
  readonly emby = new EmbyFake({ apiKey: 'demo-emby-key' });
  readonly audiobookshelf = new AudiobookshelfFake({ apiKey: AUDIOBOOKSHELF_KEY });
  readonly plex = new PlexFake();
  readonly oidc = new OidcFake(Date.now);
  readonly discord = new DiscordFake();
  readonly pushGateway = new PushGatewayFake();
  readonly tmdb = new TmdbFake({ token: 'demo-tmdb-token' });
  /** Its player isn't running yet. */
  readonly setTopBox = new FakeSetboxHelper();
  private readonly trakt = new TraktFake({ clientId: 'demo-trakt-client' });
  private readonly musicbrainz = new MusicbrainzFake();
  private readonly listenbrainz = new ListenbrainzFake();
  private readonly coverArt = new CoverArtArchiveFake();
  private readonly hardcover = new HardcoverFake();
  private readonly art = new ArtHost();
  private readonly servers = [
    ...[this.radarr, this.sonarr, this.lidarr, this.chaptarr, this.jellyfin, this.emby, this.audiobookshelf],
    ...[this.plex, this.oidc, this.discord, this.pushGateway],
    ...[this.tmdb, this.trakt, this.musicbrainz, this.listenbrainz, this.coverArt, this.hardcover, this.art],
  ];
  private readonly downloads = [
    filmDownloads(this.radarr),
    seriesDownloads(this.sonarr),
    new AuthorImports(this.chaptarr),
    bookDownloads(this.chaptarr),
    albumDownloads(this.lidarr),
  ];
  /** Films that the media servers have found, by their TMDB ids. */
  private readonly scanned = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    fillFilms(this.tmdb, this.trakt, this.radarr);
    fillSeries(this.tmdb, this.trakt, this.sonarr);
    fillPeople(this.tmdb, [
      DEMO_FILMS.map(({ tmdbId: id, roles }) => ({ kind: 'movie', id, roles })),
      DEMO_SERIES.map(({ tmdbId: id, roles }) => ({ kind: 'tv', id, roles })),
    ]);
    fillAlbums(this.musicbrainz, this.listenbrainz, this.coverArt, this.lidarr);
    fillBooks(this.hardcover, this.chaptarr);
    fillMediaServers([this.jellyfin, this.emby], this.audiobookshelf);
    fillPlex(this.plex);
    fillOidc(this.oidc);
    this.setTopBox.addBox(DEN);
    this.discord.route(`GET ${READING_PATH}`, () => ({ body: this.posts() }));
  }

  async open(): Promise<void> {
    await Promise.all(this.servers.map((fake) => fake.start()));
    this.timer = setInterval(() => this.moveOn(), TICK_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.servers.map((fake) => fake.stop()), this.setTopBox.close()]);
  }

  /** The settings that lead a server to all of it. */
  get settings(): Readonly<Record<string, string>> {
    return {
      METADATA_URL: this.tmdb.apiUrl,
      METADATA_TOKEN: this.tmdb.token,
      LISTPROV_URL: this.trakt.url,
      LISTPROV_CLIENT_ID: this.trakt.clientId,
      MUSIC_METADATA_URL: this.musicbrainz.apiUrl,
      MUSIC_CHART_URL: this.listenbrainz.apiUrl,
      COVER_ART_URL: this.coverArt.url,
      PROVIDER_CONTACT: 'demo@usher.invalid',
      BOOKCATALOG_URL: this.hardcover.apiUrl,
      HUB_URL: this.plex.url,
      HUB_CLIENTS_URL: this.plex.url,
      HUB_WEB_URL: this.plex.url,
      CHAT_HOSTS: this.discord.url,
      PUSH_GATEWAY_URL: this.pushGateway.url,
      DEMO_PICTURE_PORT: String(this.art.port),
      SETBOX_HELPER: this.setTopBox.command,
    };
  }

  /** What people know of it who connect a server with it. */
  surroundings() {
    const { radarr, sonarr, lidarr, chaptarr, jellyfin, emby, audiobookshelf, plex, oidc, discord } = this;
    return {
      libraries: [
        { product: 'Radarr', kind: 'movie_manager', name: 'Films', url: radarr.url, apiKey: radarr.apiKey },
        { product: 'Sonarr', kind: 'tv_manager', name: 'Series', url: sonarr.url, apiKey: sonarr.apiKey },
        { product: 'Lidarr', kind: 'music_manager', name: 'Music', url: lidarr.url, apiKey: lidarr.apiKey },
        { product: 'Chaptarr', kind: 'book_manager', name: 'Books', url: chaptarr.url, apiKey: chaptarr.apiKey },
      ],
      mediaServers: [
        { product: 'Jellyfin', kind: 'video_server_a', url: jellyfin.url, apiKey: jellyfin.apiKey },
        { product: 'Emby', kind: 'video_server_b', url: emby.url, apiKey: emby.apiKey },
        { product: 'Audiobookshelf', kind: 'audiobook_server', url: audiobookshelf.url, apiKey: AUDIOBOOKSHELF_KEY },
      ],
      plexUrl: plex.url,
      oidc: { issuer: oidc.issuer, client_id: oidc.clientId, client_secret: oidc.clientSecret },
      webhookUrl: discord.given.webhook({ token: 'demo-webhook-token' }),
    };
  }

  /** A page with everything that was posted in the chat. */
  get postsUrl(): string {
    return `${this.discord.url}${READING_PATH}`;
  }

  /** What was posted in the chat, with those whose phones rang, by their ids there. */
  posts() {
    return this.discord.posted.flatMap(({ embeds, pinged }) =>
      embeds.map(({ title, footer }) => ({
        title: String(title),
        event: (footer as { readonly text?: string } | undefined)?.text ?? '',
        pinged: pinged.users,
      })),
    );
  }

  private moveOn(): void {
    for (const moving of this.downloads) moving.moveTo(Date.now());
    for (const { film, file } of this.radarr.movies) {
      const { tmdbId, title: name, year } = film;
      if (file === null || this.scanned.has(tmdbId)) continue;
      this.scanned.add(tmdbId);
      for (const server of [this.jellyfin, this.emby]) server.given.item({ type: 'Movie', name, year, tmdbId });
    }
  }
}
