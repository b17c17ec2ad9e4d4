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

/** The state of one client id; the provider counts the calls of each separately. */
interface Line {
  readonly key: Secret;
  readonly client: TraktClient;
  readonly allowance: CallAllowance;
}

/**
 * Calls the list provider with the current client id, as often as the provider allows. The id is read for each call, so
 * that a stored, changed or removed id takes effect at once.
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
   * Makes a call and returns its result.
   *
   * @param share the share that the call counts for
   * @throws AppError 503 without a client id, 502 while the provider has asked for a pause, both without a call; 502
   *   when the provider fails, which is logged; 503 with Retry-After when too many calls were made, by everybody or by
   *   this share. Source: doc 4 §3.1
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
