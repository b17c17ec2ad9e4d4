import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { TvdbCacheRow } from '../catalog/tvdb-cache-row.entity.js';
import { storedMatch } from './stored-match.js';
import { TvMatchOverrideRow } from './tv-match-override-row.entity.js';
import type { TvMatch } from './tv-match.js';

/** The rows of administrators' overrides and of what was found out. */
@Injectable()
export class TvMatchesRepository {
  /**
   * The match as far as it is stored; null when the outside world has to be asked.
   *
   * @param now epoch milliseconds
   */
  async of(tx: ReadTx, tmdbId: number, now: number): Promise<TvMatch | null> {
    const override = await this.override(tx, tmdbId);
    const finding = await tx.findOneBy(TvdbCacheRow, { tmdbId });
    return storedMatch(tmdbId, { override, finding }, now);
  }

  /** An administrator's word about a series. */
  async override(tx: ReadTx, tmdbId: number): Promise<TvMatchOverrideRow | null> {
    return tx.findOneBy(TvMatchOverrideRow, { tmdbId });
  }

  /** Administrators' words about series of a lower id than `before`, from the highest id down. */
  async overrides(tx: ReadTx, before: number | undefined, limit: number): Promise<readonly TvMatchOverrideRow[]> {
    const where = before === undefined ? {} : { tmdbId: LessThan(before) };
    return tx.find(TvMatchOverrideRow, { where, order: { tmdbId: 'DESC' }, take: limit });
  }

  /** Keeps an administrator's word in place of an earlier one. */
  async setOverride(tx: WriteTx, row: TvMatchOverrideRow): Promise<void> {
    await tx.upsert(TvMatchOverrideRow, row, ['tmdbId']);
  }

  /** Takes an administrator's word back. */
  async dropOverride(tx: WriteTx, tmdbId: number): Promise<void> {
    await tx.delete(TvMatchOverrideRow, { tmdbId });
  }

  /** Keeps a finding in place of an earlier one. */
  async remember(tx: WriteTx, finding: TvdbCacheRow): Promise<void> {
    await tx.upsert(TvdbCacheRow, finding, ['tmdbId']);
  }
}
