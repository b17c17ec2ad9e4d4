import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionsRepository, type RefreshFacts } from '../../users/users.public.js';
import { judgeRefresh, type RefreshVerdict } from './judge-refresh.js';
import type { PresentedToken } from './refresh-token-text.service.js';
import { tokenHash } from './token-text.js';

/** A presented refresh token and what becomes of it. */
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
 * Which refresh token follows which? HMAC-SHA256 of the token under a key of the server's own, base64url.
 *
 * The same token always has the same successor, so that a lost answer can be given again although nothing secret is
 * kept; without the key it can't be computed. Source: doc 3, decision on the refresh token.
 */
@Injectable()
export class RefreshChainService {
  private readonly key: Buffer;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    secretBox: SecretBox,
  ) {
    this.key = secretBox.derive('refresh-rotation');
  }

  /** Judges a presented token by the rows of this transaction. */
  async judge(tx: ReadTx, presented: PresentedToken): Promise<RefreshCase> {
    const { token } = presented;
    const successor = this.successorOf(token);
    const facts = await this.factsOf(tx, presented);
    const next = facts && (await this.sessions.refreshFacts(tx, tokenHash(successor)));
    return { token, successor, facts, next, verdict: judgeRefresh(facts, next, this.clock.now()) };
  }

  /**
   * What is known of a presented token, by its row or, where that is gone, by its own text until it expires; null when nothing shows
   * that anybody was given it.
   */
  async factsOf(tx: ReadTx, { token, holder }: PresentedToken): Promise<RefreshFacts | null> {
    const kept = await this.sessions.refreshFacts(tx, tokenHash(token));
    if (kept || !holder || this.clock.now() >= holder.expiresAt) return kept;
    return this.sessions.forgottenFacts(tx, holder);
  }

  /** The token that this one is exchanged for. */
  successorOf(token: Secret): Secret {
    return Secret.of(createHmac('sha256', this.key).update(token.reveal(), 'utf8').digest('base64url'));
  }
}
