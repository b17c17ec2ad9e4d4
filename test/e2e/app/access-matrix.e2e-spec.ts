import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeLines } from '../../../src/app/routes/print-routes.js';
import { ROUTE_TABLE } from '../../architecture/route-table.js';
import { hasFullCounts } from '../../harness/full-counts.js';
import { BrowserCookies } from '../../harness/browser-cookies.js';
import type { HttpClient } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import { handshake } from '../../harness/live-socket.js';
import { ADMIN_PASSWORD, type Session } from '../../harness/start-app.js';
import { startHousehold, type Household } from './household.js';
import { routeCalls, type RouteCall } from './route-calls.js';
import { SweepClient } from './sweep-client.js';

const CALLERS = ['anonymous', 'ana', 'ben', 'child', 'admin', 'demoted', 'deleted', 'revoked', 'tool'] as const;

type CallerName = (typeof CALLERS)[number];

/**
 * What each caller is answered. Two members, of whom ana has made the request that is asked about; a kids account,
 * whose limits hide none of the titles that are asked for; somebody who was an
 * administrator when they signed in and is one no more; an account that was deleted and a device that was revoked, each
 * with an access token that has not run out; and a tool with the key of the compatibility interface. Each brings its token
 * or key as a session, as a key and, where there is one, as the password of a webhook. Calls and bodies stand in
 * route-calls.ts: a caller who is allowed meets an id that doesn't exist (404, 400) where the call would change something.
 *
 * ANY is asked by GET; test/e2e/proxy holds the table of its methods, paths and managers.
 */
