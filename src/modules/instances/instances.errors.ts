import { AppError } from '../../core/errors/app-error.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { connectionFault, type ConnectionFault } from './connection-fault.js';
import { factsOf, isDownloadClient, SERVICE_TYPES, type ServiceType } from './service-kinds.js';

/** 404: no instance has this id. */
export class InstanceMissing extends AppError {
  constructor() {
    super('instance_missing', 404, 'instance not found');
  }
}

/** 400: a request names an instance that does not exist or is of another kind. */
export class DestinationUnknown extends AppError {
  constructor(serviceType: ServiceType) {
    super('destination_unknown', 400, `unknown ${factsOf(serviceType).product} instance`);
  }
}

/** 403: the account does not hold the instance, or holds none of the kind. */
export class InstanceNotGranted extends AppError {
  constructor(serviceType: ServiceType) {
    super('instance_not_granted', 403, `no access to this ${factsOf(serviceType).product} instance`);
  }
}

/** 400: an administrator named no instance, and none of the kind is configured. */
export class NoneConfigured extends AppError {
  constructor(serviceType: ServiceType) {
    super('none_configured', 400, `no ${factsOf(serviceType).product} instance is configured`, {
      body: { code: 'none_configured' },
    });
  }
}

/** What the refusal of a candidate has beside its text. */
export interface ConnectionRefusalView {
  /** Why the connection test failed, for programs. Left out where it is the body that is wrong, and nothing was dialed. */
  readonly fault?: ConnectionFault;
}

/** 400: the candidate's address and credential do not lead to a working instance. Nothing was saved. */
export class ConnectionTestFailed extends AppError {
  /**
   * @param fault for programs, in the body beside the text
   * @param reason in words for the administrator; free of secrets
   */
  constructor(fault: ConnectionFault, reason: string, cause?: unknown) {
    const body = { fault } satisfies ConnectionRefusalView;
    super('connection_test_failed', 400, `connection test failed: ${reason}`, { body, cause });
  }
}

/** What a failed call of a connection test is to an administrator; all else stays what it is. */
export function testFault(fault: unknown): unknown {
  return fault instanceof UpstreamError ? new ConnectionTestFailed(connectionFault(fault), fault.reason, fault) : fault;
}

export class InstanceIdTaken extends AppError {
  constructor() {
    super('instance_id_taken', 409, 'instance id is already taken');
  }
}

/** 409: somebody else has given the instance another address or credential since this change was judged. */
export class ConnectionChangedMeanwhile extends AppError {
  constructor() {
    super('connection_changed_meanwhile', 409, 'the instance was changed meanwhile, try again');
  }
}

export class InstanceInUse extends AppError {
  constructor(safeText: string) {
    super('instance_in_use', 409, safeText);
  }
}

export class ServiceTypeUnknown extends AppError {
  constructor() {
    super('service_type_unknown', 400, `service_type must be one of: ${SERVICE_TYPES.join(', ')}`);
  }
}

export class MediaPathMappingsInvalid extends AppError {
  constructor(fault: string) {
    super('media_path_mappings_invalid', 400, `invalid media path mappings: ${fault}`);
  }
}

/** When it makes sense to ask a disk again, in seconds. */
const DISK_RETRY_AFTER = { 'Retry-After': '10' } as const;

export class MediaDiskTimedOut extends AppError {
  constructor() {
    super('media_disk_timed_out', 503, 'temporarily unavailable, retry shortly', { headers: DISK_RETRY_AFTER });
  }
}

/** 404: no library manager has this id. The text is that of its callers, which are no people. */
export class WebhookInstanceUnknown extends AppError {
  constructor() {
    super('webhook_instance_unknown', 404, 'unknown instance');
  }
}

export class WebhookUnsupported extends AppError {
  constructor() {
    super('webhook_unsupported', 400, 'instances of this type have no webhook');
  }
}

export class CallbackUnknown extends AppError {
  constructor() {
    super('callback_unknown', 400, 'the address of this server is unknown: set ARR_CALLBACK_URL');
  }
}

export class WebhookFailed extends AppError {
  /** @param reason in words for the administrator; free of secrets, at most 300 characters */
  constructor(reason: string, cause?: unknown) {
    super('webhook_failed', 502, `webhook failed: ${reason}`, { cause });
  }
}

/** Words of a {@link WebhookFailed}: a connection of the manager can't be read, and it may be ours. */
export const UNREADABLE_CONNECTION = 'the server has a connection that can not be read';

/** 503: the manager has the new credential, which is accepted, but the one before it hasn't been retired yet. */
export class WebhookPromotionPending extends AppError {
  constructor(cause?: unknown) {
    super('webhook_promotion_pending', 503, 'the webhook is set, its promotion is pending: retry', { cause });
  }
}

export class AssignmentsUnavailable extends AppError {
  constructor(cause: unknown) {
    super('assignments_unavailable', 503, 'assignments temporarily unavailable', { cause });
  }
}

/** 503: a library has to be asked and can't be. */
export const libraryUnreadable = (cause?: unknown): AppError =>
  new AppError('library_unreadable', 503, 'the library can not be read for now, try again shortly', { cause });

export class InstanceNotProxied extends AppError {
  constructor(serviceType: ServiceType) {
    super('instance_not_proxied', 400, `calls are not passed on to ${factsOf(serviceType).product}`);
  }
}

export class NoMediaServer extends AppError {
  constructor() {
    super('no_media_server', 400, 'this instance is not a media server');
  }
}

export class NoDownloadClient extends AppError {
  constructor() {
    super('no_download_client', 400, 'this instance is not a download client');
  }
}

export class NoDefaultOfKind extends AppError {
  constructor(serviceType: ServiceType) {
    const family = isDownloadClient(serviceType) ? 'download client' : 'media server';
    super('no_default_of_kind', 400, `a ${family} has no default`);
  }
}

/** 404: no sign-in at the hub has this PIN, it has run out, or somebody else has begun it. */
export class HubLinkExpired extends AppError {
  constructor() {
    super('hub_link_expired', 404, 'link expired', { body: { code: 'link_expired' } });
  }
}

class HubLinkRefused extends AppError {
  constructor(cause: unknown) {
    super('hub_link_refused', 502, 'Plex does not accept the stored sign-in any more: link the account again', {
      body: { code: 'relink' },
      cause,
    });
  }
}

class HubUnreachable extends AppError {
  /** @param reason in words for the administrator; free of secrets */
  constructor(reason: string, cause: unknown) {
    super('hub_unreachable', 502, `could not reach Plex: ${reason}`, { body: { code: 'hub_unreachable' }, cause });
  }
}

/** What a failed call to the hub is to an administrator; all else stays what it is. */
export function hubFault(fault: unknown): unknown {
  if (!(fault instanceof UpstreamError)) return fault;
  return fault.kind === 'unauthorized' ? new HubLinkRefused(fault) : new HubUnreachable(fault.reason, fault);
}
