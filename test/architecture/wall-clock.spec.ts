import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Asks what time of day it is: `clock.now()`, `new SystemClock().now()`, or hands the method on. */
const ASKS = /clock(\(\))?\.now\b/i;

const NAMES_A_FILE = 'it stands in the name of a file';
const STORED = 'it is stored: when something happened';
const UNTIL = 'it is stored, and outlives the process: until when something is good';
const DAY = 'a day of the calendar is meant';
const AIRED = 'it is held against moments of airing';

/** Who may ask for the time of day, which may be set back or forth at any moment, and why. */
const ASKING: Readonly<Record<string, string>> = {
  'app/backups/nightly-backup.ts': 'backups are made at night, by the times of stored ones',
  'app/rotation/rotate-command.ts': NAMES_A_FILE,
  'app/start/settled-key.ts': NAMES_A_FILE,
  'clients/http/http-transport.ts': 'a system says until when it wants to be left alone as a time of day',
  'core/backups/backup-maker.ts': NAMES_A_FILE,
  'core/backups/backup-restorer.ts': NAMES_A_FILE,
  'core/jobs/job-runner.ts': 'the figures show when a job has ended',
  'core/logging/log.ts': 'a log line shows it',
  'modules/auth/accounts/account-list.ts': UNTIL,
  'modules/auth/connect-links/connect-token-mint.ts': UNTIL,
  'modules/auth/connect-links/pending-links.ts': UNTIL,
  'modules/auth/connect-links/redemption.ts': UNTIL,
  'modules/auth/passwords/link-right.ts': UNTIL,
  'modules/auth/sessions/refresh-chain.ts': UNTIL,
  'modules/auth/sessions/session-issuer.ts': UNTIL,
  'modules/auth/sessions/session-judge.ts': UNTIL,
  'modules/auth/sessions/token-purge.ts': UNTIL,
  'modules/bookcatalog/catalog/book-catalog.ts': DAY,
  'modules/bookcatalog/credentials/credential-keeper.ts': UNTIL,
  'modules/bookcatalog/sign-in/device-sign-in.ts': 'people are shown until when they may sign in',
  'modules/bookcatalog/sign-in/flow-progress.ts': UNTIL,
  'modules/bookcatalog/storage/connection-rows.ts': STORED,
  'modules/compat/http/settings.controller.ts': 'an answer shows when something runs next',
  'modules/compat/key/key-desk.ts': STORED,
  'modules/compat/titles/live-series.ts': AIRED,
  'modules/discovery/browse/title-browse.ts': DAY,
  'modules/discovery/music/music-feeds.ts': DAY,
  'modules/instances/registry/instance-rows.ts': STORED,
  'modules/library/series/series-library.ts': AIRED,
  'modules/library/series/series-observations.ts': AIRED,
  'modules/metadata/lists/list-feeds.ts': DAY,
  'modules/metadata/ratings/rating-lists.ts': UNTIL,
  'modules/quotas/allowances/allowance-desk.ts': UNTIL,
  'modules/requests/decisions/decide-request.ts': STORED,
  'modules/requests/decisions/forget-requests.ts': STORED,
  'modules/requests/decisions/manage-delivery.ts': UNTIL,
  'modules/requests/decisions/repair-tv-match.ts': UNTIL,
  'modules/requests/delivery/absent-seasons.ts': STORED,
  'modules/requests/delivery/delivery-gate.ts': STORED,
  'modules/requests/delivery/delivery-record.ts': UNTIL,
  'modules/requests/delivery/delivery-worker.ts': UNTIL,
  'modules/requests/delivery/hold-back-mismatched.ts': UNTIL,
  'modules/requests/delivery/job-leases.ts': UNTIL,
  'modules/requests/delivery/library-deliveries.ts': UNTIL,
  'modules/requests/delivery/library-holds.ts': UNTIL,
  'modules/requests/delivery/season-searches.ts': STORED,
  'modules/requests/delivery/series-delivery.ts': AIRED,
  'modules/requests/intake/preview-film-request.ts': UNTIL,
  'modules/requests/intake/preview-series-request.ts': UNTIL,
  'modules/requests/intake/submit-film-request.ts': UNTIL,
  'modules/requests/intake/submit-series-request.ts': UNTIL,
  'modules/series-matching/corrections/change-tv-match.ts': UNTIL,
  'modules/series-matching/matches/tv-match-bridge.ts': UNTIL,
  'modules/series-matching/matches/tv-matches.ts': UNTIL,
  'modules/users/accounts/accounts.ts': STORED,
  'modules/users/devices/devices.ts': STORED,
};

const asking = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .filter((path) => ASKS.test(readFileSync(join(SRC, path), 'utf8')))
  .map((path) => path.replaceAll('\\', '/'));

describe('the time of day is asked for what is stored, shown or a day, and for nothing that lasts within the process', () => {
  it('whoever asks for it is listed here with a reason: what is measured takes clock.monotonic()', () => {
    expect(asking.filter((path) => !(path in ASKING))).toEqual([]);
  });

  it('nothing is listed that asks no more', () => {
    expect(Object.keys(ASKING).filter((path) => !asking.includes(path))).toEqual([]);
  });
});
