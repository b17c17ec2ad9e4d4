import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { Box } from '../boxes/boxes.repository.js';
import type { Confirmation } from '../opening/open-confirmations.service.js';
import type { Discovery, OpenPairing } from '../pairing/pairings.service.js';

/** A box: members see its name alone. */
export interface BoxView {
  readonly id: string;
  readonly name: string;
  /** For administrators. */
  readonly address?: string;
  /** For administrators. */
  readonly identifier?: string;
  /** For administrators: the box doesn't know this server any more. Left out where it does, as far as is known. */
  readonly needs_pairing?: true;
  /** For administrators: left out where nothing was opened on it yet. */
  readonly last_opened_at?: Rfc3339;
}

/** The boxes that the caller may use, by name; 64 at most. */
export interface BoxesView {
  /** Can this server speak to set-top boxes? */
  readonly supported: boolean;
  readonly devices: readonly BoxView[];
}

/** A box that can be paired. */
export interface FoundBoxView {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
  readonly model?: string;
}

/** What a search has found; 64 at most. */
export interface DiscoveryView {
  readonly devices: readonly FoundBoxView[];
  /** Where it was looked: on the local network, or at the address that was named. */
  readonly scope: 'network' | 'address';
}

/** A box that shows a PIN. */
export interface PairingView {
  readonly id: string;
  readonly state: 'pin_required';
  readonly device: FoundBoxView;
  readonly expires_at: Rfc3339;
}

/** What a call has come to. */
export interface StateView<State extends string> {
  readonly state: State;
}

/** A link that the box has taken. That the player shows the title is not known. */
export interface OpenedView extends StateView<'sent'> {
  readonly confirmation_id: string;
  readonly confirmation_expires_at: Rfc3339;
  /** For people: what the player needs to show the title. */
  readonly note: string;
}

/** Adults who hold a box, by id. */
export interface BoxGrantsView {
  readonly user_ids: readonly number[];
}

const NOTE = 'The player shows titles of its own library: one that is missing there does not open.';

/** A box as a member sees it. */
const memberView = ({ id, name }: Box): BoxView => ({ id, name });

/** A box as an administrator sees it. */
export const boxView = ({ id, name, address, identifier, needsPairing, lastOpenedAt }: Box): BoxView => ({
  id,
  name,
  address,
  identifier,
  ...(needsPairing && { needs_pairing: true }),
  ...optional('last_opened_at', lastOpenedAt, rfc3339),
});

/** The boxes of a caller. */
export const boxesView = (supported: boolean, boxes: readonly Box[], isAdmin: boolean): BoxesView => ({
  supported,
  devices: boxes.map(isAdmin ? boxView : memberView),
});

/** What a search has found. */
export const discoveryView = ({ devices, scope }: Discovery): DiscoveryView => ({
  devices: devices.map(({ name, address, identifier, model }) => ({
    name,
    address,
    identifier,
    ...optional('model', model),
  })),
  scope,
});

/** A pairing that waits for its PIN. */
export const pairingView = ({ id, name, address, identifier, model, expiresAt }: OpenPairing): PairingView => ({
  id,
  state: 'pin_required',
  device: { name, address, identifier, ...optional('model', model) },
  expires_at: rfc3339(expiresAt),
});

/** What was opened. */
export const openedView = ({ id, expiresAt }: Confirmation): OpenedView => ({
  state: 'sent',
  confirmation_id: id,
  confirmation_expires_at: rfc3339(expiresAt),
  note: NOTE,
});
