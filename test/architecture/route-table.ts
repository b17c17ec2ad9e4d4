/** One line of the table of routes. */
export interface TabledRoute {
  readonly method: string;
  readonly path: string;
  /** As `npm run routes` prints it. */
  readonly access: string;
  /** `-` where none is named. */
  readonly permission: string;
}

/**
 * Every route that this server serves: METHOD path access permission. It is written by hand, so that nothing is served
 * and no route changes its access by accident: a route that isn't here fails the build.
 */
const TABLE = `
GET     /                                         public               -
GET     /*path                                    public               -
GET     /healthz                                  public               -
GET     /readyz                                   public               -
GET     /api/health                               public               -
GET     /metrics                                  metrics-token        -
GET     /api/openapi.json                         public               -
GET     /api/docs                                 public               -
GET     /api/docs/explorer.css                    public               -
GET     /api/docs/:module                         public               -
GET     /.well-known/apple-app-site-association   public               -
GET     /.well-known/assetlinks.json              public               -

GET     /api/auth/status                          public               -
POST    /api/auth/setup                           public+rate-limited  -
POST    /api/auth/login                           public+rate-limited  -
POST    /api/auth/connect                         public+rate-limited  -
POST    /api/auth/refresh                         public               -
GET     /api/auth/me                              session              -
POST    /api/auth/logout                          session              -
POST    /api/auth/password                        session              -
POST    /api/auth/hub-email                       session              -
POST    /api/auth/passkey/login/begin             public+rate-limited  -
POST    /api/auth/passkey/login/finish            public+rate-limited  -
POST    /api/auth/passkey/register/begin          session              -
POST    /api/auth/passkey/register/finish         session              -
POST    /api/auth/passkey/setup-link              session              -
POST    /api/auth/passkey/setup/begin             public+rate-limited  -
POST    /api/auth/passkey/setup/finish            public+rate-limited  -
GET     /api/auth/passkeys                        session              -
DELETE  /api/auth/passkeys/:credentialID          session              -
GET     /passkeys/create                          public               -
GET     /passkeys/setup                           public               -
POST    /api/auth/hub/begin                       public+rate-limited  -
POST    /api/auth/hub/check                       public+rate-limited  -
POST    /api/auth/hub/exchange                    public+rate-limited  -
POST    /api/auth/hub/cancel                      public+rate-limited  -
POST    /api/auth/hub/mcp/begin                   public+rate-limited  -
POST    /api/auth/hub/link                        session              -
GET     /api/auth/hub/identities                  session              -
DELETE  /api/auth/hub/identities                  kids-denied session  -
POST    /api/auth/oidc/begin                      public+rate-limited  -
GET     /api/auth/oidc/start                      public+rate-limited  -
GET     /api/auth/oidc/callback                   public               -
POST    /api/auth/oidc/exchange                   public+rate-limited  -
POST    /api/auth/oidc/mcp/begin                  public+rate-limited  -
POST    /api/auth/oidc/link                       session              -
GET     /api/auth/oidc/identities                 session              -
DELETE  /api/auth/oidc/identities                 kids-denied session  -
POST    /api/web/session                          public               -
POST    /api/web/session/refresh                  public               -
DELETE  /api/web/session                          public               -
GET     /api/config                               session              -
WS      /api/ws                                   session              -

POST    /api/admin/connect-token                  admin                users:manage
GET     /api/admin/connect-tokens                 admin                users:manage
DELETE  /api/admin/connect-tokens/:id             admin                users:manage
GET     /api/admin/devices                        admin                users:manage
DELETE  /api/admin/devices/:deviceID              admin                users:manage
GET     /api/admin/users                          admin                users:manage
PATCH   /api/admin/users/:userID                  admin                users:manage
PATCH   /api/admin/users/:userID/auth-methods     admin                users:manage
PUT     /api/admin/users/:userID/ai-access        admin                users:manage
DELETE  /api/admin/users/:userID                  admin                users:manage
GET     /api/admin/users/:userID/hub              admin                users:manage
DELETE  /api/admin/users/:userID/hub              admin                users:manage
GET     /api/admin/hub-auth                       admin                users:manage
PUT     /api/admin/hub-auth                       admin                users:manage
GET     /api/admin/hub-auth/candidates            admin                users:manage
POST    /api/admin/hub-auth/confirm               admin                users:manage
GET     /api/admin/users/:userID/content-policy   admin                users:manage
PUT     /api/admin/users/:userID/content-policy   admin                users:manage
DELETE  /api/admin/users/:userID/content-policy   admin                users:manage
GET     /api/admin/certifications                 admin                users:manage
GET     /api/admin/users/:userID/default-instances admin               users:manage
PUT     /api/admin/users/:userID/default-instances admin               users:manage
GET     /api/admin/users/:userID/instance-grants  admin                users:manage
PUT     /api/admin/users/:userID/instance-grants  admin                users:manage
GET     /api/admin/oidc                           admin                users:manage
PUT     /api/admin/oidc                           admin                users:manage
POST    /api/admin/oidc/validate                  admin                users:manage
POST    /api/admin/oidc/test                      admin                users:manage
GET     /api/admin/users/:userID/oidc             admin                users:manage
DELETE  /api/admin/users/:userID/oidc             admin                users:manage
GET     /api/admin/external-address               admin                users:manage
PUT     /api/admin/external-address               admin                users:manage
GET     /api/admin/outbound-proxy                 admin                instances:manage
PUT     /api/admin/outbound-proxy                 admin                instances:manage
POST    /api/admin/outbound-proxy/test            admin                instances:manage
GET     /api/admin/discovery-settings             admin                instances:manage
PUT     /api/admin/discovery-settings             admin                instances:manage

GET     /api/admin/chat-notifications             admin                credentials:manage
PUT     /api/admin/chat-notifications             admin                credentials:manage
DELETE  /api/admin/chat-notifications             admin                credentials:manage
POST    /api/admin/chat-notifications/test        admin                credentials:manage
POST    /api/admin/chat-notifications/recent/:id/repost admin           credentials:manage
GET     /api/admin/notification-channels          admin                credentials:manage
POST    /api/admin/notification-channels          admin                credentials:manage
PUT     /api/admin/notification-channels/:id      admin                credentials:manage
DELETE  /api/admin/notification-channels/:id      admin                credentials:manage
POST    /api/admin/notification-channels/:id/test admin                credentials:manage
GET     /api/auth/chat-notifications              session              -
PUT     /api/auth/chat-notifications              session              -
POST    /api/auth/chat-notifications/test         session              -

GET     /api/admin/credentials                    admin                credentials:manage
PUT     /api/admin/credentials                    admin                credentials:manage
DELETE  /api/admin/credentials/:key               admin                credentials:manage
POST    /api/admin/credentials/test               admin                credentials:manage
GET     /api/admin/jobs                           admin                admin:*
POST    /api/admin/jobs/:name/run                 admin                admin:*
GET     /api/admin/log                            admin                admin:*
GET     /api/admin/log/download                   admin                admin:*
GET     /api/admin/setup-status                   admin                instances:manage
PUT     /api/admin/setup-status/skips             admin                instances:manage

GET     /api/media-servers                        session              -
GET     /api/media-servers/watch                  session              -
GET     /api/media-servers/watch/many             session              -
GET     /api/media-servers/listen                 session              -
POST    /api/media-servers/:instanceID/account        session              -
POST    /api/media-servers/:instanceID/account/link session            -
POST    /api/media-servers/hub/sign-in/begin          session              -
POST    /api/media-servers/hub/sign-in/check          session              -
GET     /api/me/devices                           session              -
DELETE  /api/me/devices/:deviceID                 session              -
GET     /api/me/video-apps                        session              -
PUT     /api/me/video-apps                        session              -
GET     /api/me/listening-apps                    session              -
PUT     /api/me/listening-apps                    session              -
GET     /api/admin/media-servers/accounts         admin                users:manage
GET     /api/admin/media-servers/:instanceID/users admin               users:manage
POST    /api/admin/media-servers/:instanceID/import   admin              users:manage
PUT     /api/admin/users/:userID/media-servers/:instanceID/account admin users:manage
DELETE  /api/admin/users/:userID/media-servers/:instanceID/account admin users:manage
PATCH   /api/admin/users/:userID/media-servers/:instanceID/account/management admin users:manage
GET     /api/admin/instances/:instanceID/media-access admin            instances:manage
PUT     /api/admin/instances/:instanceID/media-access admin            instances:manage

GET     /api/admin/compat-api                     admin                instances:manage
POST    /api/admin/compat-api                     admin                instances:manage
DELETE  /api/admin/compat-api                     admin                instances:manage

GET     /api/admin/downloads/settings             admin                admin:*
PUT     /api/admin/downloads/settings             admin                admin:*
GET     /api/admin/push-notifications             admin                admin:*
PUT     /api/admin/push-notifications             admin                admin:*
POST    /api/admin/users/:userID/test-push        admin                users:manage
POST    /api/devices/push-token                   session              -
DELETE  /api/devices/push-token/:deviceID         session              -
GET     /api/notifications/web-push               session              -
GET     /api/notifications/preferences            session              -
PUT     /api/notifications/preferences            session              -
POST    /api/notifications/test                   session              -
GET     /api/notifications/follows                session              -
PUT     /api/notifications/follows/:mediaType/:tmdbId session          -
DELETE  /api/notifications/follows/:mediaType/:tmdbId session          -
GET     /api/downloads/:instanceID/queue          admin                downloads:read
GET     /api/downloads/:instanceID/history        admin                downloads:read
POST    /api/downloads/:instanceID/pause          admin                downloads:manage
POST    /api/downloads/:instanceID/resume         admin                downloads:manage
POST    /api/downloads/:instanceID/queue/:itemID/pause admin                downloads:manage
POST    /api/downloads/:instanceID/queue/:itemID/resume admin                downloads:manage
DELETE  /api/downloads/:instanceID/queue/:itemID  admin                downloads:manage

GET     /api/instances                            admin                instances:manage
POST    /api/instances                            admin                instances:manage
GET     /api/instances/media-roots                admin                instances:manage
POST    /api/instances/test                       admin                instances:manage
POST    /api/instances/hub/link/begin             admin                instances:manage
POST    /api/instances/hub/link/check             admin                instances:manage
POST    /api/instances/hub/servers                admin                instances:manage
POST    /api/instances/media-server/libraries     admin                instances:manage
PUT     /api/instances/:instanceID                admin                instances:manage
DELETE  /api/instances/:instanceID                admin                instances:manage
GET     /api/instances/:instanceID/assignments    admin                instances:manage
PATCH   /api/instances/:instanceID/assignments    admin                instances:manage
GET     /api/instances/:instanceID/users          admin                instances:manage
PUT     /api/instances/:instanceID/users          admin                instances:manage
GET     /api/instances/:instanceID/grant-users    admin                instances:manage
PUT     /api/instances/:instanceID/grant-users    admin                instances:manage
GET     /api/instances/:instanceID/bookcatalog    admin                instances:manage
PUT     /api/instances/:instanceID/bookcatalog    admin                instances:manage
DELETE  /api/instances/:instanceID/bookcatalog    admin                instances:manage
POST    /api/instances/:instanceID/bookcatalog/device/begin admin                instances:manage
GET     /api/instances/:instanceID/bookcatalog/device/:flowID admin                instances:manage
DELETE  /api/instances/:instanceID/bookcatalog/device/:flowID admin                instances:manage
POST    /api/instances/:instanceID/bookcatalog/apply admin                instances:manage

POST    /api/media-files/tickets                  session              media:download
POST    /api/media-files/coverage                 session              media:download
GET     /api/media-files/download/:ticket         ticket               -
HEAD    /api/media-files/download/:ticket         ticket               -
GET     /api/instances/:instanceID/webhook        admin                instances:manage
POST    /api/instances/:instanceID/webhook        admin                instances:manage
ANY     /api/instances/:instanceID/*path          session              arr:browse
POST    /api/webhooks/arr/:instanceID             webhook-basic        -

GET     /api/setboxes                             kids-denied session  media:discover
PATCH   /api/setboxes/:id                         admin                admin:*
DELETE  /api/setboxes/:id                         admin                admin:*
GET     /api/setboxes/:id/grants                  admin                admin:*
PUT     /api/setboxes/:id/grants                  admin                admin:*
POST    /api/setboxes/discover                    admin                admin:*
POST    /api/setboxes/pairings                    admin                admin:*
POST    /api/setboxes/pairings/:id/complete       admin                admin:*
DELETE  /api/setboxes/pairings/:id                admin                admin:*
POST    /api/setboxes/:id/check                   admin                admin:*
POST    /api/setboxes/:id/open                    kids-denied session  media:discover
POST    /api/setboxes/:id/confirm-open            kids-denied session  media:discover

GET     /api/search                               session              media:discover
GET     /api/media/movie/:id                      session              media:discover
GET     /api/media/tv/:id                         session              media:discover
GET     /api/discover/movies/popular              session              media:discover
GET     /api/discover/tv/popular                  session              media:discover
GET     /api/discover/trending                    session              media:discover
GET     /api/discover/movies/top-rated            session              media:discover
GET     /api/discover/movies/now-playing          session              media:discover
GET     /api/discover/movies/upcoming             session              media:discover
GET     /api/discover/movies                      session              media:discover
GET     /api/discover/movies/filtered             session              media:discover
GET     /api/discover/tv/top-rated                session              media:discover
GET     /api/discover/tv/on-the-air               session              media:discover
GET     /api/discover/tv/upcoming                 session              media:discover
GET     /api/discover/tv                          session              media:discover
GET     /api/discover/tv/filtered                 session              media:discover
GET     /api/search/keyword                       session              media:discover
GET     /api/search/company                       session              media:discover
GET     /api/media/movie/:id/recommendations      session              media:discover
GET     /api/media/movie/:id/similar              session              media:discover
GET     /api/media/tv/:id/recommendations         session              media:discover
GET     /api/media/tv/:id/similar                 session              media:discover
GET     /api/titles/words                         session              media:discover
GET     /api/media/tv/:id/episodes                session              media:discover
GET     /api/media/collections/:id                session              media:discover
GET     /api/media/person/:id                     session              media:discover
GET     /api/media/person/:id/credits             session              media:discover
GET     /api/genres/movie                         session              media:discover
GET     /api/genres/tv                            session              media:discover
GET     /api/providers/movie                      session              media:discover
GET     /api/providers/tv                         session              media:discover
GET     /api/providers/regions                    session              media:discover
GET     /api/languages                            session              media:discover
GET     /api/discover/movies/featured             session              media:discover
GET     /api/discover/tv/featured                 session              media:discover

GET     /api/pictures/tmdb/:size/:file            picture-pass         media:discover
GET     /api/pictures/lists/:host/*path           picture-pass         media:discover
GET     /api/pictures/books/*path                 picture-pass         media:discover
GET     /api/pictures/music/:music_id             picture-pass         media:discover
GET     /api/listprov/trending                    session              media:discover
GET     /api/listprov/popular                     session              media:discover
GET     /api/listprov/anticipated                 session              media:discover
GET     /api/listprov/lists                       session              media:discover
GET     /api/listprov/lists/:user/:slug/items     session              media:discover
GET     /api/listprov/calendar                    session              media:discover
GET     /api/listprov/recommendations             session              media:discover
GET     /api/listprov/images/:host/*path          session              media:discover
GET     /api/discover/music/search                session              media:discover
GET     /api/discover/music/artists               session              media:discover
GET     /api/discover/music/popular               session              media:discover
GET     /api/discover/music/new-releases          session              media:discover
GET     /api/discover/music/genre                 session              media:discover
GET     /api/discover/music/artwork/:music_id     session              media:discover
GET     /api/genres/music                         session              media:discover
GET     /api/media/music/:music_id                session              media:discover
GET     /api/media/music/artists/:artist_id       session              media:discover
GET     /api/media/music/artists/:artist_id/albums session              media:discover

GET     /api/discover/books/trending              session              media:discover
GET     /api/discover/books/images/*path          session              media:discover
GET     /api/discover/books/search                session              media:discover
GET     /api/discover/books/:feed                 session              media:discover
GET     /api/genres/book                          session              media:discover
GET     /api/media/book/:workId                   session              media:discover
GET     /api/media/book/:workId/request-target    session              media:discover

GET     /api/downloads/activity                   session              downloads:activity
GET     /api/downloads/summary                    session              downloads:activity

POST    /api/requests                             session              media:request
POST    /api/requests/preview                     session              media:request
GET     /api/requests                             session              media:request
GET     /api/requests/options                     session              media:request
GET     /api/requests/statuses                    session              media:request
GET     /api/requests/delivery-status             session              media:request
GET     /api/requests/book-status                 session              media:request
GET     /api/requests/:tmdb_id/status             session              media:request
GET     /api/requests/:id/timeline                session              media:request
GET     /api/requests/book-library                session              media:request
GET     /api/requests/book-recent                 session              media:request
GET     /api/requests/book-authors                session              media:request
GET     /api/requests/book-author                 session              media:request
GET     /api/requests/book-series                 session              media:request
GET     /api/requests/book-series-detail          session              media:request
GET     /api/requests/music-status                session              media:request
GET     /api/requests/music-saved                 session              media:request
GET     /api/requests/music-library               session              media:request
GET     /api/requests/music-recent                session              media:request
GET     /api/requests/music-artists               session              media:request
GET     /api/requests/music-artist                session              media:request
POST    /api/requests/:id/delivery                session              media:request
GET     /api/admin/requests                       admin                requests:manage
GET     /api/admin/requests/waiting               admin                requests:manage
GET     /api/admin/requests/history               admin                requests:manage
POST    /api/admin/requests/:id/approve           admin                requests:manage
POST    /api/admin/requests/:id/deny              admin                requests:manage
POST    /api/admin/requests/:id/wait              admin                requests:manage
GET     /api/admin/request-settings               admin                requests:manage
PUT     /api/admin/request-settings               admin                requests:manage
GET     /api/admin/users/:userID/request-settings admin                requests:manage
PUT     /api/admin/users/:userID/request-settings admin                requests:manage

GET     /api/me/request-quotas                    session              media:request
GET     /api/admin/request-quotas                 admin                requests:manage
PUT     /api/admin/request-quotas                 admin                requests:manage
GET     /api/admin/users/limits                   admin                requests:manage
GET     /api/admin/users/:userID/request-quotas   admin                requests:manage
PUT     /api/admin/users/:userID/request-quotas   admin                requests:manage
POST    /api/admin/users/:userID/request-quotas/reset admin            requests:manage

GET     /api/admin/tv-matches                     admin                requests:manage
GET     /api/admin/tv-matches/candidates          admin                requests:manage
GET     /api/admin/tv-matches/:tmdb_id            admin                requests:manage
PUT     /api/admin/tv-matches/:tmdb_id            admin                requests:manage
DELETE  /api/admin/tv-matches/:tmdb_id            admin                requests:manage
GET     /api/admin/tv-matches/:tmdb_id/repairs    admin                requests:manage
POST    /api/admin/requests/:id/repair-tv-match   admin                requests:manage

GET     /api/v1/status                            compat-key           -
GET     /api/v1/settings/about                    compat-key           -
GET     /api/v1/settings/jobs                     compat-key           -
POST    /api/v1/settings/jobs/availability-sync/run compat-key         -
GET     /api/v1/user                              compat-key           -
GET     /api/v1/user/:id                          compat-key           -
GET     /api/v1/request                           compat-key           -
GET     /api/v1/request/count                     compat-key           -
GET     /api/v1/request/:id                       compat-key           -
DELETE  /api/v1/request/:id                       compat-key           -
POST    /api/v1/request/:id/approve               compat-key           -
POST    /api/v1/request/:id/decline               compat-key           -
GET     /api/v1/movie/:tmdbId                     compat-key           -
GET     /api/v1/tv/:tmdbId                        compat-key           -
GET     /api/v1/tv/:tmdbId/season/:n              compat-key           -
DELETE  /api/v1/media/:mediaId                    compat-key           -
ANY     /api/v1/*path                             compat-key           -
`;

const LINE = /^(\S+)\s+(\S+)\s+(kids-denied session|\S+)\s+(\S+)$/;

/** The table, in the order in which it is written. */
export const ROUTE_TABLE: readonly TabledRoute[] = TABLE.split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, method = '', path = '', access = '', permission = ''] = LINE.exec(line) ?? [];
    return { method, path, access, permission };
  });

/** The routes that plain requests are made to; the others are WebSockets. */
export const HTTP_ROUTES: readonly TabledRoute[] = ROUTE_TABLE.filter(({ method }) => method !== 'WS');
