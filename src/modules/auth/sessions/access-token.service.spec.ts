import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import type { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { SystemRandom } from '../../../core/time/random.js';
import { AccessTokenService } from './access-token.service.js';
import { LastSeenService } from './last-seen.service.js';
import { SessionIssuerService, type IssuedSession } from './session-issuer.service.js';

describe('the judgement of access tokens', () => {
  let people: PeopleDatabase;
  let session: IssuedSession;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const issuer = new SessionIssuerService(
      people.devices,
      people.sessions,
      people.policies,
      people.oidcIdentities,
      people.refreshTokens,
      people.clock,
      new SystemRandom(),
    );
    session = await people.write(async (tx) => {
      const account = await people.accounts.create(tx, { username: 'ana', role: 'user' });
      return issuer.open(tx, account, { name: 'Phone', hardwareId: '' });
    });
  });

  afterEach(() => people.close());

  const judgeOver = (database: Database): AccessTokenService => {
    const jobs = new JobRunner(people.clock, silentLog);
    const lastSeen = new LastSeenService(database, people.devices, jobs, silentLog);
    return new AccessTokenService(database, people.sessions, lastSeen, people.clock);
  };

  it('a good one names its caller', async () => {
    expect(await judgeOver(people.database).judge(session.accessToken)).toEqual({
      userId: session.account.id,
      username: 'ana',
      role: 'user',
      deviceId: session.deviceId,
      kids: false,
    });
  });

  it('it is refused when its device is revoked, even if the token was left behind', async () => {
    await people.revokeAlone(session.deviceId);
    expect(await judgeOver(people.database).judge(session.accessToken)).toBeNull();
  });

  it.each([new Error('driver text'), new TypeError('a mistake of ours')])(
    'doc3 §0: any fault while judging is 503: %s',
    async (fault) => {
      const broken: Pick<Database, 'readOne'> = { readOne: () => Promise.reject(fault) };
      expect(await errorOf(judgeOver(broken as Database).judge(session.accessToken))).toMatchObject({
        status: 503,
        safeText: 'temporarily unavailable, retry shortly',
      });
    },
  );
});
