import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThanOrEqual } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { epochMs } from '../../../core/database/portable-columns.js';
import { findRow, sqlRows } from '../../../core/database/sql-rows.js';
import { TvdbCacheRow, TvMatchOverrideRow, type OverrideMode, type TvdbSource } from '../rows.js';
import { type StoredKnowledge, storedMatch } from './stored-match.js';
import type { TvMatch } from './tv-match.js';

const IDS_PER_STATEMENT = 500;

/** One row for every series. What its correction or its finding would say is null where there is none. */
const KNOWLEDGE = `
  SELECT corrected.mode, corrected.tvdb_id AS corrected_tvdb_id, corrected.season_map, corrected.revision,
    found.tvdb_id AS found_tvdb_id, found.source, found.cached_at, found.seasons_differ_since
  FROM (SELECT 1 AS one) series
  LEFT JOIN tv_match_overrides corrected ON corrected.tmdb_id = :tmdbId
  LEFT JOIN tmdb_tvdb_cache found ON found.tmdb_id = :tmdbId`;

interface KnowledgeColumns {
  readonly mode: OverrideMode | null;
  readonly corrected_tvdb_id: number | null;
  readonly season_map: string;
  readonly revision: string;
  readonly found_tvdb_id: number | null;
  readonly source: TvdbSource;
  readonly cached_at: unknown;
  readonly seasons_differ_since: unknown;
}

/** The rows of corrections and of findings. */
@Injectable()
export class TvMatchesRepository {
  /** By one statement; null when outside systems have to be asked. @param now epoch milliseconds */
  async of(tx: ReadTx, tmdbId: number, now: number): Promise<TvMatch | null> {
    const [row] = await sqlRows<KnowledgeColumns>(tx, KNOWLEDGE, { tmdbId });
    return storedMatch(tmdbId, knowledgeOf(tmdbId, row), now);
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

function knowledgeOf(tmdbId: number, row: KnowledgeColumns | undefined): StoredKnowledge {
  if (!row) return { override: null, finding: null };
  const { mode, corrected_tvdb_id, season_map, revision, found_tvdb_id, source } = row;
  const found = found_tvdb_id !== null && {
    tvdbId: found_tvdb_id,
    source,
    cachedAt: epochMs.from(row.cached_at) as number,
    seasonsDifferSince: epochMs.from(row.seasons_differ_since) as number | null,
  };
  return {
    override: mode && { tmdbId, mode, tvdbId: corrected_tvdb_id, seasonMap: season_map, revision },
    finding: found || null,
  };
}
