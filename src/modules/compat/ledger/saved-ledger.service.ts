import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Database } from '../../../core/database/database.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { RequestChangesRepository, type RequestChange } from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { mediaIdOf } from '../titles/media-id.js';
import { LedgerBook } from './ledger-book.js';

/** So many changes are read or followed at once. Between two parts other requests are served. */
const PART = 2_000;

/**
 * Keeps a book up to what was saved. It is never a second truth: each reader catches up first, which costs nothing
 * when nothing was written since.
 */
@Injectable()
export class SavedLedgerService {
  readonly book = new LedgerBook();
  private readonly flights = new SingleFlight<'', void>();
  private caughtUpTo = -1;
  private revision = 0;

  constructor(
    private readonly database: Database,
    private readonly feed: RequestChangesRepository,
    private readonly matches: TvMatchesService,
  ) {}

  /**
   * Everything that was committed before this call is in the book when it resolves.
   *
   * @throws StorageError
   */
  async catchUp(): Promise<void> {
    const { commits } = this.database;
    while (this.caughtUpTo < commits) await this.flights.run('', () => this.follow());
  }

  private async follow(): Promise<void> {
    const { commits } = this.database;
    const doubted = await this.database.read((tx) => this.matches.doubted(tx, 'all'));
    // Before the changes, so that nobody reads a request that has come as if its series were not doubted.
    this.book.doubt(new Set(doubted.keys()));
    if (this.caughtUpTo < 0) await this.fill();
    for await (const changes of this.parts()) {
      this.book.follow(changes);
      this.revision = changes.at(-1)?.revision ?? this.revision;
    }
    this.caughtUpTo = commits;
  }

  /** The first time, when nobody reads the book yet: sorted by title, so that few parts judge the same title. */
  private async fill(): Promise<void> {
    const latest = new Map<number, RequestChange>();
    for await (const changes of this.parts()) for (const change of changes) latest.set(change.id, change);
    const changes = [...latest.values()].sort((one, other) => titleOf(one) - titleOf(other));
    for (let start = 0; start < changes.length; start += PART) {
      this.book.follow(changes.slice(start, start + PART));
      await nextTurn();
    }
    this.revision = changes.reduce((last, { revision }) => Math.max(last, revision), this.revision);
  }

  /** What has changed after the revision that the book has. */
  private async *parts(): AsyncGenerator<readonly RequestChange[]> {
    let { revision } = this;
    for (;;) {
      const after = revision;
      const changes = await this.database.readOne((tx) => this.feed.changesSince(tx, after, PART));
      yield changes;
      if (changes.length < PART) return;
      revision = changes.at(-1)?.revision ?? revision;
    }
  }
}

const titleOf = ({ entry }: RequestChange): number => (entry ? mediaIdOf(entry) : 0);
