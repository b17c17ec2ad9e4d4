/**
 * A delivery worker in a process of its own, on the built server's own modules and its real database. A test
 * forks it, waits for `loaded`, gives it one order, and may kill it at any moment:
 *
 *   { now, rounds, roundMs?, dieAt?, sleepAt?, jobs? }
 *
 * `now` is what its clock shows at first. It sweeps until nothing waits any more, at most `rounds` times, with
 * `roundMs` between two sweeps; then it says `done` and ends. At the step `dieAt` ({ step, requestId, time? }) it kills
 * itself, when it passes it for the first time or for the one that is named; at `sleepAt` it stops itself (SIGSTOP).
 * With `jobs` it attempts that many due jobs in their order, past the lease on their library. Each step that a delivery
 * passes is a line on its output: `<step> <request id>`, written before anything else happens.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { DATABASE_FILE } from '../../dist/app/create-app.js';
import { entities } from '../../dist/app/entities.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { CoreModule } from '../../dist/core/core.module.js';
import { holdDataFolder } from '../../dist/core/database/data-folder-hold.js';
import { Database } from '../../dist/core/database/database.js';
import { openDatabase } from '../../dist/core/database/open-database.js';
import { JobRunner } from '../../dist/core/jobs/job-runner.js';
import { silentLog } from '../../dist/core/logging/log.js';
import { silentMeter } from '../../dist/core/metrics/meter.js';
import { SecretBox } from '../../dist/core/secrets/secret-box.js';
import { loadSecretKey } from '../../dist/core/secrets/secret-key.js';
import { SystemRandom } from '../../dist/core/time/random.js';
import { migrations } from '../../dist/migrations/all-migrations.js';
import { LibraryDeliveriesService } from '../../dist/modules/requests/delivery/library-deliveries.service.js';
import { DeliveryTraceService } from '../../dist/modules/requests/delivery/delivery-trace.service.js';
import { DELIVERY_JOB, DeliveryWorkerJob } from '../../dist/modules/requests/delivery/delivery-worker.job.js';
import { DispatchesRepository } from '../../dist/modules/requests/saved/dispatches.repository.js';
import { RequestsModule } from '../../dist/modules/requests/requests.module.js';
import { GivenClock } from './given-clock.mjs';

/** Longer than the first back-off, shorter than a lease: its clock goes ahead by this much between two sweeps. */
const ROUND_MS = 90_000;

/** The worker with all that it stands on, and without the HTTP surface, which would only make it start slower. */
class WorkerModule {}

async function compose(clock) {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  const { dataDir, databaseUrl: url, secretKey } = settings;
  const random = new SystemRandom();
  const log = silentLog;
  const dataFolder = await holdDataFolder(dataDir, 'serve');
  const file = join(dataDir, DATABASE_FILE);
  const database = await openDatabase({ url, file, entities: [...entities], migrations: [...migrations], log, clock });
  const secretBox = new SecretBox(loadSecretKey({ dataDir, secretKey, random }), random);
  const foundations = { settings, clock, random, log, meter: silentMeter, dataFolder, database, secretBox };
  const imports = [CoreModule.forRoot(foundations), RequestsModule];
  return NestFactory.createApplicationContext(
    { module: WorkerModule, imports },
    { logger: false, abortOnError: false },
  );
}

/** Tells every step to the parent, and dies or falls asleep exactly at the one that was named. */
function watchSteps(steps, { dieAt, sleepAt }) {
  const isAt = (place, step, requestId) => place?.step === step && place.requestId === requestId;
  let timesLeft = dieAt?.time ?? 1;
  steps.reached = (step, requestId) => {
    writeSync(1, `${step} ${requestId}\n`);
    if (isAt(dieAt, step, requestId) && (timesLeft -= 1) === 0) process.kill(process.pid, 'SIGKILL');
    if (isAt(sleepAt, step, requestId)) process.kill(process.pid, 'SIGSTOP');
  };
}

async function countOpen(database) {
  const states = "('queued', 'retry', 'waiting_library', 'processing')";
  const [row] = await database.read((tx) =>
    tx.query(`SELECT count(*) AS n FROM request_dispatch WHERE state IN ${states}`),
  );
  return Number(row.n);
}

async function sweepUntilDone(app, clock, { rounds, roundMs = ROUND_MS }) {
  const get = (token) => app.get(token, { strict: false });
  for (let round = 1; ; round += 1) {
    await get(JobRunner).runNow(DELIVERY_JOB);
    await get(DeliveryWorkerJob).idle();
    const open = await countOpen(get(Database));
    if (open === 0) return;
    if (round >= rounds) throw new Error(`after ${round} sweeps ${open} jobs are not done`);
    clock.skip(roundMs);
  }
}

/** Both of two workers come here with the same list: only the claim of each job stands between them. */
async function attemptAll(app, clock, count) {
  const get = (token) => app.get(token, { strict: false });
  const due = await get(Database).read(async (tx) => {
    const [instanceId] = await get(DispatchesRepository).librariesDue(tx, clock.now());
    return get(DispatchesRepository).due(tx, instanceId, clock.now(), count);
  });
  process.send({ is: 'listed', count: due.length });
  await new Promise((resolve) => process.once('message', resolve));
  for (const job of due) await get(LibraryDeliveriesService).attempt(job);
}

async function obey(order) {
  const clock = new GivenClock(order.now);
  const app = await compose(clock);
  watchSteps(app.get(DeliveryTraceService, { strict: false }), order);
  process.send({ is: 'ready' });
  await (order.jobs ? attemptAll(app, clock, order.jobs) : sweepUntilDone(app, clock, order));
  await app.close();
}

process.once('message', (order) => {
  obey(order).then(
    () => process.send({ is: 'done' }, () => process.disconnect()),
    (fault) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
// A worker whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });
