import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { AlbumReported, BookReported, FilmReported, SeriesReported } from '../../library/library.public.js';
import { MessageIntakeService } from '../events/message-intake.service.js';
import { ContentAlertClaimsRepository } from './content-alert-claims.repository.js';
import { alertKey, contentCategory, stormScopeOf, type ContentCategory, type ReportedTitle } from './new-content.js';

export interface Arrival {
  readonly title: ReportedTitle;
  /** Are they better ones in place of others? */
  readonly isUpgrade: boolean;
  /** The title, where it is named by another id than that of its record. */
  readonly name?: string;
}

/**
 * Tells of new content when a manager reports it: once for a title within ten minutes, and not of everything in a storm. The
 * claim and the message are committed before the manager has its answer.
 */
@Injectable()
export class ContentAlertsService implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly claims: ContentAlertClaimsRepository,
    private readonly intake: MessageIntakeService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.on(FilmReported, ({ instanceId, tmdbId, happening, isUpgrade }) =>
      this.onReport(happening, { title: { mediaType: 'movie', instanceId, titleId: tmdbId }, isUpgrade }),
    );
    this.events.on(SeriesReported, ({ instanceId, tvdbId, happening, isUpgrade }) =>
      this.onReport(happening, { title: { mediaType: 'tv', instanceId, titleId: tvdbId }, isUpgrade }),
    );
    this.events.on(BookReported, ({ instanceId, recordId, key, happening, isUpgrade }) => {
      const title = { mediaType: 'book', instanceId, titleId: recordId } as const;
      return this.onReport(happening, { title, isUpgrade, ...(key !== null && { name: key }) });
    });
    this.events.on(AlbumReported, ({ instanceId, foreignAlbumId, happening, isUpgrade }) =>
      this.onReport(happening, { title: { mediaType: 'music', instanceId, titleId: foreignAlbumId }, isUpgrade }),
    );
  }

  /** Adds the message, unless nobody wants it, or it was sent before. Answers whether it did. */
  async add(tx: WriteTx, { title, isUpgrade, name }: Arrival): Promise<boolean> {
    const category = contentCategory(title.mediaType, isUpgrade);
    if (!(await this.isWanted(tx, category))) return false;
    const key = alertKey(category, title, name);
    if (!(await this.claims.claim(tx, key, stormScopeOf(category), this.clock.now()))) return false;
    await this.intake.add(tx, { event: category, actorId: null, subject: { content: title } });
    return true;
  }

  async isWanted(tx: ReadTx, category: ContentCategory): Promise<boolean> {
    return (await this.intake.destinationsFor(tx, category)).length > 0;
  }

  wake(): void {
    this.intake.wake();
  }

  private async onReport(happening: FilmReported['happening'], arrival: Arrival): Promise<void> {
    if (happening !== 'imported') return;
    const category = contentCategory(arrival.title.mediaType, arrival.isUpgrade);
    if (!(await this.database.read((tx) => this.isWanted(tx, category)))) return;
    if (await this.database.write((tx) => this.add(tx, arrival))) this.wake();
  }
}
