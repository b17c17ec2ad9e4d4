import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { HubClientsService } from '../../instances/instances.public.js';
import { AttemptsService, type AttemptStart } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import { hubUnavailable } from '../auth.errors.js';
import type { OauthParameters } from '../auth.ports.js';
import type { HubProgress, HubPurpose } from './hub-attempt.js';
import { HubAuthService } from './hub-auth.service.js';
import { HubNewcomersService } from './hub-newcomers.service.js';

/** An attempt that has begun, and where its person goes on with it. */
export interface BegunAttempt {
  readonly flow: Secret;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Source: doc 3 section 12.1, attempt expiry. */
const LONGEST_MS = 10 * 60_000;

/**
 * Begins sign-ins by the hub, each with a PIN that its person approves there.
 *
 * Every method throws AppError 403 while that is switched off, before the hub is asked, and 503 when it can't be asked. Where
 * nobody could be let in, {@link signIn} and {@link authorize} are 403 before the hub is asked too.
 */
@Injectable()
export class HubBeginService {
  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly newcomers: HubNewcomersService,
    private readonly attempts: AttemptsService,
    private readonly clients: HubClientsService,
    private readonly authorization: ClientAuthorizationService,
  ) {}

  /** To sign in. */
  async signIn(start: AttemptStart): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    await this.newcomers.requireAnybody();
    return this.begin(start, { kind: 'sign-in' });
  }

  /** To be signed in by the hub from now on. */
  link(start: AttemptStart, { userId, deviceId }: Caller): Promise<BegunAttempt> {
    return this.begin(start, { kind: 'link', userId, deviceId });
  }

  /**
   * To let a client act for oneself.
   *
   * @throws AppError 400 for parameters by which no client is authorized
   */
  async authorize(start: AttemptStart, parameters: OauthParameters): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    await this.authorization.requireValid(parameters);
    await this.newcomers.requireAnybody();
    return this.begin(start, { kind: 'authorize', parameters });
  }

  private async begin(start: AttemptStart, purpose: HubPurpose): Promise<BegunAttempt> {
    await this.hubAuth.requireEnabled();
    const { url } = this.clients;
    const clientId = await this.clients.clientId();
    const pin = await this.clients
      .hub(clientId, url)
      .beginPin()
      .catch((fault: unknown) => {
        throw fault instanceof UpstreamError ? hubUnavailable(fault) : fault;
      });
    const progress: HubProgress = { purpose, pinId: pin.id, url, clientId, token: null, nextPollAt: 0 };
    const lifetimeMs = Math.min(pin.expiresInMs, LONGEST_MS);
    const { flow, attempt } = this.attempts.begin('hub', start, lifetimeMs, progress);
    return { flow, url: this.clients.approvalUrl(clientId, pin.code), expiresAt: Math.floor(attempt.expiresAt) };
  }
}
