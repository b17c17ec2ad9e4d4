/**
 * What can come out differently on PostgreSQL or under a path, and which tests try it there in each `.ci/run`
 * (`npm run test:second-pass`): storage, transactions, times, addresses, redirects and links. A table, a file with SQL
 * text of its own, or a file that makes or reads an address of this server has to stand here beside the tests of it;
 * test/architecture/second-pass.spec.ts finds those that don't.
 *
 * What a statement does is tried by the spec beside it, which costs a fraction of a start of the application. A file of
 * test/e2e stands here for an address, or where no spec runs the statement.
 */

/**
 * @type {readonly { path: string, tables?: readonly string[], statements?: readonly string[], links?: readonly string[] }[]}
 *   `path` a file of tests or a folder of them; `tables` that they write and read; `statements` files of src with SQL
 *   text; `links` files of src that know the addresses of this server
 */
export const SECOND_PASS = [
  // ---- storage: the engine, and what each module has in it ----
  {
    path: 'src/core/database/',
    statements: ['src/core/database/sql-rows.ts', 'src/core/database/read-through.ts'],
  },
  { path: 'src/core/work/' },
  { path: 'test/architecture/schema.spec.ts', statements: ['src/core/database/fill-column.ts', 'src/migrations/'] },
  { path: 'test/e2e/app/readiness.e2e-spec.ts', statements: ['src/app/health/health.controller.ts'] },
  { path: 'test/e2e/app/postgres-move.', statements: ['src/app/move/move-database.ts'] },
  { path: 'test/e2e/auth/postgres-lost.e2e-spec.ts' },
  { path: 'test/e2e/app/writes-run-again.e2e-spec.ts' },
  { path: 'test/e2e/app/ownership.e2e-spec.ts' },
  { path: 'src/app/rotation/' },
  {
    path: 'src/modules/settings/',
    tables: ['settings'],
  },
  {
    path: 'src/modules/users/',
    tables: [
      'access_tokens',
      'connect_tokens',
      'devices',
      'hub_identities',
      'known_identities',
      'oidc_identities',
      'passkey_setup_tokens',
      'refresh_tokens',
      'user_content_policies',
      'users',
      'webauthn_credentials',
    ],
    statements: [
      'src/modules/users/accounts/accounts.repository.ts',
      'src/modules/users/accounts/listed-account.ts',
      'src/modules/users/devices/devices.repository.ts',
      'src/modules/users/sessions/sessions.repository.ts',
    ],
  },
  { path: 'src/modules/auth/sessions/session-refresh.service.spec.ts' },
  {
    path: 'src/modules/instances/access/instance-access.service.spec.ts',
    tables: ['service_instances', 'user_instance_grants', 'user_default_instances'],
    statements: [
      'src/modules/instances/access/holdings.repository.ts',
      'src/modules/instances/access/instance-access.service.ts',
    ],
  },
  {
    path: 'src/modules/media-accounts/accounts/',
    tables: [
      'hub_events',
      'media_account_intents',
      'media_account_suppressions',
      'media_library_policies',
      'user_media_server_accounts',
    ],
    statements: ['src/modules/media-accounts/accounts/hub-events.repository.ts'],
  },
  { path: 'src/modules/media-accounts/creation/' },
  { path: 'test/e2e/media-accounts/app-choices.e2e-spec.ts', tables: ['user_media_apps'] },
  {
    path: 'src/modules/series-matching/matches/',
    tables: ['tmdb_tvdb_cache', 'tv_match_overrides'],
    statements: ['src/modules/series-matching/matches/tv-matches.repository.ts'],
  },
  {
    path: 'src/modules/quotas/allowances/allowances',
    tables: [
      'request_quota_charges',
      'request_quota_defaults',
      'request_quota_items',
      'request_quota_resets',
      'user_request_quotas',
    ],
    statements: ['src/modules/quotas/quotas.repository.ts'],
  },
  {
    path: 'src/modules/requests/changes/',
    statements: [
      'src/modules/requests/changes/accepted-requests.repository.ts',
      'src/modules/requests/changes/request-entries.repository.ts',
    ],
  },
  {
    path: 'src/modules/requests/saved/',
    tables: ['request_log', 'book_request_waiters', 'request_events', 'request_dispatch', 'request_dispatch_locks'],
    statements: [
      'src/modules/requests/request-lifecycles.service.ts',
      'src/modules/requests/saved/dispatches.repository.ts',
      'src/modules/requests/saved/lifecycle-events.repository.ts',
      'src/modules/requests/saved/requests.repository.ts',
    ],
  },
  {
    path: 'src/modules/requests/status/',
    statements: [
      'src/modules/requests/status/all-requests.service.ts',
      'src/modules/requests/status/request-facts.service.ts',
      'src/modules/requests/status/request-history.repository.ts',
    ],
  },
  {
    path: 'src/modules/requests/series/series-matches.service.spec.ts',
    statements: ['src/modules/requests/series/series-matches.service.ts'],
  },
  // A whole delivery, and what stays of it.
  { path: 'test/e2e/requests/series-delivery-held-back.e2e-spec.ts', tables: ['request_season_searches'] },
  {
    path: 'test/e2e/requests/request-settings.e2e-spec.ts',
    tables: ['user_request_settings'],
  },
  {
    path: 'src/modules/notifications/outbox/',
    tables: ['notification_outbox', 'notification_destinations'],
    statements: ['src/modules/notifications/outbox/outbox.repository.ts'],
  },
  {
    path: 'src/modules/notifications/observation/availability-sweep.spec.ts',
    tables: ['notification_observations', 'notification_baselines'],
  },
  { path: 'src/modules/notifications/chat/chat-preferences.repository.spec.ts', tables: ['chat_preferences'] },
  { path: 'test/e2e/notifications/stuck-requests.e2e-spec.ts', tables: ['notification_stuck_requests'] },
  { path: 'src/modules/notifications/follows/follows.repository.spec.ts', tables: ['notification_follows'] },
  { path: 'test/e2e/notifications/push-tokens.e2e-spec.ts', tables: ['push_tokens'] },
  {
    path: 'test/e2e/notifications/web-push-registration.e2e-spec.ts',
    tables: ['web_push_subscriptions'],
    statements: ['src/modules/notifications/web-push/web-push-subscriptions.repository.ts'],
  },
  { path: 'test/e2e/notifications/push-preferences.e2e-spec.ts', tables: ['notification_prefs'] },
  {
    path: 'src/modules/notifications/content/content-alert-claims.repository.spec.ts',
    tables: ['content_alert_claims'],
  },
  {
    path: 'test/e2e/bookcatalog/token-connection.e2e-spec.ts',
    tables: ['bookcatalog_connections', 'bookcatalog_links'],
  },

  // ---- locks of several at once, and a server that dies ----
  { path: 'test/e2e/auth/hub-races.e2e-spec.ts' },
  { path: 'test/e2e/requests/book-storm.e2e-spec.ts' },
  { path: 'test/kill/outbox-named-steps.spec.ts' },
  { path: 'test/kill/outbox-two-workers.spec.ts' },

  // ---- addresses ----
  {
    path: 'test/e2e/app/mount-path.e2e-spec.ts',
    links: ['src/app/pipeline/request-target.ts', 'src/app/configure-app.ts', 'src/core/config/variables.ts'],
  },
  {
    path: 'test/e2e/app/web-app.e2e-spec.ts',
    links: ['src/app/web/app-page.ts'],
  },
  // The main job by clicking: every page of it stands on the path, and what it reads on the database.
  { path: 'test/browser/web-app-main-job.e2e-spec.ts' },
  { path: 'test/e2e/app/interface-description.e2e-spec.ts', links: ['src/app/openapi/description.controller.ts'] },
  { path: 'test/e2e/app/healthcheck.e2e-spec.ts', links: ['src/healthcheck.ts'] },
  { path: 'test/e2e/app/start.e2e-spec.ts', links: ['src/main.ts'] },
  { path: 'test/e2e/app/reset-password.e2e-spec.ts', links: ['src/app/reset/reset-command.ts'] },
  { path: 'test/e2e/app/refused-sockets.e2e-spec.ts' },
  { path: 'test/e2e/app/trusted-proxies.e2e-spec.ts' },
  {
    path: 'test/e2e/auth/connect.e2e-spec.ts',
    links: [
      'src/modules/auth/connect-links/invitations.service.ts',
      'src/modules/auth/connect-links/connect-link.ts',
      'src/modules/auth/http/people.controller.ts',
    ],
  },
  { path: 'test/e2e/auth/app-links.e2e-spec.ts' },
  { path: 'test/e2e/auth/recovery-links.e2e-spec.ts', links: ['src/modules/auth/connect-links/recovery-links.ts'] },
  {
    path: 'test/e2e/auth/web-session.e2e-spec.ts',
    links: [
      'src/modules/auth/http/web-session.controller.ts',
      'src/modules/auth/web-session/session-cookies.ts',
      'src/modules/auth/web-session/web-session.service.ts',
    ],
  },
  { path: 'test/e2e/auth/passkey-setup.e2e-spec.ts', links: ['src/modules/auth/passkeys/passkeys.service.ts'] },
  {
    path: 'test/e2e/auth/passkey-pages.e2e-spec.ts',
    links: ['src/modules/auth/http/passkey-pages.controller.ts', 'src/modules/auth/passkeys/pages/passkey-pages.ts'],
  },
  {
    path: 'test/e2e/auth/oidc-sign-in.e2e-spec.ts',
    links: [
      'src/modules/auth/http/oidc.view.ts',
      'src/modules/auth/http/refusal-page.filter.ts',
      'src/modules/auth/oidc/oidc-config.repository.ts',
    ],
  },
  {
    path: 'test/e2e/notifications/chat-posts.e2e-spec.ts',
    links: ['src/modules/notifications/subjects/message-subjects.service.ts'],
  },
  {
    path: 'test/e2e/notifications/channels.e2e-spec.ts',
    tables: ['notification_channels'],
    statements: ['src/modules/notifications/channels/channels.repository.ts'],
  },
  {
    path: 'test/e2e/setbox/access.e2e-spec.ts',
    tables: ['setboxes', 'setbox_grants'],
    links: ['src/app/pipeline/refusal-bodies.ts'],
  },
  {
    path: 'test/e2e/realtime/handshake.e2e-spec.ts',
    links: ['src/app/websocket/session-sockets.ts', 'src/modules/auth/own-origin/own-origin.service.ts'],
  },
  {
    path: 'test/e2e/administration/external-address.e2e-spec.ts',
    links: [
      'src/modules/administration/network/network.service.ts',
      'src/modules/settings/external-address.repository.ts',
      'src/modules/settings/settings.module.ts',
      'src/modules/settings/settings.public.ts',
    ],
  },
  {
    path: 'test/e2e/discovery/music-contact.e2e-spec.ts',
    links: ['src/modules/settings/outbound/external-network.service.ts'],
  },
  {
    path: 'test/e2e/media-accounts/account-import.e2e-spec.ts',
    links: [
      'src/modules/media-accounts/http/media-accounts.controller.ts',
      'src/modules/media-accounts/linking/account-import.service.ts',
      'src/modules/media-accounts/media-accounts.ports.ts',
    ],
  },
  {
    path: 'test/e2e/instances/webhook-first-light.e2e-spec.ts',
    links: ['src/modules/instances/webhook/callback-address.ts'],
  },
  {
    path: 'test/e2e/proxy/answers.e2e-spec.ts',
    links: ['src/modules/proxy/answers/instance-proxy.service.ts'],
  },
];

/** What `npm run test:all` tries there: all that stands on the database or on HTTP, and each kill of messages and deliveries. */
export const EVERYTHING = [
  'test/e2e/',
  'test/browser/web-app-main-job.e2e-spec.ts',
  'test/architecture/schema.spec.ts',
  'test/kill/outbox-',
  'test/kill/named-steps',
  'test/kill/random-moments',
  'test/kill/two-workers',
  'test/kill/series-',
  'test/kill/book-',
  'test/kill/album-',
  'src/app/rotation/',
  'src/core/database/',
  'src/core/work/',
  'src/modules/auth/sessions/session-refresh.service.spec.ts',
  'src/modules/instances/access/',
  'src/modules/media-accounts/accounts/',
  'src/modules/media-accounts/creation/',
  'src/modules/notifications/',
  'src/modules/quotas/allowances/',
  'src/modules/requests/',
  'src/modules/series-matching/matches/',
  'src/modules/settings/',
  'src/modules/users/',
];
