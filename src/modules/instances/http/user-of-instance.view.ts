import type { UserOfInstance } from '../access/instance-users.service.js';

/** An account, and an instance that it holds or prefers. Source: doc 3 section 3.2. */
export interface UserOfInstanceView {
  readonly user_id: number;
  readonly instance_id: string;
}

export function userOfInstanceView({ userId, instanceId }: UserOfInstance): UserOfInstanceView {
  return { user_id: userId, instance_id: instanceId };
}
