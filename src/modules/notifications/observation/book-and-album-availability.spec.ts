import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObservationFixture } from '../../../../test/harness/observation-fixture.js';
import { InstanceChanged } from '../../instances/instances.public.js';
import { QueueChanged } from '../../library/library.public.js';
import { RequestUpdated } from '../../requests/requests.public.js';

const MINUTE = 60_000;

let fixture: ObservationFixture;
beforeEach(async () => {
  fixture = await ObservationFixture.open();
});
afterEach(() => fixture.close());

describe('doc2 §6 availability: books and albums', () => {
  const book = { mediaType: 'book', key: 'hc:1', instanceId: 'books', bookFormat: 'both', tmdbId: 0 } as const;
  const album = { mediaType: 'music', key: 'a group', instanceId: 'music', tmdbId: 0 } as const;

  it('each requested format is told when it is there, and the message says which', async () => {
    await fixture.begin();
    const id = await fixture.request(book);
    const other = await fixture.request({ ...book, bookFormat: 'ebook', userId: 8 });
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 audiobook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 ebook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    const rows = await fixture.database.read((tx) => fixture.messages.recent(tx, 'chat', 10));
    expect(rows.toReversed().map(({ subject }) => subject)).toEqual([
      { requestIds: [id], formats: ['audiobook'] },
      { requestIds: [id, other], formats: ['ebook'] },
    ]);
    fixture.libraries.reads.length = 0;
    await fixture.sweep();
    expect(fixture.libraries.reads).toEqual([]);
  });

  it('both formats within a minute are one message', async () => {
    await fixture.begin();
    const id = await fixture.request(book);
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 audiobook');
    fixture.libraries.books.add('hc:1 ebook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    const [row, ...more] = await fixture.database.read((tx) => fixture.messages.recent(tx, 'chat', 10));
    expect([row?.subject, more]).toEqual([{ requestIds: [id], formats: ['ebook', 'audiobook'] }, []]);
  });

  it('an album is told when all of it is there', async () => {
    await fixture.begin();
    const id = await fixture.request(album);
    await fixture.sweep();
    fixture.libraries.albums.add('a group');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('their lists are read again after two minutes, or when the manager reports something', async () => {
    await fixture.begin();
    await fixture.request(album);
    for (let n = 0; n < 4; n += 1) {
      await fixture.sweep();
      await fixture.clock.advance(30_000);
    }
    expect(fixture.libraries.reads).toEqual(['music']);
    await fixture.sweep();
    expect(fixture.libraries.reads).toHaveLength(2);
    await fixture.events.publish(new QueueChanged('music'));
    await fixture.sweep();
    expect(fixture.libraries.reads).toHaveLength(3);
  });

  it('their lists are not read again for what becomes of another request', async () => {
    await fixture.begin();
    await fixture.request(album);
    await fixture.request({ tmdbId: 603 });
    await fixture.sweep();
    await fixture.request({ tmdbId: 604 });
    await fixture.sweep();
    await fixture.clock.advance(10 * MINUTE);
    fixture.libraries.reads.length = 0;
    await fixture.sweep();
    await fixture.request({ tmdbId: 605 });
    await fixture.sweep();
    expect(fixture.libraries.reads.filter((one) => one === 'music')).toHaveLength(1);
  });

  it('the record that a request is bound to is read again where its library has moved', async () => {
    await fixture.begin();
    const id = await fixture.request(album);
    await fixture.bind(id, 17);
    await fixture.events.publish(new RequestUpdated(id));
    await fixture.sweep();
    await fixture.bind(id, null);
    await fixture.events.publish(new InstanceChanged('music'));
    fixture.libraries.reads.length = 0;
    await fixture.sweep();
    expect(fixture.libraries.reads).toEqual(['music']);
  });

  it('a library that can not be read is named, and read at the next sweep', async () => {
    await fixture.begin();
    await fixture.request(album);
    await fixture.request(book);
    fixture.libraries.unreadable.add('music');
    fixture.libraries.unreadable.add('books');
    await fixture.sweep();
    expect(fixture.problems()).toEqual([
      'The library Library books can not be read.',
      'The library Library music can not be read.',
    ]);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect(fixture.problems()).toEqual([]);
  });
});
