import type { Schemas } from '../api/client.js';

type Server = Schemas['OwnServerView'];

/** How somebody gets an account on a media server: a new one, one of their name that is there already, or an invitation. */
export type AccountOrder = 'create' | 'link' | 'invite';

/** What somebody can do who has no account where films and series are watched. */
export interface AccountOffer {
  readonly server: Server;
  readonly order: AccountOrder;
}

/** The first server on which the reader can get an account to watch; undefined where they have one on any, or none is theirs to use. */
export function accountOffer(servers: readonly Server[]): AccountOffer | undefined {
  const watched = servers.filter(({ service_type: kind }) => kind !== 'audiobook_server');
  const [server] = watched;
  if (!server || watched.some(({ account }) => account !== null)) return undefined;
  if (server.kind === 'invite') return { server, order: 'invite' };
  return { server, order: server.existing_account ? 'link' : 'create' };
}

/** The servers whose invitation the reader hasn't accepted yet. */
export const openInvitations = (servers: readonly Server[]): readonly string[] =>
  servers.filter(({ account }) => account?.pending === true).map(({ name }) => name);
