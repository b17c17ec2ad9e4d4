import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { DispatchRow } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import { AllRequestsService } from './all-requests.service.js';
import { RequestFactsService } from './request-facts.service.js';

describe('what is selected of the rows of requests', () => {
  const dispatches = new DispatchesRepository();
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  const add = (of: Partial<RequestRow>): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));

  it('the provider’s ids of a series of a library, each once, in their order', async () => {
    const facts = new RequestFactsService(new RequestsRepository(), dispatches, undefined as never);
    for (const tmdbId of [12, 9, 9]) await add({ mediaType: 'tv', tmdbId, tvdbId: 109 });
    await add({ mediaType: 'tv', tmdbId: 1, tvdbId: 109, instanceId: 'others' });
    await add({ mediaType: 'tv', tmdbId: 2, tvdbId: 110 });
    expect(await fixture.database.read((tx) => facts.tmdbIdsOf(tx, 'films', 109))).toEqual([9, 12]);
  });

  it('doc4 §1.1: what is parked are accepted requests whose delivery waits, oldest first', async () => {
    const outside = {
      directory: { all: () => Promise.resolve([]) } as never,
      posters: { of: () => Promise.resolve(() => null) } as never,
    };
    const { directory, posters } = outside;
    const none = undefined as never;
    const queues = new AllRequestsService(
      fixture.database,
      directory,
      posters,
      dispatches,
      none,
      none,
      new RequestsRepository(),
    );
    const state = (requestId: number, of: DispatchRow['state']) =>
      fixture.database.write((tx) => tx.update(DispatchRow, { requestId }, { state: of }));
    const [retried, held] = [await add({}), await add({})];
    await add({});
    const pending = await add({ status: 'pending' });
    await state(retried, 'retry');
    await state(held, 'attention');
    await state(pending, 'retry');
    expect((await queues.parked()).map(({ request }) => request.id)).toEqual([retried, held]);
    expect((await queues.pending()).map(({ request }) => request.id)).toEqual([pending]);
  });
});
