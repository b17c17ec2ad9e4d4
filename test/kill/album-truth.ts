import type { ReadTx } from '../../src/core/database/database.js';
import { DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { QuotaChargeRow, QuotaItemRow } from '../../src/modules/quotas/rows.js';
import { ALBUM_CASES } from './album-kinds.js';
import { aboutFile, unless } from './delivered-truth.js';
import type { AskedAlbum, MusicHousehold } from './music-household.js';

/**
 * What isn't as it must be once every album has been delivered, though processes were killed on the way: one line each, none when
 * all is well.
 *
 * - An album is in its library once. It and its artist are monitored where that was due, and nothing else of the artist,
 *   now or later. A search that was due ran for what is wanted, an addition's once, a command once or twice; no other ran.
 * - A request is accepted, its job complete, nobody's, and bound to the record.
 * - What was begun stays spent; what needed nothing came back once.
 * - No library is leased to anyone, and the file is whole.
 */
export function albumWrongs(music: MusicHousehold): Promise<readonly string[]> {
  return music.household.withDatabase((database) =>
    database.read(async (tx) => {
      const wrongs: string[] = [];
      for (const [requestId, album] of music.asked) {
        wrongs.push(...aboutLibrary(music, album), ...(await aboutRequest(tx, music, requestId, album)));
        wrongs.push(...(await aboutUnit(tx, requestId, album)));
      }
      return [...wrongs, ...(await aboutFile(tx, music.household.now))];
    }),
  );
}

function aboutLibrary({ lidarr }: MusicHousehold, { kind, group, other, artist }: AskedAlbum): readonly string[] {
  const name = `album ${group} (${kind})`;
  const { isOn, search } = ALBUM_CASES[kind];
  const records = lidarr.albums.filter((album) => album.group.foreignAlbumId === group);
  const who = lidarr.artist(artist);
  const searches = lidarr.searches.filter(({ albumId }) => albumId === records[0]?.id);
  const others = lidarr.searches.filter(({ albumId }) => albumId === lidarr.album(other)?.id);
  const times = { add: [1], command: [1, 2] }[search ?? 'command'];
  return [
    ...unless(records.length === 1, `${name} has ${records.length} records`),
    ...unless(records[0]?.monitored === isOn, `${name} is monitored: ${records[0]?.monitored}`),
    ...unless(who?.monitored === isOn, `the artist of ${name} is monitored: ${who?.monitored}`),
    ...unless(who?.monitorNewItems === 'none', `of the artist of ${name} new albums are ${who?.monitorNewItems}`),
    ...unless(lidarr.album(other)?.monitored !== true, `beside ${name} another album is monitored`),
    ...unless(others.length === 0, `beside ${name} another album was searched for`),
    ...unless(
      search === null ? searches.length === 0 : times.includes(searches.length),
      `${name} was searched for ${searches.length} times`,
    ),
    ...unless(
      searches.every(({ via, isWanted }) => via === search && isWanted),
      `${name} was searched for ${JSON.stringify(searches)}`,
    ),
  ];
}

async function aboutRequest(
  tx: ReadTx,
  { lidarr }: MusicHousehold,
  requestId: number,
  { kind, group }: AskedAlbum,
): Promise<readonly string[]> {
  const name = `request ${requestId} (${kind})`;
  const { accepted, search } = ALBUM_CASES[kind];
  const request = await tx.findOneByOrFail(RequestRow, { id: requestId });
  const job = await tx.findOneByOrFail(DispatchRow, { requestId });
  const { state, code, message, leaseToken, deliveryStartedAt, recordId } = job;
  return [
    ...unless(state === 'complete' && code === accepted, `${name}: its job is ${state} (${code}: ${message?.text})`),
    ...unless(leaseToken === null, `${name}: its job is still leased`),
    ...unless(recordId === lidarr.album(group)?.id, `${name} is bound to ${recordId}`),
    ...unless((deliveryStartedAt !== null) === (search !== null), `${name}: started at ${deliveryStartedAt}`),
    ...unless(request.status === 'requested' && request.completedAt !== null, `${name} is ${request.status}`),
  ];
}

async function aboutUnit(tx: ReadTx, requestId: number, { kind, group }: AskedAlbum): Promise<readonly string[]> {
  const items = await tx.findBy(QuotaItemRow, { requestId });
  const charges = await tx.findBy(QuotaChargeRow, { unitKey: group });
  const [item, charge] = [items[0], charges[0]];
  const isSpent = item?.deliveryStartedAt != null && item.releasedAt === null && charge?.refundedAt === null;
  const isBack = item?.deliveryStartedAt === null && item.releaseReason === 'no_op' && charge?.refundReason === 'no_op';
  const holds = ALBUM_CASES[kind].search === null ? isBack : isSpent;
  return unless(
    holds && items.length === 1 && charges.length === 1,
    `the unit of request ${requestId} (${kind}): ${JSON.stringify({ items, charges })}`,
  );
}