const MATRIX = `
                                                           anonymous  ana  ben  child  admin  demoted  deleted  revoked  tool
GET    /                                                   200        200  200  200    200    200      200      200      200
GET    /*path                                              200        200  200  200    200    200      200      200      200
GET    /healthz                                            200        200  200  200    200    200      200      200      200
GET    /readyz                                             200        200  200  200    200    200      200      200      200
GET    /api/health                                         200        200  200  200    200    200      200      200      200
GET    /metrics                                            404        404  404  404    404    404      404      404      404
GET    /api/openapi.json                                   200        200  200  200    200    200      200      200      200
GET    /api/docs                                           200        200  200  200    200    200      200      200      200
GET    /api/docs/explorer.css                              200        200  200  200    200    200      200      200      200
GET    /api/docs/:module                                   404        404  404  404    404    404      404      404      404
GET    /.well-known/apple-app-site-association             404        404  404  404    404    404      404      404      404
GET    /.well-known/assetlinks.json                        404        404  404  404    404    404      404      404      404

GET    /api/auth/status                                    200        200  200  200    200    200      200      200      200
POST   /api/auth/setup                                     409        409  409  409    409    409      409      409      409
POST   /api/auth/login                                     200        200  200  200    200    200      200      200      200
POST   /api/auth/connect                                   400        400  400  400    400    400      400      400      400
POST   /api/auth/refresh                                   401        401  401  401    401    401      401      401      401
POST   /api/web/session                                    401        401  401  401    401    401      401      401      401
POST   /api/web/session/refresh                            401        401  401  401    401    401      401      401      401
DELETE /api/web/session                                    204        204  204  204    204    204      204      204      204
GET    /api/auth/me                                        401        200  200  200    200    200      401      401      401
POST   /api/auth/logout                                    401        200  200  200    200    200      401      401      401
POST   /api/auth/password                                  401        400  400  400    400    400      401      401      401
POST   /api/auth/hub-email                                 401        400  400  400    400    400      401      401      401
POST   /api/auth/hub/begin                                 403        403  403  403    403    403      403      403      403
POST   /api/auth/hub/check                                 403        403  403  403    403    403      403      403      403
POST   /api/auth/hub/exchange                              403        403  403  403    403    403      403      403      403
POST   /api/auth/hub/cancel                                400        400  400  400    400    400      400      400      400
POST   /api/auth/hub/mcp/begin                             403        403  403  403    403    403      403      403      403
POST   /api/auth/hub/link                                  401        403  403  403    403    403      401      401      401
GET    /api/auth/hub/identities                            401        200  200  200    200    200      401      401      401
DELETE /api/auth/hub/identities                            401        200  200  403    200    200      401      401      401
POST   /api/auth/passkey/login/begin                      200        200  200  200    200    200      200      200      200
POST   /api/auth/passkey/login/finish                     401        401  401  401    401    401      401      401      401
POST   /api/auth/passkey/register/begin                   401        403  403  403    200    403      401      401      401
POST   /api/auth/passkey/register/finish                  401        400  400  400    400    400      401      401      401
POST   /api/auth/passkey/setup-link                       401        201  201  201    201    201      401      401      401
POST   /api/auth/passkey/setup/begin                      401        401  401  401    401    401      401      401      401
POST   /api/auth/passkey/setup/finish                     400        400  400  400    400    400      400      400      400
GET    /api/auth/passkeys                                 401        200  200  200    200    200      401      401      401
DELETE /api/auth/passkeys/:credentialID                   401        404  404  404    404    404      401      401      401
GET    /passkeys/create                                   200        200  200  200    200    200      200      200      200
GET    /passkeys/setup                                    200        200  200  200    200    200      200      200      200
POST   /api/auth/oidc/begin                                403        403  403  403    403    403      403      403      403
GET    /api/auth/oidc/start                                400        400  400  400    400    400      400      400      400
GET    /api/auth/oidc/callback                             400        400  400  400    400    400      400      400      400
POST   /api/auth/oidc/exchange                             400        400  400  400    400    400      400      400      400
POST   /api/auth/oidc/mcp/begin                            403        403  403  403    403    403      403      403      403
POST   /api/auth/oidc/link                                 401        403  403  403    403    403      401      401      401
GET    /api/auth/oidc/identities                           401        200  200  200    200    200      401      401      401
DELETE /api/auth/oidc/identities                           401        200  200  403    200    200      401      401      401
GET    /api/config                                         401        200  200  200    200    200      401      401      401
WS     /api/ws                                             401        101  101  101    101    101      401      401      401

GET    /api/admin/chat-notifications                       401        403  403  403    200    403      401      401      401
PUT    /api/admin/chat-notifications                       401        403  403  403    200    403      401      401      401
DELETE /api/admin/chat-notifications                       401        403  403  403    204    403      401      401      401
POST   /api/admin/chat-notifications/test                  401        403  403  403    400    403      401      401      401
POST   /api/admin/chat-notifications/recent/:id/repost     401        403  403  403    404    403      401      401      401
GET    /api/admin/notification-channels                    401        403  403  403    200    403      401      401      401
POST   /api/admin/notification-channels                    401        403  403  403    201    403      401      401      401
PUT    /api/admin/notification-channels/:id                401        403  403  403    404    403      401      401      401
DELETE /api/admin/notification-channels/:id                401        403  403  403    404    403      401      401      401
POST   /api/admin/notification-channels/:id/test           401        403  403  403    404    403      401      401      401
GET    /api/auth/chat-notifications                        401        200  200  200    200    200      401      401      401
PUT    /api/auth/chat-notifications                        401        200  200  200    200    200      401      401      401
POST   /api/auth/chat-notifications/test                   401        409  409  409    409    409      401      401      401

POST   /api/admin/connect-token                            401        403  403  403    201    403      401      401      401
GET    /api/admin/connect-tokens                           401        403  403  403    200    403      401      401      401
DELETE /api/admin/connect-tokens/:id                       401        403  403  403    404    403      401      401      401
GET    /api/admin/devices                                  401        403  403  403    200    403      401      401      401
DELETE /api/admin/devices/:deviceID                        401        403  403  403    404    403      401      401      401
GET    /api/admin/users                                    401        403  403  403    200    403      401      401      401
PATCH  /api/admin/users/:userID                            401        403  403  403    404    403      401      401      401
PATCH  /api/admin/users/:userID/auth-methods               401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/ai-access                  401        403  403  403    404    403      401      401      401
DELETE /api/admin/users/:userID                            401        403  403  403    404    403      401      401      401
GET    /api/admin/users/:userID/hub                        401        403  403  403    404    403      401      401      401
DELETE /api/admin/users/:userID/hub                        401        403  403  403    404    403      401      401      401
GET    /api/admin/hub-auth                                 401        403  403  403    200    403      401      401      401
PUT    /api/admin/hub-auth                                 401        403  403  403    200    403      401      401      401
GET    /api/admin/hub-auth/candidates                      401        403  403  403    200    403      401      401      401
POST   /api/admin/hub-auth/confirm                         401        403  403  403    409    403      401      401      401
GET    /api/admin/users/:userID/content-policy             401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/content-policy             401        403  403  403    404    403      401      401      401
DELETE /api/admin/users/:userID/content-policy             401        403  403  403    200    403      401      401      401
GET    /api/admin/certifications                           401        403  403  403    200    403      401      401      401
GET    /api/admin/oidc                                     401        403  403  403    200    403      401      401      401
PUT    /api/admin/oidc                                     401        403  403  403    200    403      401      401      401
POST   /api/admin/oidc/validate                            401        403  403  403    400    403      401      401      401
POST   /api/admin/oidc/test                                401        403  403  403    400    403      401      401      401
GET    /api/admin/users/:userID/oidc                       401        403  403  403    404    403      401      401      401
DELETE /api/admin/users/:userID/oidc                       401        403  403  403    404    403      401      401      401
GET    /api/admin/external-address                         401        403  403  403    200    403      401      401      401
PUT    /api/admin/external-address                         401        403  403  403    200    403      401      401      401
GET    /api/admin/outbound-proxy                           401        403  403  403    200    403      401      401      401
PUT    /api/admin/outbound-proxy                           401        403  403  403    200    403      401      401      401
POST   /api/admin/outbound-proxy/test                      401        403  403  403    400    403      401      401      401
GET    /api/admin/discovery-settings                       401        403  403  403    200    403      401      401      401
PUT    /api/admin/discovery-settings                       401        403  403  403    200    403      401      401      401

GET    /api/admin/credentials                              401        403  403  403    200    403      401      401      401
PUT    /api/admin/credentials                              401        403  403  403    200    403      401      401      401
DELETE /api/admin/credentials/:key                         401        403  403  403    400    403      401      401      401
POST   /api/admin/credentials/test                         401        403  403  403    422    403      401      401      401
GET    /api/admin/jobs                                     401        403  403  403    200    403      401      401      401
POST   /api/admin/jobs/:name/run                           401        403  403  403    404    403      401      401      401
GET    /api/admin/log                                      401        403  403  403    200    403      401      401      401
GET    /api/admin/log/download                             401        403  403  403    200    403      401      401      401
GET    /api/admin/setup-status                             401        403  403  403    200    403      401      401      401
PUT    /api/admin/setup-status/skips                       401        403  403  403    400    403      401      401      401
GET    /api/admin/users/:userID/default-instances          401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/default-instances          401        403  403  403    404    403      401      401      401
GET    /api/admin/users/:userID/instance-grants            401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/instance-grants            401        403  403  403    404    403      401      401      401
GET    /api/instances/media-roots                          401        403  403  403    200    403      401      401      401
GET    /api/instances/:instanceID/users                    401        403  403  403    404    403      401      401      401
PUT    /api/instances/:instanceID/users                    401        403  403  403    404    403      401      401      401
GET    /api/instances/:instanceID/grant-users              401        403  403  403    404    403      401      401      401
PUT    /api/instances/:instanceID/grant-users              401        403  403  403    404    403      401      401      401
GET    /api/instances/:instanceID/bookcatalog              401        403  403  403    404    403      401      401      401
PUT    /api/instances/:instanceID/bookcatalog              401        403  403  403    404    403      401      401      401
DELETE /api/instances/:instanceID/bookcatalog              401        403  403  403    404    403      401      401      401
POST   /api/instances/:instanceID/bookcatalog/device/begin 401        403  403  403    404    403      401      401      401
GET    /api/instances/:instanceID/bookcatalog/device/:flowID 401        403  403  403    404    403      401      401      401
DELETE /api/instances/:instanceID/bookcatalog/device/:flowID 401        403  403  403    404    403      401      401      401
POST   /api/instances/:instanceID/bookcatalog/apply        401        403  403  403    404    403      401      401      401
GET    /api/instances/:instanceID/webhook                  401        403  403  403    404    403      401      401      401
POST   /api/instances/:instanceID/webhook                  401        403  403  403    404    403      401      401      401

GET    /api/setboxes                                       401        200  200  403    200    200      401      401      401
PATCH  /api/setboxes/:id                                   401        403  403  403    403    403      401      401      401
DELETE /api/setboxes/:id                                   401        403  403  403    403    403      401      401      401
GET    /api/setboxes/:id/grants                            401        403  403  403    403    403      401      401      401
PUT    /api/setboxes/:id/grants                            401        403  403  403    403    403      401      401      401
POST   /api/setboxes/discover                              401        403  403  403    503    403      401      401      401
POST   /api/setboxes/pairings                              401        403  403  403    503    403      401      401      401
POST   /api/setboxes/pairings/:id/complete                 401        403  403  403    503    403      401      401      401
DELETE /api/setboxes/pairings/:id                          401        403  403  403    404    403      401      401      401
POST   /api/setboxes/:id/check                             401        403  403  403    503    403      401      401      401
POST   /api/setboxes/:id/open                              401        503  503  403    503    503      401      401      401
POST   /api/setboxes/:id/confirm-open                      401        503  503  403    503    503      401      401      401

POST   /api/media-files/tickets                            401        404  404  404    404    404      401      401      401
POST   /api/media-files/coverage                           401        404  404  404    404    404      401      401      401
GET    /api/media-files/download/:ticket                   404        404  404  404    404    404      404      404      404
HEAD   /api/media-files/download/:ticket                   404        404  404  404    404    404      404      404      404

GET    /api/media-servers                                  401        200  200  200    200    200      401      401      401
GET    /api/media-servers/watch                            401        200  200  200    200    200      401      401      401
GET    /api/media-servers/watch/many                       401        200  200  200    200    200      401      401      401
GET    /api/media-servers/listen                           401        400  400  400    400    400      401      401      401
POST   /api/media-servers/:instanceID/account              401        403  403  403    403    403      401      401      401
POST   /api/media-servers/:instanceID/account/link         401        403  403  403    403    403      401      401      401
POST   /api/media-servers/hub/sign-in/begin                401        502  502  502    502    502      401      401      401
POST   /api/media-servers/hub/sign-in/check                401        404  404  404    404    404      401      401      401
GET    /api/me/video-apps                                  401        200  200  200    200    200      401      401      401
PUT    /api/me/video-apps                                  401        200  200  200    200    200      401      401      401
GET    /api/me/listening-apps                              401        200  200  200    200    200      401      401      401
PUT    /api/me/listening-apps                              401        200  200  200    200    200      401      401      401
GET    /api/admin/media-servers/accounts                   401        403  403  403    200    403      401      401      401
GET    /api/admin/media-servers/:instanceID/users          401        403  403  403    404    403      401      401      401
POST   /api/admin/media-servers/:instanceID/import         401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/media-servers/:instanceID/account 401        403  403  403    404    403      401      401      401
DELETE /api/admin/users/:userID/media-servers/:instanceID/account 401        403  403  403    404    403      401      401      401
PATCH  /api/admin/users/:userID/media-servers/:instanceID/account/management 401        403  403  403    404    403      401      401      401
GET    /api/admin/instances/:instanceID/media-access       401        403  403  403    404    403      401      401      401
PUT    /api/admin/instances/:instanceID/media-access       401        403  403  403    404    403      401      401      401

GET    /api/admin/compat-api                               401        403  403  403    200    403      401      401      401
POST   /api/admin/compat-api                               401        403  403  403    200    403      401      401      401
DELETE /api/admin/compat-api                               401        403  403  403    200    403      401      401      401

GET    /api/admin/downloads/settings                       401        403  403  403    200    403      401      401      401
PUT    /api/admin/downloads/settings                       401        403  403  403    200    403      401      401      401
GET    /api/admin/push-notifications                       401        403  403  403    200    403      401      401      401
PUT    /api/admin/push-notifications                       401        403  403  403    200    403      401      401      401
POST   /api/admin/users/:userID/test-push                  401        403  403  403    404    403      401      401      401
POST   /api/devices/push-token                             401        403  403  403    403    403      401      401      401
DELETE /api/devices/push-token/:deviceID                   401        404  404  404    404    404      401      401      401
GET    /api/notifications/web-push                         401        200  200  200    200    200      401      401      401
GET    /api/notifications/preferences                      401        200  200  200    200    200      401      401      401
PUT    /api/notifications/preferences                      401        200  200  200    200    200      401      401      401
GET    /api/notifications/follows                          401        200  200  200    200    200      401      401      401
PUT    /api/notifications/follows/:mediaType/:tmdbId       401        200  200  404    200    200      401      401      401
DELETE /api/notifications/follows/:mediaType/:tmdbId       401        204  204  204    204    204      401      401      401
POST   /api/notifications/test                             401        503  503  503    503    503      401      401      401
GET    /api/downloads/:instanceID/queue                    401        403  403  403    404    403      401      401      401
GET    /api/downloads/:instanceID/history                  401        403  403  403    404    403      401      401      401
POST   /api/downloads/:instanceID/pause                    401        403  403  403    404    403      401      401      401
POST   /api/downloads/:instanceID/resume                   401        403  403  403    404    403      401      401      401
POST   /api/downloads/:instanceID/queue/:itemID/pause      401        403  403  403    404    403      401      401      401
POST   /api/downloads/:instanceID/queue/:itemID/resume     401        403  403  403    404    403      401      401      401
DELETE /api/downloads/:instanceID/queue/:itemID            401        403  403  403    404    403      401      401      401

GET    /api/instances                                      401        403  403  403    200    403      401      401      401
POST   /api/instances                                      401        403  403  403    400    403      401      401      401
POST   /api/instances/test                                 401        403  403  403    400    403      401      401      401
POST   /api/instances/hub/link/begin                       401        403  403  403    502    403      401      401      401
POST   /api/instances/hub/link/check                       401        403  403  403    404    403      401      401      401
POST   /api/instances/hub/servers                          401        403  403  403    404    403      401      401      401
POST   /api/instances/media-server/libraries               401        403  403  403    400    403      401      401      401
PUT    /api/instances/:instanceID                          401        403  403  403    404    403      401      401      401
DELETE /api/instances/:instanceID                          401        403  403  403    404    403      401      401      401
GET    /api/instances/:instanceID/assignments              401        403  403  403    404    403      401      401      401
PATCH  /api/instances/:instanceID/assignments              401        403  403  403    404    403      401      401      401
ANY    /api/instances/:instanceID/*path                    401        403  403  403    404    403      401      401      401
POST   /api/webhooks/arr/:instanceID                       401        401  401  401    401    401      401      401      401

GET    /api/search                                         401        200  200  200    200    200      401      401      401
GET    /api/media/movie/:id                                401        200  200  200    200    200      401      401      401
GET    /api/media/tv/:id                                   401        404  404  404    404    404      401      401      401
GET    /api/discover/movies/popular                        401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/popular                            401        200  200  200    200    200      401      401      401
GET    /api/discover/trending                              401        200  200  200    200    200      401      401      401
GET    /api/discover/movies/top-rated                      401        200  200  200    200    200      401      401      401
GET    /api/discover/movies/now-playing                    401        200  200  200    200    200      401      401      401
GET    /api/discover/movies/upcoming                       401        200  200  200    200    200      401      401      401
GET    /api/discover/movies                                401        200  200  200    200    200      401      401      401
GET    /api/discover/movies/filtered                       401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/top-rated                          401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/on-the-air                         401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/upcoming                           401        200  200  200    200    200      401      401      401
GET    /api/discover/tv                                    401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/filtered                           401        200  200  200    200    200      401      401      401
GET    /api/search/keyword                                 401        200  200  200    200    200      401      401      401
GET    /api/search/company                                 401        200  200  200    200    200      401      401      401
GET    /api/media/movie/:id/recommendations                401        200  200  200    200    200      401      401      401
GET    /api/media/movie/:id/similar                        401        200  200  200    200    200      401      401      401
GET    /api/media/tv/:id/recommendations                   401        404  404  404    404    404      401      401      401
GET    /api/media/tv/:id/similar                           401        404  404  404    404    404      401      401      401
GET    /api/titles/words                                   401        200  200  200    200    200      401      401      401
GET    /api/media/tv/:id/episodes                          401        404  404  404    404    404      401      401      401
GET    /api/media/collections/:id                          401        404  404  404    404    404      401      401      401
GET    /api/media/person/:id                               401        404  404  404    404    404      401      401      401
GET    /api/media/person/:id/credits                       401        404  404  404    404    404      401      401      401
GET    /api/genres/movie                                   401        200  200  200    200    200      401      401      401
GET    /api/genres/tv                                      401        200  200  200    200    200      401      401      401
GET    /api/providers/movie                                401        200  200  200    200    200      401      401      401
GET    /api/providers/tv                                   401        200  200  200    200    200      401      401      401
GET    /api/providers/regions                              401        200  200  200    200    200      401      401      401
GET    /api/languages                                      401        200  200  200    200    200      401      401      401
GET    /api/discover/movies/featured                       401        200  200  200    200    200      401      401      401
GET    /api/discover/tv/featured                           401        200  200  200    200    200      401      401      401

GET    /api/listprov/trending                              401        200  200  200    200    200      401      401      401
GET    /api/listprov/popular                               401        200  200  200    200    200      401      401      401
GET    /api/listprov/anticipated                           401        200  200  200    200    200      401      401      401
GET    /api/listprov/lists                                 401        200  200  200    200    200      401      401      401
GET    /api/listprov/lists/:user/:slug/items               401        404  404  404    404    404      401      401      401
GET    /api/listprov/calendar                              401        200  200  200    200    200      401      401      401
GET    /api/listprov/recommendations                       401        502  502  502    502    502      401      401      401
GET    /api/listprov/images/:host/*path                    401        404  404  404    404    404      401      401      401
GET    /api/discover/music/search                          401        403  403  403    200    403      401      401      401
GET    /api/discover/music/artists                         401        403  403  403    200    403      401      401      401
GET    /api/discover/music/popular                         401        403  403  403    200    403      401      401      401
GET    /api/discover/music/new-releases                    401        403  403  403    200    403      401      401      401
GET    /api/discover/music/genre                           401        403  403  403    200    403      401      401      401
GET    /api/discover/music/artwork/:music_id               401        403  403  403    404    403      401      401      401
GET    /api/genres/music                                   401        403  403  403    200    403      401      401      401
GET    /api/media/music/:music_id                          401        403  403  403    404    403      401      401      401
GET    /api/media/music/artists/:artist_id                 401        403  403  403    404    403      401      401      401
GET    /api/media/music/artists/:artist_id/albums          401        403  403  403    404    403      401      401      401

GET    /api/discover/books/trending                        401        403  403  403    400    403      401      401      401
GET    /api/discover/books/images/*path                    401        404  404  404    404    404      401      401      401
GET    /api/discover/books/search                          401        410  410  410    410    410      401      401      401
GET    /api/discover/books/:feed                           401        410  410  410    410    410      401      401      401
GET    /api/genres/book                                    401        410  410  410    410    410      401      401      401
GET    /api/media/book/:workId                             401        410  410  410    410    410      401      401      401
GET    /api/media/book/:workId/request-target              401        410  410  410    410    410      401      401      401

POST   /api/requests                                       401        404  404  404    404    404      401      401      401
POST   /api/requests/preview                               401        404  404  404    404    404      401      401      401
GET    /api/requests                                       401        200  200  200    200    200      401      401      401
GET    /api/downloads/activity                             401        200  200  200    200    200      401      401      401
GET    /api/downloads/summary                              401        200  200  200    200    200      401      401      401
GET    /api/requests/statuses                              401        200  200  200    200    200      401      401      401
GET    /api/requests/delivery-status                       401        200  403  403    403    403      401      401      401
GET    /api/requests/:tmdb_id/status                       401        200  200  200    200    200      401      401      401
GET    /api/requests/:id/timeline                          401        200  403  403    200    403      401      401      401
GET    /api/requests/book-library                          401        200  200  200    200    200      401      401      401
GET    /api/requests/book-recent                           401        200  200  200    200    200      401      401      401
GET    /api/requests/book-authors                          401        200  200  200    200    200      401      401      401
GET    /api/requests/book-series                           401        200  200  200    200    200      401      401      401
GET    /api/requests/book-author                           401        403  403  403    400    403      401      401      401
GET    /api/requests/book-series-detail                    401        403  403  403    400    403      401      401      401
GET    /api/requests/music-library                         401        200  200  200    200    200      401      401      401
GET    /api/requests/music-recent                          401        200  200  200    200    200      401      401      401
GET    /api/requests/music-artists                         401        200  200  200    200    200      401      401      401
GET    /api/requests/music-saved                           401        200  200  200    200    200      401      401      401
GET    /api/requests/music-status                          401        403  403  403    400    403      401      401      401
GET    /api/requests/book-status                           401        403  403  403    400    403      401      401      401
GET    /api/requests/music-artist                          401        403  403  403    400    403      401      401      401
POST   /api/requests/:id/delivery                          401        400  400  400    400    400      401      401      401
GET    /api/admin/requests                                 401        403  403  403    200    403      401      401      401
POST   /api/admin/requests/:id/approve                     401        403  403  403    400    403      401      401      401
POST   /api/admin/requests/:id/deny                        401        403  403  403    400    403      401      401      401
GET    /api/admin/request-settings                         401        403  403  403    200    403      401      401      401
PUT    /api/admin/request-settings                         401        403  403  403    200    403      401      401      401
GET    /api/admin/users/:userID/request-settings           401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/request-settings           401        403  403  403    404    403      401      401      401

GET    /api/me/devices                                     401        200  200  200    200    200      401      401      401
DELETE /api/me/devices/:deviceID                           401        404  404  404    404    404      401      401      401
GET    /api/pictures/tmdb/:size/:file                      401        404  404  404    404    404      401      401      401
GET    /api/pictures/lists/:host/*path                     401        404  404  404    404    404      401      401      401
GET    /api/pictures/books/*path                           401        404  404  404    404    404      401      401      401
GET    /api/pictures/music/:music_id                       401        403  403  403    404    403      401      401      401
GET    /api/me/request-quotas                              401        200  200  200    200    200      401      401      401
GET    /api/admin/request-quotas                           401        403  403  403    200    403      401      401      401
PUT    /api/admin/request-quotas                           401        403  403  403    200    403      401      401      401
GET    /api/admin/users/limits                             401        403  403  403    200    403      401      401      401
GET    /api/admin/users/:userID/request-quotas             401        403  403  403    404    403      401      401      401
PUT    /api/admin/users/:userID/request-quotas             401        403  403  403    404    403      401      401      401
POST   /api/admin/users/:userID/request-quotas/reset       401        403  403  403    404    403      401      401      401
GET    /api/requests/options                               401        200  200  200    200    200      401      401      401
GET    /api/admin/requests/waiting                         401        403  403  403    200    403      401      401      401
GET    /api/admin/requests/history                         401        403  403  403    200    403      401      401      401
POST   /api/admin/requests/:id/wait                        401        403  403  403    400    403      401      401      401
GET    /api/admin/tv-matches                               401        403  403  403    200    403      401      401      401
GET    /api/admin/tv-matches/candidates                    401        403  403  403    400    403      401      401      401
GET    /api/admin/tv-matches/:tmdb_id                      401        403  403  403    404    403      401      401      401
PUT    /api/admin/tv-matches/:tmdb_id                      401        403  403  403    404    403      401      401      401
DELETE /api/admin/tv-matches/:tmdb_id                      401        403  403  403    404    403      401      401      401
GET    /api/admin/tv-matches/:tmdb_id/repairs              401        403  403  403    404    403      401      401      401
POST   /api/admin/requests/:id/repair-tv-match             401        403  403  403    400    403      401      401      401

GET    /api/v1/status                                      403        403  403  403    403    403      403      403      200
GET    /api/v1/settings/about                              403        403  403  403    403    403      403      403      200
GET    /api/v1/settings/jobs                               403        403  403  403    403    403      403      403      200
POST   /api/v1/settings/jobs/availability-sync/run         403        403  403  403    403    403      403      403      200
GET    /api/v1/user                                        403        403  403  403    403    403      403      403      200
GET    /api/v1/user/:id                                    403        403  403  403    403    403      403      403      404
GET    /api/v1/request                                     403        403  403  403    403    403      403      403      200
GET    /api/v1/request/count                               403        403  403  403    403    403      403      403      200
GET    /api/v1/request/:id                                 403        403  403  403    403    403      403      403      404
DELETE /api/v1/request/:id                                 403        403  403  403    403    403      403      403      404
POST   /api/v1/request/:id/approve                         403        403  403  403    403    403      403      403      404
POST   /api/v1/request/:id/decline                         403        403  403  403    403    403      403      403      404
GET    /api/v1/movie/:tmdbId                               403        403  403  403    403    403      403      403      200
GET    /api/v1/tv/:tmdbId                                  403        403  403  403    403    403      403      403      404
GET    /api/v1/tv/:tmdbId/season/:n                        403        403  403  403    403    403      403      403      404
DELETE /api/v1/media/:mediaId                              403        403  403  403    403    403      403      403      204
ANY    /api/v1/*path                                       403        403  403  403    403    403      403      403      404
`;

