import type { ListeningApps, MediaServerType, VideoApps } from '../../instances/instances.public.js';
import type { OwnAccount, OwnServer } from '../overview/own-servers.service.js';
import { listeningAppsOf, videoAppsOf } from '../preferences/media-apps.service.js';

/** An account on a media server, as its owner sees it. */
export interface OwnAccountView {
  readonly username: string;
  readonly disabled: boolean;
  /** An invitation that was not accepted yet. */
  readonly pending: boolean;
  /** An administrator of the server, or the owner of the server at the hub. */
  readonly administrator: boolean;
  /** The server has just said so; else it is what it said last. */
  readonly verified: boolean;
  /** The account follows the grants of its owner. */
  readonly manage_access: boolean;
  /** The server still has to be told. */
  readonly access_sync_pending: boolean;
}

/** A media server that the caller may use. */
export interface OwnServerView {
  readonly instance_id: string;
  readonly service_type: MediaServerType;
  readonly name: string;
  /** How one gets an account: it is made, or one is invited. */
  readonly kind: 'account' | 'invite';
  /** Where people open the server; empty where nothing is said. */
  readonly public_address: string;
  /** On audiobook servers: with which app to listen. */
  readonly listening_apps?: ListeningApps;
  /** On video servers: with which app to watch. */
  readonly video_apps?: VideoApps;
  readonly auto_link_suppressed: boolean;
  /** The server has an account with the caller's name that is linked with nobody. False says nothing about absence. */
  readonly existing_account: boolean;
  readonly account: OwnAccountView | null;
}

export function ownServerView({ server, account, isLinkSuppressed, hasNamesake, apps }: OwnServer): OwnServerView {
  const listening = listeningAppsOf(server, apps);
  const video = videoAppsOf(server, apps);
  return {
    instance_id: server.id,
    service_type: server.serviceType,
    name: server.name,
    kind: server.serviceType === 'hub' ? 'invite' : 'account',
    public_address: server.config.publicAddress,
    ...(listening ? { listening_apps: listening } : {}),
    ...(video ? { video_apps: video } : {}),
    auto_link_suppressed: isLinkSuppressed,
    existing_account: hasNamesake,
    account: account && ownAccountView(account),
  };
}

const ownAccountView = (account: OwnAccount): OwnAccountView => ({
  username: account.username,
  disabled: account.isDisabled,
  pending: account.isPending,
  administrator: account.isAdministrator,
  verified: account.isVerified,
  manage_access: account.manageAccess,
  access_sync_pending: account.isSyncPending,
});
