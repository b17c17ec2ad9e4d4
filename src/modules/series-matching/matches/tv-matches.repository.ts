import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { TvdbCacheRow } from '../catalog/tvdb-cache-row.entity.js';
import { storedMatch } from './stored-match.js';
import { TvMatchOverrideRow } from './tv-match-override-row.entity.js';
import type { TvMatch } from './tv-match.js';

/** The rows of corrections and of findings. */
@Injectable()
export class TvMatchesRepository {
  /**
   * The stored match; null when outside systems have to be asked.
   *
   * @param now epoch milliseconds
   */
  async of(tx: ReadTx, tmdbId: number, now: number): Promise<TvMatch | null> {
    const override = await this.override(tx, tmdbId);
    const finding = await tx.findOneBy(TvdbCacheRow, { tmdbId });
    return storedMatch(tmdbId, { override, finding }, now);
  }

  /** The correction of a series. */
  async override(tx: ReadTx, tmdbId: number): Promise<TvMatchOverrideRow | null> {
    return tx.findOneBy(TvMatchOverrideRow, { tmdbId });
  }

  /** Corrections of series with a lower id than `before`, by descending id. */
  async overrides(tx: ReadTx, before: number | undefined, limit: number): Promise<readonly TvMatchOverrideRow[]> {
    const where = before === undefined ? {} : { tmdbId: LessThan(before) };
    return tx.find(TvMatchOverrideRow, { where, order: { tmdbId: 'DESC' }, take: limit });
  }

  /** Stores a correction in place of an earlier one. */
  async setOverride(tx: WriteTx, row: TvMatchOverrideRow): Promise<void> {
    await tx.upsert(TvMatchOverrideRow, row, ['tmdbId']);
  }

  /** Removes a correction. */
  async dropOverride(tx: WriteTx, tmdbId: number): Promise<void> {
    await tx.delete(TvMatchOverrideRow, { tmdbId });
  }

  /** Stores a finding in place of an earlier one. */
  async remember(tx: WriteTx, finding: TvdbCacheRow): Promise<void> {
    await tx.upsert(TvdbCacheRow, finding, ['tmdbId']);
  }
}
