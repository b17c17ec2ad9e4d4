import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import type { Database, ReadTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SessionIssuerService } from '../sessions/session-issuer.service.js';
import type { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { ConnectTokenService } from './connect-token.service.js';
import { LinkRedemptionService } from './link-redemption.service.js';

describe('what changes between the first look at a link and the turn of its redemption', () => {
  let people: PeopleDatabase;
  let redemption: LinkRedemptionService;
  let token: Secret;
  let ruth: { userId: number; deviceId: string };
  let ana: number;
  let meanwhile: () => Promise<unknown>;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { accounts, clock, connectTokens, devices, oidcIdentities, policies, refreshTokens, sessions } = people;
    const random = new SystemRandom();
    const issuer = new SessionIssuerService(devices, sessions, policies, oidcIdentities, refreshTokens, clock, random);
    const noSsoOnly = { holds: () => Promise.resolve(false) } as Partial<SsoOnlyService> as SsoOnlyService;
    meanwhile = () => Promise.resolve();
    const database = {
      write: people.database.write.bind(people.database),
      read: async <T>(query: (tx: ReadTx) => Promise<T>): Promise<T> => {
        const seen = await people.read(query);
        await meanwhile();
        return seen;
      },
    } as Database;
    const tokens = new ConnectTokenService(connectTokens, accounts, clock, random);
    redemption = new LinkRedemptionService(database, tokens, issuer, noSsoOnly);
    const userId = await people.person('ruth', 'admin');
    ana = await people.person('ana');
    const deviceId = await people.write((tx) => devices.bind(tx, userId, { name: '', hardwareId: '' }));
    ruth = { userId, deviceId };
    ({ token } = await people.write((tx) => tokens.issue(tx, ana, ruth)));
  });

  afterEach(() => people.close());

  const redeem = (): Promise<unknown> => redemption.redeem(token, { name: 'Phone', hardwareId: '' });

  it('nothing: the account is signed in', async () => {
    expect(await redeem()).toMatchObject({ account: { username: 'ana' } });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the issuer is demoted', () => people.write((tx) => people.accounts.setRole(tx, ruth.userId, 'user'))],
    ['the issuer loses the role past all services', () => people.change('ruth', { role: 'user' })],
    ['the issuer is deleted', () => people.write((tx) => people.accounts.remove(tx, ruth.userId))],
    ['the issuing device is revoked', () => people.write((tx) => people.devices.revoke(tx, ruth.deviceId))],
    ['the account has a new password', () => people.write((tx) => people.accounts.setPassword(tx, ana, 'hash'))],
    ['the account is deleted', () => people.write((tx) => people.accounts.remove(tx, ana))],
  ])('security 32: %s: nobody is signed in', async (_, change) => {
    meanwhile = change;
    expect(await errorOf(redeem())).toMatchObject({ status: 400, safeText: 'connect token not found' });
    const listed = await people.read((tx) => people.devices.listUnrevoked(tx));
    expect(listed.filter(({ userId }) => userId === ana)).toEqual([]);
  });
});
