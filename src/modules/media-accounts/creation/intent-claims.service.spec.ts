import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import type { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { endLeftLeases } from '../../../core/work/leased-rows.js';
import { silentLog } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SystemRandom } from '../../../core/time/random.js';
import { AccountStepsService } from '../account-steps.service.js';
import type { AccessReviewService } from '../access/access-review.service.js';
import { NOTHING_CONFIRMED } from '../accounts/media-accounts.repository.js';
import { HubEventsRepository } from '../accounts/hub-events.repository.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import type { MediaServersService } from '../servers/media-servers.service.js';
import { INTENT_SETTLING_JOB, IntentSettlingJob } from './intent-settling.job.js';
import {
  type ClaimedIntent,
  HEARTBEAT_MS,
  INTENT_LEASES,
  IntentClaimLost,
  IntentClaimsService,
  LATE_EFFECT_MS,
} from './intent-claims.service.js';
import { MadeAccountsService } from './made-accounts.service.js';

const FILMS = 'video_server_a-1';
const MAY = (): Promise<void> => Promise.resolve();

const ACCOUNT: RemoteAccount = {
  id: '5',
  name: 'ana',
  email: '',
  isAdministrator: false,
  isDisabled: false,
  isPending: false,
  libraries: 'all',
  limitsNow: null,
};

/** What one process of several works with. */
interface Worker {
  readonly claims: IntentClaimsService;
  readonly settling: IntentSettlingJob;
  readonly made: MadeAccountsService;
  /** A run of the job that settles what is due. */
  readonly runJob: () => Promise<void>;
}

