import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import type { MediaType } from '../../requests/requests.public.js';
import { MessageIntakeService } from './message-intake.service.js';

/** What has happened to a report that a person has sent. Source: doc 2 section 6, chat notification event keys. */
export interface IssueEvent {
  readonly event: 'issue_created' | 'issue_comment' | 'issue_resolved' | 'issue_reopened';
  readonly issueId: number;
  /** Who has sent the report. */
  readonly reporterId: number;
  /** Who did it; null for the server itself. */
  readonly actorId: number | null;
  /** The title that the report is about. */
  readonly title: string;
  readonly mediaType: MediaType;
  /** The metadata provider's id; 0 for titles that it has none for. */
  readonly tmdbId: number;
  readonly instanceId: string;
}

/**
 * Tells people what becomes of reports: the public API for the module that keeps them. Only reports that people have sent are
 * told of; never a close without a fix. Source: doc 2 section 6, rules.
 */
@Injectable()
export class IssueEventsService {
  constructor(private readonly intake: MessageIntakeService) {}

  /** Adds the messages in the write that makes it true. The caller wakes the sending afterwards by {@link wake}. */
  async tell(tx: WriteTx, { event, issueId, actorId, ...about }: IssueEvent): Promise<void> {
    const { reporterId, title, mediaType, tmdbId, instanceId } = about;
    const content = { reporterId, title, mediaType, tmdbId, instanceId };
    await this.intake.add(tx, { event, actorId, subject: { issueId, content } });
  }

  /** Has what was told sent as soon as possible; after the commit. Without it, it is sent within seconds. */
  wake(): void {
    this.intake.wake();
  }
}
