import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import type { Database } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { LastSeenService } from './last-seen.service.js';

/** A database that counts its writes and can refuse them. */
function watched(database: Database) {
  const state = { writes: 0, refusing: false };
  const writes: Pick<Database, 'write'> = {
    write: (work) => {
      state.writes += 1;
      return state.refusing ? Promise.reject(new StorageError('busy')) : database.write(work);
    },
  };
  return { state, database: writes as Database };
}

describe('doc3 §1.5: when devices were seen last', () => {
  let people: PeopleDatabase;
  let jobs: JobRunner;
  let seen: LastSeenService;
  let storage: ReturnType<typeof watched>;
  let devices: readonly string[];

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    jobs = new JobRunner(people.clock, silentLog);
    storage = watched(people.database);
    seen = new LastSeenService(storage.database, people.devices, jobs, silentLog);
    seen.onModuleInit();
    devices = await bound(2);
  });

  afterEach(async () => {
    await jobs.stop();
    await people.close();
  });

  /** As many devices of a person of their own. */
  const bound = async (count: number): Promise<readonly string[]> => {
    const owner = await people.person(`owner of ${count}`);
    return people.write(async (tx) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push(await people.devices.bind(tx, owner, { name: '', hardwareId: '' }));
      return ids;
    });
  };

  const moments = async (): Promise<Map<string, number>> => {
    const rows = await people.read((tx) => people.devices.listUnrevoked(tx));
    return new Map(rows.map(({ id, lastSeenAt }) => [id, lastSeenAt]));
  };

  it('a device that calls often is written once, with its latest moment', async () => {
    const [device = ''] = devices;
    const start = people.clock.now();
    for (let n = 1; n <= 100; n += 1) seen.note(device, start + n);
    expect((await moments()).get(device)).toBe(start);

    await jobs.runNow('auth.last-seen');

    expect((await moments()).get(device)).toBe(start + 100);
    expect(storage.state.writes).toBe(1);
  });

  it('nothing is written when nobody called', async () => {
    await jobs.runNow('auth.last-seen');
    expect(storage.state.writes).toBe(0);
  });

  it('many devices are written in several writes', async () => {
    const later = people.clock.now() + 1;
    for (const device of [...devices, ...(await bound(248))]) seen.note(device, later);

    await jobs.runNow('auth.last-seen');

    expect(new Set((await moments()).values())).toEqual(new Set([later]));
    expect(storage.state.writes).toBe(2);
  });

  it('what could not be written is written the next time, with the later moment where there is one', async () => {
    const [one = '', two = ''] = devices;
    const start = people.clock.now();
    seen.note(one, start + 1);
    seen.note(two, start + 1);
    storage.state.refusing = true;
    expect(await errorOf(jobs.runNow('auth.last-seen'))).toBeInstanceOf(StorageError);

    storage.state.refusing = false;
    seen.note(two, start + 2);
    await jobs.runNow('auth.last-seen');

    expect((await moments()).get(one)).toBe(start + 1);
    expect((await moments()).get(two)).toBe(start + 2);
  });

  it('the end of the program writes what is left, and is not held up by a fault', async () => {
    const [one = ''] = devices;
    seen.note(one, people.clock.now() + 1);
    storage.state.refusing = true;
    await seen.beforeApplicationShutdown();
    storage.state.refusing = false;
    await seen.beforeApplicationShutdown();

    expect((await moments()).get(one)).toBe(people.clock.now() + 1);
  });

  it('devices beyond the bound are not noted, and those noted before still are', async () => {
    const [one = '', two = ''] = devices;
    const later = people.clock.now() + 1;
    seen.note(one, later - 1);
    for (let n = 1; n < 10_000; n += 1) seen.note(`nobody ${n}`, later);
    seen.note(two, later);
    seen.note(one, later);

    await jobs.runNow('auth.last-seen');

    expect((await moments()).get(one)).toBe(later);
    expect((await moments()).get(two)).toBe(later - 1);
  });
});
