import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { JobRunner } from '../../../core/jobs/job-runner.js';
import { silentLog } from '../../../core/logging/log.js';
import { ManagerReported } from '../../instances/instances.public.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { AwaitedAuthorsService } from './awaited-authors.service.js';

const dispatches = new DispatchesRepository();
const clock = new MovedClock();

let fixture: LedgerFixture;
let events: EventBus;
let woken: number;

beforeEach(async () => {
  fixture = await LedgerFixture.open();
  events = new EventBus(silentLog);
  woken = 0;
  const jobs = { wake: () => (woken += 1) } as unknown as JobRunner;
  new AwaitedAuthorsService(fixture.database, clock, events, dispatches, jobs).onModuleInit();
});

afterEach(() => fixture.close());

const added = (instanceId: string) =>
  events.publish(
    new ManagerReported(instanceId, 'book_manager', { happening: 'added' } as ConstructorParameters<
      typeof ManagerReported
    >[2]),
  );

/** A job that waits for an author's import for another while. */
const awaiting = (instanceId: string) =>
  fixture.database.write(async (tx) => {
    const requestId = await insertRequest(tx, { instanceId });
    const nextAttemptAt = clock.now() + 60_000;
    const wait = { state: 'waiting_library', code: 'author_import', nextAttemptAt } as const;
    await dispatches.change(tx, { requestId, format: '' }, wait);
    return requestId;
  });

describe('doc4 §1.8: a report that an author has arrived', () => {
  it('makes the jobs of that library due that wait for one', async () => {
    const [here, elsewhere] = [await awaiting('books'), await awaiting('others')];
    await added('books');
    const rows = await fixture.rows();
    const due = [here, elsewhere].map((id) => (rows.get(id)?.jobs[0]?.nextAttemptAt ?? 0) <= clock.now());
    expect([due, woken]).toEqual([[true, false], 1]);
  });

  it('writes nothing where nobody waits', async () => {
    await awaiting('others');
    const before = fixture.database.commits;
    await added('books');
    expect([fixture.database.commits - before, woken]).toEqual([0, 0]);
  });
});
