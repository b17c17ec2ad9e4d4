import type { EventBus } from '../../core/events/event-bus.js';

/** An account was deleted, with everything that was its own. */
export class AccountRemoved {
  constructor(readonly userId: number) {}
}

/** What an account may do, or how it may sign in, was changed by an administrator. */
export class AccountChanged {
  constructor(readonly userId: number) {}
}

/** A device was signed out, by its owner, by somebody else or because its session ran out: none of its sessions goes on. */
export class DeviceRevoked {
  constructor(readonly deviceId: string) {}
}

/** Publishes that these devices were signed out. Call it once that is committed: open sockets end with them. */
export async function publishRevoked(events: EventBus, deviceIds: readonly string[]): Promise<void> {
  for (const deviceId of deviceIds) await events.publish(new DeviceRevoked(deviceId));
}

/** An account has named another address at the hub: administrators who share a hub can act on it. */
export class HubEmailChanged {
  constructor(readonly userId: number) {}
}

/** What an account may see is another than before: it has become a kids account, is one no more, or has other limits. */
export class ContentPolicyChanged {
  constructor(readonly userId: number) {}
}
