import { expect, it } from 'vitest';
import { AlbumLibraryFixture } from '../../../../test/harness/album-library-fixture.js';
import { UNREAD_ALBUM } from '../../library/library.public.js';
import type { WholeTitle } from '../kinds/whole-titles.service.js';
import { LiveAlbums } from './album-requests.service.js';

it('doc4 §1.18: an album of a library that was removed is unknown, and nothing is proved of it', async () => {
  const fixture = await AlbumLibraryFixture.open();
  try {
    const live = new LiveAlbums(undefined as never, fixture.library, undefined as never, fixture.clock);
    const input = { instanceId: 'removed', key: '7c9d2e10-0000-4aaa-8bbb-00000000b001' } as WholeTitle['input'];
    const proof = await live.glanceAt({ input } as WholeTitle, null);
    expect(proof).toEqual({ live: UNREAD_ALBUM.live, needsNothing: false });
  } finally {
    await fixture.close();
  }
});
