import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { OutboxFixture, ScriptedDestination } from '../../../../test/harness/outbox-fixture.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { HubEventsRepository } from '../../media-accounts/media-accounts.public.js';
import { LifecycleEventsRepository, RequestPending } from '../../requests/requests.public.js';
import { OUTBOX_DESTINATIONS } from '../outbox/outbox-destination.js';
import { OutboxRow } from '../message-rows.js';
import { OutboxStepsService } from '../outbox/outbox-steps.service.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import { MessageIntakeService } from './message-intake.service.js';
import { INTAKE_JOB, LifecycleIntakeJob } from './lifecycle-intake.job.js';

const lifecycle = new LifecycleEventsRepository();
const hubEvents = new HubEventsRepository();
const chat = new ScriptedDestination('chat');
const push = new ScriptedDestination('push');
push.wants = (_tx?: unknown, event?: string) => Promise.resolve(event !== 'request_denied');

const SIX_HOURS_MS = 6 * 60 * 60_000;

let outbox: OutboxFixture;
let jobs: JobRunner;
let events: EventBus;
let intake: MessageIntakeService;
beforeEach(async () => {
  outbox = await OutboxFixture.open();
  const { database, clock, messages } = outbox;
  jobs = new JobRunner(clock, silentLog);
  events = new EventBus(silentLog);
  const ports = new PortRegistry();
  for (const one of [chat, push]) ports.register(OUTBOX_DESTINATIONS, one);
  const worker = new OutboxWorkerJob(database, clock, jobs, ports, messages, outbox.worker(), silentLog);
  worker.onModuleInit();
  intake = new MessageIntakeService(ports, messages, clock, worker);
  const steps = new OutboxStepsService(silentLog);
  new LifecycleIntakeJob(database, jobs, events, lifecycle, hubEvents, intake, steps).onModuleInit();
});
afterEach(async () => {
  await jobs.stop();
  await outbox.close();
});

const note = (...told: readonly Parameters<LifecycleEventsRepository['note']>[2][]) =>
  outbox.database.write(async (tx) => {
    for (const [n, event] of told.entries()) await lifecycle.note(tx, n + 1, event, { actorId: 7, at: 0 });
  });
const left = () => outbox.database.read(async (tx) => (await lifecycle.oldest(tx, 10)).length);

describe('issue 24, source of lifecycle events', () => {
  it('each becomes a message of each destination that tells it, in order, and is taken once', async () => {
    await note('request_pending', 'request_denied');
    await jobs.runNow(INTAKE_JOB);
    await jobs.runNow(INTAKE_JOB);
    const told = async (name: string) => (await outbox.rows(name)).map(({ event, subject }) => [event, subject]);
    expect(await told('chat')).toEqual([
      ['request_pending', '{"requestIds":[1]}'],
      ['request_denied', '{"requestIds":[2]}'],
    ]);
    expect(await told('push')).toEqual([['request_pending', '{"requestIds":[1]}']]);
    expect(await left()).toBe(0);
  });

  it('doc3 §9.1: so does what has happened at the hub: an address by whom, and an invitation to which server', async () => {
    await outbox.database.write(async (tx) => {
      await hubEvents.noteAddress(tx, 7);
      await hubEvents.noteInvite(tx, 7, 'basement');
      await hubEvents.noteAccount(tx, 8);
    });
    await jobs.runNow(INTAKE_JOB);
    await jobs.runNow(INTAKE_JOB);
    const rows = (await outbox.rows('push')).map(({ event, actorId, subject }) => [event, actorId, subject]);
    expect(rows).toEqual([
      ['hub_access_request', 7, '{"userId":7}'],
      ['hub_invite_sent', null, '{"userId":7,"instanceId":"basement"}'],
      ['account_made', 8, '{"userId":8}'],
    ]);
    expect(await outbox.database.read((tx) => hubEvents.oldest(tx, 10))).toEqual([]);
  });

  it('issue 24, Speed: for many events of one name that are taken together, a destination is asked once', async () => {
    const { wants } = push;
    const asked: unknown[] = [];
    push.wants = (_tx?: unknown, event?: string) => Promise.resolve(asked.push(event) > 0);
    await note('request_pending', 'request_denied', 'request_pending', 'request_denied');
    await jobs.runNow(INTAKE_JOB);
    push.wants = wants;
    expect(asked).toEqual(['request_pending', 'request_denied']);
    expect(await outbox.rows('push')).toHaveLength(4);
  });

  it('a destination that fails loses nothing: the events stay, and no message is added', async () => {
    await note('request_pending');
    const wants = push.wants;
    push.wants = () => Promise.reject(new Error('unreadable'));
    await expect(jobs.runNow(INTAKE_JOB)).rejects.toThrow('unreadable');
    push.wants = wants;
    expect([await left(), await outbox.rows('chat')]).toEqual([1, []]);
  });

  it.each<readonly [string, () => MockInstance, string]>([
    ['what has happened to requests', () => vi.spyOn(lifecycle, 'oldest'), 'hub_access_request'],
    ['what has happened at the hub', () => vi.spyOn(hubEvents, 'oldest'), 'request_pending'],
  ])('where %s can’t be read, the other is taken, and the run fails', async (_, readingOf, taken) => {
    await note('request_pending');
    await outbox.database.write((tx) => hubEvents.noteAddress(tx, 7));
    const reading = readingOf().mockRejectedValue(new Error('unreadable'));
    try {
      await expect(jobs.runNow(INTAKE_JOB)).rejects.toThrow('unreadable');
    } finally {
      reading.mockRestore();
    }
    expect((await outbox.rows('push')).map(({ event }) => event)).toEqual([taken]);
  });

  it('what nobody wants to be told is deleted all the same, so that these rows are bounded', async () => {
    const choices = [chat, push].map((one) => vi.spyOn(one, 'wants').mockResolvedValue(false));
    await note('request_pending');
    await outbox.database.write(async (tx) => {
      await hubEvents.noteAddress(tx, 7);
      await hubEvents.noteInvite(tx, 7, 'basement');
    });
    await jobs.runNow(INTAKE_JOB);
    for (const choice of choices) choice.mockRestore();
    expect([await left(), await outbox.database.read((tx) => hubEvents.oldest(tx, 10))]).toEqual([0, []]);
    expect([await outbox.rows('chat'), await outbox.rows('push')]).toEqual([[], []]);
  });

  it('with nothing to take it writes nothing; events of the bus wake it a tenth of a second later', async () => {
    const before = outbox.database.commits;
    await jobs.runNow(INTAKE_JOB);
    expect(outbox.database.commits).toBe(before);
    jobs.start();
    await note('request_pending');
    await events.publish(new RequestPending(1));
    await note('request_pending');
    await events.publish(new RequestPending(1));
    await outbox.clock.advance(99);
    expect(await outbox.rows('chat')).toEqual([]);
    await outbox.clock.advance(1);
    await expect.poll(async () => (await outbox.rows('chat')).length).toBe(2);
  });
});

