import type { ConnectionStatus } from '../links/catalog-connection.service.js';

/** How an instance stands with the book catalog. Source: doc 1 section 2, Book-catalog connection status. */
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

/** The wire form of a status. */
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
