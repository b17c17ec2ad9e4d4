import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { ListedDevice } from '../../users/users.public.js';

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
