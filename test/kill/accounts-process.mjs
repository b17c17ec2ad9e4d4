/**
 * The whole server in a process of its own, as server-process.mjs has it, with people's accounts on media servers under the
 * control of a test. The test forks it, waits for `loaded`, tells it `{ now }`, and gets `{ is: 'listening', url }`. Then it may
 * send orders at any time:
 *
 *   { dieAt: { step, instanceId } }   it kills itself when an account of this instance passes the step
 *   { rounds: [{ ms, jobs }], id }    for each round its clock goes ahead by `ms` and these jobs run; then it says `passed <id>`
 *
 * Each step that an account passes is a line on its output: `<step> <instance id> <user id>`, written before anything else
 * happens.
 */
import { writeSync } from 'node:fs';
import { createApp } from '../../dist/app/create-app.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { JobRunner } from '../../dist/core/jobs/job-runner.js';
import { silentLog } from '../../dist/core/logging/log.js';
import { SystemRandom } from '../../dist/core/time/random.js';
import { AccessSyncJob } from '../../dist/modules/media-accounts/access/access-sync.job.js';
import { AccountStepsService } from '../../dist/modules/media-accounts/account-steps.service.js';
import { GivenClock } from './given-clock.mjs';

/** Where it is to die; null for nowhere. */
let dieAt = null;

function watchSteps(steps) {
  steps.reached = (step, { instanceId, userId }) => {
    writeSync(1, `${step} ${instanceId} ${userId}\n`);
    if (dieAt?.step === step && dieAt.instanceId === instanceId) process.kill(process.pid, 'SIGKILL');
  };
}

async function pass(app, clock, { rounds, id }) {
  const get = (token) => app.get(token, { strict: false });
  for (const { ms, jobs } of rounds) {
    clock.skip(ms);
    for (const job of jobs) await get(JobRunner).runNow(job);
    await get(AccessSyncJob).idle();
  }
  process.send({ is: `passed ${id}` });
}

function end(fault) {
  console.error(fault);
  process.exit(1);
}

async function serve({ now }) {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  const clock = new GivenClock(now);
  const app = await createApp({ settings, clock, random: new SystemRandom(), log: silentLog });
  watchSteps(app.get(AccountStepsService, { strict: false }));
  process.on('message', (order) => {
    if (order.dieAt) ({ dieAt } = order);
    else pass(app, clock, order).catch(end);
  });
  await app.listen(0, settings.host);
  process.send({ is: 'listening', url: `http://127.0.0.1:${app.getHttpServer().address().port}` });
}

process.once('message', (order) => serve(order).catch(end));
// A server whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });
