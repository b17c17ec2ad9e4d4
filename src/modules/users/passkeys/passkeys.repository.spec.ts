import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';

const HOST = 'media.example';

describe('the rows of passkeys', () => {
  let people: PeopleDatabase;
  let ana: number;
  let device: string;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    ana = await people.person('ana');
    device = await people.write((tx) => people.devices.bind(tx, ana, { name: '', hardwareId: '' }));
  });

  afterEach(() => people.close());

  const keep = (id: string, userId = ana, rpId = HOST, signCount = 1) =>
    people.write((tx) =>
      people.passkeys.add(tx, {
        id,
        userId,
        publicKey: 'AA',
        attestationType: 'none',
        aaguid: '00000000-0000-0000-0000-000000000000',
        signCount,
        backupEligible: true,
        backupState: false,
        rpId,
        name: 'Passkey',
      }),
    );
  const find = (id: string) => people.read((tx) => people.passkeys.find(tx, id));
  const use = (id: string, signCount: number) =>
    people.write((tx) => people.passkeys.noteUse(tx, id, { signCount, backupEligible: true, backupState: true }));

  const handOut = (tokenHash: string) =>
    people.write((tx) =>
      people.passkeys.replaceSetupToken(tx, { tokenHash, userId: ana, deviceId: device, createdAt: 0, expiresAt: 1 }),
    );
  const token = (hash: string) => people.read((tx) => people.passkeys.findSetupToken(tx, hash));

  it('doc3 §1.8: are listed by account and host, the newest first', async () => {
    await keep('aa');
    await people.clock.leap(1);
    await keep('bb');
    await keep('cc', ana, 'other.example');
    await keep('dd', await people.person('ben'));
    const listed = await people.read((tx) => people.passkeys.ofUser(tx, ana, HOST));
    expect(listed.map(({ id }) => id)).toEqual(['bb', 'aa']);
    expect(await people.read((tx) => people.passkeys.count(tx, ana))).toBe(3);
  });

  it('issue 19 §2: an id that is in use is nobody else’s', async () => {
    await keep('aa');
    expect(await errorOf(keep('aa', await people.person('ben')))).toBeInstanceOf(UniqueViolation);
  });

  it.each([
    [1, 2, true],
    [1, 4_294_967_295, true],
    [0, 0, true],
    [0, 5, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('issue 19 §2: after %s, the counter %s is noted: %s', async (before, signCount, noted) => {
    await keep('aa', ana, HOST, before);
    await people.clock.leap(1_000);
    expect(await use('aa', signCount)).toBe(noted);
    expect(await find('aa')).toMatchObject(
      noted
        ? { signCount, backupState: true, lastUsedAt: people.clock.now() }
        : { signCount: before, backupState: false, lastUsedAt: null },
    );
  });

  it('issue 19 §2: of many uses with one counter exactly one is noted', async () => {
    await keep('aa');
    const noted = await Promise.all(Array.from({ length: 8 }, () => use('aa', 2)));
    expect(noted.filter(Boolean)).toHaveLength(1);
  });

  it('are deleted by their owner alone, and fall with the account, as setup tokens do', async () => {
    await keep('aa');
    await handOut('t1');
    const ben = await people.person('ben');
    expect(await people.write((tx) => people.passkeys.remove(tx, ben, 'aa'))).toBe(false);
    await people.write((tx) => people.accounts.remove(tx, ana));
    expect([await find('aa'), await token('t1')]).toEqual([null, null]);
  });

  it('doc3 §5.2: fall, with setup tokens, when passkeys are switched off, and with nothing else that is switched', async () => {
    await keep('aa');
    await handOut('t1');
    const set = (methods: object) => people.write((tx) => people.accounts.setSignInMethods(tx, ana, methods));
    await set({ passwordEnabled: false });
    await set({ passkeyEnabled: true });
    expect([await find('aa'), await token('t1')]).not.toContain(null);
    await set({ passkeyEnabled: false });
    expect([await find('aa'), await token('t1')]).toEqual([null, null]);
  });

  it.each([
    ['a new password of the account', () => people.write((tx) => people.accounts.setPassword(tx, ana, 'hash'))],
    ['the end of the device', () => people.write((tx) => people.devices.revoke(tx, device))],
    ['signing out', () => people.write((tx) => people.devices.signOut(tx, device))],
    ['another one for the device', () => handOut('t2')],
  ])('doc3 §1.6, security 32: %s ends a setup token, and no passkey', async (_, end) => {
    await keep('aa');
    await handOut('t1');
    await end();
    expect(await token('t1')).toBeNull();
    expect(await find('aa')).not.toBeNull();
  });

  it('a setup token is used once', async () => {
    await handOut('t1');
    const used = await Promise.all([1, 2, 3].map(() => people.write((tx) => people.passkeys.useSetupToken(tx, 't1'))));
    expect(used.sort()).toEqual([false, false, true]);
  });
});
