/**
 * What can come out differently on PostgreSQL or under a path, and which tests try it there in each `.ci/run`
 * (`npm run test:second-pass`): storage, transactions, times, addresses, redirects and links. A table, a file with SQL
 * text of its own, or a file that makes or reads an address of this server has to stand here beside the tests of it;
 * test/architecture/second-pass.spec.ts finds those that don't.
 */

/**
 * @type {readonly { path: string, tables?: readonly string[], statements?: readonly string[], links?: readonly string[] }[]}
 *   `path` a file of tests or a folder of them; `tables` that they write and read; `statements` files of src with SQL
 *   text; `links` files of src that know the addresses of this server
 */
export const SECOND_PASS = [
  {
    path: 'src/core/database/',
    statements: ['src/core/database/compiled-finds.ts', 'src/core/database/read-through.ts'],
  },
  { path: 'test/architecture/schema.spec.ts', statements: ['src/core/database/fill-column.ts', 'src/migrations/'] },

  // ---- notifications ----
  { path: 'test/e2e/notifications/chat-preferences.e2e-spec.ts', tables: ['chat_preferences'] },
  {
    path: 'test/e2e/notifications/chat-posts.e2e-spec.ts',
    links: ['src/modules/notifications/chat/chat-destination.service.ts'],
  },
  { path: 'test/e2e/notifications/stuck-requests.e2e-spec.ts', tables: ['notification_stuck_requests'] },
  { path: 'test/e2e/notifications/follows.e2e-spec.ts', tables: ['notification_follows'] },
  {
    path: 'test/e2e/notifications/channels.e2e-spec.ts',
    tables: ['notification_channels'],
    links: ['src/modules/notifications/channels/channel-destinations.service.ts'],
  },

  // ---- accounts and sessions ----
  { path: 'test/e2e/auth/setup.e2e-spec.ts', tables: ['users', 'settings'] },
  {
    path: 'test/e2e/auth/connect.e2e-spec.ts',
    tables: ['connect_tokens'],
    links: [
      'src/modules/auth/connect-links/invitations.service.ts',
      'src/modules/auth/connect-links/connect-link.ts',
      'src/modules/auth/http/people.controller.ts',
    ],
  },
  { path: 'test/e2e/auth/app-links.e2e-spec.ts' },
  { path: 'test/e2e/auth/recovery-links.e2e-spec.ts', links: ['src/modules/auth/connect-links/recovery-links.ts'] },
  {
    path: 'test/e2e/auth/sessions.e2e-spec.ts',
    tables: ['devices', 'access_tokens', 'refresh_tokens'],
    statements: [
      'src/modules/users/sessions/sessions.repository.ts',
      'src/modules/users/devices/devices.repository.ts',
    ],
  },
  { path: 'test/e2e/auth/refresh.e2e-spec.ts' },
  { path: 'test/e2e/auth/own-devices.e2e-spec.ts' },
  {
    path: 'test/e2e/auth/web-session.e2e-spec.ts',
    links: [
      'src/modules/auth/http/web-session.controller.ts',
      'src/modules/auth/web-session/session-cookies.ts',
      'src/modules/auth/web-session/web-session.service.ts',
    ],
  },
  {
    path: 'test/e2e/auth/users.e2e-spec.ts',
    statements: ['src/modules/users/accounts/account-rows.ts'],
  },
  {
    path: 'test/e2e/auth/passkeys.e2e-spec.ts',
    tables: ['webauthn_credentials'],
  },
  {
    path: 'test/e2e/auth/passkey-setup.e2e-spec.ts',
    tables: ['passkey_setup_tokens'],
    links: ['src/modules/auth/passkeys/setup-links.service.ts'],
  },
  {
    path: 'test/e2e/auth/passkey-pages.e2e-spec.ts',
    links: ['src/modules/auth/http/passkey-pages.controller.ts', 'src/modules/auth/passkeys/pages/passkey-pages.ts'],
  },
  {
    path: 'test/e2e/auth/oidc-sign-in.e2e-spec.ts',
    tables: ['oidc_identities'],
    links: [
      'src/modules/auth/http/oidc.view.ts',
      'src/modules/auth/http/refusal-page.filter.ts',
      'src/modules/auth/oidc/oidc-config.repository.ts',
    ],
  },
  { path: 'test/e2e/auth/oidc-administration.e2e-spec.ts' },
  { path: 'test/e2e/auth/oidc-races.e2e-spec.ts' },
  { path: 'test/e2e/auth/composed-names.e2e-spec.ts' },
  { path: 'test/e2e/auth/hub-links.e2e-spec.ts', tables: ['hub_identities'] },
  { path: 'test/e2e/media-accounts/hub-account-links.e2e-spec.ts', tables: ['known_identities'] },
  { path: 'test/e2e/auth/hub-races.e2e-spec.ts' },
  { path: 'test/e2e/auth/postgres-lost.e2e-spec.ts' },
  { path: 'test/e2e/auth/refused-or-unavailable.e2e-spec.ts' },
  { path: 'test/e2e/content-policy/policies.e2e-spec.ts', tables: ['user_content_policies'] },

  // ---- the application ----
  {
    path: 'test/e2e/app/mount-path.e2e-spec.ts',
    links: ['src/app/pipeline/mount-path.ts', 'src/app/configure-app.ts', 'src/core/config/server-variables.ts'],
  },
  {
    path: 'test/e2e/app/web-app.e2e-spec.ts',
    links: ['src/app/web/app-manifest.ts', 'src/app/web/app-page.ts'],
  },
  // The main job by clicking: every page of it stands on the path, and what it reads on the database.
  { path: 'test/browser/web-app-main-job.e2e-spec.ts' },
  { path: 'test/e2e/app/interface-description.e2e-spec.ts', links: ['src/app/openapi/description.service.ts'] },
  { path: 'test/e2e/app/healthcheck.e2e-spec.ts', links: ['src/healthcheck.ts'] },
  { path: 'test/e2e/app/readiness.e2e-spec.ts', statements: ['src/app/health/readiness.service.ts'] },
  { path: 'test/e2e/app/start.e2e-spec.ts', links: ['src/main.ts'] },
  { path: 'test/e2e/app/reset-password.e2e-spec.ts', links: ['src/app/reset/reset-command.ts'] },
  { path: 'test/e2e/app/refused-sockets.e2e-spec.ts', links: ['src/app/pipeline/refusal-texts.ts'] },

  // ---- set-top boxes ----
  {
    path: 'test/e2e/setbox/access.e2e-spec.ts',
    tables: ['setboxes', 'setbox_grants'],
    links: ['src/app/pipeline/coded-refusals.ts', 'src/app/pipeline/refusal-bodies.ts'],
  },
  { path: 'test/e2e/app/paths.e2e-spec.ts' },
  { path: 'test/e2e/app/trusted-proxies.e2e-spec.ts' },
  { path: 'test/e2e/app/key-change.e2e-spec.ts' },
  { path: 'test/e2e/app/writes-run-again.e2e-spec.ts' },
  { path: 'test/e2e/app/ownership.e2e-spec.ts' },
  { path: 'test/e2e/app/postgres-move', statements: ['src/app/move/move-database.ts'] },
  { path: 'test/e2e/downloads/activity.e2e-spec.ts' },
  { path: 'test/e2e/media-files/lost-rights.e2e-spec.ts' },
  { path: 'test/e2e/notifications/push-tokens.e2e-spec.ts', tables: ['push_tokens'] },
  { path: 'test/e2e/notifications/web-push-registration.e2e-spec.ts', tables: ['web_push_subscriptions'] },
  { path: 'test/e2e/notifications/push-preferences.e2e-spec.ts', tables: ['notification_prefs'] },
  { path: 'test/e2e/notifications/push-enrolment.e2e-spec.ts' },
  { path: 'test/e2e/notifications/push-messages.e2e-spec.ts' },
  { path: 'test/e2e/notifications/hub-messages.e2e-spec.ts' },
  { path: 'test/e2e/notifications/content-alerts.e2e-spec.ts', tables: ['content_alert_claims'] },
  {
    path: 'src/modules/notifications/outbox/',
    tables: ['notification_outbox', 'notification_destinations'],
    statements: ['src/modules/notifications/outbox/outbox.repository.ts'],
  },
  {
    path: 'src/modules/notifications/observation/',
    tables: ['notification_observations', 'notification_baselines'],
  },
  { path: 'test/kill/outbox-' },
  { path: 'src/modules/requests/lifecycle/', tables: ['request_events'] },
  {
    path: 'test/e2e/realtime/handshake.e2e-spec.ts',
    links: [
      'src/app/websocket/handshake-rules.ts',
      'src/app/websocket/session-sockets.ts',
      'src/modules/auth/own-origin/own-origin.service.ts',
    ],
  },
  {
    path: 'test/e2e/administration/external-address.e2e-spec.ts',
    links: [
      'src/modules/administration/setup/external-address.service.ts',
      'src/modules/settings/external-address.repository.ts',
      'src/modules/settings/settings.module.ts',
      'src/modules/settings/settings.public.ts',
    ],
  },
  { path: 'test/e2e/discovery/pictures.e2e-spec.ts' },
  {
    path: 'test/e2e/discovery/music-contact.e2e-spec.ts',
    links: ['src/modules/settings/outbound/provider-contact.service.ts'],
  },

  // ---- instances ----
  { path: 'test/e2e/instances/registry.e2e-spec.ts', tables: ['service_instances'] },
  {
    path: 'test/e2e/instances/access.e2e-spec.ts',
    tables: ['user_instance_grants', 'user_default_instances'],
    statements: ['src/modules/instances/access/instance-access.service.ts'],
  },
  { path: 'test/e2e/instances/download-clients.e2e-spec.ts' },
  { path: 'test/e2e/instances/assignments.e2e-spec.ts' },
  { path: 'test/e2e/instances/hub-instances.e2e-spec.ts' },
  { path: 'test/e2e/instances/media-server-connections.e2e-spec.ts' },
  {
    path: 'src/modules/media-accounts/accounts/',
    tables: ['media_library_policies', 'media_account_suppressions'],
  },
  { path: 'src/modules/media-accounts/hub-events/', tables: ['hub_events'] },
  { path: 'test/e2e/media-accounts/account-creation.e2e-spec.ts' },
  {
    path: 'test/e2e/media-accounts/account-import.e2e-spec.ts',
    links: [
      'src/modules/auth/connect-links/person-admission.service.ts',
      'src/modules/media-accounts/http/account-import.controller.ts',
      'src/modules/media-accounts/import/account-import.service.ts',
      'src/modules/media-accounts/media-accounts.ports.ts',
    ],
  },
  { path: 'test/e2e/media-accounts/hub-account-links.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/hub-invites.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/unsettled-invites.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/moved-servers.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/gone-accounts.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/self-link.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/kids-limits.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/secrets.e2e-spec.ts' },
  { path: 'src/modules/media-accounts/creation/', tables: ['media_account_intents'] },
  { path: 'test/e2e/media-accounts/app-choices.e2e-spec.ts', tables: ['user_media_apps'] },
  { path: 'test/e2e/media-accounts/linked-accounts.e2e-spec.ts', tables: ['user_media_server_accounts'] },
  { path: 'test/e2e/media-accounts/own-servers.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/access-sync.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/media-access.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/watch.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/watch-kids.e2e-spec.ts' },
  { path: 'test/e2e/media-accounts/listen.e2e-spec.ts' },
  {
    path: 'test/e2e/instances/webhook-first-light.e2e-spec.ts',
    links: ['src/modules/instances/webhook/callback-address.service.ts'],
  },
  { path: 'test/e2e/instances/webhook-rotation.e2e-spec.ts' },
  {
    path: 'test/e2e/proxy/answers.e2e-spec.ts',
    links: ['src/modules/proxy/answers/instance-proxy.service.ts'],
  },
  {
    path: 'test/e2e/bookcatalog/token-connection.e2e-spec.ts',
    tables: ['bookcatalog_connections', 'bookcatalog_links'],
  },

  {
    path: 'src/modules/quotas/allowances/',
    tables: ['request_quota_charges', 'request_quota_defaults', 'request_quota_resets', 'user_request_quotas'],
  },

  // ---- requests ----
  {
    path: 'test/e2e/requests/create-request.e2e-spec.ts',
    tables: ['request_log', 'request_dispatch'],
    statements: ['src/modules/requests/saved/requests.repository.ts'],
  },
  { path: 'test/e2e/requests/duplicates.e2e-spec.ts' },
  { path: 'test/e2e/requests/approval.e2e-spec.ts' },
  {
    path: 'test/e2e/requests/admin-queue.e2e-spec.ts',
    statements: ['src/modules/requests/status/request-queues.service.ts'],
  },
  { path: 'test/e2e/requests/own-requests.e2e-spec.ts' },
  { path: 'test/e2e/requests/request-pages.e2e-spec.ts' },
  { path: 'test/e2e/requests/catalog-statuses.e2e-spec.ts' },
  { path: 'test/e2e/requests/timeline.e2e-spec.ts' },
  {
    path: 'test/e2e/requests/awaited-titles.e2e-spec.ts',
    statements: ['src/modules/requests/status/request-facts.service.ts'],
  },
  {
    path: 'test/e2e/requests/request-history.e2e-spec.ts',
    statements: ['src/modules/requests/status/request-history.repository.ts'],
  },
  { path: 'test/e2e/requests/request-settings.e2e-spec.ts', tables: ['user_request_settings'] },
  { path: 'test/e2e/requests/film-delivery.e2e-spec.ts', tables: ['request_dispatch_locks'] },
  {
    path: 'test/e2e/requests/delivery-retries.e2e-spec.ts',
    statements: ['src/modules/requests/jobs/dispatches.repository.ts'],
  },
  {
    path: 'test/e2e/requests/series-delivery-held-back.e2e-spec.ts',
    tables: ['request_season_searches'],
    statements: ['src/modules/requests/series/match-change.service.ts'],
  },
  {
    path: 'test/e2e/requests/tv-matches',
    tables: ['tmdb_tvdb_cache', 'tv_match_overrides'],
    statements: ['src/modules/requests/series/match-repair.service.ts'],
  },
  { path: 'test/e2e/requests/forgotten' },
  { path: 'test/e2e/requests/book-sharing.e2e-spec.ts' },
  {
    path: 'test/e2e/requests/book-leaving.e2e-spec.ts',
    statements: ['src/modules/requests/jobs/library-jobs.repository.ts'],
  },
  { path: 'test/e2e/requests/book-storm.e2e-spec.ts' },
  { path: 'src/modules/requests/changes/', tables: ['request_changes'] },
  { path: 'src/modules/requests/saved/subscribers', tables: ['book_request_waiters'] },
  { path: 'test/e2e/requests/allowances.e2e-spec.ts', tables: ['request_quota_items'] },
  { path: 'test/e2e/requests/series-allowances.e2e-spec.ts' },
  { path: 'test/e2e/compat/request-lists.e2e-spec.ts' },
  { path: 'test/e2e/compat/ledger-history.e2e-spec.ts' },
];

/** What `npm run test:all` tries there: all that stands on the database or on HTTP. */
export const EVERYTHING = [
  'test/e2e/',
  'test/browser/web-app-main-job.e2e-spec.ts',
  'test/architecture/schema.spec.ts',
  'test/kill/outbox-',
  'src/core/database/',
  'src/modules/media-accounts/accounts/',
  'src/modules/media-accounts/creation/',
  'src/modules/media-accounts/hub-events/',
  'src/modules/notifications/',
  'src/modules/quotas/allowances/',
  'src/modules/requests/changes/',
  'src/modules/requests/lifecycle/',
  'src/modules/requests/saved/',
];
