import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner, Table } from 'typeorm';
import { LedgerDatabases } from '../../../test/harness/ledger-database.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import type { Database } from '../database/database.js';
import { epochMs } from '../database/portable-columns.js';
import { endLeftLeases, ENDED_AT_START, type Lease, LeasedRows, MOST_SKEW_MS, NOT_LEASED } from './leased-rows.js';

/** A boat that one crew at a time has. */
@Entity({ name: 'boats' })
class Boat {
  @PrimaryColumn({ type: 'varchar', length: 20, primaryKeyConstraintName: 'pk_boats' })
  name: string;

  @Column({ type: 'varchar', length: 20 })
  harbour: string;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;
}

class CreateBoats1700000000002 implements MigrationInterface {
  name = 'CreateBoats1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'boats',
        columns: [
          { name: 'name', type: 'varchar', length: '20', isPrimary: true, primaryKeyConstraintName: 'pk_boats' },
          { name: 'harbour', type: 'varchar', length: '20' },
          { name: 'lease_token', type: 'varchar', length: '64', isNullable: true },
          { name: 'lease_until', type: 'bigint', isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('boats');
  }
}

const LASTS_MS = 60_000;
const EVERY_MS = 20_000;
const BOATS = new LeasedRows(Boat, LASTS_MS);
const A_DAY = 24 * 60 * 60_000;

const lease = (token: string): Lease<Boat> => ({ where: { name: 'ada', harbour: 'north' }, token });
const [ONE, OTHER] = [lease('one'), lease('other')];

describe('a row that one worker at a time has', () => {
  const databases = new LedgerDatabases();
  let database: Database;
  let otherProcess: Database;
  let clock: MovedClock;

  beforeEach(async () => {
    clock = new MovedClock();
    const boats = { entities: [Boat], migrations: [CreateBoats1700000000002], file: await databases.newFile() };
    database = await databases.open(boats);
    otherProcess = await databases.open(boats);
    await database.write((tx) => tx.insert(Boat, { name: 'ada', harbour: 'north', ...NOT_LEASED }));
  });

  afterEach(() => databases.remove());

  const take = (of: Lease<Boat>, process = database): Promise<boolean> =>
    process.write((tx) => BOATS.take(tx, of, clock.now()));
  const extend = (of: Lease<Boat>, change?: Partial<Boat>): Promise<boolean> =>
    database.write((tx) => BOATS.extend(tx, of, clock.now(), change));
  const isHeld = async (of: Lease<Boat>): Promise<boolean> =>
    (await database.read((tx) => BOATS.findHeld(tx, of))) !== null;
  const boat = (name = 'ada'): Promise<Boat | null> => database.read((tx) => tx.findOneBy(Boat, { name }));
  /** A write of our own comes after those that timers have begun. */
  const written = (): Promise<void> => database.write(() => Promise.resolve());

  it('is taken by one of two processes that want it at once', async () => {
    const taken = await Promise.all([take(ONE), take(OTHER, otherProcess)]);
    expect([...taken].sort()).toEqual([false, true]);
    expect([await isHeld(ONE), await isHeld(OTHER)]).toEqual(taken);
  });

  it('is free once its lease has run out, and until then nobody else’s', async () => {
    await take(ONE);
    expect(await boat()).toMatchObject({ leaseToken: 'one', leaseUntil: clock.now() + LASTS_MS });
    await clock.leap(LASTS_MS - 1);
    expect(await take(OTHER)).toBe(false);
    await clock.leap(1);
    expect([await isHeld(ONE), await take(OTHER), await isHeld(ONE)]).toEqual([true, true, false]);
  });

  it('goes on being its worker’s who takes it again', async () => {
    await take(ONE);
    await clock.leap(LASTS_MS - 1);
    expect(await take(ONE)).toBe(true);
    await clock.leap(LASTS_MS - 1);
    expect(await take(OTHER)).toBe(false);
  });

  it.each([
    ['a process whose clock is seconds behind leaves it alone', -MOST_SKEW_MS, false],
    ['a lease that ends later than any can was taken before the clock was set back', -MOST_SKEW_MS - 1, true],
    ['the same a day later', -A_DAY, true],
  ])('as the clock is set: %s', async (_case, step, isFree) => {
    await take(ONE);
    clock.setWall(step);
    expect(await take(OTHER)).toBe(isFree);
  });

  it('can’t be taken where there is none, unless it may be added', async () => {
    const bea = { where: { name: 'bea' }, token: 'one' };
    expect([await take(bea), await boat('bea')]).toEqual([false, null]);
    const add = (token: string): Promise<boolean> =>
      database.write((tx) => BOATS.take(tx, { ...bea, token }, clock.now(), { name: 'bea', harbour: 'south' }));
    expect([await add('one'), await add('other'), await add('one')]).toEqual([true, false, true]);
    expect(await boat('bea')).toMatchObject({ harbour: 'south', leaseToken: 'one' });
  });

  it('is added by one of two processes that want it at once', async () => {
    const add = (process: Database, token: string): Promise<boolean> =>
      process.write((tx) =>
        BOATS.take(tx, { where: { name: 'bea' }, token }, clock.now(), { name: 'bea', harbour: 'south' }),
      );
    const added = await Promise.all([add(database, 'one'), add(otherProcess, 'other')]);
    expect(added.sort()).toEqual([false, true]);
  });

  it('is extended by its worker alone, with what else is to be set', async () => {
    await take(ONE);
    await clock.leap(LASTS_MS);
    expect([await extend(OTHER, { harbour: 'none' }), await extend(ONE)]).toEqual([false, true]);
    expect(await boat()).toMatchObject({ harbour: 'north', leaseUntil: clock.now() + LASTS_MS });
    await database.write((tx) => BOATS.extend(tx, ONE, clock.now(), { harbour: 'south' }));
    expect(await boat()).toMatchObject({ harbour: 'south', leaseToken: 'one' });
  });

  it('is lost once it is as the lease says no more', async () => {
    await take(ONE);
    await database.write((tx) => tx.update(Boat, { name: 'ada' }, { harbour: 'south' }));
    expect([await isHeld(ONE), await extend(ONE)]).toEqual([false, false]);
  });

  it('is given back by its worker alone, with what else is to be set', async () => {
    await take(ONE);
    const release = (of: Lease<Boat>, change?: Partial<Boat>): Promise<void> =>
      database.write((tx) => BOATS.release(tx, of, change));
    await release(OTHER, { harbour: 'none' });
    expect(await isHeld(ONE)).toBe(true);
    await release(ONE, { harbour: 'south' });
    expect(await boat()).toMatchObject({ harbour: 'south', ...NOT_LEASED });
    expect([await isHeld(ONE), await extend(ONE)]).toEqual([false, false]);
  });

  describe('while its lease is kept', () => {
    it('is nobody else’s, however long that takes, and is free when the heartbeat has stopped', async () => {
      await take(ONE);
      const kept = BOATS.keep(database, clock, ONE, EVERY_MS);
      for (let passed = 0; passed < 3 * LASTS_MS; passed += EVERY_MS) {
        await clock.advance(EVERY_MS);
        await written();
        expect(await take(OTHER)).toBe(false);
      }
      kept.stop();
      await clock.advance(LASTS_MS);
      expect([kept.lost, clock.pending, await take(OTHER)]).toEqual([false, 0, true]);
    });

    it('is lost with the first heartbeat after another one has taken it', async () => {
      await take(ONE);
      const kept = BOATS.keep(database, clock, ONE, EVERY_MS);
      await database.write((tx) => tx.update(Boat, { name: 'ada' }, { leaseToken: 'other' }));
      await clock.advance(EVERY_MS);
      await written();
      await expect.poll(() => kept.lost).toBe(true);
      expect(clock.pending).toBe(0);
    });

    it('is lost where a heartbeat can’t be written', async () => {
      await take(ONE);
      const kept = BOATS.keep(database, clock, ONE, EVERY_MS);
      await database.close();
      await clock.advance(EVERY_MS);
      await expect.poll(() => kept.lost).toBe(true);
      expect(clock.pending).toBe(0);
    });
  });

  it.each([true, false])('issue 43 E33: a start that is alone (%s) ends the leases that it finds', async (isAlone) => {
    await take(ONE);
    const before = await boat();
    await endLeftLeases(database, () => Promise.resolve(isAlone));
    expect(await boat()).toEqual(isAlone ? { ...before, leaseUntil: ENDED_AT_START } : before);
    expect(await take(OTHER)).toBe(isAlone);
  });
});
