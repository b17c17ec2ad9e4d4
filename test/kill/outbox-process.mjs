/**
 * The whole server in a process of its own, as server-process.mjs has it, with its notifications under the control of a test.
 * The test forks it, waits for `loaded`, tells it `{ now }`, and gets `{ is: 'listening', url }`. Then it may send orders at any
 * time:
 *
 *   { dieAt: { line, nth } }           it kills itself when it writes this line for the n-th time from now, or its n-th line where none
 *                                      is named; it says `will die` at once
 *   { holdAt }                         it stops at this line, and says `held at <line>` then
 *   { letGo }                          what is held goes on; it says `let go` at once
 *   { settle: id, roundMs, rounds? }   it delivers, looks, takes and sends until nothing waits any more, or for so many rounds,
 *                                      with its clock `roundMs` ahead after each; then it says `settled <id>`
 *
 * Each step is a line on its output, written before anything else happens:
 *
 *   commit                            a write is committed
 *   transition                        a request has changed, and it is committed what people are to be told of it
 *   observed                          it is committed that something has become available, and who is to be told
 *   taken                             one of the steps of src/modules/notifications/outbox/outbox-steps.service.ts
 *   <step> <destination> <event>      the others of them
 *
 * What is held at `taking` is in the write that takes events: their messages are added, and nothing is committed.
 */
import { writeSync } from 'node:fs';
import { createApp } from '../../dist/app/create-app.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { Database } from '../../dist/core/database/database.js';
import { EventBus } from '../../dist/core/events/event-bus.js';
import { JobRunner } from '../../dist/core/jobs/job-runner.js';
import { silentLog } from '../../dist/core/logging/log.js';
import { PortRegistry } from '../../dist/core/ports/port-registry.js';
import { SystemRandom } from '../../dist/core/time/random.js';
import { INTAKE_JOB } from '../../dist/modules/notifications/events/lifecycle-intake.job.js';
import { AvailabilityReceiptsService } from '../../dist/modules/notifications/observation/availability-receipts.service.js';
import { AVAILABILITY_JOB } from '../../dist/modules/notifications/observation/availability-sweep.job.js';
import { OUTBOX_DESTINATIONS } from '../../dist/modules/notifications/outbox/outbox-destination.js';
import { OutboxStepsService } from '../../dist/modules/notifications/outbox/outbox-steps.service.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../dist/modules/notifications/outbox/outbox-worker.job.js';
import { DELIVERY_JOB, DeliveryWorkerJob } from '../../dist/modules/requests/delivery/delivery-worker.job.js';
import { LifecycleEventsRepository } from '../../dist/modules/requests/saved/lifecycle-events.repository.js';
import { RequestAutoApproved, RequestDecided, RequestPending } from '../../dist/modules/requests/requests.events.js';
import { GivenClock } from './given-clock.mjs';

/** More than any message needs that is tried again. */
const MOST_ROUNDS = 1_000;

const WAITING = `SELECT
  (SELECT count(*) FROM request_events) +
  (SELECT count(*) FROM notification_outbox WHERE status IN ('pending', 'sending')) +
  (SELECT count(*) FROM request_dispatch WHERE state IN ('queued', 'retry', 'waiting_library', 'processing')) AS n`;

/** Where it is to die; null for nowhere. */
let dieAt = null;

/** The lines at which it is to stop, and what lets go of what is held. */
const holdAt = new Set();
const held = [];

function passed(line) {
  writeSync(1, `${line}\n`);
  if (dieAt === null || line !== (dieAt.line ?? line)) return;
  dieAt.nth -= 1;
  if (dieAt.nth === 0) process.kill(process.pid, 'SIGKILL');
}

/** Resolves at once, or when what is held at this line may go on. */
async function heldAt(line) {
  if (!holdAt.delete(line)) return;
  const released = new Promise((resolve) => held.push(resolve));
  process.send({ is: `held at ${line}` });
  await released;
}

/** Tells every step to the parent. */
function watchSteps(get) {
  const about = new Map();
  for (const type of [RequestPending, RequestAutoApproved, RequestDecided])
    get(EventBus).on(type, () => passed('transition'));
  get(OutboxStepsService).reached = (step, id) => passed(step === 'taken' ? step : `${step} ${about.get(id)}`);
  watchReceipts(get(AvailabilityReceiptsService));
  watchWrites(get(Database), get(LifecycleEventsRepository));
  for (const destination of get(PortRegistry).all(OUTBOX_DESTINATIONS)) watchDestination(destination, about);
}

function watchWrites(database, lifecycle) {
  const { write } = database;
  database.write = async (work) => {
    const result = await write.call(database, work);
    passed('commit');
    return result;
  };
  const { taken } = lifecycle;
  lifecycle.taken = async (tx, rows) => {
    await heldAt('taking');
    await taken.call(lifecycle, tx, rows);
  };
}

function watchReceipts(receipts) {
  const { write } = receipts;
  receipts.write = async (readings) => {
    const written = await write.call(receipts, readings);
    if (written.messages > 0) passed('observed');
    return written;
  };
}

/** Notes what each message is about before it passes its first step, and holds it where it is to be held. */
function watchDestination(destination, about) {
  const { name, lookUp, send } = destination;
  destination.lookUp = async (message) => {
    about.set(message.id, `${name} ${message.event}`);
    const found = await lookUp.call(destination, message);
    await heldAt(`looked_up ${name} ${message.event}`);
    return found;
  };
  destination.send = async (post, message, signal) => {
    await heldAt(`attempt_noted ${name} ${message.event}`);
    const answer = await send.call(destination, post, message, signal);
    await heldAt(`answered ${name} ${message.event}`);
    return answer;
  };
}

async function settle(get, clock, { settle: id, roundMs, rounds }) {
  for (let round = 1; ; round += 1) {
    await get(JobRunner).runNow(DELIVERY_JOB);
    await get(DeliveryWorkerJob).idle();
    for (const job of [INTAKE_JOB, AVAILABILITY_JOB, SENDING_JOB]) await get(JobRunner).runNow(job);
    await get(OutboxWorkerJob).idle();
    const [{ n }] = await get(Database).read((tx) => tx.query(WAITING));
    if (Number(n) === 0 || round === rounds) break;
    if (round === MOST_ROUNDS) throw new Error(`after ${round} rounds ${n} things still wait`);
    clock.skip(roundMs);
  }
  process.send({ is: `settled ${id}` });
}

function end(fault) {
  console.error(fault);
  process.exit(1);
}

function obey(get, clock, order) {
  if (order.settle) settle(get, clock, order).catch(end);
  else if (order.holdAt) holdAt.add(order.holdAt);
  else if (order.letGo) {
    for (const release of held.splice(0)) release();
    process.send({ is: 'let go' });
  } else {
    ({ dieAt } = order);
    process.send({ is: 'will die' });
  }
}

async function serve({ now }) {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  const clock = new GivenClock(now);
  const app = await createApp({ settings, clock, random: new SystemRandom(), log: silentLog });
  const get = (token) => app.get(token, { strict: false });
  watchSteps(get);
  process.on('message', (order) => obey(get, clock, order));
  await app.listen(0, settings.host);
  process.send({ is: 'listening', url: `http://127.0.0.1:${app.getHttpServer().address().port}` });
}

process.once('message', (order) => serve(order).catch(end));
// A server whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });
