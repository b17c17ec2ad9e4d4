import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThanOrEqual } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow } from '../../../core/database/sql-rows.js';
import { TvdbCacheRow, TvMatchOverrideRow } from '../rows.js';
import { storedMatch } from './stored-match.js';
import type { TvMatch } from './tv-match.js';

const IDS_PER_STATEMENT = 500;

/** The rows of corrections and of findings. */
@Injectable()
export class TvMatchesRepository {
  /** Null when outside systems have to be asked. @param now epoch milliseconds */
  async of(tx: ReadTx, tmdbId: number, now: number): Promise<TvMatch | null> {
    const override = await this.override(tx, tmdbId);
    const finding = await this.finding(tx, tmdbId);
    return storedMatch(tmdbId, { override, finding }, now);
  }

  /** The stored matches of many series, by id; those are left out for which outside systems have to be asked. */
  async ofAll(tx: ReadTx, tmdbIds: readonly number[], now: number): Promise<ReadonlyMap<number, TvMatch>> {
    const matches = new Map<number, TvMatch>();
    for (let start = 0; start < tmdbIds.length; start += IDS_PER_STATEMENT) {
      const part = tmdbIds.slice(start, start + IDS_PER_STATEMENT);
      const overrides = groupBy(await tx.findBy(TvMatchOverrideRow, { tmdbId: In(part) }), ({ tmdbId }) => tmdbId);
      const findings = groupBy(await tx.findBy(TvdbCacheRow, { tmdbId: In(part) }), ({ tmdbId }) => tmdbId);
      for (const id of part) {
        const stored = { override: overrides.get(id)?.[0] ?? null, finding: findings.get(id)?.[0] ?? null };
        const match = storedMatch(id, stored, now);
        if (match) matches.set(id, match);
      }
    }
    return matches;
  }

  async override(tx: ReadTx, tmdbId: number): Promise<TvMatchOverrideRow | null> {
    return findRow(tx, TvMatchOverrideRow, { tmdbId });
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

  async dropOverride(tx: WriteTx, tmdbId: number): Promise<void> {
    await tx.delete(TvMatchOverrideRow, { tmdbId });
  }

  /** Whose seasons were seen to differ, whether or not an administrator has decided. */
  async differing(tx: ReadTx, tmdbIds: readonly number[] | 'all'): Promise<readonly number[]> {
    // Not null, in the form by which the index is found.
    const seasonsDifferSince = MoreThanOrEqual(0);
    if (tmdbIds === 'all') return (await tx.findBy(TvdbCacheRow, { seasonsDifferSince })).map(({ tmdbId }) => tmdbId);
    const found: number[] = [];
    for (let start = 0; start < tmdbIds.length; start += IDS_PER_STATEMENT) {
      const tmdbId = In(tmdbIds.slice(start, start + IDS_PER_STATEMENT));
      const rows = await tx.findBy(TvdbCacheRow, { tmdbId, seasonsDifferSince });
      found.push(...rows.map((row) => row.tmdbId));
    }
    return found;
  }

  /** The finding of a series, however old. */
  async finding(tx: ReadTx, tmdbId: number): Promise<TvdbCacheRow | null> {
    return findRow(tx, TvdbCacheRow, { tmdbId });
  }

  async remember(tx: WriteTx, finding: TvdbCacheRow): Promise<void> {
    await tx.upsert(TvdbCacheRow, finding, ['tmdbId']);
  }

  /** Removes a finding, unless another one has taken its place. */
  async forget(tx: WriteTx, { tmdbId, tvdbId }: Pick<TvdbCacheRow, 'tmdbId' | 'tvdbId'>): Promise<void> {
    await tx.delete(TvdbCacheRow, { tmdbId, tvdbId });
  }
}
