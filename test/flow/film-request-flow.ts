import { afterAll, beforeAll, expect, it } from 'vitest';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { DeliveryWorkerJob } from '../../src/modules/requests/delivery/delivery-worker.job.js';
import { Household } from '../e2e/requests/household.js';
import { sourcesOf, type RunSources } from './sources-of-call.js';

let household: Household;

beforeAll(async () => {
  household = await Household.open();
});

afterAll(() => household.close());

function say(what: string, { files, functions, injectables }: RunSources): void {
  console.log(`${what}: ${files.length} files, ${functions} functions, ${injectables} injectables`);
  if (process.env.FLOW_LIST) console.log(files.join('\n'));
}

it('counts the sources of calls', async () => {
  const { app, ana } = household;
  const ask = (tmdbId: number) => ana.post('/api/requests', { media_type: 'movie', tmdb_id: tmdbId, title: 'A film' });
  // What is read once and kept doesn't count.
  expect((await ask(household.film())).status).toBe(200);
  await ana.get('/api/requests');
  const film = household.film();
  // What jobs do afterwards is another flow.
  await app.get(DeliveryWorkerJob).idle();
  app.get(JobRunner).wake = () => undefined;
  say('GET /api/health', await sourcesOf(() => app.http.get('/api/health')));
  say('POST /api/requests, a film', await sourcesOf(() => ask(film)));
  say('GET /api/requests', await sourcesOf(() => ana.get('/api/requests')));
});
