import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import type { PlexDeviceGiven, PlexDevices } from './plex-devices.js';
import type { PlexPerson } from './plex-person.js';
import { shareChangeOf, shareOrderOf, shareRefusal } from './plex-share-orders.js';
import type { PlexShares, PlexStoredShare } from './plex-shares.js';

/** What somebody is answered. */
export type PlexSharingAnswer = (asker: PlexPerson, request: FakeRequest) => FakeAnswer;

const NOT_FOUND = shareRefusal(404, 'Not found');

/**
 * The calls about shares, invitations and friends. All but one are of version 1, which answers XML also where JSON is asked for.
 * Source: plex facts, Sharing.
 */
export function plexSharing(
  shares: PlexShares,
  devices: PlexDevices,
  people: ReadonlyMap<number, PlexPerson>,
): Readonly<
  Record<
    'shares' | 'share' | 'changeLibraries' | 'changeSettings' | 'endShare' | 'invites' | 'cancelInvite' | 'friends',
    PlexSharingAnswer
  >
> {
  const owning =
    (answer: (device: PlexDeviceGiven, request: FakeRequest) => FakeAnswer): PlexSharingAnswer =>
    (asker, request) => {
      const device = devices.ownedBy(asker, request.params.machine);
      return device ? answer(device, request) : NOT_FOUND;
    };

  const share = (device: PlexDeviceGiven, { body }: FakeRequest): FakeAnswer => {
    const { machineIdentifier, owner } = device;
    const order = shareOrderOf(body, device);
    if (!order?.settings || (order.invitedEmail === undefined) === (order.invitedId === undefined))
      return shareRefusal(422, 'Invalid request');
    const name = order.invitedEmail?.toLowerCase();
    const person = [...people.values()].find(({ id, username, email }) =>
      name === undefined ? id === order.invitedId : username?.toLowerCase() === name || email?.toLowerCase() === name,
    );
    if (!person && !name?.includes('@')) return shareRefusal(404, 'User not found');
    if (person?.id === owner.id) return shareRefusal(400, 'You cannot share with yourself');
    const isTheirs = (one: PlexStoredShare): boolean =>
      person ? one.person?.id === person.id : one.invitedEmail.toLowerCase() === name;
    if (shares.of(machineIdentifier).some(isTheirs))
      return shareRefusal(400, `You're already sharing this server with ${name ?? String(person?.id)}`);
    const isFriend = person !== undefined && shares.isFriend(owner, person);
    const { libraries, settings } = order;
    const made = shares.put(machineIdentifier, person ?? name ?? '', isFriend, { libraries, settings });
    return xml(shares.answer(made, device), 201);
  };

  return {
    shares: owning((device) => xml(shares.list(device))),
    share: owning(share),
    changeLibraries: owning((device, { body, params }) => {
      const found = shares.byId(params.share);
      if (found?.machineIdentifier !== device.machineIdentifier) return NOT_FOUND;
      const order = shareOrderOf(body, device);
      if (!order) return shareRefusal(422, 'Invalid sections');
      found.libraries = order.libraries;
      return xml(shares.answer(found, device));
    }),
    changeSettings: (asker, { body, params }) => {
      const found = shares.byId(params.share);
      const device = devices.ownedBy(asker, found?.machineIdentifier);
      if (!found || !device)
        return { status: 404, body: { errors: [{ code: 1002, message: 'Not found', status: 404 }] } };
      const change = shareChangeOf(body, device);
      if (!change) return { status: 400, body: { errors: [{ code: 1000, message: 'Invalid request', status: 400 }] } };
      Object.assign(found, change);
      return { body: {} };
    },
    endShare: owning(({ machineIdentifier }, { params }) => {
      const isMeant = (one: PlexStoredShare): boolean =>
        one.machineIdentifier === machineIdentifier && String(one.id) === params.share;
      return shares.drop(isMeant) > 0 ? { status: 200 } : NOT_FOUND;
    }),
    invites: (asker) => xml(shares.invitations(devices.serversOf(asker))),
    cancelInvite: (asker, { params, query }) => {
      if (query.friend !== '1' || query.home !== '0' || query.server !== '1') return NOT_FOUND;
      return shares.cancel(params.invite ?? '', devices.serversOf(asker)) ? { status: 200 } : NOT_FOUND;
    },
    friends: (asker) => xml(shares.friends(asker, [...people.values()], devices.serversOf(asker))),
  };
}

const xml = (body: string, status = 200): FakeAnswer => ({
  status,
  body,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
});
