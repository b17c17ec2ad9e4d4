import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SystemRandom } from '../../../core/time/random.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SessionIssuerService } from '../sessions/session-issuer.service.js';
import type { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { PasswordSignInService } from './password-sign-in.service.js';

/** Lets something happen while a password is compared. */
class SlowPasswords extends PasswordsService {
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  override async matches(password: Secret, hashed: string | null): Promise<boolean> {
    await this.meanwhile();
    return super.matches(password, hashed);
  }
}

describe('what changes while a password is compared', () => {
  const password = Secret.of('a good password');
  let people: PeopleDatabase;
  let passwords: SlowPasswords;
  let signIn: PasswordSignInService;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    passwords = new SlowPasswords();
    const issuer = new SessionIssuerService(
      people.devices,
      people.sessions,
      people.policies,
      people.oidcIdentities,
      people.refreshTokens,
      people.clock,
      new SystemRandom(),
    );
    signIn = new PasswordSignInService(people.database, people.accounts, passwords, issuer, {
      allowsLocal: () => Promise.resolve(true),
    } as Partial<SsoOnlyService> as SsoOnlyService);
    const passwordHash = await passwords.hash(password);
    await people.write((tx) => people.accounts.create(tx, { username: 'ruth', role: 'admin', passwordHash }));
  });

  afterEach(() => people.close());

  const attempt = (): Promise<unknown> =>
    signIn.signIn({ username: 'ruth', password, device: { name: '', hardwareId: '' } });
  const refusedWhen = async (change: () => Promise<unknown>): Promise<void> => {
    passwords.meanwhile = change;
    expect(await errorOf(attempt())).toMatchObject({ status: 401, safeText: 'invalid credentials' });
    expect(await people.read((tx) => people.devices.listUnrevoked(tx))).toEqual([]);
  };

  it('nothing: the account is signed in', async () => {
    expect(await attempt()).toMatchObject({ account: { username: 'ruth' } });
  });

  it('the password: the old one is refused', async () => {
    const passwordHash = await passwords.hash(Secret.of('another password'));
    await refusedWhen(() => people.change('ruth', { passwordHash }));
  });

  it('the right to use one: it is refused', () =>
    refusedWhen(() => people.change('ruth', { role: 'user', passwordEnabled: false })));

  it('the account is gone: it is refused', () =>
    refusedWhen(() => people.write((tx) => people.accounts.remove(tx, 1))));
});
