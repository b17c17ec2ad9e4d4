import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';

/** 503: no gateway is configured, so that nothing can be pushed. */
export const pushNotConfigured = (): AppError => new AppError('push_not_configured', 503, 'push not configured');

/** 503: the household has turned Web Push off. */
export const webPushOff = (): AppError =>
  new AppError('web_push_off', 503, 'push messages to browsers are turned off on this server');

/** 400: no message may be sent to an address like this. The address is not repeated. */
export const endpointRefused = (text: string): AppError => new AppError('push_endpoint_refused', 400, text);

export const pushOffByServer = (): AppError =>
  new AppError('push_off_by_server', 409, 'push notifications are turned off on this server');

export const pushOffByAccount = (): AppError =>
  new AppError('push_off_by_account', 409, 'push notifications are turned off for this account');

export const pushDeviceNotFound = (): AppError => new AppError('push_device_not_found', 403, 'device not found');

export const pushTokenNotFound = (): AppError => new AppError('push_token_not_found', 404, 'token not found');

const GATEWAY_FAULTS: Partial<Record<UpstreamFault, string>> = {
  unauthorized: 'the push gateway refused the key of this server',
  rate_limited: 'the push gateway is too busy, try again later',
  unreachable: 'the push gateway could not be reached',
  timeout: 'the push gateway did not answer in time',
};

/** What a failed call of the push gateway is to who waits for it: 502 with what an administrator can act on; all else stays. */
export function gatewayFault(fault: unknown): unknown {
  if (!(fault instanceof UpstreamError)) return fault;
  const text = GATEWAY_FAULTS[fault.kind] ?? 'the push gateway could not take the message';
  return new AppError('push_gateway_failed', 502, text, { cause: fault });
}
