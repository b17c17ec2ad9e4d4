import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { FilmLibraryService, TitleArrivalsService, type Happening } from '../../library/library.public.js';
import { ContentAlertClaimsRepository } from './content-alert-claims.repository.js';
import type { Arrival } from './content-alerts.service.js';
import { alertKey, contentCategory, type ReportedTitle } from './new-content.js';

/** A film whose file has come in a span of time. */
interface AddedFilm {
  readonly title: ReportedTitle;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** What was missed, and whether every library could be read. */
interface MissedFilms {
  readonly arrivals: readonly Arrival[];
  readonly isWhole: boolean;
}

/** Which films have come while nobody heard their managers? Their lists say when each file was added. */
@Injectable()
export class MissedFilmsService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly films: FilmLibraryService,
    private readonly arrivals: TitleArrivalsService,
    private readonly claims: ContentAlertClaimsRepository,
  ) {}

  /**
   * The films whose files were added in this span and that nobody was told of within a day, newest first, at most `limit`.
   *
   * @param from after this moment, in epoch milliseconds; `to` likewise, up to it
   */
  async between(from: number, to: number, limit: number): Promise<MissedFilms> {
    const libraries = await this.database.read((tx) => this.directory.ofKind(tx, 'movie_manager'));
    const added: AddedFilm[] = [];
    let isWhole = true;
    for (const { id: instanceId } of libraries) {
      const snapshot = await this.films.snapshot(instanceId);
      isWhole &&= snapshot !== null;
      for (const [tmdbId, { fileAddedAt }] of snapshot?.films ?? []) {
        if (fileAddedAt === null || fileAddedAt <= from || fileAddedAt > to) continue;
        added.push({ title: { mediaType: 'movie', instanceId, titleId: tmdbId }, addedAt: fileAddedAt });
      }
    }
    added.sort((one, other) => other.addedAt - one.addedAt);
    const untold = await this.untold(added.slice(0, limit));
    const arrivals = await Promise.all(untold.map((title) => this.arrival(title)));
    return { arrivals: arrivals.filter((arrival) => arrival !== null), isWhole };
  }

  private untold(added: readonly AddedFilm[]): Promise<readonly ReportedTitle[]> {
    return this.database.read(async (tx) => {
      const untold: ReportedTitle[] = [];
      for (const { title } of added) {
        const keys = [false, true].map((isUpgrade) => alertKey(contentCategory('movie', isUpgrade), title));
        const told = await Promise.all(keys.map((key) => this.claims.isClaimed(tx, key)));
        if (!told.includes(true)) untold.push(title);
      }
      return untold;
    });
  }

  /** Whether it is an upgrade says the history alone; where that can't be read, nobody is told. */
  private async arrival(title: ReportedTitle): Promise<Arrival | null> {
    const reading = await this.arrivals.film(title.instanceId, Number(title.titleId));
    const happened = reading.known ? reading.arrival.happened : null;
    return happened && { title, isUpgrade: hadFile(happened) };
  }
}

/** Did the title have a file before the one that came last? */
function hadFile(happened: readonly Happening[]): boolean {
  const files = happened.filter(({ kind }) => kind === 'imported' || kind === 'deleted');
  return files.length > 1;
}
