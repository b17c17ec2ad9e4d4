import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOK_QUEUE, BOOKS, BookLibraryFixture } from '../../../../test/harness/book-library-fixture.js';
import { FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { ManagerReported, type ManagerReport } from '../../instances/instances.public.js';
import { QueueChanged } from '../library.events.js';

type Happening = ManagerReport['happening'];

const TITLE_HAPPENINGS = ['imported', 'added', 'removed', 'file_removed', 'changed'] as const;
const QUEUE_HAPPENINGS = ['grabbed', 'failed'] as const;

function listen(fixture: BookLibraryFixture | FilmLibraryFixture): readonly object[] {
  const heard: object[] = [];
  fixture.events.on<object>(QueueChanged, (event) => void heard.push(event));
  return heard;
}

describe('doc4 §5.1: reports of a book manager', () => {
  let fixture: BookLibraryFixture;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const report = (happening: Happening): Promise<void> => {
    const named = { happening, isUpgrade: false, filmId: null, series: null };
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

  it.each(QUEUE_HAPPENINGS)('%s: the queue is read again, the titles are kept', async (happening) => {
    const heard = listen(fixture);
    await status();
    await report(happening);
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
      const report = { happening, isUpgrade: false, filmId: null, series: null };
      await fixture.events.publish(new ManagerReported('albums', 'music_manager', report));
    }
    expect(heard).toEqual(all.map(() => new QueueChanged('albums')));
    await fixture.close();
  });
});