/** `POST /api/instances` to the expected statuses, in the order of {@link CALLERS}. */
const EXPECTED = new Map(
  MATRIX.split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([method = '']) => /^[A-Z]+$/.test(method))
    .map(([method, path, ...statuses]): readonly [string, readonly number[]] => [
      `${method} ${path}`,
      statuses.map(Number),
    ]),
);

/**
 * Of whom nothing else is expected on a route than of this one asks it only where it is the first of its kind, or in a full run. On every
 * route there is a call without proof, and where that isn't let in, one of a member and one of an administrator.
 */
const LIKE: Readonly<Partial<Record<CallerName, CallerName>>> = {
  ben: 'ana',
  child: 'ana',
  demoted: 'ana',
  deleted: 'anonymous',
  revoked: 'anonymous',
  tool: 'anonymous',
};

/** What decides who is let in: each guard reads no more of a route than that. */
const KINDS = new Map<string, string>(
  ROUTE_TABLE.map(({ method, path, access, permission }) => {
    const way = method === 'WS' ? ' by WebSocket' : '';
    return [`${method} ${path}`, `${access} ${permission}${way}`];
  }),
);

/** The first route of each kind. */
const FIRST = new Map([...KINDS].reverse().map(([key, kind]) => [kind, key]));
const isFirst = (key: string): boolean => FIRST.get(KINDS.get(key) ?? '') === key;

