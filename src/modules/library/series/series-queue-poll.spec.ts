import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { InstanceRemoved } from '../../instances/instances.public.js';
import { QueueChanged, SeriesProgressed } from '../library.events.js';

describe('library.poll-queues over series (doc 2 section 4: queue polling every 30 seconds)', () => {
  let fixture: SeriesLibraryFixture;
  let published: object[];

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
    published = [];
    fixture.events.on(QueueChanged, (event) => void published.push(event));
    fixture.events.on(SeriesProgressed, (event) => void published.push(event));
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 3 } });
    fixture.sonarr.given.series({ tvdbId: 2 });
  });

  afterEach(() => fixture.close());

  const read = async (tvdbId: number) => (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId);
  const nextRound = async (): Promise<object[]> => {
    published = [];
    await fixture.clock.advance(30_000);
    await fixture.poll();
    return published;
  };
  const expected = [new QueueChanged('series'), new SeriesProgressed('series', 1)];

  it('reads a watched library, and no other', async () => {
    await nextRound();
    expect(fixture.sonarr.calls()).toEqual([]);
    await read(1);
    await nextRound();
    expect(fixture.sonarr.calls(QUEUE)).toHaveLength(2);
    await fixture.events.publish(new InstanceRemoved(fixture.id));
    await nextRound();
    expect(fixture.sonarr.calls(QUEUE)).toHaveLength(2);
  });

  it('publishes a series once whose season pack came, made progress and left, however many episodes it has', async () => {
    await read(1);
    const pack = fixture.sonarr.startDownload(1, 1);
    expect(await nextRound()).toEqual(expected);
    expect(await nextRound()).toEqual([]);
    fixture.sonarr.advanceDownload(pack, 0.5);
    expect(await nextRound()).toEqual(expected);
    fixture.sonarr.finishDownload(pack);
    expect(await nextRound()).toEqual(expected);
    expect(await nextRound()).toEqual([]);
  });

  it('reads the series again when one episode of several has left the queue', async () => {
    const first = fixture.sonarr.startDownload(1, 1, 1);
    fixture.sonarr.startDownload(1, 1, 2);
    await read(1);
    fixture.sonarr.finishDownload(first);
    expect(await nextRound()).toEqual(expected);
    expect(await read(1)).toMatchObject({ seasons: [{ status: 'partial', files: 1 }] });
    expect(fixture.sonarr.calls(SERIES)).toHaveLength(2);
  });

  it.each([
    ['another file came', () => fixture.sonarr.importFiles(3, 1, [2])],
    ['the only file went', () => fixture.sonarr.removeFile(3, 1, 1)],
  ])('publishes a series once that was read again alone, because %s', async (_, change) => {
    fixture.sonarr.given.series({ tvdbId: 3, seasons: { 1: 3 }, files: { 1: [1] } });
    await read(1);
    change();
    await read(3);
    expect(await nextRound()).toEqual([new SeriesProgressed('series', 3)]);
    await fixture.clock.advance(120_000);
    await read(3);
    expect(await nextRound()).toEqual([]);
  });

  it('says nothing of a download that belongs to no episode', async () => {
    await read(1);
    fixture.sonarr.given.queueRow();
    expect(await nextRound()).toEqual([]);
  });
});
