import { type App, type Session, type StartOptions, startApp, WITH_LISTS } from '../../harness/start-app.js';

/** A server with everything that a route may be asked about: people, a library, a film, a request that waits. */
export interface Household {
  readonly app: App;
  readonly admin: Session;
  /** Made the request. */
  readonly ana: Session;
  /** Another member, to whom the request is none of his business. */
  readonly ben: Session;
  /** A kids account, within whose limits the film is. */
  readonly child: Session;
  readonly instanceId: string;
  /** The id of ana's request, which waits for a decision. */
  readonly requestId: number;
}

export const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };

/** What no call of a test may meet: an id that nothing has. */
export const UNKNOWN_ID = 2_000_000_000;

export async function startHousehold(options: StartOptions = {}): Promise<Household> {
  const app = await startApp({ ...options, env: { ...WITH_LISTS, ...options.env } });
  app.tmdb.given.film(FILM);
  app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
  const admin = await app.setUpAdmin();
  const instanceId = await app.connectRadarr(admin);
  await admin.put('/api/admin/request-settings', { require_approval: true });
  const ana = await app.invite('ana');
  const ben = await app.invite('ben');
  const child = await app.invite('child');
  const policy = { max_movie_rating: 'PG-13', max_tv_rating: 'TV-14' };
  await admin.put(`/api/admin/users/${child.userId}/content-policy`, policy);
  const asked = await ana.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id });
  const { request_id: requestId } = asked.body as { request_id: number };
  return { app, admin, ana, ben, child, instanceId, requestId };
}
