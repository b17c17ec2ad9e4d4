import type { ActingAdministrator } from '../../../core/access/caller.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { CatalogTokens } from '../storage/catalog-connections.repository.js';

export type FlowStatus = 'pending' | 'connected' | 'expired' | 'denied' | 'cancelled' | 'superseded' | 'failed';

/** Nobody else hears of the sign-in. */
export interface FlowOwner {
  readonly adminId: number;
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
  /** For people, in epoch milliseconds. */
  readonly expiresAt: number;
  /** By the clock of the process. */
  readonly endsAt: number;
  /** Of the instance's link when the sign-in began. */
  readonly linkRevision: number;
  status: FlowStatus;
  error: Sentence | null;
  connectionId: string | null;
  deviceCode: Secret | null;
  tokens: CatalogTokens | null;
  intervalMs: number;
  /** By the clock of the process. */
  nextPollAt: number;
}

export function endFlow(flow: DeviceFlow, status: Exclude<FlowStatus, 'pending'>, error: Sentence | null = null): void {
  flow.status = status;
  flow.error = error;
  flow.deviceCode = null;
  flow.tokens = null;
}
