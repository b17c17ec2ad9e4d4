import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { ConnectTokenRow } from '../tables/sign-in.entity.js';

describe('the rows of connect tokens', () => {
  let people: PeopleDatabase;
  let ruth: number;
  let ana: number;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    ruth = await people.person('ruth', 'admin');
    ana = await people.person('ana');
  });

  afterEach(() => people.close());

  const replace = (tokenHash: string, userId: number, expiresAt = 100): Promise<void> =>
    people.write((tx) =>
      people.connectTokens.replace(tx, { tokenHash, id: tokenHash, userId, issuer: null, createdAt: 0, expiresAt }),
    );
  const facts = (tokenHash: string) => people.read((tx) => people.connectTokens.facts(tx, tokenHash));

  it('doc3 §1.9: a new token voids those that the account has not used; used ones stay on record', async () => {
    await replace('used', ana);
    await people.write((tx) => people.connectTokens.redeem(tx, 'used', 7));
    await replace('old', ana);
    await replace('someone else', ruth);
    await replace('new', ana);

    expect(await facts('old')).toBeNull();
    expect(await facts('used')).toEqual({
      userId: ana,
      expiresAt: 100,
      redeemedAt: 7,
      issuerStands: true,
      isByCommand: true,
    });
    expect(await facts('new')).toEqual({
      userId: ana,
      expiresAt: 100,
      redeemedAt: null,
      issuerStands: true,
      isByCommand: true,
    });
    expect(await facts('someone else')).not.toBeNull();
  });

  it('tokens that expired long enough ago are deleted a few at a time', async () => {
    await replace('first', ana, 10);
    await people.write((tx) => people.connectTokens.redeem(tx, 'first', 5));
    await replace('second', ana, 11);
    await replace('third', ruth, 12);

    expect(await people.write((tx) => people.connectTokens.purgeExpired(tx, 11, 2))).toBe(true);
    expect(await people.write((tx) => people.connectTokens.purgeExpired(tx, 11, 2))).toBe(false);
    expect([await facts('first'), await facts('second')]).toEqual([null, null]);
    expect(await facts('third')).not.toBeNull();
  });

  it('security 32: a link from before it was kept who issued it is pending for nobody, and its issuer doesn’t stand', async () => {
    await replace('old', ana);
    await people.write((tx) => tx.update(ConnectTokenRow, { tokenHash: 'old' }, { id: '', createdBy: ruth }));

    await people.read(async (tx) => {
      expect(await people.connectTokens.facts(tx, 'old')).toMatchObject({ issuerStands: false });
      expect(await people.connectTokens.pending(tx, 5)).toEqual([]);
      expect((await people.accounts.requireListed(tx, ana)).invitedUntil).toBeNull();
      const listed = await people.accounts.list(tx);
      expect(listed.map(({ invitedUntil }) => invitedUntil)).toEqual([null, null]);
    });
  });
});