/** With full counts every route is swept. */
const isSwept = (key: string): boolean => isFirst(key) || hasFullCounts;

/** All are let in. */
const isPublic = (key: string): boolean => KINDS.get(key)?.startsWith('public') === true;

/** Who asks a route. */
function callersOf(key: string, expected: readonly number[]): readonly CallerName[] {
  const of = (name: CallerName): number | undefined => expected[CALLERS.indexOf(name)];
  return CALLERS.filter((name) => {
    const like = isPublic(key) && name === 'ana' ? 'anonymous' : LIKE[name];
    return isSwept(key) || like === undefined || of(name) !== of(like);
  });
}

/** A sweep asks some thousand times. */
const SWEEP_MS = 300_000;

describe('who is let in', { timeout: SWEEP_MS }, () => {
  let household: Household;
  let clients: Readonly<Record<Exclude<CallerName, 'tool' | 'anonymous'>, Session> & { anonymous: HttpClient }>;

  let calls: ReadonlyMap<string, RouteCall>;
  let sweep: SweepClient;
  let tool: KeyClient | undefined;

  beforeAll(async () => {
    household = await startHousehold({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const { app, admin, ana, ben, child } = household;
    const demoted = await app.invite('dave');
    const deleted = await app.invite('dora');
    const revoked = await app.invite('rex');
    await admin.delete(`/api/admin/users/${deleted.userId}`);
    await admin.delete(`/api/admin/devices/${revoked.deviceId}`);
    await admin.patch(`/api/admin/users/${demoted.userId}`, { role: 'admin' });
    expect((await demoted.get('/api/admin/users')).status).toBe(200);
    await admin.patch(`/api/admin/users/${demoted.userId}`, { role: 'user' });
    clients = { anonymous: app.http, ana, ben, child, admin, demoted, deleted, revoked };
    calls = new Map(routeCalls(household).map((call) => [call.key, call]));
    sweep = new SweepClient(app);
  });

  afterAll(() => {
    sweep.close();
    return household.app.close();
  });

  /** A caller who signs out does it on a device of their own, so that the other rows keep theirs. */
  async function spareDevice(name: keyof typeof clients): Promise<HttpClient> {
    if (name === 'admin') return household.app.login('admin', ADMIN_PASSWORD);
    if (name === 'demoted') return household.app.invite('dave');
    return name === 'ana' || name === 'ben' || name === 'child' ? household.app.invite(name) : clients[name];
  }

  /** The tool's key; a row before this one may have ended it. */
  async function goodKey(): Promise<KeyClient> {
    if (tool && (await tool.get('/api/v1/status')).status === 200) return tool;
    tool = await KeyClient.issuedBy(household.app, clients.admin);
    return tool;
  }

  async function statusOf(call: RouteCall, name: CallerName): Promise<number> {
    if (name === 'tool') return statusFor((await goodKey()).key, call);
    const client = call.path === '/api/auth/logout' ? await spareDevice(name) : clients[name];
    // What those get who are let in is held against the description of the interface; the others get a refusal.
    return statusFor(client.token, call, { isDescribed: name === 'ana' || name === 'admin' });
  }

  /** From an address of its own, for the routes that count the calls of one: time stands still, so that access tokens last. */
  async function statusFor(
    secret: string | undefined,
    { method, path, body, headers }: RouteCall,
    { isDescribed = false, cookie = '' } = {},
  ): Promise<number> {
    const { url, secrets, http } = household.app;
    const cookies: Readonly<Record<string, string>> = cookie ? { cookie, origin: new URL(url).origin } : {};
    if (method === 'WS') return (await handshake({ url, secrets, path, token: secret, headers: { cookie } })).status;
    const brought = { ...headers, ...sweep.newAddress(), ...bringing(secret, path), ...cookies };
    if (isDescribed) return (await http.request(method, path, { body, headers: brought })).status;
    return (await sweep.send({ method, path, headers: brought, json: body })).status;
  }

  /** The same secret in every place where one is looked for. */
  function bringing(secret: string | undefined, path: string): Readonly<Record<string, string>> {
    if (secret === undefined) return {};
    const asPassword = `Basic ${Buffer.from(`usher:${secret}`).toString('base64')}`;
    const authorization = path.startsWith('/api/webhooks/') ? asPassword : `Bearer ${secret}`;
    return { authorization, 'x-api-key': secret };
  }

  function callOf(key: string): RouteCall {
    const call = calls.get(key);
    if (!call) throw new Error(`${key} is not in the table of routes`);
    return call;
  }

  it('security 2: every served route has a row, and every row a route', () => {
    const served = routeLines().map((line) => line.split('\t').slice(0, 2).join(' '));
    expect([...EXPECTED.keys()].sort()).toEqual(served.sort());
  });

  it.each([...FIRST.keys()])('security 2: each route for %s answers each caller as the table says', async (kind) => {
    const differing: string[] = [];
    for (const [key, expected] of EXPECTED) {
      if (KINDS.get(key) !== kind) continue;
      const call = callOf(key);
      // Providers of music are called once a second.
      if (call.path.includes('/music')) await household.app.clock.advance(1_000);
      for (const name of callersOf(key, expected)) {
        const status = await statusOf(call, name);
        const wanted = expected[CALLERS.indexOf(name)];
        if (status !== wanted) differing.push(`${key}: ${name} gets ${status} instead of ${wanted}`);
      }
    }
    expect(differing).toEqual([]);
  });

  it('issue 22 must-show 2: the cookies of a browser alone open no route but their own', async () => {
    const { app } = household;
    const browser = new BrowserCookies(app, app.http);
    const { refreshToken } = await household.app.login('admin', ADMIN_PASSWORD);
    const opened = await browser.call('POST', '/api/web/session', { body: { refresh_token: refreshToken } });
    expect(opened.status).toBe(200);
    const closed = [...calls.values()].filter(
      ({ key, path }) => !isPublic(key) && !/^\/api\/(?:web\/session|pictures\/)/.test(path) && isSwept(key),
    );
    expect(closed.length).toBeGreaterThan(hasFullCounts ? 250 : 10);
    const statuses = await sweep.each(closed, (call) => statusFor(undefined, call, { cookie: browser.all }));
    expect(closed.map(({ key }, at) => [key, statuses[at]])).toEqual(
      closed.map(({ key }) => [key, EXPECTED.get(key)?.[0]]),
    );
    expect((await browser.call('POST', '/api/web/session/refresh')).status).toBe(200);
  });

  it('issue 22 must-show 2: the cookie of the session shows no picture, and that of pictures opens no session', async () => {
    const { app } = household;
    const browser = new BrowserCookies(app, app.http);
    const { refreshToken } = await household.app.invite('ana');
    await browser.call('POST', '/api/web/session', { body: { refresh_token: refreshToken } });
    const pictures = [...calls.values()].filter(({ path }) => path.startsWith('/api/pictures/'));
    const [session = '', pass = ''] = browser.all.split('; ');
    for (const { key, path } of pictures) {
      expect([key, (await app.http.get(path, { cookie: session })).status]).toEqual([key, 401]);
      expect([key, (await app.http.get(path, { cookie: pass })).status]).toEqual([key, EXPECTED.get(key)?.[1]]);
    }
    const moved = pass.replace('usher_pictures_', 'usher_');
    const headers = { cookie: moved };
    expect((await browser.call('POST', '/api/web/session/refresh', { headers })).status).toBe(401);
  });

  it('security 11: on no route does a refresh or a connect token pass for an access token', async () => {
    const { app } = household;
    const { admin } = clients;
    const { body } = await admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url });
    const connectToken = new URL((body as { link: string }).link).searchParams.get('token');
    const closed = [...calls.values()].filter(({ key }) => isFirst(key) && EXPECTED.get(key)?.[0] === 401);
    expect(closed.length).toBeGreaterThan(10);
    for (const call of closed)
      for (const token of [admin.refreshToken, connectToken ?? ''])
        expect([call.key, await statusFor(token, call)]).toEqual([call.key, 401]);
  });
});
