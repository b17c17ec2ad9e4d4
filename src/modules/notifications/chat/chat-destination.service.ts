import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PostAnswer } from '../../../clients/discord/discord-webhook.client.js';
import type { WebhookPost } from '../../../clients/discord/webhook-post.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { FilmMetadataService, SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import { isOfProvider } from '../../requests/requests.public.js';
import { isNotificationEvent, type NotificationEvent } from '../events/notification-event.js';
import {
  OUTBOX_DESTINATIONS,
  unsentAnswer,
  type Addressees,
  type Built,
  type OutboxDestination,
  type OutboxMessage,
  type SendAnswer,
} from '../outbox/outbox-destination.js';
import { asSentence, sayNotification } from '../notifications.sentences.js';
import { MessageSubjectsService, type DueMessage } from '../subjects/message-subjects.service.js';
import { ChatCandidatesService, type JudgedLimits, type JudgedTitle } from './chat-candidates.service.js';
import { chatPost } from './chat-post.js';
import { ChatPostingService, type ChatConnection } from './chat-posting.service.js';
import { ChatSettingsRepository, type ChatOptions } from './chat-settings.repository.js';
import { CHAT } from './chat-settings.service.js';
import { failureWords } from './chat.errors.js';
import { mentionAudience, mentionSlices, type MentionSlice } from './mentions.js';

const DAY_MS = 24 * 60 * 60_000;

/** Nobody waits longer for a picture, nor for a rating. */
const PATIENCE_MS = 3_000;

const POSTERS = 'https://image.tmdb.org/t/p/w342';
const POSTER_PATH = /^\/[\w-]{1,100}\.(?:jpg|png)$/;

/** No account has this id: it marks the first of several posts, which mentions the role and goes out even when nobody is left. */
const FIRST_POST = 0;

interface ChatFacts {
  readonly poster: string | null;
  readonly limits: JudgedLimits;
}

const NO_FACTS: ChatFacts = { poster: null, limits: new Map() };

interface AddressedPost {
  readonly connection: ChatConnection;
  readonly post: WebhookPost;
}

/** Settings, roles, rights, limits and choices are judged in the write that notes the attempt. */
@Injectable()
export class ChatDestinationService implements OutboxDestination<ChatFacts, AddressedPost>, OnModuleInit {
  readonly name = CHAT;
  readonly mayRepeat = false;
  readonly lifetimeMs = DAY_MS;

  constructor(
    private readonly ports: PortRegistry,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: ChatSettingsRepository,
    private readonly subjects: MessageSubjectsService,
    private readonly candidates: ChatCandidatesService,
    private readonly limits: ContentLimitsService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly posting: ChatPostingService,
  ) {}

  onModuleInit(): void {
    this.ports.register(OUTBOX_DESTINATIONS, this);
  }

  async wants(tx: ReadTx, event: string): Promise<boolean> {
    if (!isNotificationEvent(event)) return false;
    const { enabled, events } = await this.settings.options(tx);
    return enabled && events[event] && this.settings.hasWebhook(tx);
  }

  /** Three seconds at most: a post goes out without its poster, and without a mention that can't be judged. */
  async lookUp(message: OutboxMessage): Promise<{ readonly facts: ChatFacts }> {
    const { event } = message;
    const subject = await this.database.read((tx) => this.subjects.of(tx, message));
    if (!subject || !isNotificationEvent(event) || !isOfProvider(subject)) return { facts: NO_FACTS };
    const { embedPoster, userIds } = await this.database.read(async (tx) => {
      const options = await this.settings.options(tx);
      const listening = options.enableMentions ? await this.candidates.listening(tx, event, subject) : [];
      return { embedPoster: options.embedPoster, userIds: listening.map(({ account }) => account.id) };
    });
    const [poster, limits] = await Promise.all([
      embedPoster ? this.inTime(this.posterOf(subject.mediaType, subject.tmdbId)) : null,
      Promise.all(userIds.map(async (id) => [id, await this.inTime(this.judgeLimits(id, subject))] as const)),
    ]);
    return { facts: { poster, limits: new Map(limits.flatMap(([id, judged]) => (judged ? [[id, judged]] : []))) } };
  }

