import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { FollowRow } from '../message-rows.js';

export type FollowedTitle = Pick<FollowRow, 'mediaType' | 'tmdbId' | 'instanceId'>;

@Injectable()
export class FollowsRepository {
  of(tx: ReadTx, userId: number): Promise<readonly FollowRow[]> {
    return tx.find(FollowRow, { where: { userId }, order: { createdAt: 'DESC', tmdbId: 'ASC' } });
  }

  async followersOf(tx: ReadTx, { mediaType, tmdbId, instanceId }: FollowedTitle): Promise<readonly number[]> {
    const rows = await tx.find(FollowRow, { where: { mediaType, tmdbId, instanceId }, order: { userId: 'ASC' } });
    return rows.map(({ userId }) => userId);
  }

  /** Notes that an account follows a title; one that it follows already stays as it is. */
  async add(tx: WriteTx, userId: number, { mediaType, tmdbId, instanceId }: FollowedTitle, now: number): Promise<void> {
    const key = { userId, mediaType, tmdbId, instanceId };
    if (!(await tx.findOneBy(FollowRow, key))) await tx.insert(FollowRow, { ...key, createdAt: now });
  }

  async remove(tx: WriteTx, userId: number, { mediaType, tmdbId, instanceId }: FollowedTitle): Promise<void> {
    await tx.delete(FollowRow, { userId, mediaType, tmdbId, instanceId });
  }
}
