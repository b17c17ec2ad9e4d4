import { orUnavailable } from '../../../core/errors/app-error.js';
import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository, DeviceRevoked, DevicesRepository, type RefreshFacts } from '../../users/users.public.js';
import { deviceRevoked, invalidRefreshToken } from '../auth.errors.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import type { RefreshVerdict } from './judge-refresh.js';
import { type RefreshCase, RefreshTokensService } from './refresh-tokens.service.js';
import { type CurrentToken, SessionIssuerService, type IssuedSession } from './session-issuer.service.js';

/** A judgement that must be kept, such as a revocation, and the answer to it. */
interface Refused {
  readonly refusal: AppError;
  /** The device that it has ended. */
  readonly revoked?: string;
}

/** A case in which the token is exchanged. */
type GrantedRefresh = RefreshCase & { readonly facts: RefreshFacts };

/** Which token a presented one is exchanged for; it is the session's current one afterwards. */
type NextToken = (tx: WriteTx, presented: GrantedRefresh) => Promise<CurrentToken>;

@Injectable()
export class SessionRefreshService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly tokens: RefreshTokensService,
    private readonly issuer: SessionIssuerService,
    private readonly events: EventBus,
    private readonly limits: RateLimitGuard,
  ) {}

  /**
   * A replayed token revokes its device. A read refuses most tokens before they wait for the writer. @throws AppError 401 when it was
   * judged and refused, 429 when its device has refreshed too often, 503 when it couldn't be judged
   */
  refresh(text: string): Promise<IssuedSession> {
    return this.exchange(text, (tx, presented) => this.next(tx, presented));
  }

  /** For somebody else than has seen this token: its successor is used up, too, so that a lost answer can't be asked for again. */
  takeOver(text: string): Promise<IssuedSession> {
    return this.exchange(text, (tx, presented) => this.nextUnseen(tx, presented));
  }

  private async exchange(text: string, next: NextToken): Promise<IssuedSession> {
    const presented = this.tokens.read(text);
    if (!presented) throw invalidRefreshToken();
    const { verdict, facts } = await orUnavailable(this.database.read((tx) => this.tokens.judge(tx, presented)));
    const onSight = refusalOf(verdict);
    if (onSight && verdict !== 'replayed') throw onSight;
    if (!onSight && facts) this.limits.admit('device-refresh', facts.deviceId);
    const settled = await orUnavailable(
      this.database.write(async (tx) => this.settle(tx, await this.tokens.judge(tx, presented), next)),
    );
    if (!('refusal' in settled)) return settled;
    if (settled.revoked !== undefined) await this.events.publish(new DeviceRevoked(settled.revoked));
    throw settled.refusal;
  }

  /** A refusal is returned and not thrown, since the revocation that goes with it must be kept. */
  private async settle(tx: WriteTx, presented: RefreshCase, next: NextToken): Promise<IssuedSession | Refused> {
    const { verdict, facts } = presented;
    const account = facts && (await this.accounts.byId(tx, facts.userId));
    if (!facts || !account) return { refusal: invalidRefreshToken() };
    const ended = verdict === 'replayed' && (await this.devices.revoke(tx, facts.deviceId));
    const refusal = refusalOf(verdict);
    if (refusal) return ended ? { refusal, revoked: facts.deviceId } : { refusal };
    return this.issuer.resume(tx, account, facts, await next(tx, { ...presented, facts }));
  }

  private async next(tx: WriteTx, { facts, next, token, successor }: GrantedRefresh): Promise<CurrentToken> {
    if (next) return { token: successor, expiresAt: next.expiresAt };
    return this.issuer.rotate(tx, facts, token, successor);
  }

  /** Somebody may hold the successor already where the token was exchanged a moment ago: then that is passed over, too. */
  private async nextUnseen(tx: WriteTx, presented: GrantedRefresh): Promise<CurrentToken> {
    let current = await this.next(tx, presented);
    for (let left = presented.verdict === 'rotate' ? 1 : 2; left > 0; left -= 1) {
      const { token } = current;
      current = await this.issuer.rotate(tx, presented.facts, token, this.tokens.successorOf(token));
    }
    return current;
  }
}

function refusalOf(verdict: RefreshVerdict): AppError | null {
  switch (verdict) {
    case 'rotate':
    case 'repeat':
      return null;
    case 'invalid':
      return invalidRefreshToken();
    case 'replayed':
    case 'device_revoked':
      return deviceRevoked();
  }
}
