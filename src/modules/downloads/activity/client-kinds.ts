import type { DownloadClientType } from '../../instances/instances.public.js';

/** The kinds of download clients that can be connected. */
export type ClientKind = DownloadClientType;

/** By the implementation that a manager's definition names. Source: doc 4 section 6.4, join. */
const KINDS: Readonly<Record<string, ClientKind>> = {
  Sabnzbd: 'sabnzbd',
  Nzbget: 'nzbget',
  QBittorrent: 'qbittorrent',
  Transmission: 'transmission',
  Deluge: 'deluge',
  RTorrent: 'rutorrent',
};

const BY_WORD = new Map(Object.entries(KINDS).map(([word, kind]) => [word.toLowerCase(), kind]));

/** The kind of client that a definition means, however the word is cased; null for one that can't be connected. */
export const kindOf = (implementation: string): ClientKind | null => BY_WORD.get(implementation.toLowerCase()) ?? null;

/** Is the id of a job of this kind the hash of a torrent, which is compared without case? */
const isTorrent = (kind: ClientKind): boolean => kind !== 'sabnzbd' && kind !== 'nzbget';

/** The form in which the ids of jobs of this kind are compared. */
export const comparableId = (kind: ClientKind, id: string): string => (isTorrent(kind) ? id.toLowerCase() : id);

/**
 * Does the id by itself say which job of this kind it is, whichever client has it? The numbers of NZBGet begin at one in
 * each of them.
 */
export const isUniqueId = (kind: ClientKind, id: string): boolean => kind !== 'nzbget' || !/^\d+$/.test(id);
