import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { ContentAlertClaimRow, type StormScope } from '../message-rows.js';

const WINDOW_MS = 10 * 60_000;
const MOST_PER_WINDOW = 12;
const KEPT_MS = 24 * 60 * 60_000;

@Injectable()
export class ContentAlertClaimsRepository {
  /** Forgets claims that are older than a day. @returns false where it was told within ten minutes, or twelve others were */
  async claim(tx: WriteTx, alertKey: string, stormScope: StormScope, now: number): Promise<boolean> {
    await tx.delete(ContentAlertClaimRow, { claimedAt: LessThan(now - KEPT_MS) });
    // A moment that lies ahead is from before the clock was set back.
    await tx.delete(ContentAlertClaimRow, { claimedAt: MoreThan(now) });
    const recent = { stormScope, claimedAt: MoreThan(now - WINDOW_MS) };
    if (await tx.existsBy(ContentAlertClaimRow, { ...recent, alertKey })) return false;
    if ((await tx.countBy(ContentAlertClaimRow, recent)) >= MOST_PER_WINDOW) return false;
    await tx.upsert(ContentAlertClaimRow, { alertKey, claimedAt: now, stormScope }, ['alertKey']);
    return true;
  }

  /**
   * Were files that came at this moment told, with this claim? Claims of the ten minutes before count, too: what comes within them is told
   * once.
   * @param at epoch milliseconds, at most a day ago
   */
  covers(tx: ReadTx, alertKey: string, at: number): Promise<boolean> {
    return tx.existsBy(ContentAlertClaimRow, { alertKey, claimedAt: MoreThan(at - WINDOW_MS) });
  }
}
