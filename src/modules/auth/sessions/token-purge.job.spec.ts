import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { DeviceRevoked } from '../../users/users.public.js';
import { TokenPurgeJob } from './token-purge.job.js';

const DAY = 24 * 60 * 60_000;

describe('the purge of tokens', () => {
  let people: PeopleDatabase;
  let jobs: JobRunner;
  let signedOut: string[];
  let owner: { userId: number; deviceId: string };

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { database, devices, connectTokens, passkeys, clock } = people;
    const events = new EventBus(silentLog);
    signedOut = [];
    events.on(DeviceRevoked, ({ deviceId }) => void signedOut.push(deviceId));
    jobs = new JobRunner(clock, silentLog);
    new TokenPurgeJob(database, devices, connectTokens, passkeys, jobs, events, clock).onModuleInit();
    const userId = await people.person('ana');
    const deviceId = await people.write((tx) => people.devices.bind(tx, userId, { name: '', hardwareId: '' }));
    owner = { userId, deviceId };
  });

  afterEach(async () => {
    await jobs.stop();
    await people.close();
  });

  it('deletes all that has expired, however much, and nothing that is good', async () => {
    const now = people.clock.now();
    const token = (tokenHash: string, expiresAt: number) => ({ ...owner, tokenHash, createdAt: 0, expiresAt });
    await people.write(async (tx) => {
      for (let n = 0; n < 1_001; n += 1) await people.sessions.addAccess(tx, token(`old ${n}`, now));
      await people.sessions.addAccess(tx, token('good', now + 1));
      await people.sessions.addRefresh(tx, token('old', now));
      await people.sessions.addRefresh(tx, token('good', now + 1));
    });

    await jobs.runNow('auth.purge-tokens');

    await people.read(async (tx) => {
      for (const n of [0, 500, 1_000]) expect(await people.sessions.accessFacts(tx, `old ${n}`)).toBeNull();
      expect(await people.sessions.refreshFacts(tx, 'old')).toBeNull();
      expect(await people.sessions.accessFacts(tx, 'good')).not.toBeNull();
      expect(await people.sessions.refreshFacts(tx, 'good')).not.toBeNull();
    });
    expect(signedOut).toEqual([]);
  });

  it('doc1 §4: signs out each device whose last refresh token is gone, and publishes that after the commit', async () => {
    const now = people.clock.now();
    const { userId, deviceId } = owner;
    const others: string[] = [];
    await people.write(async (tx) => {
      for (let n = 0; n < 501; n += 1) {
        const id = await people.devices.bind(tx, userId, { name: '', hardwareId: '' });
        const token = { userId, deviceId: id, tokenHash: `old ${n}`, createdAt: 0, expiresAt: now };
        await people.sessions.addRefresh(tx, token);
        others.push(id);
      }
      const token = { userId, deviceId, tokenHash: 'good', createdAt: 0, expiresAt: now + 1 };
      await people.sessions.addRefresh(tx, token);
    });

    await jobs.runNow('auth.purge-tokens');

    expect(signedOut.sort()).toEqual(others.sort());
    const listed = await people.read((tx) => people.devices.listUnrevoked(tx));
    expect(listed.map(({ id }) => id)).toEqual([deviceId]);
  });

  it('doc3 §1.6: deletes setup tokens that have expired, and those alone', async () => {
    const now = people.clock.now();
    const elsewhere = await people.write((tx) => people.devices.bind(tx, owner.userId, { name: '', hardwareId: '' }));
    const token = { ...owner, createdAt: 0 };
    await people.write(async (tx) => {
      await people.passkeys.replaceSetupToken(tx, { ...token, tokenHash: 'old', expiresAt: now });
      await people.passkeys.replaceSetupToken(tx, {
        ...token,
        deviceId: elsewhere,
        tokenHash: 'good',
        expiresAt: now + 1,
      });
    });

    await jobs.runNow('auth.purge-tokens');

    const kept = (hash: string) => people.read((tx) => people.passkeys.findSetupToken(tx, hash));
    expect(await kept('old')).toBeNull();
    expect(await kept('good')).not.toBeNull();
  });

  it('expired connect links stay distinguishable from unknown ones for another 30 days', async () => {
    const now = people.clock.now();
    const link = { tokenHash: 'link', id: 'link', userId: owner.userId, issuer: owner, createdAt: 0, expiresAt: now };
    await people.write((tx) => people.connectTokens.replace(tx, link));
    const kept = () => people.read((tx) => people.connectTokens.facts(tx, 'link'));

    await people.clock.leap(30 * DAY - 1);
    await jobs.runNow('auth.purge-tokens');
    expect(await kept()).not.toBeNull();

    await people.clock.leap(1);
    await jobs.runNow('auth.purge-tokens');
    expect(await kept()).toBeNull();
  });
});
