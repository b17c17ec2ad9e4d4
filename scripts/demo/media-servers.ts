import { AudiobookshelfFake } from '../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { EmbyFake } from '../../test/fakes/emby/emby-fake.js';
import { JellyfinFake } from '../../test/fakes/jellyfin/jellyfin-fake.js';
import type { PlayedServer } from './player.js';

/** Whose account there is judged. */
export interface ServerMember {
  readonly name: string;
  readonly password: string;
}

/** A film that a library has the file of. */
export interface ArrivedFilm {
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
}

/** Somebody who has an account on each server, and none of ours. */
export const NEIGHBOUR = 'leo';

/** The media servers that the household runs itself. Their films are those that have arrived in the library. */
export class MediaServers {
  readonly jellyfin = new JellyfinFake({ apiKey: 'demo-jellyfin-key' });
  readonly emby = new EmbyFake({ apiKey: 'demo-emby-key' });
  readonly audiobookshelf = new AudiobookshelfFake({ apiKey: 'demo-audiobookshelf-key' });
  private readonly shown = new Set<number>();

  constructor() {
    for (const server of [this.jellyfin, this.emby]) {
      server.given.account({ name: 'ada', administrator: true });
      server.given.account({ name: NEIGHBOUR });
      server.given.library({ name: 'Movies', collectionType: 'movies' });
    }
    this.audiobookshelf.given.account({ username: NEIGHBOUR });
    this.audiobookshelf.given.library({ id: '3c9be1de-8f00-4d7e-8001-0a4d2b9c0001', name: 'Audiobooks' });
  }

  async open(): Promise<void> {
    await Promise.all(this.all().map((fake) => fake.start()));
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((fake) => fake.stop()));
  }

  /** The servers find what has arrived since they looked last. */
  scan(arrived: readonly ArrivedFilm[]): void {
    for (const { tmdbId, title: name, year } of arrived) {
      if (this.shown.has(tmdbId)) continue;
      this.shown.add(tmdbId);
      for (const server of [this.jellyfin, this.emby]) server.given.item({ type: 'Movie', name, year, tmdbId });
    }
  }

  /** How they are connected, and how people sign in there. */
  get places(): readonly PlayedServer[] {
    const { jellyfin, emby, audiobookshelf } = this;
    return [
      {
        product: 'Jellyfin',
        serviceType: 'video_server_a',
        url: jellyfin.url,
        apiKey: 'demo-jellyfin-key',
        publicAddress: 'https://jellyfin.demo.invalid',
      },
      {
        product: 'Emby',
        serviceType: 'video_server_b',
        url: emby.url,
        apiKey: 'demo-emby-key',
        publicAddress: 'https://emby.demo.invalid',
      },
      {
        product: 'Audiobookshelf',
        serviceType: 'audiobook_server',
        url: audiobookshelf.url,
        apiKey: 'demo-audiobookshelf-key',
        publicAddress: 'https://audiobookshelf.demo.invalid',
      },
    ];
  }

  private all() {
    return [this.jellyfin, this.emby, this.audiobookshelf];
  }
}
