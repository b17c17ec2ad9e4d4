import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOK_QUEUE, BOOKS, BookLibraryFixture } from '../../../../test/harness/book-library-fixture.js';
import { FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { libraryReport } from '../../../../test/harness/library-report.js';
import { ManagerReported, type ManagerReport } from '../../instances/instances.public.js';
import { AlbumReported, BookReported, QueueChanged } from '../library.events.js';

const GROUP = '7c9d2e10-0000-4aaa-8bbb-00000000b001';

type Happening = ManagerReport['happening'];

const TITLE_HAPPENINGS = ['imported', 'added', 'removed', 'file_removed', 'changed'] as const;
const QUEUE_HAPPENINGS = ['grabbed', 'failed'] as const;

function listen(fixture: BookLibraryFixture | FilmLibraryFixture): readonly object[] {
  const heard: object[] = [];
  for (const type of [QueueChanged, BookReported, AlbumReported])
    fixture.events.on<object>(type, (event) => void heard.push(event));
  return heard;
}

describe('doc4 §5.1: reports of a book manager', () => {
  let fixture: BookLibraryFixture;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const report = (happening: Happening, bookRecordId: number | null = null): Promise<void> => {
    const named = libraryReport(happening, { bookRecordId, isUpgrade: true });
    return fixture.events.publish(new ManagerReported(fixture.id, 'book_manager', named));
  };
  const status = async (): Promise<unknown> => {
    const { ebook } = await fixture.library.availability(fixture.id, { foreignId: 'hc:330101' });
    return ebook.known && ebook.status;
  };
  const reads = (): readonly number[] => [BOOK_QUEUE, BOOKS].map((key) => fixture.chaptarr.calls(key).length);

  it.each(TITLE_HAPPENINGS)('%s: the library and its queue are read again', async (happening) => {
    const heard = listen(fixture);
    await status();
    fixture.chaptarr.removeFiles(51);
    await report(happening);
    expect([await status(), reads(), heard]).toEqual(['requested', [2, 2], [new QueueChanged(fixture.id)]]);
  });

  it.each(TITLE_HAPPENINGS)('upstream Chaptarr facts, Webhook: %s of a record that is named', async (happening) => {
    const heard = listen(fixture);
    await report(happening, 52);
    await status();
    await report(happening, 52);
    fixture.chaptarr.removeBook(52);
    await report('removed', 52);
    await report(happening, 999);
    const moved = new QueueChanged(fixture.id);
    const named = (recordId: number, key: string | null, what: Happening = happening) => [
      moved,
      new BookReported(fixture.id, recordId, key, what, true),
    ];
    expect(heard).toEqual([
      ...named(52, null),
      ...named(52, 'hc:330101'),
      ...named(52, 'hc:330101', 'removed'),
      ...named(999, null),
    ]);
  });

  it.each(QUEUE_HAPPENINGS)('%s: the queue is read again, the titles are kept', async (happening) => {
    const heard = listen(fixture);
    await status();
    await report(happening, 52);
    await status();
    expect([reads(), heard]).toEqual([[2, 1], [new QueueChanged(fixture.id)]]);
  });
});

describe('doc3 §3.3, doc4 §5.1: reports of a music manager', () => {
  it('everything moves its queue', async () => {
    const fixture = await FilmLibraryFixture.open();
    const heard = listen(fixture);
    const all: readonly Happening[] = [...TITLE_HAPPENINGS, ...QUEUE_HAPPENINGS];
    for (const happening of all) {
      await fixture.events.publish(new ManagerReported('albums', 'music_manager', libraryReport(happening)));
    }
    expect(heard).toEqual(all.map(() => new QueueChanged('albums')));
    await fixture.close();
  });

  it.each([...TITLE_HAPPENINGS, ...QUEUE_HAPPENINGS])('%s of an album that is named', async (happening) => {
    const fixture = await FilmLibraryFixture.open();
    const heard = listen(fixture);
    const report = libraryReport(happening, { foreignAlbumId: GROUP, isUpgrade: true });
    await fixture.events.publish(new ManagerReported('albums', 'music_manager', report));
    const named = QUEUE_HAPPENINGS.some((one) => one === happening)
      ? []
      : [new AlbumReported('albums', GROUP, happening, true)];
    expect(heard).toEqual([new QueueChanged('albums'), ...named]);
    await fixture.close();
  });
});
