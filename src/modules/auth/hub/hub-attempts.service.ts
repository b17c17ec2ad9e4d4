import { Injectable } from '@nestjs/common';
import type { PlexServer, PlexUser } from '../../../clients/plex/plex.client.js';
import type { Caller } from '../../../core/access/caller.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService, HubInstancesService } from '../../instances/instances.public.js';
import { LONGEST_NAME } from '../../users/users.public.js';
import { requireHubAddress } from '../accounts/hub-address.js';
import { type Attempt, AttemptsService, type AttemptStart } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import { attemptEnded, hubUnavailable } from '../auth.errors.js';
import type { OauthParameters } from '../auth.ports.js';
import { HubAdmissionService } from './hub-admission.service.js';
import type { HubPerson, HubProgress, HubPurpose } from './hub-attempt.js';
import { HubAuthService } from './hub-auth.service.js';

export interface BegunAttempt {
  readonly flow: Secret;
  readonly url: string;
  readonly expiresAt: number;
}

type HubAttempt = Attempt<HubProgress>;

const LONGEST_MS = 10 * 60_000;

/** Least time between two polls of the hub for one attempt. */
const POLL_INTERVAL_MS = 3_000;

/** Control characters and half surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/**
 * From the PIN that a person approves at the hub to the code that their client exchanges. Faults of the hub end nothing: an approval is
 * kept until its owner could be read; then the token is signed out. What begins an attempt throws AppError 403 while this is switched off
 * or nobody could be let in, before the hub is asked, and 503.
 */
@Injectable()
export class HubAttemptsService {
  private readonly polls = new SingleFlight<string, void>();

  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly admission: HubAdmissionService,
    private readonly attempts: AttemptsService,
    private readonly clients: HubClientsService,
    private readonly hubInstances: HubInstancesService,
    private readonly authorization: ClientAuthorizationService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  async signIn(start: AttemptStart): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    await this.admission.requireAnybody();
    return this.begin(start, { kind: 'sign-in' });
  }

  link(start: AttemptStart, { userId, deviceId }: Caller): Promise<BegunAttempt> {
    return this.begin(start, { kind: 'link', userId, deviceId });
  }

  /** For somebody who is about to authorize a client. @throws AppError 400 for parameters by which no client is authorized */
  async authorize(start: AttemptStart, parameters: OauthParameters): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    await this.authorization.requireValid(parameters);
    await this.admission.requireAnybody();
    return this.begin(start, { kind: 'authorize', parameters });
  }

  /** The code for the client; null while it is pending. @throws AppError 403 when switched off; 400; 503, and the attempt goes on */
  async check(flow: string, verifier: string): Promise<Secret | null> {
    await this.hubAuth.requireEnabled();
    const attempt = this.attempts.prove<HubProgress>('hub', flow, verifier);
    const known = this.attempts.codeOf(attempt);
    if (known) return known;
    await this.polls.run(attempt.key, () => this.poll(attempt));
    return this.attempts.codeOf(attempt) ?? null;
  }

  /** Gives an attempt up. @throws AppError 400 as {@link check} */
  cancel(flow: string, verifier: string): void {
    const attempt = this.attempts.prove<HubProgress>('hub', flow, verifier);
    this.attempts.end(attempt);
    this.signOut(attempt);
  }

  private async begin(start: AttemptStart, purpose: HubPurpose): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    const { url } = this.clients;
    const clientId = await this.clients.clientId();
    const pin = await this.clients
      .hub(clientId, url)
      .beginPin()
      .catch((fault: unknown) => {
        throw asUnavailable(fault);
      });
    const progress: HubProgress = { purpose, pinId: pin.id, url, clientId, token: null, nextPollAt: 0 };
    const lifetimeMs = Math.min(pin.expiresInMs, LONGEST_MS);
    const { flow, attempt } = this.attempts.begin('hub', start, lifetimeMs, progress);
    return { flow, url: this.clients.approvalUrl(clientId, pin.code), expiresAt: Math.floor(attempt.expiresAt) };
  }

  private async poll(attempt: HubAttempt): Promise<void> {
    const { progress } = attempt;
    if (this.clock.monotonic() < progress.nextPollAt) return;
    progress.nextPollAt = this.clock.monotonic() + POLL_INTERVAL_MS;
    try {
      await this.advance(attempt);
    } catch (fault) {
      throw asUnavailable(fault);
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
    const isByServers = progress.purpose.kind !== 'link' && (await this.admission.needsServers(user.id));
    const servers = isByServers ? await account.servers() : [];
    this.requireGoingOn(attempt);
    this.attempts.complete(attempt, hubPerson(user, servers));
    this.signOut(attempt);
  }

  /** It may have been given up, or its time may have passed, while the hub was asked. */
  private requireGoingOn(attempt: HubAttempt): void {
    if (this.attempts.findByKey('hub', attempt.key) === attempt) return;
    this.signOut(attempt);
    throw attemptEnded();
  }

  /** A part in a server is proved by its owner. What fails is tried again at the next sign-in. */
  private async recordOwners(): Promise<void> {
    await this.hubInstances
      .recordMissingOwners()
      .catch((error: unknown) => this.log.warn('owners could not be recorded', { error }));
  }

  /** Signs the token out at the hub; nobody waits for it, and nothing depends on it. */
  private signOut({ progress }: HubAttempt): void {
    const { url, clientId, token } = progress;
    if (!token) return;
    progress.token = null;
    void this.clients
      .account({ url, clientId, token })
      .signOut()
      .catch((error: unknown) => this.log.warn('the token of a sign-in could not be ended at the hub', { error }));
  }
}

const asUnavailable = (fault: unknown): unknown => (fault instanceof UpstreamError ? hubUnavailable(fault) : fault);

/** A person of the hub with what can be stored and shown of them. A text that is no address is left out. */
function hubPerson({ id, name, email }: PlexUser, servers: readonly PlexServer[]): HubPerson {
  return {
    hubAccountId: id,
    // Cut before: where that is in the middle of a character, half of it would be left.
    username: name.slice(0, LONGEST_NAME).replaceAll(UNPRINTABLE, ''),
    email: addressOf(email),
    servers: servers.map(({ machineIdentifier, owned, ownerId }) => ({
      machineIdentifier,
      ownerId: owned ? id : ownerId,
    })),
  };
}

function addressOf(text: string): string {
  try {
    return requireHubAddress(text.replaceAll(UNPRINTABLE, ' '));
  } catch {
    return '';
  }
}
