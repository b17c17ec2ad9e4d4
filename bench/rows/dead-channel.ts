import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio, unbudgeted } from '../measure/reading.js';
import { turnOnChannels } from '../stage/channels.js';
import { Household } from '../stage/household.js';
import type { Row } from '../stage/insert-rows.js';
import { fillQueue } from '../stage/queue.js';

const SEND = 'notifications.send';

/**
 * How long does the chat wait for its posts while a thousand messages wait for a gateway that takes calls and answers none? The
 * floor is the same without them, in the same rounds. Source: issue 24, Speed.
 */
export const deadChannel: Bench = {
  name: 'dead-channel',
  async measure(setting: BenchSetting) {
    const { rounds, livePosts, deadMessages } = setting.scale;
    const household = await Household.open(setting, { films: 1, series: 1, known: 1, channels: true, jobs: true });
    const times: Figures = { with: [], without: [] };
    const costs: Figures = { with: [], without: [] };
    try {
      await fillQueue(household, livePosts, 0);
      const requests = await household.firstColumn('SELECT id FROM request_log ORDER BY id');
      await turnOnChannels(household);
      await household.letChannelsBe({ chat: 'well', gateway: 'hanging' });
      for (let round = 0; round <= rounds; round += 1)
        for (const side of ['with', 'without'] as const) {
          const dead = side === 'with' ? deadMessages : 0;
          const { seconds, cpuMs } = await posted(household, requests, dead);
          if (round === 0) continue;
          times[side].push(seconds);
          costs[side].push(cpuMs);
        }
    } finally {
      await household.close();
    }
    const what = `${livePosts} posts, beside ${deadMessages} for a dead channel`;
    return [
      { ...budgetedRatio(what, 's', 1.2, 1.05), measured: times.with, floor: times.without },
      { ...unbudgeted('the same, processor time', 'ms'), measured: costs.with, floor: costs.without },
    ];
  },
};

interface Figures {
  readonly with: number[];
  readonly without: number[];
}

/** From the moment at which all messages are due until the last post stands in the chat. */
async function posted(
  household: Household,
  requests: readonly number[],
  dead: number,
): Promise<{ readonly seconds: number; readonly cpuMs: number }> {
  const before = await household.posted(0);
  await household.empty('notification_outbox');
  // The dead ones are older, as they are where a channel has been dead for long.
  const forGateway = Array.from({ length: dead }, (_, number) => message('push', requests[number % requests.length]));
  if (dead > 0) await household.insert('notification_outbox', forGateway);
  await household.insert(
    'notification_outbox',
    requests.map((id) => message('chat', id)),
  );
  let seconds = 0;
  const cpuMs = await household.server.cpuMsOf(async () => {
    const since = performance.now();
    await household.server.runJob(SEND);
    await household.posted(before + requests.length);
    seconds = (performance.now() - since) / 1_000;
  });
  await household.server.atRest();
  return { seconds, cpuMs };
}

function message(destination: string, requestId = 0): Row {
  const now = Date.now();
  return {
    destination,
    event: 'request_pending',
    subject: JSON.stringify({ requestIds: [requestId] }),
    actor_id: null,
    collect_key: null,
    accounts: null,
    status: 'pending',
    detail: '',
    attempts: 0,
    created_at: now,
    updated_at: now,
    next_attempt_at: now,
    attempt_token: null,
    remote_id: '',
  };
}
