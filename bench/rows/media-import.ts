import { type Bench, BenchFailure, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { accountsOf, connectMediaServers } from '../stage/linked-accounts.js';

/** A start takes a while, and each round needs accounts of its own. */
const MOST_ROUNDS = 3;

/**
 * How much more memory a server takes while it takes over as many accounts as one call may name; it reads the list of the server
 * once. Each on a server that has only listed the accounts before. Source: issue 21, must-show 7.
 */
export const mediaImport: Bench = {
  name: 'media-import',
  async measure(setting: BenchSetting) {
    const rounds = Math.min(setting.scale.rounds, MOST_ROUNDS);
    const { imported } = setting.scale;
    const household = await Household.open(
      setting,
      { films: 1, series: 1, known: 1, mediaAccounts: imported * rounds },
      1,
    );
    const measured: number[] = [];
    try {
      const [instanceId = ''] = await connectMediaServers(household);
      for (let round = 0; round < rounds; round += 1) {
        const server = await household.restart();
        const there = await accountsOf(household, instanceId);
        const ids = there.slice(round * imported, (round + 1) * imported).map(({ id }) => id);
        const before = await household.mediaServerCalls();
        measured.push(await server.extraMemoryMiBOf(() => importAccounts(household, instanceId, ids)));
        const asked = (await household.mediaServerCalls()) - before;
        if (asked !== 1) throw new BenchFailure(`an import made ${asked} calls to the media server, not one`);
      }
    } finally {
      await household.close();
    }
    return [{ ...budgeted(`extra memory for an import of ${imported}`, 'MiB', 30, 30), measured, floor: [] }];
  },
};

/** @throws BenchFailure unless each of them is linked with somebody afterwards */
async function importAccounts(household: Household, instanceId: string, ids: readonly string[]): Promise<void> {
  const body = { remote_user_ids: ids, server_url: household.server.url };
  const path = `/api/admin/media-servers/${instanceId}/import`;
  const answer = await household.ask({ method: 'POST', path, token: household.admin, body });
  const { results } = JSON.parse(answer) as { readonly results: readonly { readonly linked: boolean }[] };
  const linked = results.filter((row) => row.linked).length;
  if (linked !== ids.length) throw new BenchFailure(`${linked} of ${ids.length} accounts were linked`);
}
