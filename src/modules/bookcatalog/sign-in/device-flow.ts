import type { ActingAdministrator } from '../../../core/access/caller.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { CatalogTokens } from '../storage/catalog-connections.repository.js';

/** The state of a sign-in. Source: doc 1 section 3, Book-catalog device flow statuses. */
export type FlowStatus = 'pending' | 'connected' | 'expired' | 'denied' | 'cancelled' | 'superseded' | 'failed';

/** For whom a sign-in was begun. Nobody else hears of it. Source: doc 1 section 5, 4. */
export interface FlowOwner {
  readonly adminId: number;
  /** The device whose session has begun it. */
  readonly deviceId: string;
  readonly instanceId: string;
}

/** A sign-in under way, or how it ended. It lives in memory alone. */
export interface DeviceFlow extends FlowOwner {
  /** Who has begun it: judged again when it is stored, which may be long after. */
  readonly admin: ActingAdministrator;
  readonly id: string;
  readonly userCode: string;
  readonly verificationUri: string;
  /** For people: when it ends, in epoch milliseconds. */
  readonly expiresAt: number;
  /** When it ends, by the clock of the process. */
  readonly endsAt: number;
  /** Of the instance's link when the sign-in began. */
  readonly linkRevision: number;
  status: FlowStatus;
  /** In words that an administrator may read: what went wrong, or what is being tried again. */
  error: string | null;
  connectionId: string | null;
  /** Null once the sign-in has ended or was approved. */
  deviceCode: Secret | null;
  /** What an approved sign-in has brought, until it is stored. */
  tokens: CatalogTokens | null;
  intervalMs: number;
  /** Before that the provider isn't asked again. By the clock of the process. */
  nextPollAt: number;
}

/** The sign-in is over; what it held is let go. */
export function endFlow(flow: DeviceFlow, status: Exclude<FlowStatus, 'pending'>, error: string | null = null): void {
  flow.status = status;
  flow.error = error;
  flow.deviceCode = null;
  flow.tokens = null;
}
