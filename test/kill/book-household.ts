import { SharedRequestsService } from '../../src/modules/requests/transitions/shared-requests.service.js';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import { realTransitions } from '../harness/real-transitions.js';
import { importResource } from '../fakes/chaptarr/chaptarr-resources.js';
import { BOOK_CASES, type BookKind } from './book-kinds.js';
import { everLater, Household } from './household.js';

/** A book that was asked for. */
export interface AskedBook {
  readonly kind: BookKind;
  readonly key: string;
}

/** A household with a library of books, which outlives every process. All requests are shared by two members. */
export class BookHousehold {
  /** What has been asked for, by the id of its request. */
  readonly asked = new Map<number, AskedBook>();
  private lastTitle = 1_000;

  private constructor(
    readonly household: Household,
    readonly chaptarr: ChaptarrFake,
    private readonly library: string,
  ) {}

  static async found(): Promise<BookHousehold> {
    const chaptarr = await new ChaptarrFake({ now: everLater() }).start();
    chaptarr.given.nothing();
    // An author who is awaited arrives as soon as somebody has looked for them.
    chaptarr.route('GET /api/v1/pendingauthorimport', () => {
      const waiting = [...chaptarr.imports];
      const body = waiting.map(importResource);
      for (const { writer } of waiting) chaptarr.finishImport(writer.foreignAuthorId);
      return { body };
    });
    let library = '';
    const household = await Household.found({
      members: 2,
      furnish: async (_, admin) => {
        const fields = { service_type: 'book_manager', name: 'Books', url: chaptarr.url, api_key: chaptarr.apiKey };
        const { body, status, text } = await admin.post('/api/instances', { ...fields, auto_add_users: true });
        if (status !== 201) throw new Error(text);
        library = (body as { id: string }).id;
      },
    });
    return new BookHousehold(household, chaptarr, library);
  }

  /** Puts books in place and saves requests for them as the server does, and answers their ids. */
  ask(kinds: readonly BookKind[]): Promise<readonly number[]> {
    const shared = sharing();
    const [owner, second] = this.household.members.map(({ userId }, at) => ({
      ...{ userId, username: `member${at + 1}`, role: 'user' as const },
      deviceId: '',
    }));
    if (!owner || !second) throw new Error('the household has two members');
    const now = this.household.now;
    return this.household.withDatabase((database) =>
      database.write(async (tx) => {
        const ids: number[] = [];
        for (const kind of kinds) {
          const { formats, given } = BOOK_CASES[kind];
          const key = `hc:${(this.lastTitle += 1)}`;
          const author = { foreignAuthorId: `${key}00`, name: `Author of ${key}` };
          this.chaptarr.given.catalog([
            { foreignBookId: key, author },
            { foreignBookId: `${key}9`, author, title: 'Another of theirs' },
          ]);
          given(this.chaptarr, { foreignBookId: key, author });
          const subject = { mediaType: 'book', key, instanceId: this.library, tmdbId: 0, qualityProfileId: 0 } as const;
          const input = { ...subject, userId: owner.userId, foreignId: key, title: `Book ${key}`, searchTerm: null };
          const policy = { requireApproval: false, allowQualityChoice: false };
          const units = formats.map((one) => ({ kind: one, key, work: '' as const }));
          const { requestId } = await shared.add(tx, owner as never, { input, policy, units, formats }, now);
          const jobs = await shared.covering(tx, subject, formats.slice(0, 1));
          await shared.join(
            tx,
            second as never,
            { requestId, key, instanceId: this.library, isFirstWish: false },
            jobs,
            now,
          );
          this.asked.set(requestId, { kind, key });
          ids.push(requestId);
        }
        return ids;
      }),
    );
  }

  async close(): Promise<void> {
    await this.household.close();
    await this.chaptarr.stop();
  }
}

function sharing(): SharedRequestsService {
  const { saved, dispatches, allowances, transitions } = realTransitions();
  return new SharedRequestsService(saved, dispatches, transitions, allowances);
}
