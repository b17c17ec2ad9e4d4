import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio, unbudgeted, type Reading, type Target } from '../measure/reading.js';
import { turnOnChannels } from '../stage/channels.js';
import { Household, METRICS_TOKEN } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';
import { REQUESTED_TITLES, requestedFilm } from '../stage/titles.js';

/** What a member asks for, at most. */
const TITLES_EACH = 10;
/** Each round decides all that it makes, which takes longer than asking alone: it makes a part of what other rows make. */
const PART = 5;

const STEPS = { submit: 'submitting a film', deny: 'refusing it', approve: 'approving it, with its delivery' } as const;
type Step = keyof typeof STEPS;

/** Milliseconds of processor time for one of each. */
type Costs = Readonly<Record<Step, number>>;

/** What is asked for in one round. */
interface Round {
  readonly number: number;
  /** Requests of a round; one half is refused, the other approved. */
  readonly amount: number;
}

/**
 * What does a household pay for being told? Each step is measured until the server rests again; the floor is the same on a server
 * that tells nothing, in the same rounds. The budget is for the decision with the messages that it leaves, which wait: the
 * channels take nothing. What sending them costs besides has none. Source: issue 24, Speed.
 */
export const deciding: Bench = {
  name: 'deciding',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const amount = 2 * Math.ceil(requests / PART / 2);
    const members = Math.ceil((2 * (rounds + 1) * amount) / TITLES_EACH);
    const order = { films: 10, series: 1, known: 1 };
    const on = await Household.open(setting, { ...order, channels: true }, members);
    const off = await Household.open(setting, order, members, { METRICS_TOKEN });
    try {
      for (const household of [on, off]) await prepare(household);
      await turnOnChannels(on);
      const sent = await sideBySide(on, off, { from: 0, rounds, amount });
      await on.letChannelsBe({ chat: 'limited', gateway: 'limited' });
      const waiting = await sideBySide(on, off, { from: rounds + 1, rounds, amount });
      return [
        ...readingsOf(waiting, (what) => budgetedRatio(what, 'ms', 1.2, 1.2)),
        ...readingsOf(sent, (what) => unbudgeted(`${what}, and told`, 'ms')),
      ];
    } finally {
      await Promise.all([on.close(), off.close()]);
    }
  },
};

/** Everything waits for approval, and the metadata provider's answers are in memory. */
async function prepare({ server, admin, members: [first] }: Household): Promise<void> {
  const settings: Call = { method: 'PUT', path: '/api/admin/request-settings', token: admin };
  await shoot(server.url, [{ ...settings, body: { require_approval: true } }], 1);
  const previews = Array.from({ length: REQUESTED_TITLES }, (_, number) => asking('/preview', first?.token, number));
  await shoot(server.url, previews, previews.length);
}

const asking = (path: string, token: string | undefined, number: number): Call => ({
  method: 'POST',
  path: `/api/requests${path}`,
  token,
  body: { media_type: 'movie', tmdb_id: requestedFilm(number % REQUESTED_TITLES) },
});

/** The first round warms up and is dropped. */
async function sideBySide(
  on: Household,
  off: Household,
  { from, rounds, amount }: { readonly from: number; readonly rounds: number; readonly amount: number },
): Promise<readonly { readonly on: Costs; readonly off: Costs }[]> {
  const costs = [];
  for (let number = from; number <= from + rounds; number += 1)
    costs.push({ on: await costsIn(on, { number, amount }), off: await costsIn(off, { number, amount }) });
  return costs.slice(1);
}

async function costsIn({ server, admin, members, firstColumn }: Household, { number, amount }: Round): Promise<Costs> {
  const each = async (calls: readonly Call[]): Promise<number> => {
    const cpu = await server.cpuMsOf(async () => {
      await shoot(server.url, calls, calls.length);
      await server.atRest();
    });
    return cpu / calls.length;
  };
  const asked = Array.from({ length: amount }, (_, place) => {
    const title = number * amount + place;
    return asking('', members[Math.floor(title / TITLES_EACH)]?.token, title);
  });
  const submit = await each(asked);
  const ids = await firstColumn("SELECT id FROM request_log WHERE status = 'pending' ORDER BY id");
  const decide = (path: string, some: readonly number[]) =>
    each(some.map((id) => ({ method: 'POST', path: `/api/admin/requests/${id}/${path}`, token: admin, body: {} })));
  const half = Math.ceil(ids.length / 2);
  return { submit, deny: await decide('deny', ids.slice(0, half)), approve: await decide('approve', ids.slice(half)) };
}

function readingsOf(
  costs: Awaited<ReturnType<typeof sideBySide>>,
  targetOf: (what: string) => Target,
): readonly Reading[] {
  return (Object.keys(STEPS) as Step[]).map((step) => ({
    ...targetOf(STEPS[step]),
    measured: costs.map(({ on }) => on[step]),
    floor: costs.map(({ off }) => off[step]),
  }));
}
