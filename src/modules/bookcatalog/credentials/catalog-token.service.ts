import { Injectable } from '@nestjs/common';
import type { RefreshOutcome, TokenGrant } from '../../../clients/hardcover/hardcover-oauth.client.js';
import { StripedLock } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { catalogFailed, tokenNoLongerAccepted } from '../bookcatalog.errors.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import type { BookcatalogConnectionRow } from '../rows.js';
import { CatalogConnectionsRepository, type CatalogTokens } from '../storage/catalog-connections.repository.js';

const MARGIN_MS = 60_000;

const MAX_UNSAVED = 1_000;

/** A pair that the provider has issued and that couldn't be stored yet, upon which revision of its row. */
interface Unsaved {
  readonly revision: number;
  readonly tokens: CatalogTokens;
}

/**
 * The tokens of connections, and their renewals, one after the other. A pair that can't be stored is kept here, since the one before may be
 * good no more, until that works; a restart before that loses it.
 */
@Injectable()
export class CatalogTokenService {
  private readonly lock = new StripedLock();
  private readonly unsaved = new Map<string, Unsaved>();

  constructor(
    private readonly database: Database,
    private readonly rows: CatalogConnectionsRepository,
    private readonly clients: CatalogClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * @param refused one that the provider has just refused: it is no answer
   * @throws AppError 502 when the provider has ended the connection or can't be asked; SecretUnreadable 503; StorageError
   */
  token(connectionId: string, refused?: Secret): Promise<Secret> {
    return this.lock.run(connectionId, async () => (await this.usableTokens(connectionId, refused)).accessToken);
  }

  private async usableTokens(id: string, refused: Secret | undefined): Promise<CatalogTokens> {
    const row = await this.loadRow(id);
    if (!row || row.reconnectRequired) throw tokenNoLongerAccepted();
    const tokens = this.currentOf(row);
    const wasRefused = refused !== undefined && tokens.accessToken.equals(refused);
    if (!wasRefused && !this.endsWithin(tokens, MARGIN_MS)) return tokens;
    if (!tokens.refreshToken || !this.clients.oauth) {
      if (wasRefused || this.endsWithin(tokens, 0)) throw tokenNoLongerAccepted();
      return tokens;
    }
    let outcome: RefreshOutcome;
    try {
      outcome = await this.clients.oauth.refresh(tokens.refreshToken);
    } catch (fault) {
      const refusal = fault instanceof UpstreamError ? catalogFailed(fault) : fault;
      // Nothing has been judged: what is still good is used.
      if (refusal instanceof AppError && !wasRefused && !this.endsWithin(tokens, 0)) return tokens;
      throw refusal;
    }
    return this.storeRenewal(row, tokens.refreshToken, outcome);
  }

  private async storeRenewal(
    { id, revision }: BookcatalogConnectionRow,
    refreshToken: Secret,
    outcome: RefreshOutcome,
  ): Promise<CatalogTokens> {
    if (outcome.state === 'invalid_grant') {
      this.unsaved.delete(id);
      const ended = await this.database.write((tx) => this.rows.end(tx, id, revision));
      if (ended) throw tokenNoLongerAccepted();
      // Another server on this database has renewed the pair meanwhile: what it has stored is used.
      return this.readStored(id);
    }
    const tokens = tokensOf(outcome.tokens, refreshToken, this.clock.now());
    this.remember(id, { revision, tokens });
    await this.save(id, { revision, tokens });
    return tokens;
  }

  /** The row, once what waits to be stored has been. */
  private async loadRow(id: string): Promise<BookcatalogConnectionRow | null> {
    const waiting = this.unsaved.get(id);
    if (waiting) await this.save(id, waiting);
    return this.database.read((tx) => this.rows.connection(tx, id));
  }

  private async readStored(id: string): Promise<CatalogTokens> {
    const row = await this.database.read((tx) => this.rows.connection(tx, id));
    if (!row || row.reconnectRequired) throw tokenNoLongerAccepted();
    return this.rows.tokensOf(row);
  }

  private async save(id: string, { revision, tokens }: Unsaved): Promise<void> {
    try {
      await this.database.write((tx) => this.rows.renew(tx, id, revision, tokens));
      this.unsaved.delete(id);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.log.error('new tokens of the book catalog are kept in memory alone', { connection: id, error });
    }
  }

  private remember(id: string, unsaved: Unsaved): void {
    this.unsaved.set(id, unsaved);
    for (const oldest of this.unsaved.keys()) {
      if (this.unsaved.size <= MAX_UNSAVED) return;
      this.unsaved.delete(oldest);
    }
  }

  private currentOf(row: BookcatalogConnectionRow): CatalogTokens {
    const waiting = this.unsaved.get(row.id);
    return waiting?.revision === row.revision ? waiting.tokens : this.rows.tokensOf(row);
  }

  private endsWithin({ expiresAt }: CatalogTokens, ms: number): boolean {
    return expiresAt !== null && expiresAt - this.clock.now() <= ms;
  }
}

/** The refresh token stays the one before where none was sent along. */
export function tokensOf(
  { accessToken, refreshToken, expiresInMs }: TokenGrant,
  before: Secret | null,
  now: number,
): CatalogTokens {
  const expiresAt = expiresInMs === null ? null : Math.floor(now + expiresInMs);
  return { accessToken, refreshToken: refreshToken ?? before, expiresAt };
}