describe('issue 21: of all processes on a database, one works on an account that is being made', () => {
  let rows: MediaRowsDatabase;
  let userId: number;
  let one: Worker;
  let other: Worker;
  /** How often the server was told to take the account away. */
  let discarded: number;
  /** What it says to that. */
  let outcome: 'done' | 'unknown';

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    userId = await rows.person('ana');
    await rows.server(FILMS);
    discarded = 0;
    outcome = 'done';
    [one, other] = [workerOn(rows.database), workerOn(await rows.another())];
  });

  afterEach(() => rows.close());

  const link = (person: number, remote: RemoteAccount): Promise<number> =>
    rows.database.write((tx) =>
      rows.links.add(tx, {
        userId: person,
        instanceId: FILMS,
        remote,
        createdByUs: false,
        manageAccess: false,
        confirmed: NOTHING_CONFIRMED,
        limitsBefore: null,
      }),
    );

  const linked = () => rows.database.read((tx) => rows.links.all(tx));

  const server = {
    type: 'video_server_a',
    account: () => Promise.resolve(ACCOUNT),
    checkPassword: () => Promise.resolve({ outcome: 'bad_credentials' } as const),
    discard: () => {
      discarded += 1;
      return Promise.resolve({ outcome });
    },
  } as Partial<MediaServer> as MediaServer;

  const workerOn = (database: Database): Worker => {
    const { intents, links, people, clock } = rows;
    const servers = { connect: () => Promise.resolve({ remote: server }) } as unknown as MediaServersService;
    const reviews = { reviewOne: () => Promise.resolve(null) } as unknown as AccessReviewService;
    const claims = new IntentClaimsService(database, intents, clock, new SystemRandom());
    const steps = new AccountStepsService(silentLog);
    const made = new MadeAccountsService(
      database,
      intents,
      links,
      reviews,
      people,
      new HubEventsRepository(),
      new EventBus(silentLog),
      steps,
    );
    const jobs = new JobRunner(clock, silentLog);
    const settling = new IntentSettlingJob(database, jobs, intents, claims, clock, made, servers, steps, silentLog);
    settling.onModuleInit();
    return { claims, made, settling, runJob: () => jobs.runNow(INTENT_SETTLING_JOB) };
  };

  const begin = (worker = one): Promise<ClaimedIntent> =>
    worker.claims.add({ userId, instanceId: FILMS, name: 'ana', secret: Secret.of('once') }, MAY);

  const place = () => ({ userId, instanceId: FILMS });

  const isStored = async (id: string): Promise<boolean> =>
    (await rows.database.read((tx) => rows.intents.find(tx, id))) !== null;

  it('two that find the same intent due settle it once', async () => {
    const { intent } = await begin();
    await rows.clock.advance(LATE_EFFECT_MS);
    const claims = await Promise.all([one.claims.takeDue(intent.id), other.claims.takeDue(intent.id)]);
    const taken = claims.filter((claim) => claim !== null);
    expect(taken).toHaveLength(1);
    for (const [at, worker] of [one, other].entries()) {
      const claim = claims[at];
      if (claim) expect(await worker.settling.settle(claim)).toEqual({ state: 'undone' });
    }
    expect(discarded).toBe(1);
    expect(await isStored(intent.id)).toBe(false);
  });

  it('nobody settles what is worked on, however long that takes', async () => {
    const claim = await begin();
    await one.claims.during(claim, async () => {
      for (let passed = 0; passed < LATE_EFFECT_MS * 3; passed += HEARTBEAT_MS) {
        await rows.clock.advance(HEARTBEAT_MS);
        // Writes follow each other: once this one is done, so is the one that extends the lease.
        await rows.database.write(() => Promise.resolve());
      }
      await expect(other.claims.takeDue(claim.intent.id)).resolves.toBeNull();
      expect(await errorOf(other.claims.takeOver(place()))).toMatchObject({ code: 'account_exists' });
    });
  });

  it('what a process leaves behind is taken over once its lease has run out, as work with calls of somebody before', async () => {
    const { intent } = await begin();
    await rows.clock.advance(INTENT_LEASES.lastsMs - 1);
    expect(await errorOf(other.claims.takeOver(place()))).toMatchObject({ code: 'account_exists' });
    await rows.clock.advance(1);
    expect(await other.claims.takeOver(place())).toMatchObject({ intent: { id: intent.id }, isFirst: false });
  });

  it('nobody settles what may still take effect: not before a while after the latest call', async () => {
    const claim = await begin();
    await rows.clock.advance(INTENT_LEASES.lastsMs - 1);
    await one.claims.permit(claim);
    await rows.clock.advance(LATE_EFFECT_MS - 1);
    expect(await other.claims.takeDue(claim.intent.id)).toBeNull();
    await rows.clock.advance(1);
    expect(await other.claims.takeDue(claim.intent.id)).not.toBeNull();
  });

  it('a worker that has lost the lease makes no call, keeps nothing and links nobody', async () => {
    const claim = await begin();
    await rows.clock.advance(INTENT_LEASES.lastsMs);
    const taken = await other.claims.takeOver(place());
    const made = { account: ACCOUNT, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    const attempts = [
      one.claims.permit(claim),
      one.claims.note(claim, { remoteUserId: '5' }, MAY),
      one.claims.end(claim),
      one.made.link(claim, made),
      one.settling.settle(claim),
    ];
    for (const attempt of attempts) expect(await errorOf(attempt)).toBeInstanceOf(IntentClaimLost);
    await one.claims.putOff(claim, 0);
    expect(discarded).toBe(0);
    expect(await one.claims.current(claim)).toBeNull();
    if (!taken) throw new Error('nobody has taken it over');
    expect(await other.claims.current(taken)).toMatchObject({ intent: { remoteUserId: null, attempts: 0 } });
    expect(await other.made.link(taken, made)).toBe('not_theirs');
    expect(await isStored(claim.intent.id)).toBe(false);
  });

  it('an account with which somebody else was linked meanwhile stays theirs, and the intent goes', async () => {
    const ben = await rows.person('ben');
    await link(ben, ACCOUNT);
    const claim = await begin();
    const made = { account: ACCOUNT, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    expect(await one.made.link(claim, made)).toBe('taken');
    expect(await isStored(claim.intent.id)).toBe(false);
    expect(await linked()).toMatchObject([{ userId: ben, manageAccess: false }]);
  });

  it('an account of somebody who was linked with another one meanwhile is nobody’s, and is to be switched off', async () => {
    await link(userId, { ...ACCOUNT, id: '6' });
    const claim = await begin();
    const made = { account: ACCOUNT, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    expect(await one.made.link(claim, made)).toBe('not_theirs');
    expect(await isStored(claim.intent.id)).toBe(false);
    expect(await linked()).toMatchObject([
      { userId, remoteUserId: '6', manageAccess: false },
      { userId: null, remoteUserId: '5', manageAccess: true },
    ]);
  });

  it('what could not be settled is given back, and is due after its wait', async () => {
    const claim = await begin();
    await one.claims.putOff(claim, 1_000);
    expect(await other.claims.takeDue(claim.intent.id)).toBeNull();
    await rows.clock.advance(1_000);
    expect(await other.claims.takeDue(claim.intent.id)).toMatchObject({ intent: { attempts: 1 } });
  });

  /** What the start of a process does that has the database alone. */
  const start = (): Promise<void> => endLeftLeases(rows.database, () => Promise.resolve(true));

  it.each(['done', 'unknown'] as const)(
    'issue 43 E33: what a killed process left is looked at with the first run, and stays until no call can arrive: %s',
    async (said) => {
      outcome = said;
      const { intent } = await begin();
      await start();
      await other.runJob();
      expect([discarded, await isStored(intent.id)]).toEqual([1, true]);
      await rows.clock.advance(LATE_EFFECT_MS - 1);
      await other.runJob();
      expect([discarded, await isStored(intent.id)]).toEqual([1, true]);
      await rows.clock.advance(1);
      await other.runJob();
      expect([discarded, await isStored(intent.id)]).toEqual([2, said === 'unknown']);
    },
  );

  it('issue 43 E33: whose password was set before the kill is linked with the first run', async () => {
    const claim = await begin();
    await one.claims.note(claim, { remoteUserId: ACCOUNT.id }, MAY);
    await start();
    await other.runJob();
    expect(await linked()).toMatchObject([{ userId, remoteUserId: ACCOUNT.id }]);
    expect([discarded, await isStored(claim.intent.id)]).toEqual([0, false]);
  });
});
