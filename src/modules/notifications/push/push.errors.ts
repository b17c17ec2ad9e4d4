import type { EndpointRefusal } from '../../../clients/web-push/push-endpoint.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { sayFault } from '../notifications.sentences.js';

export const pushNotConfigured = (): AppError => new AppError('push_not_configured', 503, 'push not configured');

export const webPushOff = (): AppError =>
  new AppError('web_push_off', 503, 'push messages to browsers are turned off on this server');

const ENDPOINT_REFUSALS: Readonly<Record<EndpointRefusal, readonly [code: string, text: string]>> = {
  no_address: ['push_endpoint_invalid', 'subscription.endpoint must be an https address, as the browser gives it'],
  other_host: [
    'push_endpoint_host_not_allowed',
    'subscription.endpoint leads to a host that WEB_PUSH_HOSTS does not allow',
  ],
};

/** 400: no message may be sent to an address like this. The address is not repeated. */
export const endpointRefused = (refusal: EndpointRefusal): AppError => badRequest(...ENDPOINT_REFUSALS[refusal]);

export const pushOffByServer = (): AppError =>
  new AppError('push_off_by_server', 409, 'push notifications are turned off on this server');

export const pushOffByAccount = (): AppError =>
  new AppError('push_off_by_account', 409, 'push notifications are turned off for this account');

export const pushDeviceNotFound = (): AppError => new AppError('push_device_not_found', 403, 'device not found');

export const pushTokenNotFound = (): AppError => new AppError('push_token_not_found', 404, 'token not found');

const GATEWAY_FAULTS: Partial<Record<UpstreamFault, Sentence>> = {
  unauthorized: sayFault('push_gateway_key_refused'),
  rate_limited: sayFault('push_gateway_busy'),
  unreachable: sayFault('push_gateway_unreachable'),
  timeout: sayFault('push_gateway_timeout'),
};

/** Why a call of the push gateway has failed, in words that an administrator can act on. */
export const gatewayFaultWords = ({ kind }: UpstreamError): Sentence =>
  GATEWAY_FAULTS[kind] ?? sayFault('push_gateway_message_not_taken');

/** What a failed call of the push gateway is to who waits for it: a 502; all else stays. */
export function gatewayFault(fault: unknown): unknown {
  if (!(fault instanceof UpstreamError)) return fault;
  const reason = gatewayFaultWords(fault);
  return new AppError('push_gateway_failed', 502, reason.text, { params: { reason }, cause: fault });
}
