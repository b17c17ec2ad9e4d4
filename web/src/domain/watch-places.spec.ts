import { describe, expect, it } from 'vitest';
import { listenPlaces, watchPlaces } from './watch-places.js';

const place = (over: object) =>
  ({ instance_id: 'tv', service_type: 'video_server_a', name: 'Jellyfin', state: 'found', ...over }) as never;

describe('issue 46: where a title is watched', () => {
  it('is where it was found, at its own address or at that of the app', () => {
    const places = [
      place({ url: 'https://tv.example/web/#/details?id=1' }),
      place({ instance_id: 'hub', name: 'Plex', fallback_url: 'https://app.plex.tv' }),
      place({ instance_id: 'none', name: 'Emby' }),
    ];
    expect(watchPlaces(places)).toEqual({
      there: [
        { id: 'tv', name: 'Jellyfin', address: 'https://tv.example/web/#/details?id=1' },
        { id: 'hub', name: 'Plex', address: 'https://app.plex.tv' },
      ],
      unasked: [],
    });
  });

  it.each(['unreachable', 'unverified'])('is not known of a server that is %s: it may be there', (state) => {
    expect(watchPlaces([place({ state })])).toEqual({ there: [], unasked: ['Jellyfin'] });
  });

  it('is nowhere where it is missing, and no link leads to anything but a web address', () => {
    const places = [place({ state: 'missing', url: 'https://tv.example' }), place({ url: 'javascript:alert(1)' })];
    expect(watchPlaces(places)).toEqual({ there: [], unasked: [] });
  });
});

describe('issue 46: where an audiobook is heard', () => {
  it('is on each server that has it, by the first of its books there that has an address of the web', () => {
    const items = [{ id: '1' }, { id: '2', url: 'javascript:alert(1)' }, { id: '3', url: 'https://books.example/3' }];
    const places = [
      place({ instance_id: 'abs', name: 'Audiobookshelf', items }),
      place({ instance_id: 'two', items: [{ id: '1' }] }),
      place({ instance_id: 'off', state: 'unreachable', items }),
    ];
    expect(listenPlaces(places)).toEqual([{ id: 'abs', name: 'Audiobookshelf', address: 'https://books.example/3' }]);
  });
});
