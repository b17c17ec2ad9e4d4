import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SessionIssuerService } from '../sessions/session-issuer.service.js';
import { isWithinLinkRight, PasswordChangeService, type PasswordOwner } from './password-change.service.js';
import { PasswordsService } from './passwords.service.js';

const MINUTE = 60_000;

/** Lets something happen while a password is hashed. */
class SlowPasswords extends PasswordsService {
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  override async hash(password: Secret): Promise<string> {
    await this.meanwhile();
    return super.hash(password);
  }
}

describe('what happens while a password is hashed that a link allows to set', () => {
  let people: PeopleDatabase;
  let passwords: SlowPasswords;
  let change: PasswordChangeService;
  let ana: PasswordOwner;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { accounts, clock, database, devices, policies, sessions } = people;
    passwords = new SlowPasswords();
    change = new PasswordChangeService(
      database,
      accounts,
      devices,
      passwords,
      sessions,
      clock,
      new EventBus(silentLog),
    );
    const issuer = new SessionIssuerService(
      devices,
      sessions,
      policies,
      people.oidcIdentities,
      people.refreshTokens,
      clock,
      new SystemRandom(),
    );
    ana = await people.write(async (tx) => {
      const account = await accounts.create(tx, { username: 'ana', role: 'admin', passwordHash: 'forgotten' });
      const session = await issuer.open(tx, account, { name: 'Phone', hardwareId: '' }, clock.now());
      return { userId: account.id, deviceId: session.deviceId, session: session.accessToken };
    });
  });

  afterEach(() => people.close());

  const set = (): Promise<void> => change.change(ana, { next: Secret.of('a good password'), current: Secret.of('') });
  const stored = async (): Promise<string | null> =>
    (await people.read((tx) => people.accounts.requireWithPassword(tx, ana.userId))).passwordHash;

  it('nothing: it is set', async () => {
    await set();
    expect(await stored()).toMatch(/^\$argon2id\$/);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['the 15 minutes end', () => people.clock.leap(15 * MINUTE + 1), 403],
    ['the right is used', () => people.write((tx) => people.sessions.forgetLinks(tx, ana.userId)), 403],
    ['the account has another password', () => people.change('ana', { passwordHash: 'other' }), 403],
    ['the device is revoked', () => people.write((tx) => people.devices.revoke(tx, ana.deviceId)), 401],
  ])('doc3 Decisions: %s: it is refused', async (_, happens, status) => {
    const before = await stored();
    let after: string | null = before;
    passwords.meanwhile = async () => {
      await happens();
      after = await stored();
    };
    expect(await errorOf(set())).toMatchObject({ status });
    expect(await stored()).toBe(after);
  });
});

describe('doc3 Decisions: the right of a session that a link has opened', () => {
  const NOW = 1_800_000_000_000;

  it('holds for 15 minutes after the redemption', () => {
    expect(isWithinLinkRight(NOW, NOW)).toBe(true);
    expect(isWithinLinkRight(NOW - 15 * MINUTE, NOW)).toBe(true);
    expect(isWithinLinkRight(NOW - 15 * MINUTE - 1, NOW)).toBe(false);
  });

  it('survives a clock that is set right by a little, and is not drawn out by one that is set back by hours', () => {
    expect(isWithinLinkRight(NOW + MINUTE, NOW)).toBe(true);
    expect(isWithinLinkRight(NOW + 15 * MINUTE + 1, NOW)).toBe(false);
    expect(isWithinLinkRight(NOW + 120 * MINUTE, NOW)).toBe(false);
  });

  it('is nobody’s whose session began otherwise', () => {
    expect(isWithinLinkRight(null, NOW)).toBe(false);
  });
});
