import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { RequestLifecyclesService } from '../request-lifecycles.service.js';
import { sayDelivery } from './delivery-sentences.js';
import { type ClaimedJob, DispatchesRepository, JOB_LEASES } from './dispatches.repository.js';
import type { DispatchRow } from './job-rows.js';
import { RequestsRepository } from './requests.repository.js';

const MINUTE = 60_000;
const TWO_HOURS = 120 * MINUTE;

describe('the rows of deliveries, as the clock is set', () => {
  const dispatches = new DispatchesRepository();
  let fixture: LedgerFixture;
  let clock: MovedClock;
  let id: number;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
    clock = new MovedClock();
    id = await fixture.database.write((tx) => insertRequest(tx));
  });

  afterEach(() => fixture.close());

  const setJob = (change: Partial<DispatchRow>) =>
    fixture.database.write((tx) =>
      dispatches.change(tx, { requestId: id, format: '' }, { lastAttemptAt: clock.now(), ...change }),
    );
  const due = () => fixture.database.read((tx) => dispatches.librariesDue(tx, clock.now()));
  const claim = (token: string): Promise<ClaimedJob | 'given_up' | null> =>
    fixture.database.write((tx) => dispatches.claim(tx, { requestId: id, format: '' }, token, clock.now()));
  const held = async (job: ClaimedJob | 'given_up' | null) =>
    job !== null && job !== 'given_up' && (await fixture.database.read((tx) => dispatches.held(tx, job))) !== null;

  const message = async () => (await fixture.database.read((tx) => dispatches.ofRequest(tx, id)))[0]?.message;

  it('keep a sentence, none, and the words of an older version', async () => {
    const said = sayDelivery('delivery_refused', { reason: foreignWords('no room') });
    await setJob({ message: said });
    expect(await message()).toEqual(said);
    await setJob({ message: null });
    expect(await message()).toBeNull();
    await fixture.database.write((tx) => tx.query(`UPDATE request_dispatch SET message = 'It was off.'`));
    expect(await message()).toEqual(foreignWords('It was off.'));
  });

  it.each([
    ['retry', 1, MINUTE],
    ['retry', 9, 256 * MINUTE],
    ['retry', 1, 24 * 60 * MINUTE],
    ['waiting_library', 1, 10_000],
  ] as const)('doc4 §1.17: %s after attempt %i waits %i ms, and no longer', async (state, attempts, waits) => {
    await setJob({ state, attempts, nextAttemptAt: clock.now() + waits });
    await clock.leap(waits - 1);
    expect(await due()).toEqual([]);
    await clock.leap(1);
    expect(await due()).toEqual(['films']);
  });

  it.each([
    ['retry', 1, MINUTE],
    ['retry', 9, 256 * MINUTE],
    ['retry', 1, 24 * 60 * MINUTE],
    ['waiting_library', 1, 10_000],
  ] as const)(
    'doc4 §1.17: %s after attempt %i, %i ms ahead, is due once the clock is set back behind that attempt',
    async (state, attempts, waits) => {
      await setJob({ state, attempts, nextAttemptAt: clock.now() + waits });
      clock.setWall(-TWO_HOURS);
      expect(await due()).toEqual(['films']);
      expect(await claim('a')).toMatchObject({ attempts: attempts + 1 });
    },
  );

  it.each([
    ['queued', 0],
    ['queued', 3],
    ['waiting_library', 0],
  ] as const)('%s after %i attempts waits for nothing, whatever the clock says now', async (state, attempts) => {
    await setJob({ state, attempts, lastAttemptAt: null, nextAttemptAt: clock.now() });
    clock.setWall(-TWO_HOURS);
    expect(await due()).toEqual(['films']);
  });

  it('clocks of two processes that differ by seconds take nothing from each other', async () => {
    await setJob({ state: 'queued', nextAttemptAt: clock.now() });
    const job = await claim('a');
    clock.setWall(-9_000);
    expect([await due(), await claim('b'), await held(job)]).toEqual([[], null, true]);
    await setJob({ state: 'retry', leaseToken: null, leaseUntil: null, nextAttemptAt: clock.now() + MINUTE });
    clock.setWall(-9_000);
    expect(await due()).toEqual([]);
  });

  it('doc4 §1.17: the job of a worker that was killed is due after five minutes, and at once when the clock is set back', async () => {
    expect(JOB_LEASES.lastsMs).toBe(5 * MINUTE);
    for (const pass of [() => clock.leap(5 * MINUTE), () => Promise.resolve(clock.setWall(-TWO_HOURS))]) {
      await setJob({ state: 'queued', nextAttemptAt: clock.now() });
      const job = await claim('killed');
      expect(await due()).toEqual([]);
      await pass();
      expect([await due(), await held(job)]).toEqual([['films'], true]);
      expect(await claim('next')).not.toBeNull();
      expect(await held(job)).toBe(false);
    }
  });

  const none = undefined as never;
  const lifecycles = new RequestLifecyclesService(none, none, none, none, none, none, none);

  it('doc2 §4 rule 7: a worker loses its job when the library gets another address, and the job is due again', async () => {
    await setJob({ state: 'queued', nextAttemptAt: clock.now() });
    const job = await claim('before');
    await setJob({ recordId: 4, mutation: 'add', searchMark: 1, heldEpisodes: '[]' });
    await fixture.database.write((tx) => lifecycles.instanceMoved(tx, 'others'));
    expect(await held(job)).toBe(true);
    await fixture.database.write((tx) => lifecycles.instanceMoved(tx, 'films'));
    expect([await held(job), await due()]).toEqual([false, ['films']]);
    const nothing = { recordId: null, mutation: null, searchMark: null, heldEpisodes: null };
    expect(await claim('after')).toMatchObject(nothing);
  });
});

describe('the shared requests that an account waits for', () => {
  const [dispatches, saved] = [new DispatchesRepository(), new RequestsRepository()];
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  it('issue 20 §2: a removed account leaves those with an open job, each once; what has ended is not read', async () => {
    const ids = await fixture.database.write(async (tx) => {
      const made: number[] = [];
      for (const state of ['queued', 'complete', 'attention', 'cancelled'] as const) {
        const requestId = await insertRequest(tx);
        await dispatches.change(tx, { requestId, format: '' }, { state });
        await dispatches.insert(tx, { requestId, format: 'ebook' }, 'cancelled', 0);
        await dispatches.change(tx, { requestId, format: 'ebook' }, { state });
        for (const userId of [8, 9])
          await saved.subscribe(tx, { requestId, userId, username: 'member', bookFormat: 'ebook', joinedAt: 0 });
        made.push(requestId);
      }
      return made;
    });
    expect(await fixture.database.read((tx) => dispatches.awaitedBy(tx, 8))).toEqual([ids[2], ids[0]]);
    expect(await fixture.database.read((tx) => dispatches.awaitedBy(tx, 7))).toEqual([]);
  });
});
