import type { LibraryManagerType } from '../../../src/modules/instances/instances.public.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import type { FakeHandler } from '../../fakes/fake-server.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { ServarrServer } from '../../fakes/servarr/servarr-server.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../../harness/raw-exchange.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

export const KINDS: readonly LibraryManagerType[] = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'];

/** A household with one manager of each kind, which ana holds and ben doesn't. */
export interface ProxyFixture {
  readonly app: App;
  readonly admin: Session;
  readonly ana: Session;
  readonly ben: Session;
  readonly fakes: Readonly<Record<LibraryManagerType, ServarrServer>>;
  readonly ids: Readonly<Record<LibraryManagerType, string>>;
  /** The film manager answers this to `GET /api/v3/movie`, or to another route. */
  answer(handler: FakeHandler, route?: string): void;
  /** One call, byte for byte as it is written here. */
  raw(caller: Session, request: Partial<RawRequest> & { readonly path: string }): Promise<RawAnswer>;
  close(): Promise<void>;
}

/** The film manager's list of films, on the proxy. */
export const filmsOf = ({ ids }: ProxyFixture): string => `/api/instances/${ids.movie_manager}/api/v3/movie`;

export async function startProxyFixture(): Promise<ProxyFixture> {
  const app = await startApp({ isReusable: true });
  const fakes = {
    movie_manager: app.radarr,
    tv_manager: app.sonarr,
    book_manager: await new ChaptarrFake({ apiKey: app.secrets.plant('book key', 'planted-book-key') }).start(),
    music_manager: await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key') }).start(),
  };
  const admin = await app.setUpAdmin();
  const ben = await app.invite('ben');
  const ids: Partial<Record<LibraryManagerType, string>> = {};
  for (const kind of KINDS) {
    const { url, apiKey } = fakes[kind];
    const { body } = await admin.post('/api/instances', { service_type: kind, name: kind, url, api_key: apiKey });
    ids[kind] = (body as { id: string }).id;
  }
  const ana = await app.invite('ana');
  for (const fake of Object.values(fakes)) fake.forgetCalls();
  return {
    app,
    admin,
    ana,
    ben,
    fakes,
    ids: ids as Record<LibraryManagerType, string>,
    answer: (handler, route = 'GET /api/v3/movie') => app.radarr.route(route, handler),
    raw: ({ token }, request) =>
      rawRequest(app.url, {
        method: 'GET',
        ...request,
        headers: { authorization: `Bearer ${token}`, ...request.headers },
      }),
    close: async () => {
      await app.close();
      await Promise.all([fakes.book_manager.stop(), fakes.music_manager.stop()]);
    },
  };
}
