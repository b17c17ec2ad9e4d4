/** The libraries, the metadata provider, the hub and the OpenID provider of a household, in a process of their own. */
import { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import { DiscordFake, EXECUTE } from '../../test/fakes/discord/discord-fake.js';
import { FakeServer } from '../../test/fakes/fake-server.js';
import { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import { OidcFake } from '../../test/fakes/oidc/oidc-fake.js';
import { PlexFake } from '../../test/fakes/plex/plex-fake.js';
import { PushGatewayFake } from '../../test/fakes/push-gateway/push-gateway-fake.js';
import { QbittorrentFake } from '../../test/fakes/qbittorrent/qbittorrent-fake.js';
import { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { type AccountList, MediaAccounts } from './media-accounts.js';
import { furnishAlbums, furnishBooks } from './catalog-rows.js';
import { posterOf } from './poster.js';
import { filmId, seriesId, tvdbIdOf, REQUESTED_TITLES, requestedFilm, requestedSeries } from './titles.js';
import type {
  CallCount,
  ChannelBehaviour,
  FilmUpdate,
  FilmSilence,
  PinApproval,
  PostCount,
  Upstreams,
  UpstreamsOrder,
} from './upstreams.js';

const SEASONS = { 1: 10, 2: 10, 3: 10 };

const radarr = new RadarrFake();
const sonarr = new SonarrFake();
const chaptarr = new ChaptarrFake();
const lidarr = new LidarrFake({ stocked: false });
const TORRENTS = { username: 'bench', password: 'bench-password' } as const;
const qbittorrent = new QbittorrentFake(TORRENTS);
const tmdb = new TmdbFake();
const pictures = new FakeServer();
const hub = new PlexFake();
const oidc = new OidcFake(Date.now);
const chat = new DiscordFake();
const gateway = new PushGatewayFake();
const GATEWAY_KEY = 'bench-gateway-key';
const DAY_S = 86_400;

/** Of all four, the last is above what most policies allow. */
const RATINGS = ['G', 'PG', 'PG-13', 'R'];
const GENRES = ['Drama', 'Family', 'Comedy', 'Mystery', 'Animation', 'Adventure', 'Romance'];

function furnish({ films, series, known, books = 0, albums = 0 }: UpstreamsOrder): void {
  chaptarr.given.nothing();
  if (books > 0) furnishBooks(chaptarr, books);
  if (albums > 0) furnishAlbums(lidarr, albums);
  for (let number = 0; number < films; number += 1)
    radarr.given.movie({
      tmdbId: filmId(number),
      title: titleOf('Film', number),
      hasFile: number % 5 !== 0,
      certification: RATINGS[number % RATINGS.length],
      genres: [GENRES[number % 7] ?? '', GENRES[(number + 3) % 7] ?? ''],
    });
  for (let number = 0; number < series; number += 1)
    sonarr.given.series({
      tvdbId: tvdbIdOf(seriesId(number)),
      tmdbId: seriesId(number),
      title: titleOf('Series', number),
      seasons: SEASONS,
      // Three in ten are partly there.
      files: number % 10 < 3 ? { 1: 'aired', 2: [1, 2, 3] } : { 1: 'aired', 2: 'aired', 3: 'aired' },
    });
  for (let number = 0; number < known; number += 1) {
    if (number < films) inTmdb('film', filmId(number), number);
    if (number < series) inTmdb('series', seriesId(number), number);
  }
  for (let number = 0; number < REQUESTED_TITLES; number += 1) {
    inTmdb('film', requestedFilm(number), number);
    inTmdb('series', requestedSeries(number), number);
    radarr.given.catalog([{ tmdbId: requestedFilm(number), title: titleOf('Wished film', number) }]);
    sonarr.given.catalog([
      {
        tvdbId: tvdbIdOf(requestedSeries(number)),
        tmdbId: requestedSeries(number),
        title: titleOf('Wished series', number),
        seasons: SEASONS,
      },
    ]);
  }
}

/** Torrents, the first of which the manager of films waits for. */
function furnishDownloads({ rows, items }: NonNullable<UpstreamsOrder['downloads']>): void {
  const hashOf = (number: number): string => number.toString(16).padStart(40, '0');
  const half = Math.min(rows, Math.floor(items / 2));
  for (let number = 0; number < rows; number += 1) {
    const downloadId = number < half ? hashOf(number).toUpperCase() : undefined;
    radarr.given.queueRow({ tmdbId: filmId(number), ...(downloadId && { downloadId }) });
  }
  for (let number = 0; number < items; number += 1) qbittorrent.given.torrent({ hash: hashOf(number) });
}

/** As managers frame it: in chunks, its length not declared before. */
async function fixFilms(): Promise<void> {
  const list = `${radarr.url}/api/v3/movie`;
  const bytes = await (await fetch(list, { headers: { 'x-api-key': radarr.apiKey } })).arrayBuffer();
  const headers = { 'content-type': 'application/json; charset=utf-8', 'transfer-encoding': 'chunked' };
  radarr.route('GET /api/v3/movie', () => ({ body: Buffer.from(bytes), headers }));
}

function inTmdb(kind: 'film' | 'series', id: number, number: number): void {
  const fields = { id, overview: 'What happens in it, in a sentence or two.', popularity: 1_000 - number };
  const poster_path = `/poster${id}.jpg`;
  if (kind === 'film')
    tmdb.given.film({ ...fields, poster_path, title: titleOf('Film', number), release_date: '2015-01-01' });
  else
    tmdb.given.series({
      ...fields,
      poster_path,
      name: titleOf('Series', number),
      first_air_date: '2015-01-01',
      tvdb_id: tvdbIdOf(id),
      seasons: [1, 2, 3].map((season) => ({
        season_number: season,
        air_date: `${2014 + season}-01-01`,
        episode_count: 10,
        poster_path,
      })),
    });
}

const titleOf = (kind: string, number: number): string => `${kind} of the amber river ${number}`;

/** Posters in each size that pages ask for. */
function hangPosters(): void {
  const body = posterOf();
  for (const size of ['w185', 'w342', 'w500'])
    pictures.route(`GET /t/p/${size}/:file`, () => ({ body, headers: { 'content-type': 'image/png' } }));
}

function letChannelsBe(behaviour: ChannelBehaviour): void {
  for (const channel of [chat, gateway]) channel.recover();
  if (behaviour.chat === 'limited') chat.limitRate('json', { seconds: DAY_S, times: Infinity });
  if (behaviour.gateway === 'limited') gateway.limitRate({ retryAfterSeconds: DAY_S, times: Infinity });
  if (behaviour.gateway === 'hanging') gateway.fail('POST /v1/notifications', 'timeout', Infinity);
}

async function posted(count: number): Promise<number> {
  while (chat.posted.length < count) await chat.nextCall(EXECUTE).then(nextTurn);
  return chat.posted.length;
}

/** A call has been answered when it is this one's turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let media: MediaAccounts | undefined;

process.once('message', (order: UpstreamsOrder) => {
  furnish(order);
  gateway.given.key(GATEWAY_KEY);
  if (order.downloads) furnishDownloads(order.downloads);
  media = order.mediaAccounts ? new MediaAccounts(hub, order.mediaAccounts) : undefined;
  const open = async (): Promise<readonly AccountList[]> => {
    await Promise.all(
      [radarr, sonarr, chaptarr, lidarr, qbittorrent, tmdb, pictures, hub, oidc, chat, gateway].map((system) =>
        system.start(),
      ),
    );
    if (order.fixedFilms) await fixFilms();
    if (order.posters) hangPosters();
    await media?.open();
    return (await media?.lists()) ?? [];
  };
  void open().then((accountLists) =>
    process.send?.({
      radarr: { url: radarr.url, apiKey: radarr.apiKey },
      sonarr: { url: sonarr.url, apiKey: sonarr.apiKey },
      chaptarr: { url: chaptarr.url, apiKey: chaptarr.apiKey },
      lidarr: { url: lidarr.url, apiKey: lidarr.apiKey },
      qbittorrent: { url: qbittorrent.url, ...TORRENTS },
      tmdb: { url: tmdb.apiUrl, token: tmdb.token },
      pictures: { url: pictures.url },
      hub: { url: hub.url },
      chat: { url: chat.url, webhook: chat.given.webhook() },
      pushGateway: { url: gateway.url, apiKey: GATEWAY_KEY },
      mediaServers: media?.places ?? [],
      accountLists,
      oidc: { url: oidc.url, clientId: oidc.clientId, clientSecret: oidc.clientSecret ?? '' },
    } satisfies Upstreams),
  );
});
type Order = Partial<FilmUpdate & FilmSilence & PinApproval & CallCount & PostCount> | ChannelBehaviour;

process.on('message', (order: Order) => {
  if ('gateway' in order) {
    letChannelsBe(order);
    process.send?.(0);
    return;
  }
  if (order.posts !== undefined) void posted(order.posts).then((count) => process.send?.(count));
  if (order.approve !== undefined) media?.approve(order.approve);
  if (order.approve !== undefined || order.countCalls) process.send?.(media?.callCount ?? 0);
  if (order.webhookFor !== undefined) void radarr.sendWebhook('Download', order.webhookFor);
  if (order.hang) for (const read of ['movie', 'queue']) radarr.fail(`GET /api/v3/${read}`, 'timeout', Infinity);
});
process.once('disconnect', () => process.exit(0));
