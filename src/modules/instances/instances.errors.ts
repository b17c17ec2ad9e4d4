import { AppError, OUT_OF_ORDER, badRequest } from '../../core/errors/app-error.js';
import { type Sentence, type SentenceParams, sayFrom } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { connectionFault, type ConnectionFault } from './connection-fault.js';
import { factsOf, isDownloadClient, SERVICE_TYPES, type ServiceKindFacts, type ServiceType } from './service-kinds.js';

export class InstanceMissing extends AppError {
  constructor() {
    super('instance_missing', 404, 'instance not found');
  }
}

/** 400: a request names an instance that does not exist or is of another kind. */
export class DestinationUnknown extends AppError {
  constructor(serviceType: ServiceType) {
    const { product } = factsOf(serviceType);
    super('destination_unknown', 400, `unknown ${product} instance`, { params: { product } });
  }
}

/** 403: the account does not hold the instance, or holds none of the kind. */
export class InstanceNotGranted extends AppError {
  constructor(serviceType: ServiceType) {
    const { product } = factsOf(serviceType);
    super('instance_not_granted', 403, `no access to this ${product} instance`, { params: { product } });
  }
}

/** 400: an administrator named no instance, and none of the kind is configured. */
export class NoneConfigured extends AppError {
  constructor(serviceType: ServiceType) {
    const { product } = factsOf(serviceType);
    super('none_configured', 400, `no ${product} instance is configured`, { params: { product } });
  }
}

/** What the refusal of a candidate has beside its text. */
export interface ConnectionRefusalView {
  /** Why the connection test failed, for programs. Left out where it is the body that is wrong, and nothing was dialed. */
  readonly fault?: ConnectionFault;
}

const CONNECTION_TEST_SENTENCES = {
  test_not_answered_in_time: 'could not reach server: no answer in time',
  test_key_not_of_administrator: 'the API key is not that of an administrator',
  test_another_product: 'the server is not {product}',
  test_hub_sign_in_refused: 'Plex refused the sign-in: link the account again',
  test_hub_without_server: 'the Plex account owns no server',
} as const;

export const sayOfTest = sayFrom(CONNECTION_TEST_SENTENCES);

/** 400: the candidate's address and credential do not lead to a working instance. Nothing was saved. */
export class ConnectionTestFailed extends AppError {
  /** @param reason in words for the administrator; free of secrets */
  constructor(fault: ConnectionFault, reason: Sentence, cause?: unknown) {
    const body = { fault } satisfies ConnectionRefusalView;
    const params = { reason };
    super('connection_test_failed', 400, `connection test failed: ${reason.text}`, { params, body, cause });
  }
}

/** What a failed call of a connection test is to an administrator; all else stays what it is. */
export function testFault(fault: unknown): unknown {
  if (!(fault instanceof UpstreamError)) return fault;
  return new ConnectionTestFailed(connectionFault(fault), fault.sentence, fault);
}

export const instanceIdTaken = (): AppError => new AppError('instance_id_taken', 409, 'instance id is already taken');

/** 409: somebody else has given the instance another address or credential since this change was judged. */
export const connectionChangedMeanwhile = (): AppError =>
  new AppError('connection_changed_meanwhile', 409, 'the instance was changed meanwhile, try again');

export const instanceInUse = (reason: Sentence): AppError =>
  new AppError('instance_in_use', 409, reason.text, { params: { reason } });

export function serviceTypeUnknown(): AppError {
  const values = SERVICE_TYPES.join(', ');
  return new AppError('service_type_unknown', 400, `service_type must be one of: ${values}`, { params: { values } });
}

/** What is wrong with a path of a mapping, in words that follow its name. */
const PATH_FAULTS = {
  mapping_path_not_a_text: 'must be a string',
  mapping_path_required: 'is required',
  mapping_path_too_long: 'must be at most {most} characters',
  mapping_path_repeated: 'repeats that of mapping {twin}',
  mapping_path_with_control_characters: 'must not contain control characters',
  mapping_path_with_parent: 'must not contain ".."',
  mapping_path_with_colon: 'must have ":" only after the drive letter',
  mapping_path_not_absolute: 'must be an absolute POSIX, Windows drive or UNC path',
  mapping_folder_not_absolute: 'must be an absolute path of this server',
  mapping_folder_outside_media_roots: 'must be inside a media root',
  mapping_folder_missing: 'must be an existing folder',
  mapping_folder_leads_out: 'must not lead out of the media root',
  mapping_folder_leads_to_own_data: 'must not lead to the data of this server',
  mapping_folder_perhaps_own_data:
    'can not be told apart from the data of this server: DATA_DIR has too many files, or folders that can not be read',
  mapping_folder_on_silent_disk: 'is on a disk that does not answer',
  mapping_folder_on_failing_disk: 'is on a disk that fails',
} as const;

export const sayOfPath = sayFrom(PATH_FAULTS);

interface MappingPath {
  /** Counted from 1. */
  readonly row: number;
  readonly member: 'arr_path' | 'service_path';
}

