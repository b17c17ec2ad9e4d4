import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { whileLocked } from '../../../../test/harness/held-lock.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemRandom } from '../../../core/time/random.js';
import { RefreshChainService } from './refresh-chain.service.js';
import { SessionIssuerService, type IssuedSession } from './session-issuer.service.js';
import { SessionRefreshService } from './session-refresh.service.js';

const UNAVAILABLE = { status: 503, safeText: 'temporarily unavailable, retry shortly' };

describe('a refresh while another process holds the lock', () => {
  let people: PeopleDatabase;
  let refreshing: SessionRefreshService;
  let session: IssuedSession;

  beforeEach(async () => {
    people = await PeopleDatabase.open({ busyTimeoutMs: 20 });
    const random = new SystemRandom();
    const issuer = new SessionIssuerService(
      people.devices,
      people.sessions,
      people.policies,
      people.oidcIdentities,
      people.clock,
      random,
    );
    const chain = new RefreshChainService(people.sessions, people.clock, new SecretBox(random.bytes(32), random));
    const { database, accounts, devices } = people;
    refreshing = new SessionRefreshService(database, accounts, devices, chain, issuer, new EventBus(silentLog));
    session = await people.write(async (tx) => {
      const account = await accounts.create(tx, { username: 'ana', role: 'user' });
      return issuer.open(tx, account, { name: 'Phone', hardwareId: '' });
    });
  });

  afterEach(() => people.close());

  const refresh = (): Promise<IssuedSession> => refreshing.refresh(session.refreshToken.reveal());

  it('doc3 §0: is 503 when the lock is not given up, and the token is as good as before', async () => {
    expect(await whileLocked(people.file, () => errorOf(refresh()))).toMatchObject(UNAVAILABLE);
    expect((await refresh()).deviceId).toBe(session.deviceId);
  });

  it('doc3 §0: a replay that can’t be settled is 503 too, and revokes when it can', async () => {
    const next = await refresh();
    await refreshing.refresh(next.refreshToken.reveal());

    expect(await whileLocked(people.file, () => errorOf(refresh()))).toMatchObject(UNAVAILABLE);
    expect(await people.read((tx) => people.devices.listUnrevoked(tx))).toHaveLength(1);
    expect(await errorOf(refresh())).toMatchObject({ status: 401, safeText: 'device has been revoked' });
    expect(await people.read((tx) => people.devices.listUnrevoked(tx))).toEqual([]);
  });

  it('a token that is refused on sight doesn’t wait for the lock', async () => {
    const unknown = 'A'.repeat(43);
    expect(await whileLocked(people.file, () => errorOf(refreshing.refresh(unknown)))).toMatchObject({ status: 401 });
  });
});
