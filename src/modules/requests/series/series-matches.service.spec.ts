import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { TvMatchChanged } from '../../series-matching/series-matching.public.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { DispatchRow } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import { SeriesMatchesService } from './series-matches.service.js';

const SERIES = { mediaType: 'tv', tmdbId: 9, matchRevision: 'old' } as const;

describe('doc4 §1.14: the requests of a series whose match has changed', () => {
  const dispatches = new DispatchesRepository();
  const clock = new MovedClock();
  let fixture: LedgerFixture;
  let events: EventBus;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
    events = new EventBus(silentLog);
  });

  afterEach(() => fixture.close());

  const add = (of: Partial<RequestRow>): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));

  it('open ones that were made by another match are listed, newest first', async () => {
    const matches = { match: () => Promise.resolve({ revision: 'new' }) } as never;
    const saved = new RequestsRepository();
    const repair = new SeriesMatchesService(
      fixture.database,
      clock,
      events,
      saved,
      dispatches,
      matches,
      undefined as never,
      undefined as never,
    );
    const [older, unmatched] = [await add(SERIES), await add({ ...SERIES, matchRevision: null, status: 'pending' })];
    await add({ ...SERIES, matchRevision: 'new' });
    await add({ ...SERIES, status: 'denied' });
    await add({ ...SERIES, forgottenAt: 5 });
    await add({ ...SERIES, mediaType: 'movie' });
    expect((await repair.withOldMatch(9, null)).map(({ request }) => request.id)).toEqual([unmatched, older]);
  });

  it('deliveries that wait are stopped, those that were stopped for it go on, and others stay as they are', async () => {
    const compare = (_tx: unknown, _id: number, revision: string | null) =>
      Promise.resolve(revision === 'old' ? 'changed' : 'unchanged');
    const moved: (readonly [string, readonly number[]])[] = [];
    const note = (what: string) => (_tx: unknown, jobs: readonly { readonly requestId: number }[]) =>
      Promise.resolve(void moved.push([what, jobs.map(({ requestId }) => requestId)]));
    const transitions = { stop: note('stopped'), retry: note('retried') } as never;
    const worker = { wake: () => undefined } as never;
    const matches = { compare } as never;
    new SeriesMatchesService(
      fixture.database,
      clock,
      events,
      new RequestsRepository(),
      dispatches,
      matches,
      transitions,
      worker,
    ).onModuleInit();
    const state = (requestId: number, of: Partial<DispatchRow>) =>
      fixture.database.write((tx) => tx.update(DispatchRow, { requestId }, of));
    const [queued, stopped] = [await add(SERIES), await add({ ...SERIES, matchRevision: 'new' })];
    await state(stopped, { state: 'attention', code: 'tv_match_changed' });
    await state(await add(SERIES), { state: 'processing' });
    await state(await add(SERIES), { state: 'attention', code: 'tv_seasons_unmapped' });
    await add({ ...SERIES, tmdbId: 10 });
    await events.publish(new TvMatchChanged(9));
    expect(moved).toEqual([
      ['stopped', [queued]],
      ['retried', [stopped]],
    ]);
  });
});
