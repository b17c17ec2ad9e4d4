import type { QueryClient } from '@tanstack/svelte-query';
import type { FoundBox } from '../domain/found-boxes.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';
import type { Holders } from './holder-queries.js';
import { keys } from './keys.js';

/** A set-top box as administrators see it. */
export type Box = Schemas['BoxView'];

/** A box that shows a PIN. */
export type OpenPairing = Schemas['PairingView'];

const named = (id: string) => ({ params: { path: { id } } });

/** Searches the network for boxes, or one address where it isn't empty. It takes up to 40 seconds. */
export const searchBoxes = (address: string) =>
  bodyOf(api.POST('/api/setboxes/discover', { body: address === '' ? {} : { address } }));

/** Has a box show a PIN. */
export const beginPairing = ({ address, identifier }: FoundBox, name: string): Promise<OpenPairing> =>
  bodyOf(api.POST('/api/setboxes/pairings', { body: { name, address, identifier } }));

/** Hands over the PIN. A wrong one ends the pairing. */
export const completePairing = (pairing: string, pin: string): Promise<Box> =>
  bodyOf(api.POST('/api/setboxes/pairings/{id}/complete', { ...named(pairing), body: { pin } }));

/** Has a box show its PIN no longer. The call is made even if the browser leaves the page meanwhile. */
export const cancelPairing = (pairing: string) =>
  bodyOf(api.DELETE('/api/setboxes/pairings/{id}', { ...named(pairing), keepalive: true }));

/** Is a box there, does it know this server, and has it the player? Nothing is shown on it. */
export const checkBox = (id: string) => bodyOf(api.POST('/api/setboxes/{id}/check', named(id)));

/** Gives a box another name and address. */
export const changeBox = (id: string, body: { readonly name: string; readonly address: string }) =>
  bodyOf(api.PATCH('/api/setboxes/{id}', { ...named(id), body }));

/** Ends a pairing, and who may use the box. */
export const forgetBox = (id: string) => bodyOf(api.DELETE('/api/setboxes/{id}', named(id)));

/** Who may use a box, and who else may hold it whom the page doesn't show. */
export interface BoxHolders extends Holders {
  readonly hidden: readonly number[];
}

/** Which adults may use a box. Administrators may anyway, and aren't shown. */
export const boxHoldersQuery = (id: string) => ({
  queryKey: adminKeys.boxHolders(id),
  queryFn: async (): Promise<BoxHolders> => {
    const [users, { user_ids: held }] = await Promise.all([
      bodyOf(api.GET('/api/admin/users')),
      bodyOf(api.GET('/api/setboxes/{id}/grants', named(id))),
    ]);
    const people = users
      .filter(({ role, child }) => role !== 'admin' && !child)
      .map((user) => ({ id: user.id, name: user.username }));
    const shown = new Set(people.map((person) => person.id));
    return {
      people,
      ids: new Set(held.filter((user) => shown.has(user))),
      hidden: held.filter((user) => !shown.has(user)),
    };
  },
});

/** Lets exactly these adults use a box. An administrator who holds it keeps it for the day when they are none any more. */
export async function saveBoxHolders(id: string, { hidden }: BoxHolders, after: ReadonlySet<number>): Promise<void> {
  await bodyOf(api.PUT('/api/setboxes/{id}/grants', { ...named(id), body: { user_ids: [...after, ...hidden] } }));
}

/** After a box was paired, changed, checked or removed: the list is read again. */
export const dropBoxes = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: keys.tvs });
