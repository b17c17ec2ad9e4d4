import { IsString, MaxLength } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ConnectionStatus } from '../links/catalog-connection.service.js';
import { rfc3339, type Rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import type { DeviceFlow, FlowStatus } from '../sign-in/device-flow.js';

const NO_TOKEN = ['invalid_catalog_token', 'token must be the API token of the book catalog'] as const;
const REFUSED = refusedMember(...NO_TOKEN);

/** Body of PUT /api/instances/{instanceID}/bookcatalog. */
export class BookcatalogTokenBody {
  /** The API token, with or without the word Bearer before it. */
  @IsString(REFUSED)
  @MaxLength(8192, REFUSED)
  token: string;
}

/** The token alone. @throws AppError 400 for what is no token */
export function tokenOf({ token }: BookcatalogTokenBody): Secret {
  const bare = token.trim().replace(/^bearer\s+/i, '');
  if (!/^[\x21-\x7e]+$/.test(bare)) throw badRequest(...NO_TOKEN);
  return Secret.of(bare);
}

/** The connection of an instance to the book catalog. */
export interface BookcatalogStatusView {
  /** Always true: only book managers have such a connection. */
  readonly supported: true;
  /** Is there a connection? */
  readonly configured: boolean;
  /** Can one be made by signing in on another device? */
  readonly oauth_available: boolean;
  /** How the connection was made; null where there is none. */
  readonly method: 'token' | 'oauth' | null;
  /** The provider has ended the connection. */
  readonly reconnect_required: boolean;
  readonly connection_id?: string;
  /** Another one after every change of this instance's connection. */
  readonly revision: number;
}

export function bookcatalogStatusView(status: ConnectionStatus): BookcatalogStatusView {
  const { connectionId, method, oauthAvailable, reconnectRequired, revision } = status;
  return {
    supported: true,
    configured: connectionId !== null,
    oauth_available: oauthAvailable,
    method,
    reconnect_required: reconnectRequired,
    ...(connectionId === null ? {} : { connection_id: connectionId }),
    revision,
  };
}

/** A sign-in that has begun. */
export interface BegunSignInView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What is to be typed in at `verification_uri`. */
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_at: Rfc3339;
  /** Seconds between two checks; the provider isn't asked more often. */
  readonly interval: number;
}

/** The state of a sign-in. */
export interface SignInStatusView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What went wrong, or what is being tried again. */
  readonly error?: string;
  readonly sentence?: SentenceView;
  /** Once it is connected. */
  readonly connection_id?: string;
  /** Seconds until the next check makes sense; it grows where the provider asks for that. */
  readonly interval: number;
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

export const begunSignInView = (flow: DeviceFlow): BegunSignInView => ({
  flow_id: flow.id,
  status: flow.status,
  user_code: flow.userCode,
  verification_uri: flow.verificationUri,
  expires_at: rfc3339(flow.expiresAt),
  interval: secondsOf(flow.intervalMs),
});

/** No code and no token is in it. */
export const signInStatusView = ({ id, status, error, connectionId, intervalMs }: DeviceFlow): SignInStatusView => ({
  flow_id: id,
  status,
  ...(error && { error: error.text, sentence: sentenceView(error) }),
  ...(connectionId === null ? {} : { connection_id: connectionId }),
  interval: secondsOf(intervalMs),
});
