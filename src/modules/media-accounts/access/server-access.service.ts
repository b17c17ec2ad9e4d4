import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import { AccessAttemptService } from './access-attempt.service.js';
import { AccessReviewService, type ReviewedLink } from './access-review.service.js';
import { byWaiting, isDue } from './due-links.js';

/** The links of one server that are due, one after the other. */
@Injectable()
export class ServerAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
    private readonly attempts: AccessAttemptService,
    private readonly readings: LiveReadingsService,
  ) {}

  /** Is a link to be worked on now? */
  isDue(link: ReviewedLink): boolean {
    return isDue(link, this.clock.now());
  }

  /** Works until nothing is due, the server is down, or the signal is aborted. The link under way is brought to its end. */
  async work(instanceId: string, signal: AbortSignal): Promise<void> {
    for (let moves = true; moves;) {
      moves = false;
      for (const id of await this.due(instanceId)) {
        if (signal.aborted) return;
        const result = await this.attempts.make(id);
        // It may have been written: what was read of the server before is no longer so.
        if (result !== 'not_due') this.readings.forget();
        // The other links would fail in the same way: they wait, and their tries aren't counted.
        if (result === 'server_down') return;
        moves ||= result === 'tried';
      }
    }
  }

  private async due(instanceId: string): Promise<readonly number[]> {
    const reviewed = await this.database.read(async (tx) =>
      this.reviews.reviewReadable(tx, await this.links.onInstance(tx, instanceId)),
    );
    return reviewed
      .filter((link) => this.isDue(link))
      .sort(byWaiting)
      .map(({ account }) => account.id);
  }
}
