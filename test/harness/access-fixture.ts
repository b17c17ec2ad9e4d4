import { foreignWords } from '../../src/core/errors/sentence.js';
import { UpstreamError } from '../../src/core/errors/upstream-error.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { silentLog } from '../../src/core/logging/log.js';
import { silentMeter } from '../../src/core/metrics/meter.js';
import { LiveReadingsService } from '../../src/modules/media-accounts/servers/live-readings.service.js';
import { PortRegistry } from '../../src/core/ports/port-registry.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { HoldingsRepository } from '../../src/modules/instances/access/holdings.repository.js';
import { InstanceAccessService } from '../../src/modules/instances/access/instance-access.service.js';
import {
  InstanceDirectoryService,
  MediaServerDirectoryService,
} from '../../src/modules/instances/registry/instance-directory.service.js';
import { InstancesRepository } from '../../src/modules/instances/registry/instances.repository.js';
import { AccountStepsService } from '../../src/modules/media-accounts/account-steps.service.js';
import { AccessAttemptService } from '../../src/modules/media-accounts/access/access-attempt.service.js';
import { ACCESS_JOB, AccessSyncJob } from '../../src/modules/media-accounts/access/access-sync.job.js';
import { AccessReviewService } from '../../src/modules/media-accounts/access/access-review.service.js';
import type { LiveAccountsService } from '../../src/modules/media-accounts/access/live-accounts.service.js';
import {
  type MediaAccount,
  NOTHING_CONFIRMED,
} from '../../src/modules/media-accounts/accounts/media-accounts.repository.js';
import { HubInvitationsService } from '../../src/modules/media-accounts/accounts/hub-invitations.service.js';
import { HubEventsRepository } from '../../src/modules/media-accounts/accounts/hub-events.repository.js';
import { MediaAccountLifecycleService } from '../../src/modules/media-accounts/media-account-lifecycle.service.js';
import type {
  AccessOutcome,
  AccessToWrite,
  MediaServer,
  RemoteAccount,
  WritePermit,
} from '../../src/modules/media-accounts/servers/media-server.js';
import type { MediaServersService } from '../../src/modules/media-accounts/servers/media-servers.service.js';
import { UserContentPolicyRow } from '../../src/modules/users/tables/people.entity.js';
import type { RatingListsService } from '../../src/modules/metadata/metadata.public.js';
import { ContentPoliciesRepository } from '../../src/modules/users/users.public.js';
import { MediaRowsDatabase } from './media-rows-database.js';

/** The server of every fixture. */
export const FILMS = 'video_server_a-1';

/** A media server that keeps its accounts in memory, and every call that would reach it. */
class RememberedServer {
  /** The calls so far: `read anna`, `on anna`, `off anna`. */
  readonly calls: string[] = [];
  readonly accounts = new Map<string, RemoteAccount>();
  /** What has the next writing calls fail, first come first served; `lost` makes the change and loses the answer. */
  faults: ('down' | 'lost' | 'limits_unknown' | 'ignored')[] = [];
  isDown = false;
  /** Happens after the account is read and before anything is written. */
  meanwhile: () => Promise<void> = () => Promise.resolve();

  readonly remote = {
    type: 'video_server_a',
    account: (id: string) => Promise.resolve(this.read(id)),
    writeAccess: (id: string, wanted: AccessToWrite, permit?: WritePermit) => this.write(id, wanted, permit),
  } as Partial<MediaServer> as MediaServer;

  give(id: string, fields: Partial<RemoteAccount> = {}): RemoteAccount {
    const account: RemoteAccount = {
      id,
      name: id,
      email: '',
      isAdministrator: false,
      isDisabled: false,
      isPending: false,
      libraries: 'all',
      limitsNow: 'none',
      ...fields,
    };
    this.accounts.set(id, account);
    return account;
  }

  /** The calls since this was asked last. */
  seen(): readonly string[] {
    return this.calls.splice(0);
  }

  private read(id: string): RemoteAccount | null {
    this.calls.push(`read ${id}`);
    if (this.isDown) throw unreachable;
    return this.accounts.get(id) ?? null;
  }

