import type { WebhookEvent } from '../../clients/servarr/webhook-payload.js';
import type { ServiceType } from './service-kinds.js';

/** An instance was created, or its settings have changed. What was read from it before may be about another library. */
export class InstanceChanged {
  constructor(readonly instanceId: string) {}
}

/** An instance was deleted, with everything granted on it. */
export class InstanceRemoved {
  constructor(readonly instanceId: string) {}
}

/** Who may use an instance has changed, and with it perhaps who prefers it. */
export class AssignmentsChanged {
  constructor(readonly instanceId: string) {}
}

/** Accounts prefer another instance than before, or none; what they may use is the same. */
export class PreferencesChanged {
  constructor(readonly userIds: readonly number[]) {}
}

/** What a library manager reported. See the table of happenings in clients/servarr/webhook-profiles.ts. */
export type ManagerReport = WebhookEvent & { readonly happening: NonNullable<WebhookEvent['happening']> };

/**
 * A library manager says that something has happened in it: a hint, which may come late, twice or not at all. `library` publishes what has
 * changed; `requests` listens for authors whom the delivery of a book waits for.
 */
export class ManagerReported {
  constructor(
    readonly instanceId: string,
    readonly serviceType: ServiceType,
    readonly report: ManagerReport,
  ) {}
}