  async build(tx: ReadTx, message: OutboxMessage, facts: ChatFacts): Promise<Built<AddressedPost>> {
    const { event } = message;
    if (!isNotificationEvent(event) || !(await this.wants(tx, event)))
      return { cancel: sayNotification('message_event_not_posted') };
    const due = await this.subjects.due(tx, message);
    if (!('subject' in due)) return due;
    const options = await this.settings.options(tx);
    const connection = await this.posting.savedConnection(tx);
    if ('wait' in connection) return connection;
    const slices = await this.slicesOf(tx, event, due, facts, options);
    const [slice] = slices;
    if (!slice) return { cancel: sayNotification('message_nobody_to_mention') };
    const { title, mediaType, people } = due.subject;
    const shown = await this.subjects.shownWith(tx, event, due);
    const poster = options.embedPoster ? facts.poster : null;
    const post = chatPost({ event, title, mediaType, people, ...shown, poster }, slice, options);
    const further = slices.length > 1 && { further: addresseesOf(slices, isFirstPost(due.message)) };
    return { post: { connection, post }, ...further };
  }

  async send({ connection, post }: AddressedPost): Promise<SendAnswer> {
    try {
      return sendAnswer(await this.posting.post(connection, post));
    } catch (fault) {
      // Only the choice of the way to the service throws, before anything is sent.
      if (!(fault instanceof AppError)) throw fault;
      return { kind: 'again', detail: sayNotification('message_proxy_unreadable') };
    }
  }

  private async posterOf(kind: TitleKind, tmdbId: number): Promise<string | null> {
    const summary = await (kind === 'movie' ? this.films.filmSummary(tmdbId) : this.series.seriesSummary(tmdbId));
    const path = summary?.posterPath ?? '';
    return POSTER_PATH.test(path) ? POSTERS + path : null;
  }

  private async judgeLimits(
    userId: number,
    { mediaType, tmdbId }: { readonly mediaType: TitleKind; readonly tmdbId: number },
  ): Promise<JudgedTitle | null> {
    const judge = await this.limits.of(userId);
    if (!judge) return null;
    const { shown } = await this.limits.judge(judge, mediaType, tmdbId, SYSTEM_SHARE);
    return { policy: judge.policy, isShown: shown };
  }

  /** Null for what can't be looked up, or not in time. */
  private async inTime<T>(work: Promise<T | null>): Promise<T | null> {
    try {
      const found = await within(this.clock, PATIENCE_MS, work);
      return found === TOO_LATE ? null : found;
    } catch {
      return null;
    }
  }

  /** Whom the post mentions, and each that has to be parted from it because its audience is large. */
  private async slicesOf(
    tx: ReadTx,
    event: NotificationEvent,
    { message, subject }: DueMessage,
    { limits }: ChatFacts,
    { enableMentions, roleId, roleEvents }: ChatOptions,
  ): Promise<readonly MentionSlice[]> {
    const { actorId, accounts } = message;
    const candidates = enableMentions ? await this.candidates.of(tx, event, subject, limits) : [];
    const everybody = mentionAudience({ event, enableMentions, actorId }, candidates);
    const people = everybody.filter(({ userId }) => accounts?.includes(userId) ?? true);
    const isFirst = isFirstPost(message);
    if (!isFirst && people.length === 0) return [];
    const hasRole = isFirst && enableMentions && roleEvents[event] && roleId !== '';
    return mentionSlices(people, hasRole ? roleId : null);
  }
}

/** Is it the post itself, and none of those that a large audience has parted from it? */
const isFirstPost = ({ accounts }: OutboxMessage): boolean => accounts?.includes(FIRST_POST) ?? true;

/** Those of each post. The first one keeps its place among them, however often it is tried. */
const addresseesOf = (slices: readonly MentionSlice[], hasFirst: boolean): readonly Addressees[] =>
  slices.map(({ userIds }, place) => ({ accounts: hasFirst && place === 0 ? [FIRST_POST, ...userIds] : userIds }));

const sendAnswer = (answer: PostAnswer): SendAnswer =>
  answer.kind === 'sent'
    ? { kind: 'sent', remoteId: answer.messageId }
    : unsentAnswer(answer, asSentence(failureWords(answer)));
