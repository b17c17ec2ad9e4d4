import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { MovedClock } from './moved-clock.js';

const API_KEY = 'canary-sonarr-key';

/** The client of a Sonarr over a fake, at noon of 20 November 2026; time stands still until the clock is moved. */
export class SonarrFixture {
  readonly clock = new MovedClock(Date.UTC(2026, 10, 20, 12));
  readonly fake = new SonarrFake({ apiKey: API_KEY, now: () => this.clock.now() });

  static async open(): Promise<SonarrFixture> {
    const fixture = new SonarrFixture();
    await fixture.fake.start();
    return fixture;
  }

  client(apiKey = API_KEY): SonarrClient {
    return new SonarrClient({ url: this.fake.url, apiKey: Secret.of(apiKey), clock: this.clock, log: silentLog });
  }

  /** What the fake itself writes at a path below its API prefix. */
  async written(path: string): Promise<unknown> {
    const answer = await fetch(`${this.fake.url}/api/v3/${path}`, { headers: { 'X-Api-Key': API_KEY } });
    return answer.json();
  }
}
