import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DelugeFake } from '../../../test/fakes/deluge/deluge-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { DelugeClient } from './deluge.client.js';

const [ONE, TWO] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

describe('issue 43 C19: a pause of which Deluge says that it is done', () => {
  let clock: MovedClock;
  let fake: DelugeFake;
  let client: DelugeClient;

  beforeEach(async () => {
    clock = new MovedClock();
    fake = await new DelugeFake('secret').start();
    fake.given.torrent({ hash: ONE });
    fake.given.torrent({ hash: TWO });
    client = new DelugeClient({ url: fake.url, password: Secret.of('secret'), clock, log: silentLog });
  });

  afterEach(() => fake.stop());

  /** Lets the client wait until Deluge knows anew. */
  async function settled(): Promise<void> {
    await clock.waitedFor(1_500);
    await clock.advance(1_500);
  }

  it('and that it has lost is sent once more', async () => {
    fake.losesPauses = 1;
    const paused = client.pause(ONE);
    await settled();
    await expect(paused).resolves.toBe(true);
    expect(fake.row(ONE)).toMatchObject({ state: 'Paused' });
    expect(fake.ordered).toEqual([
      ['core.pause_torrents', [ONE]],
      ['core.pause_torrents', [ONE]],
    ]);
  });

  it('of all of them is sent once more for those that still move', async () => {
    fake.losesPauses = 1;
    const paused = client.pauseAll();
    await clock.waitedFor(1_500);
    fake.given.torrent({ hash: TWO, state: 'Paused' });
    await clock.advance(1_500);
    await paused;
    expect(fake.ordered).toEqual([
      ['core.pause_torrents', [ONE, TWO]],
      ['core.pause_torrents', [ONE]],
    ]);
  });

  it('and that it loses twice is a failure, and not done', async () => {
    fake.losesPauses = 2;
    const failure = failureOf(client.pause(ONE));
    await settled();
    await settled();
    expect(await failure).toMatchObject({ kind: 'failed', reason: 'server did not pause the torrent' });
    expect(fake.ordered).toHaveLength(2);
  });

  it('and that it has done is sent once', async () => {
    await expect(client.pause(ONE)).resolves.toBe(true);
    expect(fake.ordered).toHaveLength(1);
  });

  it('of a torrent that is checked is sent once: it keeps its word', async () => {
    fake.given.torrent({ hash: ONE, state: 'Checking' });
    fake.losesPauses = 1;
    await expect(client.pause(ONE)).resolves.toBe(true);
    expect(fake.ordered).toHaveLength(1);
  });
});
