import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { searchesFor, wrongs } from './delivered-truth.js';
import { Household, type Library } from './household.js';

let household: Household;
let library: Library;

beforeEach(async () => {
  household = await Household.found({ members: 2 });
  library = household.libraries[0];
});
afterEach(() => household.close());

/** An account asks for a film. */
async function ask(member: 0 | 1, tmdbId: number): Promise<number> {
  const userId = household.members[member]?.userId ?? 0;
  const [id = 0] = await household.ask([{ userId, library, tmdbId }]);
  return id;
}

/** A worker is killed after this step, the last one before it would have sent a search. */
async function killBeforeSearch(step: DeliveryStep, requestId: number): Promise<void> {
  const worker = household.spawn('worker-process');
  await worker.says('loaded');
  worker.send({ now: household.later(), rounds: 1, dieAt: { step, requestId } });
  await worker.dies();
}

describe('doc 4 section 1.13: the search of a film that was put aside', () => {
  it('is sent although two workers were killed before they sent it and the library has searched for others since', async () => {
    const tmdbId = household.film(library, 'put_aside');
    const requestId = await ask(0, tmdbId);
    await killBeforeSearch('film_monitored', requestId);
    await killBeforeSearch('started', requestId);
    await searchByHand(library.fake.given.movie({ tmdbId: 9999 }).id);
    await household.deliverAll({ rounds: 1 });
    expect(searchesFor(library, tmdbId)).toBe(1);
    expect(await wrongs(household)).toEqual([]);
  }, 300_000);

  it('is not sent more than twice when two accounts ask for it and calls and answers are lost', async () => {
    const tmdbId = household.film(library, 'put_aside');
    await ask(0, tmdbId);
    await ask(1, tmdbId);
    library.fake.fail('PUT /api/v3/movie/editor', 'reset');
    library.fake.fail('POST /api/v3/command', 'answer-lost', 4);
    await household.deliverAll({ rounds: 50 });
    expect(searchesFor(library, tmdbId)).toBeLessThanOrEqual(2);
    expect(await wrongs(household)).toEqual([]);
  }, 300_000);
});

/** Somebody presses the search button of another film in the library manager itself. */
async function searchByHand(movieId: number): Promise<void> {
  const { fake } = library;
  const answer = await fetch(`${fake.url}/api/v3/command`, {
    method: 'POST',
    headers: { 'x-api-key': fake.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'MoviesSearch', movieIds: [movieId] }),
  });
  expect(answer.status).toBe(201);
}
