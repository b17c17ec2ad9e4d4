import { CoverArtArchiveFake } from '../fakes/cover-art-archive/cover-art-archive-fake.js';
import type { RecordedCall } from '../fakes/fake-exchange.js';
import { ListenbrainzFake } from '../fakes/listenbrainz/listenbrainz-fake.js';
import { MusicbrainzFake } from '../fakes/musicbrainz/musicbrainz-fake.js';
import type { MovedClock } from './moved-clock.js';

/** The providers of music, played. Their calls are spaced by the test's clock: who asks twice has to move it. */
export class MusicFakes {
  readonly catalog: MusicbrainzFake;
  readonly charts: ListenbrainzFake;
  readonly covers = new CoverArtArchiveFake();

  constructor(clock: MovedClock) {
    this.catalog = new MusicbrainzFake(() => clock.now());
    this.charts = new ListenbrainzFake(() => clock.now());
  }

  async start(): Promise<this> {
    await Promise.all([this.catalog.start(), this.charts.start(), this.covers.start()]);
    return this;
  }

  /** The settings that lead to them. */
  get env(): Readonly<Record<string, string>> {
    const { catalog, charts, covers } = this;
    return { MUSIC_METADATA_URL: catalog.apiUrl, MUSIC_CHART_URL: charts.apiUrl, COVER_ART_URL: covers.url };
  }

  /** What has been asked of all of them. */
  calls(): readonly RecordedCall[] {
    return [...this.catalog.calls(), ...this.charts.calls(), ...this.covers.calls()];
  }

  forgetCalls(): void {
    for (const fake of [this.catalog, this.charts, this.covers]) fake.forgetCalls();
  }

  async stop(): Promise<void> {
    await Promise.all([this.catalog.stop(), this.charts.stop(), this.covers.stop()]);
  }
}
