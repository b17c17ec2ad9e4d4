import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService, HubInstancesService } from '../../instances/instances.public.js';
import { type Attempt, AttemptsService } from '../attempts/attempts.service.js';
import { attemptEnded, hubUnavailable } from '../auth.errors.js';
import type { HubProgress } from './hub-attempt.js';
import { HubAuthService } from './hub-auth.service.js';
import { HubNewcomersService } from './hub-newcomers.service.js';
import { hubPerson } from './hub-person.js';

/** Least time between two polls of the hub for one attempt. Source: doc 1 section 8. */
const POLL_INTERVAL_MS = 3_000;

type HubAttempt = Attempt<HubProgress>;

/**
 * Follows attempts at the hub until somebody has approved them and is known. However many ask, the hub is asked at most every
 * three seconds for an attempt. What it gets wrong ends nothing: an approval is kept until its owner could be read. Then the
 * token is signed out, since nobody needs it any more. Source: doc 1 section 4, doc 3 section 12.1.
 */
@Injectable()
export class HubProgressService {
  private readonly polls = new SingleFlight<string, void>();

  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly newcomers: HubNewcomersService,
    private readonly attempts: AttemptsService,
    private readonly clients: HubClientsService,
    private readonly hubInstances: HubInstancesService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The code by which the client redeems what its attempt has come to; null while it is pending. The same code again until
   * its minute is over.
   *
   * @throws AppError 403 while sign-in by the hub is switched off; 400 for an attempt that is unknown or over, and for a
   *   wrong verifier; 503 when the hub can't be asked, after which the attempt goes on
   */
  async check(flow: string, verifier: string): Promise<Secret | null> {
    await this.hubAuth.requireEnabled();
    const attempt = this.attempts.prove<HubProgress>('hub', flow, verifier);
    const known = this.attempts.codeOf(attempt);
    if (known) return known;
    await this.polls.run(attempt.key, () => this.poll(attempt));
    return this.attempts.codeOf(attempt) ?? null;
  }

  /**
   * Gives an attempt up.
   *
   * @throws AppError 400 as {@link check}
   */
  cancel(flow: string, verifier: string): void {
    const attempt = this.attempts.prove<HubProgress>('hub', flow, verifier);
    this.attempts.end(attempt);
    this.letGo(attempt);
  }

  private async poll(attempt: HubAttempt): Promise<void> {
    const { progress } = attempt;
    if (this.clock.monotonic() < progress.nextPollAt) return;
    progress.nextPollAt = this.clock.monotonic() + POLL_INTERVAL_MS;
    try {
      await this.advance(attempt);
    } catch (fault) {
      throw fault instanceof UpstreamError ? hubUnavailable(fault) : fault;
    }
  }

  private async advance(attempt: HubAttempt): Promise<void> {
    const { progress } = attempt;
    if (!progress.token) {
      const pin = await this.clients.hub(progress.clientId, progress.url).checkPin(progress.pinId);
      if (pin.state === 'pending') return;
      if (pin.state === 'expired') {
        this.attempts.end(attempt);
        throw attemptEnded();
      }
      progress.token = pin.token;
    }
    const { url, clientId, token } = progress;
    const account = this.clients.account({ url, clientId, token });
    const [user] = await Promise.all([account.user(), this.recordOwners()]);
    this.requireGoingOn(attempt);
    // A link goes by the session that asked for it, and somebody who is linked by that.
    const isByServers = progress.purpose.kind !== 'link' && (await this.newcomers.needServers(user.id));
    const servers = isByServers ? await account.servers() : [];
    this.requireGoingOn(attempt);
    this.attempts.complete(attempt, hubPerson(user, servers));
    this.letGo(attempt);
  }

  /** It may have been given up, or its time may have passed, while the hub was asked. */
  private requireGoingOn(attempt: HubAttempt): void {
    if (this.attempts.findByKey('hub', attempt.key) === attempt) return;
    this.letGo(attempt);
    throw attemptEnded();
  }

  /** A part in a server is proved by its owner. What fails is tried again at the next sign-in. */
  private async recordOwners(): Promise<void> {
    await this.hubInstances
      .recordMissingOwners()
      .catch((error: unknown) => this.log.warn('owners could not be recorded', { error }));
  }

  /** Signs the token out at the hub; nobody waits for it, and nothing depends on it. */
  private letGo({ progress }: HubAttempt): void {
    const { url, clientId, token } = progress;
    if (!token) return;
    progress.token = null;
    void this.clients
      .account({ url, clientId, token })
      .signOut()
      .catch((error: unknown) => this.log.warn('the token of a sign-in could not be ended at the hub', { error }));
  }
}
