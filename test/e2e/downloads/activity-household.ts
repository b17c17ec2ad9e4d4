import { QbittorrentFake } from '../../fakes/qbittorrent/qbittorrent-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { limitContent } from '../../harness/kids-policy.js';
import { saveRequest, type SavedRequestGiven } from '../../harness/saved-request.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

/** What the routes show, as far as tests look at it. */
export interface ShownActivity {
  readonly scope: string;
  readonly user_scope: string;
  readonly count: number | null;
  readonly complete: boolean;
  readonly stale: boolean;
  readonly sources: readonly { readonly name: string; readonly available: boolean; readonly message?: string }[];
  readonly groups: readonly {
    readonly id: string;
    readonly media_type: string;
    readonly title: string;
    readonly job_ids: readonly string[];
    readonly children: readonly { readonly season?: number; readonly episode?: number }[];
    readonly progress: number;
  }[];
  readonly jobs: readonly { readonly id: string; readonly name?: string; readonly control?: object }[];
}

/** Texts that are in the queues, and that only administrators may see. */
export const CANARIES = {
  client: 'Canary-Client',
  item: 'Canary.Item-DEMO',
  release: 'Canary.Release-DEMO',
  alone: 'Canary.Alone-DEMO',
} as const;

export const FILM = 101;
const RAZOR = 102;
export const SERIES = 201;

const hash = (letter: string): string => letter.repeat(40);

/** Of what downloads there are: a film, a film that is no child's, a season pack, and what only the client knows. */
export const HASHES = { film: hash('a'), razor: hash('b'), pack: hash('c'), alone: hash('d') } as const;

const PASSWORD = 'planted-torrent-password';

/**
 * A household with a library of films, one of series, a torrent client, an administrator, ana and kit, a kids account, who
 * may use both libraries. Of the client only administrators know.
 */
export class ActivityHousehold {
  private constructor(
    readonly app: App,
    readonly admin: Session,
    readonly ana: Session,
    readonly kit: Session,
    readonly qbittorrent: QbittorrentFake,
    readonly ids: { readonly films: string; readonly series: string; readonly client: string },
  ) {}

  static async open(): Promise<ActivityHousehold> {
    const app = await startApp({ isReusable: true });
    const admin = await app.setUpAdmin();
    const password = app.secrets.plant('torrent password', PASSWORD);
    const qbittorrent = await new QbittorrentFake({ username: 'front desk', password }).start();
    const films = await app.connectRadarr(admin);
    const series = await app.connectSonarr(admin);
    const fields = { service_type: 'qbittorrent', name: CANARIES.client, url: qbittorrent.url };
    const created = await admin.post('/api/instances', { ...fields, username: 'front desk', password });
    if (created.status !== 201) throw new Error(`no client: ${created.text}`);
    const [ana, kit] = [await app.invite('ana'), await app.invite('kit')];
    await limitContent(admin, kit);
    const { id: client } = created.body as { id: string };
    return new ActivityHousehold(app, admin, ana, kit, qbittorrent, { films, series, client });
  }

  /** Fills the queues. */
  furnish(): void {
    const { radarr, sonarr } = this.app;
    const release = { title: CANARIES.release };
    radarr.given.movie({ tmdbId: FILM, title: 'Salt Road', year: 2026, certification: 'G', genres: ['Family'] });
    radarr.given.movie({ tmdbId: RAZOR, title: 'Razor', year: 2025, certification: 'R', genres: ['Drama'] });
    radarr.given.queueRow({
      ...release,
      tmdbId: FILM,
      downloadId: HASHES.film.toUpperCase(),
      size: 400,
      sizeLeft: 100,
    });
    radarr.given.queueRow({ ...release, tmdbId: RAZOR, downloadId: HASHES.razor.toUpperCase() });
    radarr.given.queueRow({ ...release, tmdbId: FILM, status: 'delay' });
    sonarr.given.series({ tvdbId: SERIES, title: 'Tide Watch', certification: 'TV-G', seasons: { 1: 2, 2: 1 } });
    const episodes = [
      { tvdbId: SERIES, season: 1, episode: 1 },
      { tvdbId: SERIES, season: 1, episode: 2 },
      { tvdbId: SERIES, season: 2, episode: 1 },
    ];
    for (const of of episodes) sonarr.given.queueRow({ ...release, of, downloadId: HASHES.pack.toUpperCase() });
    const item = { size: 400, amount_left: 200, progress: 0.5 };
    this.qbittorrent.given.torrent({ ...item, hash: HASHES.film, name: CANARIES.item });
    this.qbittorrent.given.torrent({ ...item, hash: HASHES.alone, name: CANARIES.alone });
    this.qbittorrent.given.torrent({ hash: hash('e'), state: 'uploading', progress: 1, amount_left: 0 });
  }

  /** What an account is shown. */
  async shown(session: Session, query = ''): Promise<ShownActivity> {
    const answer = await this.ask(session, query);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body as ShownActivity;
  }

  ask(session: Session, query = '', what: 'activity' | 'summary' = 'activity'): Promise<Answer> {
    return session.get(`/api/downloads/${what}${query && `?${query}`}`);
  }

  /** A request of somebody's, as its delivery left it; a film's or a series' for the library of its kind. */
  requested(
    by: Session,
    given: Partial<SavedRequestGiven> & Pick<SavedRequestGiven, 'mediaType' | 'key'>,
  ): Promise<void> {
    const instanceId = given.mediaType === 'tv' ? this.ids.series : this.ids.films;
    return saveRequest(this.app, by, { instanceId, ...given });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.qbittorrent.stop();
  }
}
