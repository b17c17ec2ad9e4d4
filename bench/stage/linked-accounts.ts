import { BenchFailure } from '../bench.js';
import type { Household } from './household.js';
import { MACHINE } from './media-accounts.js';

interface ListedAccount {
  readonly id: string;
  readonly name: string;
}

/** Connects the media servers that the household runs itself; answers the ids of the instances. */
export async function connectMediaServers(household: Household): Promise<readonly string[]> {
  const { admin: token, upstreamPlaces } = household;
  const ids: string[] = [];
  for (const { serviceType: service_type, url, apiKey: api_key } of upstreamPlaces.mediaServers) {
    const body = { service_type, name: service_type, url, api_key };
    ids.push(idIn(await household.ask({ method: 'POST', path: '/api/instances', token, body })));
  }
  return ids;
}

/**
 * Links each member with the accounts of their name on all four servers, and lets them use the servers; answers the ids of the
 * instances.
 */
export async function linkMembers(household: Household): Promise<readonly string[]> {
  const own = await connectMediaServers(household);
  const hub = await connectHub(household);
  const { admin: token, members } = household;
  const user_ids = members.map(({ userId }) => userId);
  for (const id of [...own, hub]) {
    await household.ask({ method: 'PUT', path: `/api/instances/${id}/grant-users`, token, body: { user_ids } });
    const there = await accountsOf(household, id);
    for (const { userId, username } of members) {
      const account = there.find(({ name }) => name === username);
      if (!account) throw new BenchFailure(`${username} has no account on ${id}`);
      const path = `/api/admin/users/${userId}/media-servers/${id}/account`;
      await household.ask({ method: 'PUT', path, token, body: { remote_user_id: account.id } });
    }
  }
  return [...own, hub];
}

/** The accounts that a server has. */
export async function accountsOf(household: Household, instanceId: string): Promise<readonly ListedAccount[]> {
  const path = `/api/admin/media-servers/${instanceId}/users`;
  return JSON.parse(await household.ask({ method: 'GET', path, token: household.admin })) as readonly ListedAccount[];
}

async function connectHub(household: Household): Promise<string> {
  const token = household.admin;
  const post = (path: string, body?: object): Promise<string> => household.ask({ method: 'POST', path, token, body });
  const { pin_id } = JSON.parse(await post('/api/instances/hub/link/begin')) as { pin_id: number };
  await household.approveAtHub(pin_id);
  await post('/api/instances/hub/link/check', { pin_id });
  const media_server_config = { machine_identifier: MACHINE };
  return idIn(
    await post('/api/instances', { service_type: 'hub', name: 'Basement', hub_link_pin: pin_id, media_server_config }),
  );
}

const idIn = (answer: string): string => (JSON.parse(answer) as { readonly id: string }).id;
