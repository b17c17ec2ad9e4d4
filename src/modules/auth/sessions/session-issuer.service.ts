import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  ContentPoliciesRepository,
  DevicesRepository,
  OidcIdentitiesRepository,
  SessionsRepository,
  type Account,
  type ContentCaps,
  type DeviceClaim,
  type ExternalOrigin,
  type NewToken,
} from '../../users/users.public.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { newToken, tokenHash } from './token-text.js';

const ACCESS_LIFETIME_MS = 15 * 60_000;

/** How long a refresh token is good; each refresh starts it anew. */
const REFRESH_LIFETIME_MS = 90 * 24 * 60 * 60_000;

export interface IssuedSession {
  readonly account: Account;
  /** Null for every account but a kids account. */
  readonly caps: ContentCaps | null;
  readonly ssoLinked: boolean;
  readonly deviceId: string;
  readonly accessToken: Secret;
  readonly refreshToken: Secret;
}

/** The device that tokens are bound to, and its account; and which link opened the session, if any did. */
interface SessionOwner {
  readonly userId: number;
  readonly deviceId: string;
  /** Epoch milliseconds; null where no connect link has opened it. */
  readonly linkRedeemedAt: number | null;
}

export interface CurrentToken {
  readonly token: Secret;
  readonly expiresAt: number;
}

/** Hands out session tokens; only their hashes are kept. */
@Injectable()
export class SessionIssuerService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly sessions: SessionsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly identities: OidcIdentitiesRepository,
    private readonly refreshTokens: RefreshTokensService,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @param linkRedeemedAt when a connect link opens it: its tokens keep that through every refresh */
  async open(
    tx: WriteTx,
    account: Account,
    device: DeviceClaim,
    linkRedeemedAt: number | null = null,
  ): Promise<IssuedSession> {
    return this.begin(tx, account, await this.devices.bind(tx, account.id, device), linkRedeemedAt);
  }

  /** Begins a session of somebody who was identified elsewhere: always on a new device. */
  async openExternal(
    tx: WriteTx,
    account: Account,
    device: DeviceClaim,
    origin: ExternalOrigin,
  ): Promise<IssuedSession> {
    return this.begin(tx, account, await this.devices.bindExternal(tx, account.id, device, origin), null);
  }

  private async begin(
    tx: WriteTx,
    account: Account,
    deviceId: string,
    linkRedeemedAt: number | null,
  ): Promise<IssuedSession> {
    const owner = { userId: account.id, deviceId, linkRedeemedAt };
    return this.session(tx, account, owner, await this.keep(tx, owner, newToken(this.random)));
  }

  /** Makes `next` the session's current refresh token in place of `used`. */
  async rotate(tx: WriteTx, owner: SessionOwner, used: Secret, next: Secret): Promise<CurrentToken> {
    await this.sessions.supersede(tx, tokenHash(used), this.clock.now());
    return this.keep(tx, owner, next);
  }

  private async keep(tx: WriteTx, owner: SessionOwner, token: Secret): Promise<CurrentToken> {
    const row = this.row(owner, token, REFRESH_LIFETIME_MS);
    await this.sessions.addRefresh(tx, row);
    return { token, expiresAt: row.expiresAt };
  }

  /** Goes on with a session whose current refresh token is this one: its device was seen and has a new access token. */
  async resume(tx: WriteTx, account: Account, owner: SessionOwner, current: CurrentToken): Promise<IssuedSession> {
    await this.devices.noteSeen(tx, new Map([[owner.deviceId, this.clock.now()]]));
    return this.session(tx, account, owner, current);
  }

  private async session(
    tx: WriteTx,
    account: Account,
    owner: SessionOwner,
    { token, expiresAt }: CurrentToken,
  ): Promise<IssuedSession> {
    const { deviceId } = owner;
    const refreshToken = this.refreshTokens.write(token, { deviceId, expiresAt });
    const accessToken = newToken(this.random);
    await this.sessions.addAccess(tx, this.row(owner, accessToken, ACCESS_LIFETIME_MS));
    const caps = await this.policies.caps(tx, account.id);
    const ssoLinked = await this.identities.isLinked(tx, account.id);
    return { account, caps, ssoLinked, deviceId, accessToken, refreshToken };
  }

  private row({ userId, deviceId, linkRedeemedAt }: SessionOwner, token: Secret, lifetimeMs: number): NewToken {
    const createdAt = this.clock.now();
    const expiresAt = createdAt + lifetimeMs;
    return { userId, deviceId, linkRedeemedAt, tokenHash: tokenHash(token), createdAt, expiresAt };
  }
}