export class MediaPathMappingsInvalid extends AppError {
  private constructor(code: string, fault: string, params: SentenceParams) {
    super(code, 400, `invalid media path mappings: ${fault}`, { params });
  }

  static tooMany(most: number): MediaPathMappingsInvalid {
    return new MediaPathMappingsInvalid('too_many_mappings', `at most ${most} are taken`, { most });
  }

  /** @param fault its words follow the name of the path */
  static at({ row, member }: MappingPath, { code, text, params }: Sentence): MediaPathMappingsInvalid {
    return new MediaPathMappingsInvalid(code, `mapping ${row} ${member} ${text}`, { row, member, ...params });
  }
}

/** When it makes sense to ask a disk again, in seconds. */
const DISK_RETRY_AFTER = { 'Retry-After': '10' } as const;

export class MediaDiskTimedOut extends AppError {
  constructor() {
    super('media_disk_timed_out', 503, 'temporarily unavailable, retry shortly', {
      body: OUT_OF_ORDER,
      headers: DISK_RETRY_AFTER,
    });
  }
}

/** 404: no library manager has this id. The text is that of its callers, which are no people. */
export const webhookInstanceUnknown = (): AppError => new AppError('webhook_instance_unknown', 404, 'unknown instance');

export const webhookTokenInvalid = (): AppError => new AppError('webhook_token_invalid', 401, 'invalid token');

export const webhookUnsupported = (): AppError =>
  new AppError('webhook_unsupported', 400, 'instances of this type have no webhook');

export const callbackUnknown = (): AppError =>
  new AppError('callback_unknown', 400, 'the address of this server is unknown: set ARR_CALLBACK_URL');

export class WebhookFailed extends AppError {
  /** @param reason in words for the administrator; free of secrets, at most 300 characters */
  constructor(reason: Sentence, cause?: unknown) {
    super('webhook_failed', 502, `webhook failed: ${reason.text}`, { params: { reason }, cause });
  }
}

/** Reasons of a {@link WebhookFailed}. A connection of the manager that can't be read may be ours. */
const WEBHOOK_SENTENCES = {
  webhook_not_offered: 'the server offers no webhook',
  webhook_lacks_events: "the server's webhook lacks {parts}",
  webhook_connection_unreadable: 'the server has a connection that can not be read',
} as const;

export const sayOfWebhook = sayFrom(WEBHOOK_SENTENCES);

/** 503: the manager has the new credential, which is accepted, but the one before it hasn't been retired yet. */
export class WebhookPromotionPending extends AppError {
  constructor(cause?: unknown) {
    super('webhook_promotion_pending', 503, 'the webhook is set, its promotion is pending: retry', { cause });
  }
}

export const instanceNotGrantable = (): AppError =>
  badRequest('instance_not_grantable', 'this instance cannot be granted');

export class AssignmentsUnavailable extends AppError {
  constructor(cause: unknown) {
    super('assignments_unavailable', 503, 'assignments temporarily unavailable', { cause });
  }
}

export const libraryUnreadable = (cause?: unknown): AppError =>
  new AppError('library_unreadable', 503, 'the library can not be read for now, try again shortly', { cause });

export const notForProduct = (name: string, { product }: Pick<ServiceKindFacts, 'product'>): AppError =>
  badRequest('not_for_product', `${name} is not for ${product}`, { name, product });

export function instanceNotProxied(serviceType: ServiceType): AppError {
  const { product } = factsOf(serviceType);
  return new AppError('instance_not_proxied', 400, `calls are not passed on to ${product}`, { params: { product } });
}

export const noMediaServer = (): AppError =>
  new AppError('no_media_server', 400, 'this instance is not a media server');

export const noDownloadClient = (): AppError =>
  new AppError('no_download_client', 400, 'this instance is not a download client');

export function noDefaultOfKind(serviceType: ServiceType): AppError {
  const [code, text] = isDownloadClient(serviceType)
    ? (['download_client_has_no_default', 'a download client has no default'] as const)
    : (['media_server_has_no_default', 'a media server has no default'] as const);
  return new AppError(code, 400, text);
}

/** 404: no sign-in at the hub has this PIN, it has run out, or somebody else has begun it. */
export const hubLinkExpired = (): AppError => new AppError('link_expired', 404, 'link expired');

class HubLinkRefused extends AppError {
  constructor(cause: unknown) {
    super('relink', 502, 'Plex does not accept the stored sign-in any more: link the account again', { cause });
  }
}

class HubUnreachable extends AppError {
  /** @param reason in words for the administrator; free of secrets */
  constructor(reason: Sentence, cause: unknown) {
    super('hub_unreachable', 502, `could not reach Plex: ${reason.text}`, { params: { reason }, cause });
  }
}

/** What a failed call to the hub is to an administrator; all else stays what it is. */
export function hubFault(fault: unknown): unknown {
  if (!(fault instanceof UpstreamError)) return fault;
  return fault.kind === 'unauthorized' ? new HubLinkRefused(fault) : new HubUnreachable(fault.sentence, fault);
}
