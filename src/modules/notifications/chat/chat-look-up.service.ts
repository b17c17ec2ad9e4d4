import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { FilmMetadataService, SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import { isOfProvider } from '../../requests/requests.public.js';
import type { NotificationEvent } from '../events/notification-event.js';
import { ChatCandidatesService, type JudgedLimits, type JudgedTitle } from './chat-candidates.service.js';
import { ChatSettingsRepository } from './chat-settings.repository.js';
import type { MessageSubject } from '../events/message-subjects.service.js';

/** Nobody waits longer for a picture, nor for a rating. */
const PATIENCE_MS = 3_000;

/** Where the provider has pictures for everybody. Source: TMDB facts, images. */
const POSTERS = 'https://image.tmdb.org/t/p/w342';
const POSTER_PATH = /^\/[\w-]{1,100}\.(?:jpg|png)$/;

/** What was asked of the metadata provider before a post is judged. */
export interface ChatFacts {
  /** The address of a poster; null for none. */
  readonly poster: string | null;
  readonly limits: JudgedLimits;
}

/**
 * Asks the metadata provider what a post needs, and waits three seconds for it at most: a post goes out without its poster, and
 * without a mention that couldn't be judged. Not inside a transaction. Source: issue 24.
 */
@Injectable()
export class ChatLookUpService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: ChatSettingsRepository,
    private readonly candidates: ChatCandidatesService,
    private readonly limits: ContentLimitsService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
  ) {}

  async of(event: NotificationEvent, subject: MessageSubject): Promise<ChatFacts> {
    if (!isOfProvider(subject)) return { poster: null, limits: new Map() };
    const { embedPoster, userIds } = await this.database.read(async (tx) => {
      const { enableMentions, embedPoster: hasPoster } = await this.settings.options(tx);
      const listening = enableMentions ? await this.candidates.listening(tx, event, subject) : [];
      return { embedPoster: hasPoster, userIds: listening.map(({ account }) => account.id) };
    });
    const [poster, limits] = await Promise.all([
      embedPoster ? this.inTime(this.posterOf(subject.mediaType, subject.tmdbId)) : null,
      Promise.all(userIds.map(async (id) => [id, await this.inTime(this.judged(id, subject))] as const)),
    ]);
    return { poster, limits: new Map(limits.flatMap(([id, judged]) => (judged ? [[id, judged]] : []))) };
  }

  private async posterOf(kind: TitleKind, tmdbId: number): Promise<string | null> {
    const summary = await (kind === 'movie' ? this.films.filmSummary(tmdbId) : this.series.seriesSummary(tmdbId));
    const path = summary?.posterPath ?? '';
    return POSTER_PATH.test(path) ? POSTERS + path : null;
  }

  private async judged(
    userId: number,
    { mediaType, tmdbId }: { readonly mediaType: TitleKind; readonly tmdbId: number },
  ): Promise<JudgedTitle | null> {
    const judge = await this.limits.of(userId);
    if (!judge) return null;
    const { shown } = await this.limits.judge(judge, mediaType, tmdbId, SYSTEM_SHARE);
    return { policy: judge.policy, isShown: shown };
  }

  /** Null for what can't be told, or not in time. */
  private async inTime<T>(work: Promise<T | null>): Promise<T | null> {
    try {
      const found = await within(this.clock, PATIENCE_MS, work);
      return found === TOO_LATE ? null : found;
    } catch {
      return null;
    }
  }
}
