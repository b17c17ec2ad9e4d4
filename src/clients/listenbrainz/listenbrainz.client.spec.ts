import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListenbrainzFake } from '../../../test/fakes/listenbrainz/listenbrainz-fake.js';
import { groupId } from '../../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { USER_AGENT } from '../../core/http/user-agent.js';
import { silentLog } from '../../core/logging/log.js';
import { ListenbrainzClient, listenbrainzLine } from './listenbrainz.client.js';

const CHART = 'GET /1/stats/sitewide/release-groups';
const FRESH = 'GET /1/explore/fresh-releases/';

describe('ListenbrainzClient', () => {
  let clock: MovedClock;
  let fake: ListenbrainzFake;
  let client: ListenbrainzClient;

  beforeEach(async () => {
    clock = new MovedClock();
    fake = await new ListenbrainzFake(() => clock.now()).start();
    client = new ListenbrainzClient({
      url: fake.apiUrl,
      clock,
      log: silentLog,
      line: listenbrainzLine(clock),
    });
    fake.given.chart('this_week', [{ id: groupId(1), title: 'Long Wave' }, { title: 'Unmapped Record' }]);
    fake.given.release({ id: groupId(1), title: 'Long Wave', date: '2026-01-01' });
  });

  afterEach(() => fake.stop());

  const chart = () => client.popularReleaseGroups('this_week', 20, 0);

  it('reads a chart, including rows that have no match', async () => {
    const { total, rows } = (await chart()) ?? { total: 0, rows: [] };
    expect([total, rows.map((row) => row.release_group_mbid)]).toEqual([2, [groupId(1), null]]);
    expect(fake.calls()[0]?.headers['user-agent']).toBe(USER_AGENT);
  });

  it('a chart that isn’t computed is null, and no empty chart', async () => {
    expect(await client.popularReleaseGroups('this_year', 20, 0)).toBeNull();
  });

  it('asks for past releases at the address with its slash', async () => {
    expect(await client.freshReleases('2026-01-02', 30)).toHaveLength(1);
    const [call] = fake.calls();
    const query = { release_date: '2026-01-02', days: '30', sort: 'release_date', past: 'true', future: 'false' };
    expect(call).toMatchObject({ path: '/1/explore/fresh-releases/', query });
  });

  it('doc2 §4 music: calls start a second apart, in the order of asking, whatever they ask for', async () => {
    const began = clock.now();
    const first = fake.nextCall(CHART);
    const answers = Promise.all([chart(), client.freshReleases('2026-01-02', 30), chart()]);
    await first;
    for (const route of [FRESH, CHART]) {
      const came = fake.nextCall(route);
      await clock.advance(999);
      await clock.advance(1);
      await came;
    }
    await answers;
    expect(fake.cameAt.map((at) => at - began)).toEqual([0, 1_000, 2_000]);
  });

  it('security 28: more than 24 MiB of releases is refused', async () => {
    fake.fail(FRESH, { body: `"${'x'.repeat(24 * 1024 * 1024)}"` });
    expect(await failureOf(client.freshReleases('2026-01-02', 30))).toMatchObject({ kind: 'too_large' });
  });

  it('doc2 §4 music: fifteen seconds are waited for an answer, thirty for all attempts together', async () => {
    fake.fail(CHART, 'timeout');
    let came = fake.nextCall(CHART);
    const failed = failureOf(chart());
    await came;
    await clock.advance(15_000);
    expect(await failed).toMatchObject({ kind: 'timeout', reason: expect.stringContaining('15 s') as unknown });
    fake.limitRate(CHART, { resetInSeconds: 20 });
    fake.fail(CHART, 'timeout');
    came = fake.nextCall(CHART);
    const failedAgain = failureOf(chart());
    await came;
    const again = fake.nextCall(CHART);
    await clock.waitedFor(20_000);
    await clock.advance(20_000);
    await again;
    await clock.advance(10_000);
    expect(await failedAgain).toMatchObject({ kind: 'timeout', reason: expect.stringContaining('30 s') as unknown });
  });

  it('doc2 §4 music: the client waits as long as the rate-limit header says', async () => {
    fake.limitRate(CHART, { resetInSeconds: 4 });
    const came = fake.nextCall(CHART);
    const asked = chart();
    await came;
    await clock.waitedFor(4_000);
    await clock.advance(3_999);
    expect(fake.calls()).toHaveLength(1);
    const again = fake.nextCall(CHART);
    await clock.advance(1);
    await again;
    expect(await asked).not.toBeNull();
  });

  it.each(['reset', 'garbage', 'empty', 500, 400] as const)('anything else is a fault: %s', async (fault) => {
    fake.fail(CHART, fault);
    await failureOf(chart());
    expect(fake.calls()).toHaveLength(1);
  });
});
