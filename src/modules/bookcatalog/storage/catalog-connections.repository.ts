import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { connectionChanged } from '../bookcatalog.errors.js';
import { CONNECTION_SECRETS } from '../sealed-columns.js';
import { BookcatalogConnectionRow, type ConnectionMethod, BookcatalogLinkRow } from '../rows.js';

export interface CatalogTokens {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | null;
  /** Until when the access token is good, in epoch milliseconds; null where nothing is said. */
  readonly expiresAt: number | null;
}

/** Which connection an instance uses; null and 0 where it never had one. */
export interface CatalogLink {
  readonly connectionId: string | null;
  readonly revision: number;
}

/** Tokens are sealed on their way in and opened only by {@link tokensOf}. */
@Injectable()
export class CatalogConnectionsRepository {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  async link(tx: ReadTx, instanceId: string): Promise<CatalogLink> {
    const row = await tx.findOneBy(BookcatalogLinkRow, { instanceId });
    return row ? { connectionId: row.connectionId, revision: row.revision } : { connectionId: null, revision: 0 };
  }

  connection(tx: ReadTx, id: string): Promise<BookcatalogConnectionRow | null> {
    return tx.findOneBy(BookcatalogConnectionRow, { id });
  }

  async connectionOf(tx: ReadTx, instanceId: string): Promise<BookcatalogConnectionRow | null> {
    const { connectionId } = await this.link(tx, instanceId);
    return connectionId === null ? null : this.connection(tx, connectionId);
  }

  /** @throws SecretUnreadable 503 when the server's key does not open them */
  tokensOf({ id, accessToken, refreshToken, expiresAt }: BookcatalogConnectionRow): CatalogTokens {
    return {
      accessToken: this.secretBox.open(accessToken, CONNECTION_SECRETS.accessToken.at(id)),
      refreshToken:
        refreshToken === '' ? null : this.secretBox.open(refreshToken, CONNECTION_SECRETS.refreshToken.at(id)),
      expiresAt,
    };
  }

  /** Nobody uses it yet. */
  async add(tx: WriteTx, method: ConnectionMethod, tokens: CatalogTokens): Promise<string> {
    const id = this.random.uuid();
    const rest = { method, revision: 1, reconnectRequired: false, createdAt: this.clock.now() };
    await tx.insert(BookcatalogConnectionRow, { id, ...this.seal(id, tokens), ...rest });
    return id;
  }

  /** Stores the next tokens of a connection, unless it has changed meanwhile. @returns were they stored? */
  async renew(tx: WriteTx, id: string, revision: number, tokens: CatalogTokens): Promise<boolean> {
    return this.change(tx, id, revision, this.seal(id, tokens));
  }

  /** The provider has affirmed that the connection is over, unless it has changed meanwhile. */
  async end(tx: WriteTx, id: string, revision: number): Promise<boolean> {
    return this.change(tx, id, revision, { reconnectRequired: true });
  }

  /**
   * A connection that nobody uses any more is deleted.
   * @param revision of the link, as it was when this was decided
   * @throws AppError 409 when it is another by now
   */
  async select(tx: WriteTx, instanceId: string, revision: number, connectionId: string | null): Promise<void> {
    const before = await this.link(tx, instanceId);
    if (before.revision !== revision) throw connectionChanged();
    const after = { connectionId, revision: revision + 1 };
    if (revision === 0) await tx.insert(BookcatalogLinkRow, { instanceId, ...after });
    else await tx.update(BookcatalogLinkRow, { instanceId }, after);
    await this.deleteUnused(tx, before.connectionId);
  }

  async forget(tx: WriteTx, instanceId: string): Promise<void> {
    const { connectionId } = await this.link(tx, instanceId);
    await tx.delete(BookcatalogLinkRow, { instanceId });
    await this.deleteUnused(tx, connectionId);
  }

  private async deleteUnused(tx: WriteTx, id: string | null): Promise<void> {
    if (id === null || (await tx.countBy(BookcatalogLinkRow, { connectionId: id })) > 0) return;
    await tx.delete(BookcatalogConnectionRow, { id });
  }

  private async change(
    tx: WriteTx,
    id: string,
    revision: number,
    fields: Partial<BookcatalogConnectionRow>,
  ): Promise<boolean> {
    const row = await this.connection(tx, id);
    if (row?.revision !== revision) return false;
    await tx.update(BookcatalogConnectionRow, { id }, { ...fields, revision: revision + 1 });
    return true;
  }

  private seal(id: string, { accessToken, refreshToken, expiresAt }: CatalogTokens) {
    return {
      accessToken: this.secretBox.seal(accessToken, CONNECTION_SECRETS.accessToken.at(id)),
      refreshToken: this.secretBox.seal(refreshToken ?? Secret.of(''), CONNECTION_SECRETS.refreshToken.at(id)),
      expiresAt,
    };
  }
}
