import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { AccountIntentRow } from '../rows.js';

const FILMS = 'video_server_a-1';
const SECRET = 'canary-one-time-secret';

describe('the rows of accounts that are being made', () => {
  let rows: MediaRowsDatabase;
  let ana: number;
  let ben: number;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    [ana, ben] = [await rows.person('ana'), await rows.person('ben')];
    await rows.server(FILMS);
  });

  afterEach(() => rows.close());

  const add = async (userId: number, name: string, inMs = 0): Promise<string> => {
    const nextAttemptAt = rows.clock.now() + inMs;
    const lease = { leaseToken: 'a worker', leaseUntil: rows.clock.now() };
    const intent = { userId, instanceId: FILMS, name, secret: Secret.of(SECRET), nextAttemptAt, ...lease };
    return (await rows.database.write((tx) => rows.intents.add(tx, intent))).id;
  };

  const find = (id: string): Promise<AccountIntentRow | null> => rows.database.read((tx) => rows.intents.find(tx, id));

  it('hold their secret sealed, and open it for whoever makes the account', async () => {
    const id = await add(ana, 'Ana');
    const row = await find(id);
    expect(row).toMatchObject({ name: 'Ana', nameKey: 'ana', remoteUserId: null, limitsBefore: null, attempts: 0 });
    expect(JSON.stringify(row)).not.toContain(SECRET);
    expect(row && rows.intents.secretOf(row).reveal()).toBe(SECRET);
  });

  it('security 9: are one for each person and server, and one for each name there, whatever its case', async () => {
    await add(ana, 'Ana');
    expect(await errorOf(add(ana, 'other'))).toMatchObject({ name: 'UniqueViolation' });
    expect(await errorOf(add(ben, 'ANA'))).toMatchObject({ name: 'UniqueViolation' });
  });

  it('are known by the name and by the account that they make', async () => {
    const id = await add(ana, 'Ana');
    const isMaking = (remote: { readonly id: string; readonly name: string }, instanceId = FILMS) =>
      rows.database.read((tx) => rows.intents.isMaking(tx, instanceId, { email: '', ...remote }));
    expect(await isMaking({ id: '5', name: 'aNA' })).toBe(true);
    expect(await isMaking({ id: '5', name: 'provisional' })).toBe(false);
    await rows.database.write((tx) => rows.intents.change(tx, id, { remoteUserId: '5' }));
    expect(await isMaking({ id: '5', name: 'provisional' })).toBe(true);
    expect(await isMaking({ id: '5', name: 'ana' }, 'another')).toBe(false);
    const isMakingName = (name: string) => rows.database.read((tx) => rows.intents.isMakingName(tx, FILMS, name));
    expect([await isMakingName('ANA'), await isMakingName('provisional')]).toEqual([true, false]);
  });

  it('issue 21: are known by the address that they invite, whatever the hub calls its bearer', async () => {
    await add(ana, 'Ana@example.org');
    const isMaking = (email: string) =>
      rows.database.read((tx) => rows.intents.isMaking(tx, FILMS, { id: '4200001', name: 'somebody', email }));
    expect([await isMaking('ana@example.org'), await isMaking('ben@example.org')]).toEqual([true, false]);
  });

  it('are due by their time, outlive their person, and go', async () => {
    const [later, now] = [await add(ana, 'ana', 1), await add(ben, 'ben')];
    const due = async () =>
      (await rows.database.read((tx) => rows.intents.due(tx, rows.clock.now(), 10))).map((one) => one.id);
    expect(await due()).toEqual([now]);
    await rows.clock.advance(1);
    expect(await due()).toEqual([now, later]);
    await rows.database.write((tx) => rows.people.remove(tx, ana));
    expect(await find(later)).toMatchObject({ userId: null });
    expect(await rows.database.read((tx) => rows.intents.of(tx, ben, FILMS))).toMatchObject({ id: now });
    await rows.database.write((tx) => rows.intents.remove(tx, later));
    await rows.database.write((tx) => rows.intents.removeInstance(tx, FILMS));
    expect(await due()).toEqual([]);
  });
});
