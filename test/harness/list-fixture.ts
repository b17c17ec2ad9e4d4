import { ProviderMemory } from '../../src/core/cache/byte-pool.js';
import { readSettings } from '../../src/core/config/settings.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { silentLog } from '../../src/core/logging/log.js';
import { silentMeter } from '../../src/core/metrics/meter.js';
import { PortRegistry } from '../../src/core/ports/port-registry.js';
import { ProviderClientsService } from '../../src/modules/metadata/keys/provider-clients.service.js';
import { ListFeedsService, ListKeyService } from '../../src/modules/metadata/lists/list-feeds.service.js';
import { TraktFake } from '../fakes/trakt/trakt-fake.js';
import { MovedClock } from './moved-clock.js';
import { SettingsDatabase } from './settings-database.js';

/** The feeds of the list provider over the real client and a fake provider, whose client id they have. */
export class ListFixture {
  readonly feeds: ListFeedsService;

  private constructor(
    readonly fake: TraktFake,
    private readonly stored: SettingsDatabase,
  ) {
    const { database, secrets, network } = stored;
    const clock = new MovedClock();
    const env = { LISTPROV_URL: fake.url, LISTPROV_CLIENT_ID: fake.clientId };
    const settings = readSettings(env, { isTerminal: false, readFile: () => '' });
    const clients = new ProviderClientsService(settings, clock, silentLog, silentMeter, network);
    const key = new ListKeyService(secrets, clients, new PortRegistry(), settings);
    this.feeds = new ListFeedsService(
      database,
      key,
      clients,
      clock,
      silentLog,
      new ProviderMemory(8),
      silentMeter,
      new EventBus(silentLog),
    );
  }

  /** With the fake's port open. */
  static async open(): Promise<ListFixture> {
    return new ListFixture(await new TraktFake().start(), await SettingsDatabase.open());
  }

  /**
   * Puts films into the trending list.
   *
   * @param tmdbIds one for each entry, the most watched first; null for a film that the metadata provider has no id of
   */
  trends(tmdbIds: readonly (number | null)[]): void {
    for (const [place, tmdb] of tmdbIds.entries())
      this.fake.given.movie({ id: place + 1, title: `Entry ${place + 1}`, tmdb, watchers: tmdbIds.length - place });
  }

  async close(): Promise<void> {
    await this.stored.close();
    await this.fake.stop();
  }
}
