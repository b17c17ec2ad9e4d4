import { type Bench, BenchFailure, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { linkMembers } from '../stage/linked-accounts.js';
import { ask, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const SERVERS = 4;
/** Each asks four servers. */
const MOST_REQUESTS = 50;

interface OwnServer {
  readonly account: { readonly verified: boolean } | null;
}

interface LinkedAccount {
  readonly verified: boolean;
}

/**
 * The servers of somebody who has an account on four, and all linked accounts of four servers for administrators. Each answer
 * asks every server once: for the one account where the server has a call for that, else for its list. The floor reads and
 * parses the four lists, and keeps nothing. Source: issue 21, must-show 7.
 */
export const mediaAccounts: Bench = {
  name: 'media-accounts',
  async measure(setting: BenchSetting) {
    const { rounds, requests, linkedAccounts } = setting.scale;
    const amount = Math.min(MOST_REQUESTS, requests);
    const order = { films: 1, series: 1, known: 1, mediaAccounts: linkedAccounts };
    const household = await Household.open(setting, order, Math.ceil(linkedAccounts / SERVERS));
    const floor = await MeasuredProcess.start(benchProgram('floors/lists-floor'));
    const figures = { own: [] as number[], all: [] as number[], floor: [] as number[] };
    try {
      await linkMembers(household);
      const [{ token = '' } = {}] = household.members;
      const own: Call = { method: 'GET', path: '/api/media-servers', token };
      const all: Call = { method: 'GET', path: '/api/admin/media-servers/accounts', token: household.admin };
      const plain: Call = { method: 'POST', path: '/', body: { lists: household.upstreamPlaces.accountLists } };
      await requireVerified(household, own, all);
      for (let round = 0; round <= rounds; round += 1) {
        const readings = {
          own: await costOf(household, own, amount),
          all: await costOf(household, all, amount),
          floor: (await floor.cpuMsOf(() => oneByOne(floor.url, plain, amount))) / amount,
        };
        if (round === 0) continue;
        figures.own.push(readings.own);
        figures.all.push(readings.all);
        figures.floor.push(readings.floor);
      }
      await requireVerified(household, own, all);
    } finally {
      await floor.stop();
      await household.close();
    }
    return [
      { ...budgetedRatio('somebody’s four servers', 'ms', 3, 3), measured: figures.own, floor: figures.floor },
      {
        ...budgetedRatio(`all ${linkedAccounts} linked accounts on four servers`, 'ms', 6, 6),
        measured: figures.all,
        floor: figures.floor,
      },
    ];
  },
};

/** Milliseconds for each call. @throws BenchFailure unless each asked every server once */
async function costOf(household: Household, call: Call, amount: number): Promise<number> {
  const before = await household.mediaServerCalls();
  const spent = await household.server.cpuMsOf(() => oneByOne(household.server.url, call, amount));
  const asked = (await household.mediaServerCalls()) - before;
  if (asked !== SERVERS * amount)
    throw new BenchFailure(`${amount} × ${call.path} made ${asked} calls to media servers, not ${SERVERS} each`);
  return spent / amount;
}

/** A server is read for four seconds at most, so that answers don't wait for each other. */
async function oneByOne(url: string, call: Call, amount: number): Promise<void> {
  for (let number = 0; number < amount; number += 1) await ask(url, call);
}

/** An answer that couldn't read a server costs less than the work. */
async function requireVerified(household: Household, own: Call, all: Call): Promise<void> {
  const servers = JSON.parse(await ask(household.server.url, own)) as readonly OwnServer[];
  const rows = JSON.parse(await ask(household.server.url, all)) as readonly LinkedAccount[];
  const isRead = servers.length === SERVERS && servers.every(({ account }) => account?.verified);
  if (!isRead || !rows.every(({ verified }) => verified) || rows.length === 0)
    throw new BenchFailure('not every server was read');
}
