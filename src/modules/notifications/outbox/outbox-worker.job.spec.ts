import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxFixture, ScriptedDestination } from '../../../../test/harness/outbox-fixture.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { OUTBOX_DESTINATIONS } from './outbox-destination.js';
import { DESTINATION_LEASES } from './outbox.repository.js';
import { OutboxWorkerJob, SENDING_JOB } from './outbox-worker.job.js';

let outbox: OutboxFixture;
let chat: ScriptedDestination;
let push: ScriptedDestination;
let jobs: JobRunner;
let worker: OutboxWorkerJob;
beforeEach(async () => {
  outbox = await OutboxFixture.open();
  const { database, clock, messages } = outbox;
  chat = new ScriptedDestination('chat');
  push = new ScriptedDestination('push', true);
  jobs = new JobRunner(clock, silentLog);
  const ports = new PortRegistry();
  for (const one of [chat, push]) ports.register(OUTBOX_DESTINATIONS, one);
  worker = new OutboxWorkerJob(database, clock, jobs, ports, messages, outbox.worker(), silentLog);
  worker.onModuleInit();
});
afterEach(async () => {
  await jobs.stop();
  await outbox.close();
});

async function sweep(): Promise<void> {
  await jobs.runNow(SENDING_JOB);
  await worker.idle();
}

const statuses = async () => [...(await outbox.statuses('chat')), ...(await outbox.statuses('push'))];

describe('issue 24: the last message of a worker that is gone, when nothing else is due', () => {
  beforeEach(async () => {
    await outbox.add({ destination: 'chat' }, { destination: 'push' });
    for (const destination of [chat, push]) {
      destination.during = () => new Promise(() => undefined);
      void outbox.send(destination);
      await expect.poll(() => destination.posts.length).toBe(1);
      destination.during = () => Promise.resolve();
    }
  });

  it('Answers, Push: is unconfirmed then, or sent again where it may be repeated', async () => {
    await outbox.clock.advance(DESTINATION_LEASES.lastsMs);
    await sweep();
    expect(await statuses()).toEqual([
      [1, 'unconfirmed', 1],
      [2, 'sent', 2],
    ]);
    expect([chat.posts, push.posts]).toEqual([['1'], ['2', '2']]);
  });
});
