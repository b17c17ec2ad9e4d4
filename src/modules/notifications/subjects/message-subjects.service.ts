import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import {
  AcceptedRequestsRepository,
  RequestFactsService,
  type MediaType,
  type RequestFact,
} from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { externalBase, ExternalAddressRepository } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AVAILABLE, isStillSo, type NotificationEvent } from '../events/notification-event.js';
import { FollowsRepository } from '../follows/follows.repository.js';
import { sayNotification } from '../notifications.sentences.js';
import { isVerifiable, matchHold } from '../observation/open-request.js';
import type { Cancelled, NotYet, OutboxMessage, OutboxSubject } from '../outbox/outbox-destination.js';
import { eventLink } from './event-link.js';

export interface MessageSubject {
  readonly title: string;
  readonly mediaType: MediaType;
  /** The metadata provider's id; 0 for titles that it has none for. */
  readonly tmdbId: number;
  readonly instanceId: string | null;
  /** Who has asked, waits for a shared book, follows a title that has become available, or has sent the report. */
  readonly involved: readonly number[];
  /** The names of those who have asked first, or have sent the report. */
  readonly people: readonly string[];
}

/** A message that is still to be told, with those of its requests that are. */
export interface DueMessage {
  readonly message: OutboxMessage;
  readonly subject: MessageSubject;
}

const MEDIA_TYPES: readonly string[] = ['movie', 'tv', 'book', 'music'] satisfies readonly MediaType[];

/** What messages to the chat and to channels are about at the moment when they are sent. For destinations; `due` and `shownWith` in `build`. */
@Injectable()
export class MessageSubjectsService {
  constructor(
    private readonly accepted: AcceptedRequestsRepository,
    private readonly matches: TvMatchesService,
    private readonly requests: RequestFactsService,
    private readonly accounts: AccountsRepository,
    private readonly follows: FollowsRepository,
    private readonly instances: InstanceDirectoryService,
    private readonly address: ExternalAddressRepository,
    @InjectSettings() private readonly server: Pick<Settings, 'basePath'>,
  ) {}

  async due(tx: ReadTx, message: OutboxMessage): Promise<DueMessage | Cancelled | NotYet> {
    let left = message;
    if (message.event === AVAILABLE) {
      const judged = await this.judgeAvailable(tx, message.subject.requestIds ?? []);
      if (!('requestIds' in judged)) return judged;
      left = { ...message, subject: { ...message.subject, requestIds: judged.requestIds } };
    }
    const subject = await this.of(tx, left);
    return subject ? { message: left, subject } : { cancel: sayNotification('message_nothing_to_tell') };
  }

  /** Those that are accepted and whose files can be identified. A series whose match is paused or needs attention waits. */
  async judgeAvailable(
    tx: ReadTx,
    requestIds: readonly number[],
  ): Promise<{ readonly requestIds: readonly number[] } | Cancelled | NotYet> {
    const requests = (await this.accepted.byIds(tx, requestIds)).filter(isVerifiable);
    if (requests.length === 0) return { cancel: sayNotification('message_nobody_waits') };
    const series = requests.filter(({ mediaType }) => mediaType === 'tv');
    const verdicts = series.length === 0 ? [] : await this.matches.compareAll(tx, series);
    const isHeld = series.some((request, index) => matchHold(request, verdicts[index] ?? 'unchanged') !== null);
    if (isHeld) return { wait: sayNotification('message_match_on_hold') };
    return { requestIds: requests.map(({ id }) => id) };
  }

  /** What a message is about, by those of its requests of which the event is still true; null where there are none. */
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
    const followers = event === AVAILABLE ? await this.followersOf(tx, first) : [];
    const involved = [...facts.flatMap((fact) => waitingFor(fact, subject)), ...followers];
    const people = [...new Set(facts.map(({ requesterName }) => requesterName))];
    return { title, mediaType, tmdbId, instanceId, involved: [...new Set(involved)], people };
  }

  /** The name of the library that a message is about, null once it was removed; and where the web app shows more, if known. */
  async shownWith(
    tx: ReadTx,
    event: NotificationEvent,
    { message, subject }: DueMessage,
  ): Promise<{ readonly library: string | null; readonly link: string | null }> {
    const { mediaType, tmdbId, instanceId } = subject;
    const library = instanceId === null ? null : await this.instances.byId(tx, instanceId);
    const { requestIds: [requestId] = [], issueId } = message.subject;
    const base = externalBase(await this.address.get(tx), this.server.basePath);
    return {
      library: library?.name ?? null,
      link: eventLink(base, { event, mediaType, tmdbId, requestId, issueId }),
    };
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
