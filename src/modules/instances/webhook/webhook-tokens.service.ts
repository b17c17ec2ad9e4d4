import { Injectable } from '@nestjs/common';
import { SecretBox, SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { INSTANCE_SECRETS } from '../sealed-columns.js';

const { webhookToken, webhookPendingToken } = INSTANCE_SECRETS;

const TOKEN_BYTES = 24;

export interface SealedToken {
  readonly token: Secret;
  readonly sealed: string;
}

/** The tokens of webhooks: 24 random bytes in hex, sealed for their row and column. */
@Injectable()
export class WebhookTokensService {
  constructor(
    private readonly box: SecretBox,
    private readonly random: Random,
  ) {}

  mint(instanceId: string): SealedToken {
    const token = Secret.of(this.random.hex(TOKEN_BYTES));
    return { token, sealed: this.box.seal(token, webhookPendingToken.at(instanceId)) };
  }

  /** The pending token; null where there is none that could be opened, and so none that anybody could present. */
  pending(row: ServiceInstanceRow): SealedToken | null {
    if (row.webhookPendingToken === '') return null;
    try {
      return { token: this.pendingOf(row), sealed: row.webhookPendingToken };
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }

  sealAsCurrent(instanceId: string, token: Secret): string {
    return this.box.seal(token, webhookToken.at(instanceId));
  }

  hasToken(row: ServiceInstanceRow): boolean {
    return row.webhookToken !== '' || row.webhookPendingToken !== '';
  }

  /** Compares both tokens, whichever fits. @throws SecretUnreadable 503 when none fits, and one couldn't be opened */
  accepts(row: ServiceInstanceRow, password: string): boolean {
    const judged = [() => this.currentOf(row), () => this.pendingOf(row)].map((open) => {
      try {
        const token = open();
        // An empty token is none. It is compared all the same.
        return token.equals(password) && token.reveal() !== '';
      } catch (error) {
        if (error instanceof SecretUnreadable) return error;
        throw error;
      }
    });
    if (judged.includes(true)) return true;
    const unreadable = judged.find((one) => one instanceof SecretUnreadable);
    if (unreadable) throw unreadable;
    return false;
  }

  private currentOf(row: ServiceInstanceRow): Secret {
    return this.box.open(row.webhookToken, webhookToken.at(row.id));
  }

  private pendingOf(row: ServiceInstanceRow): Secret {
    return this.box.open(row.webhookPendingToken, webhookPendingToken.at(row.id));
  }
}
