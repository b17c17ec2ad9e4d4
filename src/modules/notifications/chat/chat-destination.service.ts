import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PostAnswer } from '../../../clients/discord/post-answer.js';
import type { WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { externalBase, ExternalAddressRepository } from '../../settings/settings.public.js';
import { isNotificationEvent, type NotificationEvent } from '../events/notification-event.js';
import { AvailabilityAtDeliveryService } from '../observation/availability-at-delivery.service.js';
import {
  OUTBOX_DESTINATIONS,
  type Addressees,
  type Built,
  type NotYet,
  type OutboxDestination,
  type OutboxMessage,
  type SendAnswer,
} from '../outbox/outbox-destination.js';
import { ChatCandidatesService } from './chat-candidates.service.js';
import { eventLink } from '../events/event-link.js';
import { ChatLookUpService, type ChatFacts } from './chat-look-up.service.js';
import { type ChatOptions, ChatSettingsRepository } from './chat-settings.repository.js';
import { chatPost } from './chat-post.js';
import { ChatPostingService, type ChatPlace } from './chat-posting.service.js';
import { CHAT } from './chat-settings.service.js';
import { MessageSubjectsService, type MessageSubject } from '../events/message-subjects.service.js';
import { ADDRESS_UNUSABLE } from './chat.errors.js';
import { failureSentence } from './failure-words.js';
import { mentionAudience, mentionSlices, type MentionSlice } from './mentions.js';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Stands in the list of accounts of the first of several posts, which mentions the role and goes out though nobody is left to
 * mention: no account has this id. The others are there for their mentions alone.
 */
const FIRST_POST = 0;

/** A post, and where it goes. */
interface PlacedPost {
  readonly place: ChatPlace;
  readonly post: WebhookPost;
}

const GONE = { cancel: 'There is nothing to tell any more.' };

/**
 * The chat, as a destination of messages. Everything is judged in the write that notes the attempt: settings, roles, rights,
 * limits and what people have chosen. Source: doc 2 section 6, At delivery; issue 24.
 */
@Injectable()
export class ChatDestinationService implements OutboxDestination<ChatFacts, PlacedPost>, OnModuleInit {
  readonly name = CHAT;
  readonly mayRepeat = false;
  readonly lifetimeMs = DAY_MS;

  constructor(
    private readonly ports: PortRegistry,
    private readonly database: Database,
    private readonly settings: ChatSettingsRepository,
    private readonly subjects: MessageSubjectsService,
    private readonly lookUps: ChatLookUpService,
    private readonly candidates: ChatCandidatesService,
    private readonly availability: AvailabilityAtDeliveryService,
    private readonly instances: InstanceDirectoryService,
    private readonly address: ExternalAddressRepository,
    private readonly posting: ChatPostingService,
    @InjectSettings() private readonly server: Pick<Settings, 'basePath'>,
  ) {}

  onModuleInit(): void {
    this.ports.register(OUTBOX_DESTINATIONS, this);
  }

  async wants(tx: ReadTx, event: string): Promise<boolean> {
    if (!isNotificationEvent(event)) return false;
    const { enabled, events } = await this.settings.options(tx);
    return enabled && events[event] && this.settings.hasWebhook(tx);
  }

  async lookUp(message: OutboxMessage): Promise<{ readonly facts: ChatFacts }> {
    const subject = await this.database.read((tx) => this.subjects.of(tx, message));
    if (!subject || !isNotificationEvent(message.event)) return { facts: { poster: null, limits: new Map() } };
    return { facts: await this.lookUps.of(message.event, subject) };
  }

  async build(tx: ReadTx, message: OutboxMessage, facts: ChatFacts): Promise<Built<PlacedPost>> {
    const { event } = message;
    if (!isNotificationEvent(event) || !(await this.wants(tx, event)))
      return { cancel: 'This event is not posted any more.' };
    const told = await this.availability.remaining(tx, message);
    if ('cancel' in told || 'wait' in told) return told;
    const subject = await this.subjects.of(tx, told);
    if (!subject) return GONE;
    const options = await this.settings.options(tx);
    const place = await this.placeOf(tx, options);
    if ('wait' in place) return place;
    const slices = await this.slicesOf(tx, event, told, { subject, facts, options });
    const [slice] = slices;
    if (!slice) return { cancel: 'Nobody is left to be mentioned.' };
    const post = await this.postOf(tx, event, told, { subject, facts, options, slice });
    return { post: { place, post }, ...(slices.length > 1 && { further: addresseesOf(slices, isFirstPost(told)) }) };
  }

  async send({ place, post }: PlacedPost): Promise<SendAnswer> {
    try {
      return sendAnswer(await this.posting.post(place, post));
    } catch (fault) {
      // Only the choice of the way to the service throws, before anything is sent.
      if (!(fault instanceof AppError)) throw fault;
      return { kind: 'again', detail: 'The outbound proxy can not be read.' };
    }
  }

  private async placeOf(tx: ReadTx, { threadId }: ChatOptions): Promise<ChatPlace | NotYet> {
    try {
      const stored = await this.settings.webhook(tx);
      return stored ? this.posting.placeOf(stored, threadId) : { wait: 'There is no webhook.' };
    } catch (fault) {
      if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
      return { wait: ADDRESS_UNUSABLE };
    }
  }

  private async slicesOf(
    tx: ReadTx,
    event: NotificationEvent,
    message: OutboxMessage,
    { subject, facts, options }: { subject: MessageSubject; facts: ChatFacts; options: ChatOptions },
  ): Promise<readonly MentionSlice[]> {
    const { actorId, accounts } = message;
    const { enableMentions, roleId, roleEvents } = options;
    const candidates = enableMentions ? await this.candidates.of(tx, event, subject, facts.limits) : [];
    const everybody = mentionAudience({ event, enableMentions, actorId }, candidates);
    const people = everybody.filter(({ userId }) => accounts?.includes(userId) ?? true);
    const isFirst = isFirstPost(message);
    if (!isFirst && people.length === 0) return [];
    const hasRole = isFirst && enableMentions && roleEvents[event] && roleId !== '';
    return mentionSlices(people, hasRole ? roleId : null);
  }

  private async postOf(
    tx: ReadTx,
    event: NotificationEvent,
    message: OutboxMessage,
    {
      subject,
      facts,
      options,
      slice,
    }: { subject: MessageSubject; facts: ChatFacts; options: ChatOptions; slice: MentionSlice },
  ): Promise<WebhookPost> {
    const { title, mediaType, tmdbId, people, instanceId } = subject;
    const library = instanceId === null ? null : await this.instances.byId(tx, instanceId);
    const { requestIds: [requestId] = [], issueId } = message.subject;
    const link = eventLink(externalBase(await this.address.get(tx), this.server.basePath), {
      event,
      mediaType,
      tmdbId,
      requestId,
      issueId,
    });
    const poster = options.embedPoster ? facts.poster : null;
    return chatPost({ event, title, mediaType, people, library: library?.name ?? null, link, poster }, slice, options);
  }
}

/** Is it the post itself, and none of those that a large audience has parted from it? */
const isFirstPost = ({ accounts }: OutboxMessage): boolean => accounts?.includes(FIRST_POST) ?? true;

/** Those of each post. The first one keeps its place among them, however often it is tried. */
const addresseesOf = (slices: readonly MentionSlice[], hasFirst: boolean): readonly Addressees[] =>
  slices.map(({ userIds }, place) => ({ accounts: hasFirst && place === 0 ? [FIRST_POST, ...userIds] : userIds }));

/** What an answer is to the outbox. Source: issue 24, Answers. */
function sendAnswer(answer: PostAnswer): SendAnswer {
  if (answer.kind === 'sent') return { kind: 'sent', remoteId: answer.messageId };
  const detail = failureSentence(answer);
  switch (answer.kind) {
    case 'limited':
      return { kind: 'limited', retryAfterMs: answer.retryAfterMs, detail };
    case 'not_sent':
      return { kind: 'again', detail };
    case 'unconfirmed':
      return { kind: 'unknown', detail };
    case 'refused':
      return { kind: 'refused', detail };
  }
}