describe('issue 24: an account that names one address at the hub after the other', () => {
  const name = async (...userIds: readonly number[]): Promise<void> => {
    await outbox.database.write(async (tx) => {
      for (const userId of userIds) await hubEvents.noteAddress(tx, userId);
    });
    await jobs.runNow(INTAKE_JOB);
  };
  const actors = async (destination: string) => (await outbox.rows(destination)).map(({ actorId }) => actorId);

  it('causes one message in six hours, others theirs; the events in between are deleted', async () => {
    await name(7, 7, 8);
    await name(7);
    await outbox.clock.advance(SIX_HOURS_MS - 1);
    await name(7);
    expect(await actors('push')).toEqual([7, 8]);
    await outbox.clock.advance(1);
    await name(7, 7);
    expect(await actors('push')).toEqual([7, 8, 7]);
    expect(await outbox.database.read((tx) => hubEvents.oldest(tx, 10))).toEqual([]);
  });

  it.each([
    ['pending', false],
    ['sending', false],
    ['sent', false],
    ['unconfirmed', false],
    ['failed', true],
    ['cancelled', true],
  ] as const)('after a message that is %s, causes another one within six hours: %s', async (status, isAnother) => {
    await name(7);
    await outbox.database.write((tx) => tx.update(OutboxRow, { destination: 'push' }, { status }));
    await name(7);
    expect(await actors('push')).toEqual(isAnother ? [7, 7] : [7]);
    expect(await actors('chat')).toEqual([7]);
  });

  it('causes another one where the clock was set back to before the earlier one', async () => {
    await name(7);
    outbox.clock.setWall(-1);
    await name(7);
    expect(await actors('push')).toEqual([7, 7]);
  });

  it('keeps no invitation and no request waiting', async () => {
    await name(7);
    await outbox.database.write(async (tx) => {
      for (const instanceId of ['basement', 'loft']) await hubEvents.noteInvite(tx, 7, instanceId);
    });
    await note('request_pending', 'request_pending');
    await jobs.runNow(INTAKE_JOB);
    const told = (await outbox.rows('push')).map(({ event }) => event).sort();
    expect(told).toEqual([
      'hub_access_request',
      'hub_invite_sent',
      'hub_invite_sent',
      'request_pending',
      'request_pending',
    ]);
  });
});

describe('issue 24: reports are told by a public API that takes the write', () => {
  it('in the write that makes it true, or not at all', async () => {
    const about = { title: 'Heat', mediaType: 'movie', tmdbId: 949, instanceId: 'films' } as const;
    const report = { event: 'issue_created', issueId: 3, reporterId: 7, actorId: 7, ...about } as const;
    const undone = outbox.database.write(async (tx) => {
      await intake.addIssueEvent(tx, report);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await outbox.rows('chat')).toEqual([]);
    await outbox.database.write((tx) => intake.addIssueEvent(tx, report));
    expect(await outbox.rows('chat')).toMatchObject([{ event: 'issue_created', actorId: 7, status: 'pending' }]);
  });
});
