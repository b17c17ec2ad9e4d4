import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { type RefreshFacts, SessionsRepository, type TokenHolder } from '../../users/users.public.js';
import { judgeRefresh, type RefreshVerdict } from './judge-refresh.js';
import { tokenHash } from './token-text.js';

/** The token itself, and the seal of its holder, which tokens of before lack. */
const TEXT = /^(?<token>[\w-]{43})(?:\.(?<deviceId>[0-9a-f-]{36})\.(?<expiresAt>\d{1,16})\.(?<seal>[\w-]{43}))?$/;

export interface PresentedToken {
  /** 32 random bytes, or derived from such: its hash is what is kept. */
  readonly token: Secret;
  /** Whose it was when it was issued, under a seal of this server; null where the text doesn't say, or not under our seal. */
  readonly holder: TokenHolder | null;
}

export interface RefreshCase {
  readonly token: Secret;
  /** What it is or was exchanged for. */
  readonly successor: Secret;
  readonly verdict: RefreshVerdict;
  /** Null when nothing shows that anybody was given the token. */
  readonly facts: RefreshFacts | null;
  /** What is known of the successor; null when nobody was given it yet. */
  readonly next: RefreshFacts | null;
}

/**
 * Refresh tokens: their text, their order, and what becomes of one that is presented. The text is `<token>.<device>.<expiry>.<seal>`; by
 * the seal (HMAC-SHA256) it says whose device it was even when its row is gone, until the server's key is changed. The successor of a token
 * is its HMAC under another key, so that a lost answer can be given again although nothing secret is kept.
 */
@Injectable()
export class RefreshTokensService {
  private readonly sealKey: Buffer;
  private readonly successorKey: Buffer;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    secretBox: SecretBox,
  ) {
    this.sealKey = secretBox.derive('refresh-holder');
    this.successorKey = secretBox.derive('refresh-rotation');
  }

  write(token: Secret, { deviceId, expiresAt }: TokenHolder): Secret {
    const said = `${token.reveal()}.${deviceId}.${expiresAt}`;
    return Secret.of(`${said}.${hmac(this.sealKey, said)}`);
  }

  /** What a text presents; null where it can be no refresh token of ours. */
  read(text: string): PresentedToken | null {
    const { token, deviceId, expiresAt } = TEXT.exec(text)?.groups ?? {};
    if (token === undefined) return null;
    const core = Secret.of(token);
    if (deviceId === undefined) return { token: core, holder: null };
    const holder = { deviceId, expiresAt: Number(expiresAt) };
    return { token: core, holder: this.write(core, holder).equals(text) ? holder : null };
  }

  async judge(tx: ReadTx, presented: PresentedToken): Promise<RefreshCase> {
    const { token } = presented;
    const successor = this.successorOf(token);
    const facts = await this.factsOf(tx, presented);
    const next = facts && (await this.sessions.refreshFacts(tx, tokenHash(successor)));
    return { token, successor, facts, next, verdict: judgeRefresh(facts, next, this.clock.now()) };
  }

  /** What is known of a presented token, by its row or, where that is gone, by its own text until it expires; else null. */
  async factsOf(tx: ReadTx, { token, holder }: PresentedToken): Promise<RefreshFacts | null> {
    const kept = await this.sessions.refreshFacts(tx, tokenHash(token));
    if (kept || !holder || this.clock.now() >= holder.expiresAt) return kept;
    return this.sessions.forgottenFacts(tx, holder);
  }

  successorOf(token: Secret): Secret {
    return Secret.of(hmac(this.successorKey, token.reveal()));
  }
}

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('base64url');
