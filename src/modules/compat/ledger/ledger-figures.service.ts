import { Injectable } from '@nestjs/common';
import { SavedLedgerService } from './saved-ledger.service.js';

/** How much the ledger holds, as of one moment. */
export interface LedgerFigure {
  readonly requests: number;
  /** How many different titles they are for. */
  readonly titles: number;
  /** How many requests this account has made. */
  requestCount(userId: number): number;
}

/** How much is in the ledger? The routes about the server and about people ask it; no library is read. */
@Injectable()
export class LedgerFiguresService {
  constructor(private readonly saved: SavedLedgerService) {}

  /**
   * What was saved before this call. Nothing is counted for it: the figures follow each change.
   *
   * @throws StorageError
   */
  async get(): Promise<LedgerFigure> {
    await this.saved.catchUp();
    const { book } = this.saved;
    return {
      requests: book.counts.total,
      titles: book.titleCount,
      requestCount: (userId) => book.requestCount(userId),
    };
  }
}
