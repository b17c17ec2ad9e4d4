import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Asks what time of day it is: `clock.now()`, `new SystemClock().now()`, or hands the method on. */
const ASKS = /clock(\(\))?\.now\b/i;

const NAMES_A_FILE = 'it is in the name of a file';
const STORED = 'it is stored: when something happened';
const UNTIL = 'it is stored, and outlives the process: until when something is good';
const DAY = 'a day of the calendar is meant';
const AIRED = 'it is held against moments of airing';

/** Who may ask for the time of day, which may be set back or forth at any moment, and why. */
const ASKING: Readonly<Record<string, string>> = {
  'modules/library/arrivals/title-arrivals.service.ts': AIRED,
  'modules/series-matching/matches/doubted-matches.service.ts': AIRED,
  'modules/library/cache/library-cache.ts': 'people are shown when a library could last be read',
  'modules/downloads/activity/activity-snapshot.service.ts':
    'people are shown when it was read, and clients say when something was added',
  'modules/requests/actions/submit.service.ts': 'people are shown from when they may ask again',
  'modules/requests/status/request-status.service.ts': 'stored times are held against it',
  'app/backups/nightly-backup.job.ts': 'backups are made at night, by the times of stored ones',
  'app/rotation/rotate-command.ts': NAMES_A_FILE,
  'app/start/encryption-canary.service.ts': NAMES_A_FILE,
  'clients/discord/discord-webhook.client.ts': 'a limit may end at a time of day',
  'clients/message-channels/message-channel.client.ts': 'a signature and a limit name a time of day',
  'modules/notifications/channels/channels.service.ts': STORED,
  'modules/notifications/observation/destination-change.service.ts': STORED,
  'clients/web-push/web-push.client.ts': 'a limit may end at a time of day',
  'modules/notifications/chat/chat-settings.service.ts': STORED,
  'modules/notifications/follows/follows.service.ts': STORED,
  'modules/notifications/stuck/stuck-requests.job.ts': STORED,
  'clients/http/http-transport.ts': 'a system says until when it wants to be left alone as a time of day',
  'core/backups/backup-maker.ts': NAMES_A_FILE,
  'core/backups/backup-restorer.ts': NAMES_A_FILE,
  'core/jobs/job-report.ts': 'people are shown when a job has run and when it runs next',
  'core/jobs/job-runner.ts': 'the figures show when a job has ended',
  'core/logging/log.ts': 'a log line shows it',
  'core/work/leased-rows.ts': UNTIL,
  'modules/auth/hub/hub-identities.service.ts': 'created_at of an identity',
  'modules/auth/hub/hub-admission.service.ts': 'created_at of an identity',
  'modules/auth/attempts/attempts.service.ts': 'expires_at, as clients are shown it',
  'modules/auth/accounts/accounts.service.ts': UNTIL,
  'modules/auth/connect-links/connect-token.service.ts': UNTIL,
  'modules/auth/connect-links/invitations.service.ts': UNTIL,
  'clients/oidc/code-grant.ts': UNTIL,
  'modules/auth/oidc/oidc-admission.service.ts': UNTIL,
  'modules/auth/passkeys/passkeys.service.ts': UNTIL,
  'modules/auth/passwords/password-change.service.ts': UNTIL,
  'modules/auth/sessions/refresh-tokens.service.ts': UNTIL,
  'modules/auth/sessions/session-issuer.service.ts': UNTIL,
  'modules/auth/sessions/access-token.service.ts': UNTIL,
  'modules/auth/sessions/token-purge.job.ts': UNTIL,
  'modules/auth/web-session/browser-cookies.service.ts':
    'it is in a cookie, which outlives the process: until when something is good',
  'modules/bookcatalog/catalog/book-catalog.service.ts': DAY,
  'modules/bookcatalog/credentials/catalog-token.service.ts': UNTIL,
  'modules/bookcatalog/sign-in/device-sign-in.service.ts': 'people are shown until when they may sign in',
  'modules/bookcatalog/storage/catalog-connections.repository.ts': STORED,
  'modules/compat/http/settings.controller.ts': 'an answer shows when something runs next',
  'modules/compat/key/compat-key.service.ts': STORED,
  'modules/compat/requests/tracker-requests.service.ts': AIRED,
  'modules/discovery/music/music-lists.service.ts': DAY,
  'modules/discovery/titles/title-lists.service.ts': DAY,
  'modules/instances/registry/instances.repository.ts': STORED,
  'modules/library/series/series-library.service.ts': AIRED,
  'modules/library/series/series-cache.service.ts': AIRED,
  'modules/media-accounts/access/access-attempt.service.ts': UNTIL,
  'modules/media-accounts/access/access-sync.job.ts': UNTIL,
  'modules/media-accounts/accounts/account-intents.repository.ts': STORED,
  'modules/media-accounts/accounts/media-accounts.repository.ts': STORED,
  'modules/media-accounts/creation/intent-claims.service.ts': UNTIL,
  'modules/media-accounts/creation/intent-settling.job.ts': UNTIL,
  'modules/media-accounts/linking/account-import.service.ts': UNTIL,
  'modules/media-accounts/linking/account-linking.service.ts': UNTIL,
  'modules/media-files/tickets/file-tickets.service.ts': 'expires_at, as clients are shown it',
  'modules/notifications/content/content-alerts.service.ts': STORED,
  'modules/notifications/content/content-catch-up.job.ts': UNTIL,
  'modules/notifications/devices/push-devices.service.ts': UNTIL,
  'modules/notifications/push/push-tokens.repository.ts': STORED,
  'modules/notifications/web-push/web-push-destination.service.ts': UNTIL,
  'modules/notifications/web-push/web-push-subscriptions.repository.ts': STORED,
  'modules/setbox/opening/box-opening.service.ts': STORED,
  'modules/setbox/opening/open-confirmations.service.ts': 'confirmation_expires_at, as clients are shown it',
  'modules/setbox/pairing/pairings.service.ts': 'expires_at, as clients are shown it, and when a box was paired',
  'modules/metadata/lists/list-feeds.service.ts': DAY,
  'modules/metadata/ratings/rating-lists.service.ts': UNTIL,
  'modules/notifications/events/message-intake.service.ts': STORED,
  'modules/notifications/outbox/destination-sending.service.ts': UNTIL,
  'modules/notifications/outbox/outbox-worker.job.ts': UNTIL,
  'modules/notifications/observation/availability-receipts.service.ts': STORED,
  'modules/quotas/allowances/allowances.service.ts': UNTIL,
  'modules/requests/books/awaited-authors.service.ts': UNTIL,
  'modules/requests/books/book-delivery.service.ts': UNTIL,
  'modules/requests/books/book-changes.service.ts': STORED,
  'modules/requests/books/book-requests.service.ts': DAY,
  'modules/requests/changes/compat-decisions.service.ts': STORED,
  'modules/requests/request-lifecycles.service.ts': STORED,
  'modules/requests/actions/request-decision.service.ts': STORED,
  'modules/requests/actions/delivery-actions.service.ts': UNTIL,
  'modules/requests/delivery/delivery-gate.service.ts': STORED,
  'modules/requests/delivery/delivery-worker.job.ts': UNTIL,
  'modules/requests/series/series-matches.service.ts': UNTIL,
  'modules/requests/delivery/library-deliveries.service.ts': UNTIL,
  'modules/requests/series/season-episodes.service.ts': AIRED,
  'modules/requests/series/series-delivery.service.ts': AIRED,
  'modules/requests/albums/album-requests.service.ts': DAY,
  'modules/library/albums/album-lists.service.ts': DAY,
  'modules/library/books/book-lists.service.ts': DAY,
  'modules/requests/kinds/whole-titles.service.ts': UNTIL,
  'modules/requests/series/series-submission.service.ts': UNTIL,
  'modules/series-matching/corrections/tv-match-corrections.service.ts': UNTIL,
  'modules/series-matching/matches/tv-match-resolver.service.ts': UNTIL,
  'modules/series-matching/matches/tv-matches.service.ts': UNTIL,
  'modules/users/accounts/accounts.repository.ts': STORED,
  'modules/users/devices/devices.repository.ts': STORED,
  'modules/users/passkeys/passkeys.repository.ts': STORED,
};

const asking = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .filter((path) => ASKS.test(readFileSync(join(SRC, path), 'utf8')))
  .map((path) => path.replaceAll('\\', '/'));

describe('the time of day is asked for what is stored, shown or a day, and for nothing that lasts within the process', () => {
  it('a file that asks for it is listed here with a reason: what is measured takes clock.monotonic()', () => {
    expect(asking.filter((path) => !(path in ASKING))).toEqual([]);
  });

  it('nothing is listed that asks no more', () => {
    expect(Object.keys(ASKING).filter((path) => !asking.includes(path))).toEqual([]);
  });
});
