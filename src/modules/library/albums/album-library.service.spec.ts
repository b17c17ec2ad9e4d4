import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALBUM_QUEUE, AlbumLibraryFixture, ALBUMS } from '../../../../test/harness/album-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { InstanceChanged, InstanceMissing, InstanceRemoved } from '../../instances/instances.public.js';
import { AlbumProgressed } from '../library.events.js';

const GROUP = '7c9d2e10-0000-4aaa-8bbb-00000000b001';
const MERGED = '7c9d2e10-0000-4aaa-8bbb-00000000b0ff';

describe('doc2 §4 Requests rule 5, doc4 §4.4: the albums of a library', () => {
  let fixture: AlbumLibraryFixture;

  beforeEach(async () => {
    fixture = await AlbumLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const found = async (foreignAlbumId = GROUP, recordId: number | null = null) => {
    const judge = await fixture.library.judge(fixture.id);
    const { live, filedAs } = judge({ foreignAlbumId, recordId });
    return [live.known ? live.status : live.reason, filedAs];
  };
  const reads = () => [ALBUM_QUEUE, ALBUMS].map((key) => fixture.lidarr.calls(key).length);

  it.each([
    ['its group', GROUP, null, ['requested', GROUP]],
    ['its group, and not the record that it was bound to', GROUP, 99, ['requested', GROUP]],
    ['the record of a delivery, when its group is gone', MERGED, 21, ['requested', GROUP]],
    ['neither', MERGED, 99, ['unavailable', null]],
    ['no record', MERGED, null, ['unavailable', null]],
  ] as const)('are found by %s', async (_, asked, recordId, state) => {
    fixture.lidarr.given.album({ id: 21, foreignAlbumId: GROUP });
    expect(await found(asked, recordId)).toEqual(state);
  });

  it('are never absent while a record can’t be read whose it is', async () => {
    fixture.lidarr.given.unreadable('album', { id: 'x' });
    expect(await found()).toEqual(['library_unavailable', null]);
  });

  it('follow a download that left the queue at once, and tell who waits', async () => {
    const progressed: string[] = [];
    fixture.events.on(AlbumProgressed, ({ foreignAlbumId }) => void progressed.push(foreignAlbumId));
    fixture.lidarr.given.album({ foreignAlbumId: GROUP });
    const download = fixture.lidarr.startDownload(GROUP);
    expect(await found()).toEqual(['downloading', GROUP]);
    fixture.lidarr.finishDownload(download);
    await fixture.clock.advance(10_000);
    await fixture.poll();
    expect([await found(), progressed]).toEqual([['available', GROUP], [GROUP]]);
  });

  it('issue, section 5: a read that was under way when we changed something doesn’t restore the old state', async () => {
    fixture.lidarr.given.album({ foreignAlbumId: GROUP, monitored: false });
    const letGo = fixture.lidarr.hold(ALBUMS);
    const arrival = fixture.lidarr.nextCall(ALBUMS);
    const before = found();
    await arrival;
    for (const album of fixture.lidarr.albums) album.monitored = true;
    fixture.library.changed(fixture.id);
    letGo();
    expect([await before, await found()]).toEqual([
      ['unavailable', GROUP],
      ['requested', GROUP],
    ]);
  });

  it('issue, section 6: of a library that hangs are unknown after two seconds, and known once it has answered', async () => {
    fixture.lidarr.given.album({ foreignAlbumId: GROUP });
    const letGo = fixture.lidarr.hold(ALBUMS);
    const arrival = fixture.lidarr.nextCall(ALBUMS);
    const waiting = found();
    await arrival;
    await fixture.clock.advance(2_000);
    expect(await waiting).toEqual(['library_unavailable', null]);
    letGo();
    await fixture.lists.albums(fixture.id);
    expect([await found(), reads()[1]]).toEqual([['requested', GROUP], 1]);
  });

  it.each([
    ['whole', { files: 'all', monitored: false, artistMonitored: false }, true],
    ['on, and its artist too', {}, true],
    ['on, and its artist off', { artistMonitored: false }, false],
    ['off', { monitored: false }, false],
    ['off, with some of its tracks', { monitored: false, files: [1] }, false],
  ] as const)('need nothing when %s: %s', async (_, given, needsNothing) => {
    fixture.lidarr.given.album({ foreignAlbumId: GROUP, ...given });
    expect(await fixture.library.needsNothing(fixture.id, { foreignAlbumId: GROUP, recordId: null })).toBe(
      needsNothing,
    );
  });

  it('issue, section 6: of a library that was replaced or removed are forgotten', async () => {
    fixture.lidarr.given.album({ foreignAlbumId: GROUP, files: 'all' });
    await found();
    expect(fixture.library.isWhole(fixture.id, { foreignAlbumId: GROUP, recordId: null })).toBe(true);
    await fixture.events.publish(new InstanceChanged(fixture.id));
    expect(fixture.library.isWhole(fixture.id, { foreignAlbumId: GROUP, recordId: null })).toBe(false);
    await fixture.removeLibrary(fixture.id);
    await fixture.events.publish(new InstanceRemoved(fixture.id));
    expect(await errorOf(found())).toBeInstanceOf(InstanceMissing);
    expect(await errorOf(fixture.lists.albums(fixture.id))).toBeInstanceOf(InstanceMissing);
  });
});
