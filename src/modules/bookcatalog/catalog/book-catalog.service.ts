import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import {
  type HardcoverClient,
  INSUFFICIENT_SCOPE,
  type TrendingSpan,
} from '../../../clients/hardcover/hardcover.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock, utcDay } from '../../../core/time/clock.js';
import { catalogFailed, tokenNoLongerAccepted } from '../bookcatalog.errors.js';
import { CatalogTokenService } from '../credentials/catalog-token.service.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import { CatalogConnectionsRepository } from '../storage/catalog-connections.repository.js';
import { type TrendingBook, trendingBookOf } from './trending-book.js';

const MOST = 50;
const LOOKS_BACK_MS = 30 * 24 * 60 * 60_000;

@Injectable()
export class BookCatalogService {
  constructor(
    private readonly database: Database,
    private readonly rows: CatalogConnectionsRepository,
    private readonly keeper: CatalogTokenService,
    private readonly clients: CatalogClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * What many have looked at in the past 30 days, at most 50, in the provider's order; null while the instance isn't connected.
   * @param share in whose name the provider is asked
   * @throws AppError 503 with Retry-After when it was asked too often, 502 when it fails, with words of its own when it doesn't take the
   *   token any more; SecretUnreadable 503; StorageError
   */
  async trending(instanceId: string, share: Share): Promise<readonly TrendingBook[] | null> {
    const connection = await this.database.read((tx) => this.rows.connectionOf(tx, instanceId));
    if (!connection) return null;
    const now = this.clock.now();
    const span: TrendingSpan = { from: utcDay(now - LOOKS_BACK_MS), to: utcDay(now) };
    const ids = await this.ask(connection.id, share, (client) => client.trending(span, MOST));
    if (ids.length === 0) return [];
    const books = await this.ask(connection.id, share, (client) => client.books(ids));
    return books.map(trendingBookOf).filter((book) => book !== null);
  }

  private async ask<T>(connectionId: string, share: Share, query: (client: HardcoverClient) => Promise<T>): Promise<T> {
    const token = await this.keeper.token(connectionId);
    try {
      return await this.clients.read(token, query, share);
    } catch (fault) {
      if (!isRefusal(fault) || fault.refusals.includes(INSUFFICIENT_SCOPE)) throw this.toRefusal(fault);
    }
    // A device sign-in may have a next token; a pasted one has none.
    const next = await this.keeper.token(connectionId, token);
    try {
      return await this.clients.read(next, query, share);
    } catch (fault) {
      throw this.toRefusal(fault);
    }
  }

  private toRefusal(fault: unknown): unknown {
    if (!(fault instanceof UpstreamError)) return fault;
    const { operation, kind, status, reason } = fault;
    this.log.warn('book catalog failed', { operation, kind, status, reason });
    return isRefusal(fault) ? tokenNoLongerAccepted(fault) : catalogFailed(fault);
  }
}

const isRefusal = (fault: unknown): fault is UpstreamError =>
  fault instanceof UpstreamError && fault.kind === 'unauthorized';
