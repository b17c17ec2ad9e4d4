import type { ReadTx } from '../../src/core/database/database.js';
import { DispatchRow, SeasonSearchRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { QuotaChargeRow, QuotaItemRow } from '../../src/modules/quotas/rows.js';
import { seenInSonarr } from '../harness/seen-in-sonarr.js';
import { aboutFile, unless } from './delivered-truth.js';
import { SERIES_CASES } from './series-kinds.js';
import type { AskedSeries, TvHousehold } from './tv-household.js';

/**
 * What isn't as it must be once every series has been delivered, whatever was killed on the way: one line each, none
 * when all is well.
 *
 * - A series is in its library once. Exactly what was wanted is monitored beside what was before. A search that was due
 *   ran once or twice, and no other.
 * - A request is accepted and its job complete and nobody's. Every search that was noted is settled.
 * - What was begun stays spent; what needed nothing came back once.
 * - No library is leased to anyone, and the file is whole.
 */
export function seriesWrongs(tv: TvHousehold): Promise<readonly string[]> {
  return tv.household.withDatabase((database) =>
    database.read(async (tx) => {
      const wrongs: string[] = [];
      for (const [requestId, series] of tv.asked) {
        wrongs.push(...aboutLibrary(tv, series), ...(await aboutRequest(tx, requestId, series)));
        wrongs.push(...(await aboutUnits(tx, requestId, series)));
      }
      return [...wrongs, ...(await aboutFile(tx, tv.household.now))];
    }),
  );
}

/** The job of a request, as it is saved. */
export function savedJob(tv: TvHousehold, requestId: number): Promise<DispatchRow> {
  return tv.household.withDatabase((database) => database.read((tx) => tx.findOneByOrFail(DispatchRow, { requestId })));
}

function aboutLibrary({ sonarr }: TvHousehold, { kind, tvdbId }: AskedSeries): readonly string[] {
  const name = `series ${tvdbId} (${kind})`;
  const { records, monitored, seasons, episodes, searches } = seenInSonarr(sonarr, tvdbId);
  const due = SERIES_CASES[kind];
  const times = (search: string): number => searches.filter((one) => one === search).length;
  const mayRun = (search: string): readonly number[] => (search === 'add' ? [1] : [1, 2]);
  return [
    ...unless(records === 1, `${name} has ${records} records`),
    ...unless(monitored === due.monitored, `${name} is monitored: ${monitored}`),
    ...unless(String(seasons) === String(due.seasons), `of ${name} seasons ${seasons.join()} are monitored`),
    ...unless(String(episodes) === String(due.episodes), `of ${name} episodes ${episodes.join()} are monitored`),
    ...unless(
      due.searches.every((search) => mayRun(search).includes(times(search))),
      `for ${name} ran: ${searches.join('; ')}`,
    ),
    ...unless(
      searches.every((search) => due.searches.includes(search)),
      `for ${name} ran too much: ${searches.join('; ')}`,
    ),
  ];
}

async function aboutRequest(tx: ReadTx, requestId: number, { kind }: AskedSeries): Promise<readonly string[]> {
  const name = `request ${requestId} (${kind})`;
  const { spent } = SERIES_CASES[kind];
  const request = await tx.findOneByOrFail(RequestRow, { id: requestId });
  const { state, code, message, leaseToken, deliveryStartedAt } = await tx.findOneByOrFail(DispatchRow, { requestId });
  const searches = await tx.findBy(SeasonSearchRow, { requestId });
  const accepted = spent.length === 0 ? 'available' : 'requested';
  return [
    ...unless(state === 'complete' && code === accepted, `${name}: its job is ${state} (${code}: ${message?.text})`),
    ...unless(leaseToken === null, `${name}: its job is still leased`),
    ...unless((deliveryStartedAt !== null) === spent.length > 0, `${name}: started at ${deliveryStartedAt}`),
    ...unless(request.status === 'requested' && request.completedAt !== null, `${name} is ${request.status}`),
    ...unless(
      searches.every(({ sentAt }) => sentAt !== null),
      `${name}: a search is not settled`,
    ),
  ];
}

async function aboutUnits(tx: ReadTx, requestId: number, { kind, tmdbId }: AskedSeries): Promise<readonly string[]> {
  const { asked, spent } = SERIES_CASES[kind];
  const items = await tx.findBy(QuotaItemRow, { requestId });
  const wrongs: string[] = [];
  for (const season of asked) {
    const name = `season ${season} of request ${requestId} (${kind})`;
    const item = items.find(({ unitKey }) => unitKey === `${tmdbId}:${season}`);
    const charge = item && (await tx.findOneByOrFail(QuotaChargeRow, { id: item.chargeId }));
    const isSpent = item?.deliveryStartedAt != null && item.releasedAt === null && charge?.refundedAt === null;
    const isBack =
      item?.deliveryStartedAt === null && item.releaseReason === 'no_op' && charge?.refundReason === 'no_op';
    const holds = spent.includes(season) ? isSpent : isBack;
    wrongs.push(...unless(holds, `${name}: ${JSON.stringify({ item, charge })}`));
  }
  const charges = await tx.countBy(
    QuotaChargeRow,
    asked.map((season) => ({ unitKey: `${tmdbId}:${season}` })),
  );
  return [
    ...wrongs,
    ...unless(charges === asked.length, `request ${requestId} (${kind}) was charged ${charges} times`),
  ];
}