  private async write(id: string, wanted: AccessToWrite, permit?: WritePermit): Promise<AccessOutcome> {
    const fault = this.faults.shift();
    if (this.isDown || fault === 'down') {
      this.calls.push(`read ${id}`);
      return { outcome: 'unknown', error: unreachable };
    }
    const account = this.accounts.get(id);
    if (!account) return { outcome: 'gone' };
    if (account.isAdministrator) return { outcome: 'administrator' };
    if (fault === 'limits_unknown')
      return { outcome: 'refused', code: 'limits_unknown', reason: foreignWords('no such rating') };
    const after = this.after(account, wanted);
    const done: AccessOutcome = { outcome: 'done', account: after, limitsBefore: this.limitsBefore(account, wanted) };
    if (JSON.stringify(after) === JSON.stringify(account)) return done;
    await this.meanwhile();
    await permit?.();
    this.calls.push(`${wanted.access} ${id}`);
    if (fault !== 'ignored') this.accounts.set(id, after);
    return fault === 'lost' || fault === 'ignored' ? { outcome: 'unknown', error: unreachable } : done;
  }

  private after(account: RemoteAccount, wanted: AccessToWrite): RemoteAccount {
    if (wanted.access === 'off') return { ...account, isDisabled: true };
    const { limits, limitsBefore, keepsLibraries } = wanted;
    return {
      ...account,
      isDisabled: false,
      libraries: keepsLibraries ? account.libraries : wanted.libraries,
      limitsNow: limits ? `up to ${limits.maxMovieRating}` : (limitsBefore ?? account.limitsNow),
    };
  }

  private limitsBefore({ limitsNow }: RemoteAccount, wanted: AccessToWrite): string | null {
    return wanted.access === 'on' && wanted.limits ? (wanted.limitsBefore ?? limitsNow) : null;
  }
}

const unreachable = new UpstreamError({
  system: 'jellyfin',
  operation: 'user.policy',
  kind: 'unreachable',
  definitelyNotSent: false,
  reason: foreignWords('could not reach server'),
});

/** What a test says of a link. */
interface LinkGiven {
  readonly manageAccess?: boolean;
  /** Does the person hold the server by a grant? */
  readonly holds?: boolean;
  readonly remote?: Partial<RemoteAccount>;
}

/** The job over real rows, beside a server of which the test knows every call. */
export class AccessFixture {
  readonly server = new RememberedServer();
  readonly events = new EventBus(silentLog);
  readonly attempts: AccessAttemptService;
  private readonly lifecycle: MediaAccountLifecycleService;
  private readonly contentPolicies = new ContentPoliciesRepository();
  private readonly holdings = new HoldingsRepository();
  private readonly jobs: JobRunner;
  private readonly job: AccessSyncJob;
  private readonly reviews: AccessReviewService;
  private readonly directory: MediaServerDirectoryService;

  private constructor(readonly rows: MediaRowsDatabase) {
    const { database, clock, links } = rows;
    const instances = new InstancesRepository(new SecretBox(Buffer.alloc(32, 'rows'), new SystemRandom()), clock);
    this.directory = new MediaServerDirectoryService(instances);
    const holders = new InstanceAccessService(new InstanceDirectoryService(instances), this.holdings);
    this.reviews = new AccessReviewService(
      this.directory,
      holders,
      rows.people,
      this.contentPolicies,
      rows.policies,
      silentLog,
    );
    const servers = {
      connect: () => Promise.resolve({ remote: this.server.remote }),
    } as unknown as MediaServersService;
    this.attempts = new AccessAttemptService(
      servers,
      { known: () => Promise.resolve({ schemes: new Map() }) } as unknown as RatingListsService,
      new AccountStepsService(silentLog),
      clock,
      database,
      new SystemRandom(),
      links,
      this.reviews,
      silentLog,
    );
    this.jobs = new JobRunner(clock, silentLog);
    this.job = new AccessSyncJob(
      database,
      links,
      this.reviews,
      { areSharesDue: () => false } as Partial<LiveAccountsService> as LiveAccountsService,
      this.attempts,
      new LiveReadingsService(clock, this.events, silentMeter),
      this.jobs,
      this.events,
      clock,
      silentLog,
    );
    this.lifecycle = new MediaAccountLifecycleService(
      new PortRegistry(),
      links,
      new HubEventsRepository(),
      this.directory,
      rows.policies,
      rows.intents,
      new HubInvitationsService(rows.people, links),
    );
    this.job.onModuleInit();
  }

