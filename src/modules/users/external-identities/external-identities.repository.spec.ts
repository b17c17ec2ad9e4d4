import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { KnownIdentityRow } from '../tables/people.entity.js';

const ISSUER = 'https://id.example';

describe('doc3 §9.3: accounts elsewhere that sign in an account', () => {
  let people: PeopleDatabase;
  let ana: number;
  let ben: number;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    ana = await people.person('ana');
    ben = await people.person('ben');
  });

  afterEach(() => people.close());

  const oidc = (userId: number, subject: string, issuer = ISSUER) =>
    people.write((tx) => people.oidcIdentities.add(tx, { issuer, subject, userId, createdAt: 1 }));
  const hub = (userId: number, hubAccountId: string) =>
    people.write((tx) =>
      people.hubIdentities.add(tx, { hubAccountId, userId, email: '', username: 'm', createdAt: 1 }),
    );
  const find = (subject: string, issuer = ISSUER) =>
    people.read((tx) => people.oidcIdentities.find(tx, { issuer, subject }));

  it('issuer and subject are unique together, and compared character by character', async () => {
    await oidc(ana, 'Mara');
    await oidc(ben, 'mara');
    await oidc(ben, 'Mara', `${ISSUER}/`);
    expect([(await find('Mara'))?.userId, (await find('mara'))?.userId, await find('MARA')]).toEqual([ana, ben, null]);
    expect(await errorOf(oidc(ben, 'Mara'))).toBeInstanceOf(UniqueViolation);
  });

  it('an account has one account at the hub, and that signs in one account', async () => {
    await hub(ana, '3100451');
    expect(await errorOf(hub(ben, '3100451'))).toBeInstanceOf(UniqueViolation);
    expect(await errorOf(hub(ana, '3100452'))).toBeInstanceOf(UniqueViolation);
    expect(await people.read((tx) => people.hubIdentities.ofUser(tx, ana))).toMatchObject({ hubAccountId: '3100451' });
  });

  it('unlinking takes those of one issuer, or the one at the hub', async () => {
    await oidc(ana, 'one');
    await oidc(ana, 'two', 'https://other.example');
    await hub(ana, '3100451');
    const unlinked = await people.write(async (tx) => [
      await people.oidcIdentities.removeIssuer(tx, ana, ISSUER),
      await people.oidcIdentities.removeIssuer(tx, ana, ISSUER),
      await people.oidcIdentities.removeIssuer(tx, ben, 'https://other.example'),
      await people.hubIdentities.remove(tx, ana),
      await people.hubIdentities.remove(tx, ana),
    ]);
    expect(unlinked).toEqual([true, false, false, true, false]);
    expect((await people.read((tx) => people.oidcIdentities.ofUser(tx, ana))).map(({ subject }) => subject)).toEqual([
      'two',
    ]);
  });

  it('fall with their account', async () => {
    await oidc(ana, 'one');
    await hub(ana, '3100451');
    await people.write((tx) => people.accounts.remove(tx, ana));
    expect(await find('one')).toBeNull();
    expect(await people.read((tx) => people.hubIdentities.find(tx, '3100451'))).toBeNull();
  });

  it('issue 43 A1, security 37: are known once they were linked, also when they are unlinked or their account is deleted', async () => {
    const known = (issuer: string, subject: string) =>
      people.read((tx) => people.knownIdentities.isAnyKnown(tx, [{ issuer, subject }]));
    expect([await known(ISSUER, 'one'), await known('hub', '3100451')]).toEqual([false, false]);
    await oidc(ana, 'one');
    await oidc(ana, 'two', 'https://other.example');
    await hub(ana, '3100451');
    await people.write(async (tx) => {
      await people.oidcIdentities.removeIssuer(tx, ana, ISSUER);
      await people.hubIdentities.remove(tx, ana);
      await people.accounts.remove(tx, ana);
    });
    expect([
      await known(ISSUER, 'one'),
      await known('https://other.example', 'two'),
      await known('hub', '3100451'),
      await known(ISSUER, 'two'),
      await known('hub', 'one'),
      await known(ISSUER, 'ONE'),
    ]).toEqual([true, true, true, false, false, false]);
  });

  it('issue 43 A1: linking one again and again leaves one row', async () => {
    for (const subject of ['one', 'one', 'one']) {
      await oidc(ana, subject);
      await people.write((tx) => people.oidcIdentities.removeIssuer(tx, ana, ISSUER));
    }
    expect(await people.read((tx) => tx.count(KnownIdentityRow))).toBe(1);
  });

  it('issue 43 A1: one that fails to be linked is not known', async () => {
    await errorOf(
      people.write(async (tx) => {
        await people.oidcIdentities.add(tx, { issuer: ISSUER, subject: 'one', userId: ana, createdAt: 1 });
        throw new Error('undone');
      }),
    );
    expect(await people.read((tx) => tx.count(KnownIdentityRow))).toBe(0);
  });

  it('the longest issuer and subject fit, a longer subject is nobody’s', async () => {
    const issuer = `https://id.example/${'a'.repeat(2029)}`;
    await oidc(ana, 's'.repeat(255), issuer);
    expect(await find('s'.repeat(255), issuer)).toMatchObject({ userId: ana });
    expect(await find('s'.repeat(256), issuer)).toBeNull();
  });
});
