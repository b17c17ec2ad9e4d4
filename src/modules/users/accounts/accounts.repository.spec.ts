import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { maySignInByPasskey, maySignInByPassword } from '../account.js';
import { UserRow } from '../tables/people.entity.js';

describe('the rows of accounts', () => {
  let people: PeopleDatabase;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
  });

  afterEach(() => people.close());

  it('doc3 §1.7: an administrator starts with password and passkeys on, a regular account with both off', async () => {
    const [admin, member] = await people.write(async (tx) => [
      await people.accounts.create(tx, { username: 'ruth', role: 'admin', passwordHash: 'hash' }),
      await people.accounts.create(tx, { username: 'ana', role: 'user' }),
    ]);

    expect(admin).toEqual({
      id: 1,
      username: 'ruth',
      role: 'admin',
      hasPassword: true,
      passwordEnabled: true,
      passkeyEnabled: true,
      aiSharedEnabled: true,
      hubEmail: '',
      hubInvitedAt: null,
      createdAt: people.clock.now(),
    });
    expect(member).toMatchObject({
      hasPassword: false,
      passwordEnabled: false,
      passkeyEnabled: false,
      aiSharedEnabled: false,
    });
    expect(await people.read((tx) => people.accounts.byId(tx, 1))).toEqual(admin);
  });

  it('doc3 §1.7: whatever the flags say, an administrator may use password and passkeys', () => {
    const flags = { passwordEnabled: false, passkeyEnabled: false };
    expect(maySignInByPassword({ role: 'admin', ...flags })).toBe(true);
    expect(maySignInByPasskey({ role: 'admin', ...flags })).toBe(true);
    expect(maySignInByPassword({ role: 'user', ...flags })).toBe(false);
    expect(maySignInByPasskey({ role: 'user', ...flags })).toBe(false);
    expect(maySignInByPassword({ role: 'user', passwordEnabled: true })).toBe(true);
    expect(maySignInByPasskey({ role: 'user', passkeyEnabled: true })).toBe(true);
  });

  it('doc3 §9.3: a name can be taken once, and the second attempt leaves nothing', async () => {
    await people.person('ana');

    expect(await errorOf(people.person('ana'))).toBeInstanceOf(UniqueViolation);
    expect(await people.read((tx) => people.accounts.all(tx))).toHaveLength(1);
  });

  it('issue 43 A3: names that people take for one name are one, at sign-in and where an account is made', async () => {
    const id = await people.person('ada');
    for (const like of ['Ada', 'ADA', ' ada', 'ada\u200b', '\u0430da', '\u0430\u0501\u0430']) {
      expect(await errorOf(people.person(like))).toBeInstanceOf(UniqueViolation);
      const found = await people.read((tx) => people.accounts.bySignInName(tx, like));
      expect([like, found?.id]).toEqual([like, id]);
      expect(await people.read((tx) => people.accounts.likeNamed(tx, like))).toMatchObject({ id });
      expect(await people.read((tx) => people.accounts.byUsername(tx, like))).toBeNull();
    }
    // Drawn alike, in Lisu.
    expect(await people.read((tx) => people.accounts.likeNamed(tx, '\ua4ee\ua4d3\ua4ee'))).toMatchObject({ id });
    expect(await people.read((tx) => people.accounts.likeNamed(tx, 'ad\u00e1'))).toBeNull();
    expect(await people.read((tx) => people.accounts.bySignInName(tx, 'ad\u00e1'))).toBeNull();
  });

  it('issue 43 A1: the list says which accounts somebody’s own sign-in made, and nothing of those of before', async () => {
    await people.person('ada');
    await people.write((tx) => people.accounts.create(tx, { username: 'ben', role: 'user', madeBySignIn: true }));
    await people.person('before');
    await people.write((tx) => tx.update(UserRow, { username: 'before' }, { madeBySignIn: null }));
    const listed = await people.read((tx) => people.accounts.list(tx));
    expect(listed.map(({ account, madeBySignIn }) => [account.username, madeBySignIn])).toEqual([
      ['ada', false],
      ['ben', true],
      ['before', false],
    ]);
  });

  it('issue 43 A3: accounts of before with one key each sign in by their exact name, and no other name is either’s', async () => {
    const [older, younger] = [await people.person('ada'), await people.person('ben')];
    const alike = { username: 'Ada', nameKey: 'ada', nameTwin: younger };
    await people.write((tx) => tx.update(UserRow, { id: younger }, alike));
    const signsIn = async (name: string) => (await people.read((tx) => people.accounts.bySignInName(tx, name)))?.id;
    expect([await signsIn('ada'), await signsIn('Ada'), await signsIn('ADA')]).toEqual([older, younger, undefined]);
    const shared = async () =>
      (await people.read((tx) => people.accounts.list(tx))).map(({ isNameShared }) => isNameShared);
    expect(await shared()).toEqual([true, true]);
    await people.write((tx) => people.accounts.remove(tx, older));
    expect([await signsIn('ADA'), await shared()]).toEqual([younger, [false]]);
    expect(await people.read((tx) => people.accounts.likeNamed(tx, 'ada'))).toMatchObject({ id: younger });
  });

  it('doc3 decisions, Passwords: names are compared in NFC, so that one name is one account on any keyboard', async () => {
    const [typed, other] = ['an\u0061\u0301', 'an\u00e1'];
    const id = await people.person(typed);

    expect(await errorOf(people.person(other))).toBeInstanceOf(UniqueViolation);
    for (const name of [typed, other]) {
      const found = await people.read((tx) => people.accounts.byUsername(tx, name));
      expect(found).toMatchObject({ id, username: other });
      expect((await people.read((tx) => people.accounts.withPassword(tx, name)))?.account.id).toBe(id);
    }
  });

  it('accounts of before, whose names differ in their form alone, are each found by what was typed', async () => {
    const composed = await people.person('an\u00e1');
    const apart = await people.person('ben');
    const row = { username: 'ana\u0301', nameKey: 'an\u00e1', nameTwin: apart };
    await people.write((tx) => tx.update(UserRow, { id: apart }, row));

    const found = (name: string) => people.read((tx) => people.accounts.byUsername(tx, name));
    expect((await found('an\u00e1'))?.id).toBe(composed);
    expect((await found('ana\u0301'))?.id).toBe(apart);
    expect((await people.read((tx) => people.accounts.withPassword(tx, 'ana\u0301')))?.account.id).toBe(apart);
  });

  it('security 31: a name that is longer than any is looked for as it came', async () => {
    const marks = `a${'\u0316\u0301'.repeat(4_000)}`;
    expect(await people.read((tx) => people.accounts.byUsername(tx, marks))).toBeNull();
  });

  it('doc3 §0: the id of a deleted account is never given out again', async () => {
    const id = await people.person('ana');
    await people.write((tx) => people.accounts.remove(tx, id));

    expect(await people.person('ana')).toBe(id + 1);
  });

  it('accounts are found by id, several at once, and ids that nobody has are left out', async () => {
    const ana = await people.person('ana');
    const ben = await people.person('ben');

    const found = await people.read((tx) => people.accounts.byIds(tx, [ben, ana, 99]));
    expect([...found].map(([id, { username }]) => [id, username]).sort()).toEqual([
      [ana, 'ana'],
      [ben, 'ben'],
    ]);
    expect(await people.read((tx) => people.accounts.byIds(tx, []))).toEqual(new Map());
    expect(await people.read((tx) => people.accounts.byId(tx, 99))).toBeNull();
  });

  it('all accounts come ordered by id', async () => {
    for (const name of ['zoe', 'ana', 'mia']) await people.person(name);

    const all = await people.read((tx) => people.accounts.all(tx));
    expect(all.map(({ username }) => username)).toEqual(['zoe', 'ana', 'mia']);
  });

  it('the password hash is read only by the method that names it', async () => {
    await people.write((tx) => people.accounts.create(tx, { username: 'ruth', role: 'admin', passwordHash: 'hash' }));

    const known = await people.read((tx) => people.accounts.withPassword(tx, 'ruth'));
    expect(known?.passwordHash).toBe('hash');
    expect(JSON.stringify(await people.read((tx) => people.accounts.all(tx)))).not.toContain('"hash"');
    expect(await people.read((tx) => people.accounts.withPassword(tx, 'nobody'))).toBeNull();
  });

  it('another administrator is one who is not this account', async () => {
    expect(await people.read((tx) => people.accounts.any(tx))).toBe(false);
    const ruth = await people.person('ruth', 'admin');
    await people.person('ana');

    expect(await people.read((tx) => people.accounts.any(tx))).toBe(true);
    expect(await people.read((tx) => people.accounts.hasAnotherAdmin(tx, ruth))).toBe(false);
    await people.person('otto', 'admin');
    expect(await people.read((tx) => people.accounts.hasAnotherAdmin(tx, ruth))).toBe(true);
  });

  it('issue 46: the only administrator is one beside whom there is no other', async () => {
    await people.person('ana');
    expect(await people.read((tx) => people.accounts.onlyAdmin(tx))).toBeNull();
    await people.person('ruth', 'admin');
    expect(await people.read((tx) => people.accounts.onlyAdmin(tx))).toMatchObject({ username: 'ruth' });
    await people.person('otto', 'admin');
    expect(await people.read((tx) => people.accounts.onlyAdmin(tx))).toBeNull();
  });

  it('doc3 §5.2: devices, session tokens and connect links, owned or created, go with the account', async () => {
    const ruth = await people.person('ruth', 'admin');
    const ana = await people.person('ana');
    const later = people.clock.now() + 1000;
    await people.write(async (tx) => {
      const deviceId = await people.devices.bind(tx, ruth, { name: 'Phone', hardwareId: 'h' });
      const token = { deviceId, userId: ruth, createdAt: people.clock.now(), expiresAt: later };
      await people.sessions.addAccess(tx, { ...token, tokenHash: 'access' });
      await people.sessions.addRefresh(tx, { ...token, tokenHash: 'refresh' });
      const link = { issuer: { userId: ruth, deviceId }, createdAt: 0, expiresAt: later };
      await people.connectTokens.replace(tx, { ...link, userId: ruth, id: '1', tokenHash: 'owned' });
      await people.connectTokens.replace(tx, { ...link, userId: ana, id: '2', tokenHash: 'created' });
    });

    await people.write((tx) => people.accounts.remove(tx, ruth));

    await people.read(async (tx) => {
      expect(await people.devices.listUnrevoked(tx)).toEqual([]);
      expect(await people.sessions.accessFacts(tx, 'access')).toBeNull();
      expect(await people.sessions.refreshFacts(tx, 'refresh')).toBeNull();
      expect(await people.connectTokens.facts(tx, 'owned')).toBeNull();
      expect(await people.connectTokens.facts(tx, 'created')).toBeNull();
    });
    expect(await people.read((tx) => people.accounts.byId(tx, ana))).not.toBeNull();
  });
});