  static async open(): Promise<AccessFixture> {
    const rows = await MediaRowsDatabase.open();
    const fixture = new AccessFixture(rows);
    await rows.server(FILMS);
    return fixture;
  }

  async close(): Promise<void> {
    await this.job.onModuleDestroy();
    await this.jobs.stop();
    await this.rows.close();
  }

  /** A person who holds the server where nothing else is said, and whose account there is linked. */
  async linked(
    name: string,
    { manageAccess = true, holds = true, remote = {} }: LinkGiven = {},
  ): Promise<{ readonly userId: number; readonly id: number }> {
    const userId = await this.rows.person(name);
    const account = this.server.give(name, remote);
    const id = await this.rows.database.write(async (tx) => {
      if (holds) await this.holdings.grant(tx, FILMS, new Set([userId]));
      const link = { userId, instanceId: FILMS, remote: account, createdByUs: true, manageAccess };
      return this.rows.links.add(tx, { ...link, confirmed: NOTHING_CONFIRMED, limitsBefore: null });
    });
    return { userId, id };
  }

  async grant(userId: number): Promise<void> {
    await this.rows.database.write((tx) => this.holdings.grant(tx, FILMS, new Set([userId])));
  }

  async revoke(userId: number): Promise<void> {
    await this.rows.database.write((tx) => this.holdings.revoke(tx, FILMS, new Set([userId])));
  }

  /** Makes a person a kids account, up to this rating of films. */
  async limit(userId: number, maxMovieRating = 'PG'): Promise<void> {
    const caps = { maxMovieRating, maxTvRating: 'TV-PG', ratingRegion: 'US', blockUnrated: true };
    const policy = { ...caps, blockedMovieGenres: [], blockedTvGenres: [] };
    await this.rows.database.write((tx) => this.contentPolicies.set(tx, userId, policy));
  }

  /** Nobody can read what the person may see any more. */
  async damageLimits(userId: number): Promise<void> {
    await this.rows.database.write((tx) => tx.update(UserContentPolicyRow, { userId }, { blockedTvGenres: '?' }));
  }

  /** The instance gets another address. */
  async move(): Promise<void> {
    await this.rows.database.write((tx) => this.lifecycle.instanceMoved(tx, FILMS));
  }

  /** The person is a kids account no more. */
  async unlimit(userId: number): Promise<void> {
    await this.rows.database.write((tx) => this.contentPolicies.remove(tx, userId));
  }

  /** Deletes a person, as the route does. */
  async remove(userId: number): Promise<void> {
    await this.rows.database.write(async (tx) => {
      await this.lifecycle.accountRemoved(tx, userId);
      await this.holdings.removeAccount(tx, userId);
      await this.rows.people.remove(tx, userId);
    });
  }

  /** Runs the job to its end, as an interval would. */
  async run(): Promise<void> {
    await this.jobs.runNow(ACCESS_JOB);
    await this.job.idle();
  }

  /** Runs the job until this link is as it should be, and forgets what the server was asked. */
  async settled(id: number): Promise<void> {
    await this.run();
    this.server.seen();
    if ((await this.isPending(id)) !== false) throw new Error('the server has not confirmed what should be');
  }

  /** Lets time pass in steps of the job's interval, and runs it each time; answers what the server was asked. */
  async pass(ms: number): Promise<readonly string[]> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await this.rows.clock.advance(Math.min(10_000, ms - passed));
      await this.run();
    }
    return this.server.seen();
  }

  async stored(id: number): Promise<MediaAccount | null> {
    return this.rows.database.read((tx) => this.rows.links.byId(tx, id));
  }

  /** Is something still to be confirmed? What `access_sync_pending` says. */
  async isPending(id: number): Promise<boolean | undefined> {
    return this.rows.database.read(async (tx) => {
      const link = await this.rows.links.byId(tx, id);
      return link ? (await this.reviews.reviewOne(tx, link))?.isPending : undefined;
    });
  }
}
