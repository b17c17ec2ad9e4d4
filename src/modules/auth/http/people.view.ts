import { IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { IssuedLink } from '../connect-links/invitations.service.js';
import type { ListedLink } from '../connect-links/pending-links.service.js';
import type { ListedDevice, UnrevokedDevice } from '../../users/users.public.js';

const NAME = { message: 'name required' };
const SERVER_URL = { message: 'server_url must be an http or https address' };

/** Body of POST /api/admin/connect-token. Source: doc 3 section 1.9. */
export class ConnectTokenBody {
  @IsString(NAME)
  @IsNotEmpty(NAME)
  name: string;

  @IsOptional()
  @IsString(SERVER_URL)
  server_url?: string | null;

  /** Refuse a name that has an account already, by 409. Source: issue 43 A2. */
  @IsOptional()
  @IsBoolean({ message: 'new_only must be a boolean' })
  new_only?: boolean | null;
}

/** The answer of POST /api/admin/connect-token. Source: doc 3 section 1.9. */
export interface ConnectTokenView {
  readonly link: string;
  readonly expires_at: Rfc3339;
  readonly origin_source: IssuedLink['originSource'];
  /** Was the account there before? Source: issue 43 A2. */
  readonly existing: boolean;
}

/** What a name is refused with: two members more where people would take it for that of another account. */
export interface RefusedNameView {
  readonly code?: string;
  readonly user_id?: number;
}

/** What a name is refused with that is an account's already. */
export interface KnownNameView {
  readonly code: string;
  /** The account that has the name. */
  readonly user_id: number;
}

/** The only place where a connect link is put into an answer. */
export const connectTokenView = ({ link, expiresAt, originSource, isExisting }: IssuedLink): ConnectTokenView => ({
  link: link.reveal(),
  expires_at: rfc3339(expiresAt),
  origin_source: originSource,
  existing: isExisting,
});

/** A row of GET /api/admin/connect-tokens. Source: doc 3, decision on pending invitation links. */
export interface PendingLinkView {
  /** By which the link is taken back. It is not the token. */
  readonly id: string;
  /** The account that the link signs in. */
  readonly name: string;
  /** The administrator who made it; null where the command on the server's own machine did. */
  readonly created_by: string | null;
  readonly created_at: Rfc3339;
  readonly expires_at: Rfc3339;
}

/** A link that nobody has used, as administrators see it. */
export const pendingLinkView = ({ id, name, createdBy, createdAt, expiresAt }: ListedLink): PendingLinkView => ({
  id,
  name,
  created_by: createdBy,
  created_at: rfc3339(createdAt),
  expires_at: rfc3339(expiresAt),
});

/** A row of GET /api/admin/devices. Source: doc 3 section 1.5. */
export interface DeviceView {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device_name: string;
  readonly created_at: Rfc3339;
  readonly last_seen_at: Rfc3339;
}

/** A device as administrators see it. */
export const deviceView = (device: ListedDevice): DeviceView => ({
  id: device.id,
  user_id: device.userId,
  username: device.username,
  device_name: device.deviceName,
  created_at: rfc3339(device.createdAt),
  last_seen_at: rfc3339(device.lastSeenAt),
});

/** A row of GET /api/me/devices. Source: issue 22, Routes of ours. */
export interface OwnDeviceView {
  readonly id: string;
  readonly device_name: string;
  readonly created_at: Rfc3339;
  readonly last_seen_at: Rfc3339;
  /** Is it the one that asks? */
  readonly current: boolean;
}

/** A device as its owner sees it. */
export const ownDeviceView = (device: UnrevokedDevice, { deviceId }: { readonly deviceId: string }): OwnDeviceView => ({
  id: device.id,
  device_name: device.deviceName,
  created_at: rfc3339(device.createdAt),
  last_seen_at: rfc3339(device.lastSeenAt),
  current: device.id === deviceId,
});
