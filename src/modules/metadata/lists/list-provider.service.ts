import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { TraktClient } from '../../../clients/trakt/trakt.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { lineFull } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { CallAllowance } from './call-allowance.js';
import { ListKeyService } from './list-key.service.js';
import { listsFailed, listsNotConfigured, listsResting } from './lists.errors.js';

/** What was made for a client id: the provider counts the calls of each by itself. */
interface Line {
  readonly key: Secret;
  readonly client: TraktClient;
  readonly allowance: CallAllowance;
}

/**
 * Puts questions to the list provider, with the client id that holds at this moment, as often as the provider allows. The id
 * is read anew for each, so that one that is stored, changed or removed counts at once.
 */
@Injectable()
export class ListProviderService {
  private kept: Line | null = null;

  constructor(
    private readonly database: Database,
    private readonly key: ListKeyService,
    private readonly clients: ProviderClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The outcome of a call.
   *
   * @param share in whose name it is made
   * @throws AppError 503 when there is no client id, 502 while the provider wants to be left alone, and nothing is asked
   *   then; 502 when the provider fails, which is logged; 503 with Retry-After when we have asked it too often, all of us or this
   *   share. Source: doc 4 §3.1
   */
  async ask<T>(share: Share, call: (client: TraktClient) => Promise<T>): Promise<T> {
    const line = await this.line();
    if (!line) throw listsNotConfigured();
    const { allowance } = line;
    if (!allowance.take(share)) throw allowance.isResting ? listsResting() : lineFull(allowance.roomInMs(share));
    try {
      return await call(line.client);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { operation, kind, status, reason } = fault;
      if (kind === 'rate_limited') line.allowance.rest(fault.retryAfterMs);
      this.log.warn('list provider failed', { operation, kind, status, reason });
      throw listsFailed(fault);
    }
  }

  private async line(): Promise<Line | null> {
    const key = await this.database.read((tx) => this.key.current(tx));
    if (!key) return null;
    if (!this.kept?.key.equals(key))
      this.kept = { key, client: this.clients.lists(key), allowance: new CallAllowance(this.clock) };
    return this.kept;
  }
}
