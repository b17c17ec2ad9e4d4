import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { CATALOG_SCOPE, deviceGrant, oauthRefusal, sayHardcover, tokenGrant } from './hardcover.client.js';

const SYSTEM = 'hardcover';
const DEADLINE_MS = 15_000;
const MAX_BYTES = 256 * 1024;
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_S = 5;
const SHORTEST_INTERVAL_S = 1;
/** Beyond that a time means nothing, and no table holds it. */
const LONGEST_LIFE_S = 10 * 365 * 24 * 3_600;

interface HardcoverOauthOptions extends ClientOptions {
  readonly clientId: string;
}

/** A sign-in that somebody is to approve on a device of theirs. */
export interface DeviceGrant {
  readonly deviceCode: Secret;
  /** What they are to type in. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly expiresInMs: number;
  /** Least time between two polls: a second or more. */
  readonly intervalMs: number;
}

/** What an OAuth sign-in or a refresh has brought. */
export interface TokenGrant {
  readonly accessToken: Secret;
  /** Null where none was sent along, or an empty one: an earlier one stays good. */
  readonly refreshToken: Secret | null;
  /** For how long the access token is good, in milliseconds; null where nothing is said. */
  readonly expiresInMs: number | null;
}

/** How a poll ended. A code of RFC 8628 §3.5, or `refused` for any other of RFC 6749 §5.2. */
export type PollOutcome =
  | { readonly state: 'granted'; readonly tokens: TokenGrant }
  | { readonly state: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'refused' };

/** How a refresh ended; `invalid_grant` says that the refresh token is good no more. */
export type RefreshOutcome =
  | { readonly state: 'granted'; readonly tokens: TokenGrant }
  | { readonly state: 'invalid_grant' };

/** RFC 8628 and the refresh of RFC 6749 §6, without a client secret. @throws UpstreamError for what is no word of the protocol */
export class HardcoverOauthClient {
  private readonly transport: HttpTransport;

  constructor(private readonly options: HardcoverOauthOptions) {
    this.transport = new HttpTransport({ ...options, system: SYSTEM, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  }

  async begin(): Promise<DeviceGrant> {
    const operation = 'device.begin';
    const form = { client_id: this.options.clientId, scope: CATALOG_SCOPE };
    const path = ['device_authorization'];
    const grant = await this.transport.json({ operation, method: 'POST', path, form }, deviceGrant);
    if (!isHttps(grant.verification_uri))
      throw malformedAnswer(operation, sayHardcover('hardcover_approval_address_not_https'));
    return {
      deviceCode: Secret.of(grant.device_code),
      userCode: grant.user_code,
      verificationUri: grant.verification_uri,
      expiresInMs: grant.expires_in * 1_000,
      intervalMs: Math.max(SHORTEST_INTERVAL_S, grant.interval ?? DEFAULT_INTERVAL_S) * 1_000,
    };
  }

  async poll(deviceCode: Secret): Promise<PollOutcome> {
    const outcome = await this.token('device.poll', { grant_type: DEVICE_CODE, device_code: deviceCode });
    if (typeof outcome !== 'string') return { state: 'granted', tokens: outcome };
    switch (outcome) {
      case 'authorization_pending':
      case 'slow_down':
      case 'access_denied':
      case 'expired_token':
        return { state: outcome };
      default:
        return { state: 'refused' };
    }
  }

  /** The next pair of tokens. A refusal other than `invalid_grant` is thrown: it says nothing about the token. */
  async refresh(refreshToken: Secret): Promise<RefreshOutcome> {
    const operation = 'token.refresh';
    const outcome = await this.token(operation, { grant_type: 'refresh_token', refresh_token: refreshToken });
    if (typeof outcome !== 'string') return { state: 'granted', tokens: outcome };
    if (outcome === 'invalid_grant') return { state: 'invalid_grant' };
    const reason = sayHardcover('hardcover_refused_request');
    throw new UpstreamError({ system: SYSTEM, operation, kind: 'rejected', definitelyNotSent: false, reason });
  }

  private async token(
    operation: string,
    fields: Readonly<Record<string, string | Secret>>,
  ): Promise<TokenGrant | string> {
    const form = { ...fields, client_id: this.options.clientId };
    // RFC 6749 §5.2 has refusals come with 400, and with 401 for a client that isn't known.
    const answer = await this.transport.send({ operation, method: 'POST', path: ['token'], form, accept: [400, 401] });
    if (answer.status >= 400) return readJson(SYSTEM, operation, answer, oauthRefusal).error;
    return grantOf(operation, answer);
  }
}

function grantOf(operation: string, answer: HttpAnswer): TokenGrant {
  const grant = readJson(SYSTEM, operation, answer, tokenGrant);
  return {
    accessToken: Secret.of(grant.access_token),
    refreshToken: grant.refresh_token ? Secret.of(grant.refresh_token) : null,
    expiresInMs: grant.expires_in ? Math.min(grant.expires_in, LONGEST_LIFE_S) * 1_000 : null,
  };
}

const isHttps = (text: string): boolean => parsedUrl(text)?.protocol === 'https:';

function malformedAnswer(operation: string, reason: Sentence): UpstreamError {
  return new UpstreamError({ system: SYSTEM, operation, kind: 'malformed', definitelyNotSent: false, reason });
}
