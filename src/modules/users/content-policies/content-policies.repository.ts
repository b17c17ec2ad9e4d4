import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow } from '../../../core/database/sql-rows.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { UserContentPolicyRow } from '../tables/people.entity.js';

type KeptPolicy = Omit<UserContentPolicyRow, 'userId' | 'blockedMovieGenres' | 'blockedTvGenres'>;

/** What a kids account may see: the highest ratings, in the spelling of the region's scheme, and no genre that is blocked. */
export interface ContentPolicy extends Readonly<KeptPolicy> {
  /** Genre ids of the metadata provider, ascending, each once. */
  readonly blockedMovieGenres: readonly number[];
  readonly blockedTvGenres: readonly number[];
}

/** The part of a policy that the account itself may read. */
export type ContentCaps = Pick<ContentPolicy, 'maxMovieRating' | 'maxTvRating' | 'ratingRegion'>;

/** The rows of content policies. An account with a row is a kids account, even where the row can't be read. */
@Injectable()
export class ContentPoliciesRepository {
  /** Null when it is no kids account. @throws StorageError 503 `corrupt` for a row that can't be read: it never passes for no policy */
  async of(tx: ReadTx, userId: number): Promise<ContentPolicy | null> {
    const row = await findRow(tx, UserContentPolicyRow, { userId });
    return row && policyOf(row);
  }

  /** By account; one that is no kids account is not in it. @throws StorageError 503 `corrupt` as {@link of}, for any of them */
  async byIds(tx: ReadTx, userIds: readonly number[]): Promise<ReadonlyMap<number, ContentPolicy>> {
    const rows = await tx.findBy(UserContentPolicyRow, { userId: In([...userIds]) });
    return new Map(rows.map((row) => [row.userId, policyOf(row)]));
  }

  /** The caps of a kids account, which stay readable where the rest of its policy is not; null for any other account. */
  async caps(tx: ReadTx, userId: number): Promise<ContentCaps | null> {
    const select = { userId: true, maxMovieRating: true, maxTvRating: true, ratingRegion: true } as const;
    const row = await tx.findOne(UserContentPolicyRow, { where: { userId }, select });
    if (!row) return null;
    const { maxMovieRating, maxTvRating, ratingRegion } = row;
    return { maxMovieRating, maxTvRating, ratingRegion };
  }

  async isKids(tx: ReadTx, userId: number): Promise<boolean> {
    return tx.existsBy(UserContentPolicyRow, { userId });
  }

  any(tx: ReadTx): Promise<boolean> {
    return tx.exists(UserContentPolicyRow);
  }

  /** Which of these accounts are kids accounts? One statement. */
  async kidsAmong(tx: ReadTx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.find(UserContentPolicyRow, { where: { userId: In([...userIds]) }, select: { userId: true } });
    return new Set(rows.map(({ userId }) => userId));
  }

  /** Makes the account a kids account, or gives it another policy. */
  async set(tx: WriteTx, userId: number, policy: ContentPolicy): Promise<void> {
    const { blockedMovieGenres, blockedTvGenres, ...rest } = policy;
    const genres = {
      blockedMovieGenres: JSON.stringify(blockedMovieGenres),
      blockedTvGenres: JSON.stringify(blockedTvGenres),
    };
    await tx.upsert(UserContentPolicyRow, { userId, ...rest, ...genres }, ['userId']);
  }

  /** Makes the account an ordinary one. Answers whether it was a kids account. */
  async remove(tx: WriteTx, userId: number): Promise<boolean> {
    const wasKids = await this.isKids(tx, userId);
    if (wasKids) await tx.delete(UserContentPolicyRow, { userId });
    return wasKids;
  }
}

const genreIds = z.array(z.number().int());

function policyOf({ userId: _, blockedMovieGenres, blockedTvGenres, ...kept }: UserContentPolicyRow): ContentPolicy {
  return { ...kept, blockedMovieGenres: genresOf(blockedMovieGenres), blockedTvGenres: genresOf(blockedTvGenres) };
}

function genresOf(text: string): readonly number[] {
  try {
    return genreIds.parse(JSON.parse(text));
  } catch (cause) {
    throw new StorageError('corrupt', new Error('a stored content policy can not be read', { cause }));
  }
}
