import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { RequestFactsService, type MediaType, type RequestFact } from '../../requests/requests.public.js';
import { FollowsRepository } from '../follows/follows.repository.js';
import type { OutboxMessage, OutboxSubject } from '../outbox/outbox-destination.js';
import { isStillSo } from './notification-event.js';

/** What a message is about, as it is stored at this moment. */
export interface MessageSubject {
  readonly title: string;
  readonly mediaType: MediaType;
  /** The metadata provider's id; 0 for titles that it has none for. */
  readonly tmdbId: number;
  /** Null once the library has been removed. */
  readonly instanceId: string | null;
  /** Who has asked, waits for a shared book, follows a title that has become available, or has sent the report. */
  readonly involved: readonly number[];
  /** The names of those who have asked first, or have sent the report. */
  readonly people: readonly string[];
}

const MEDIA_TYPES: readonly string[] = ['movie', 'tv', 'book', 'music'] satisfies readonly MediaType[];

/** Reads what messages are about. */
@Injectable()
export class MessageSubjectsService {
  constructor(
    private readonly requests: RequestFactsService,
    private readonly accounts: AccountsRepository,
    private readonly follows: FollowsRepository,
  ) {}

  /** Requests of which the event is still true. Null where there is nothing any more to tell of. */
  async of(tx: ReadTx, { event, subject }: Pick<OutboxMessage, 'event' | 'subject'>): Promise<MessageSubject | null> {
    if (subject.content) return this.ofReport(tx, subject.content);
    const facts: RequestFact[] = [];
    for (const id of subject.requestIds ?? []) {
      const fact = await this.requests.byId(tx, id);
      if (fact && isStillSo(event, fact)) facts.push(fact);
    }
    const [first] = facts;
    if (!first) return null;
    const { title, mediaType, tmdbId, instanceId } = first;
    const followers = event === 'request_available' ? await this.followersOf(tx, first) : [];
    const involved = [...facts.flatMap((fact) => waitingFor(fact, subject)), ...followers];
    const people = [...new Set(facts.map(({ requesterName }) => requesterName))];
    return { title, mediaType, tmdbId, instanceId, involved: [...new Set(involved)], people };
  }

  private async followersOf(tx: ReadTx, { mediaType, tmdbId, instanceId }: RequestFact): Promise<readonly number[]> {
    const isProvidersTitle = (mediaType === 'movie' || mediaType === 'tv') && tmdbId > 0;
    return isProvidersTitle && instanceId !== null
      ? this.follows.followersOf(tx, { mediaType, tmdbId, instanceId })
      : [];
  }

  private async ofReport(
    tx: ReadTx,
    { title, mediaType, tmdbId, instanceId, reporterId }: NonNullable<OutboxSubject['content']>,
  ): Promise<MessageSubject | null> {
    if (!MEDIA_TYPES.includes(String(mediaType)) || typeof reporterId !== 'number') return null;
    const reporter = await this.accounts.byId(tx, reporterId);
    return {
      title: String(title ?? ''),
      mediaType: mediaType as MediaType,
      tmdbId: typeof tmdbId === 'number' ? tmdbId : 0,
      instanceId: typeof instanceId === 'string' ? instanceId : null,
      involved: [reporterId],
      people: reporter ? [reporter.username] : [],
    };
  }
}

/** A book that comes in one format concerns those alone who want that one. */
function waitingFor({ audience }: RequestFact, { format, formats = [] }: OutboxSubject): readonly number[] {
  const told = format === undefined ? formats : [format];
  return audience
    .filter((one) => told.length === 0 || one.formats.length === 0 || one.formats.some((each) => told.includes(each)))
    .map(({ userId }) => userId);
}
