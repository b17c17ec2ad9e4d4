import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
import { median } from '../measure/statistics.js';
import { turnOnChannels } from '../stage/channels.js';
import { Household, METRICS_TOKEN } from '../stage/household.js';
import { requestedFilm } from '../stage/titles.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How much more an idle server takes that posts to the chat and pushes, against one without channels that was started beside it and
 * rests as long. Then the same once it has done both: the other one has called an outside system as often, since the first call
 * of a server loads what every call needs. Medians are compared, since a round has its chance moments. Source: issue 24, Speed.
 */
export const notificationMemory: Bench = {
  name: 'notification-memory',
  async measure(setting: BenchSetting) {
    const { rounds, restMs } = setting.scale;
    const order = { films: 1, series: 1, known: 1 };
    const on = await Household.open(setting, { ...order, channels: true });
    const off = await Household.open(setting, order, undefined, { METRICS_TOKEN });
    const [idle, resident, heap] = [sides(), sides(), sides()];
    try {
      await turnOnChannels(on);
      for (let round = 0; round < rounds; round += 1) {
        const servers = { on: await on.restart(), off: await off.restart() };
        for (const household of [on, off]) await household.ask({ method: 'GET', path: '/api/health', token: '' });
        await pause(restMs);
        for (const side of SIDES) idle[side].push((await servers[side].usage()).rssMiB);
        for (const path of ['/api/admin/chat-notifications/test', '/api/notifications/test'])
          await on.ask({ method: 'POST', path, token: on.admin, body: {} });
        for (const film of [0, 1])
          await off.ask({ method: 'GET', path: `/api/media/movie/${requestedFilm(film)}`, token: off.admin });
        await pause(restMs);
        for (const side of SIDES) resident[side].push((await servers[side].usage()).rssMiB);
        for (const side of SIDES) heap[side].push((await servers[side].collected()).heapMiB);
      }
    } finally {
      await Promise.all([on.close(), off.close()]);
    }
    const more = ({ on: measured, off: floor }: Sides): number[] => [median(measured) - median(floor)];
    return [
      { ...budgeted('more by chat and push, idle', 'MiB', 4, 4), measured: more(idle), floor: [] },
      { ...unbudgeted('resident memory, both sent once', 'MiB'), measured: resident.on, floor: resident.off },
      { ...unbudgeted('heap with both, collected', 'MiB'), measured: heap.on, floor: heap.off },
    ];
  },
};

const SIDES = ['on', 'off'] as const;

type Sides = Readonly<Record<(typeof SIDES)[number], number[]>>;

const sides = (): Sides => ({ on: [], off: [] });
