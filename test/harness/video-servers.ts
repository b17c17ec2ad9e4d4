import { EmbyClient } from '../../src/clients/emby/emby.client.js';
import { JellyfinClient } from '../../src/clients/jellyfin/jellyfin.client.js';
import type { MediaBrowserClient } from '../../src/clients/mediabrowser/mediabrowser.client.js';
import type { MediaBrowserAccess } from '../../src/clients/mediabrowser/mediabrowser-transport.js';
import { createLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { EMBY_CALLS, EmbyFake } from '../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import type { StoredAccount } from '../fakes/mediabrowser/stored-media.js';
import { MovedClock } from './moved-clock.js';

const NOW = Date.UTC(2026, 10, 20, 12);

interface VideoServer {
  readonly product: 'jellyfin' | 'emby';
  readonly calls: Readonly<Record<keyof typeof JELLYFIN_CALLS, string>>;
  readonly newFake: (options: { readonly apiKey: string; readonly now: () => number }) => JellyfinFake | EmbyFake;
  readonly newClient: (access: MediaBrowserAccess) => MediaBrowserClient;
}

/** The products whose clients have everything in common but the ways of their calls. */
export const VIDEO_SERVERS: readonly VideoServer[] = [
  {
    product: 'jellyfin',
    calls: JELLYFIN_CALLS,
    newFake: (options) => new JellyfinFake(options),
    newClient: (access) => new JellyfinClient(access),
  },
  {
    product: 'emby',
    calls: EMBY_CALLS,
    newFake: (options) => new EmbyFake(options),
    newClient: (access) => new EmbyClient(access),
  },
];

/** A video server with an administrator and a person, and a client of it whose log is kept. */
export class VideoServerFixture {
  readonly admin: StoredAccount;
  readonly mara: StoredAccount;

  private constructor(
    readonly fake: JellyfinFake | EmbyFake,
    readonly client: MediaBrowserClient,
    readonly clock: MovedClock,
    /** The lines of the client's log. */
    readonly lines: readonly string[],
    password: string,
  ) {
    this.admin = fake.given.account({ name: 'root', administrator: true });
    this.mara = fake.given.account({ name: 'mara', password });
  }

  /** @param password the person's */
  static async start(
    { newFake, newClient }: VideoServer,
    apiKey: string,
    password: string,
  ): Promise<VideoServerFixture> {
    const [clock, lines]: [MovedClock, string[]] = [new MovedClock(NOW), []];
    const log = createLog({ level: 'debug', format: 'json', destination: { write: (line) => void lines.push(line) } });
    const fake = await newFake({ apiKey, now: () => NOW }).start();
    const device = { id: 'device-1', product: 'Usher', version: '1.2.3' };
    const client = newClient({ url: fake.url, apiKey: Secret.of(apiKey), device, clock, log });
    return new VideoServerFixture(fake, client, clock, lines, password);
  }
}
