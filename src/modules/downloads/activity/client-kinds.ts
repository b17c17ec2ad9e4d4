import { DOWNLOAD_CLIENT_TYPES, type DownloadClientType, factsOf } from '../../instances/instances.public.js';

/** The kinds of download clients that can be connected. */
export type ClientKind = DownloadClientType;

const BY_WORD = new Map(DOWNLOAD_CLIENT_TYPES.map((kind) => [factsOf(kind).implementation.toLowerCase(), kind]));

/** The kind of client that a definition means, however the word is cased; null for one that can't be connected. */
export const kindOf = (implementation: string): ClientKind | null => BY_WORD.get(implementation.toLowerCase()) ?? null;

/** The form in which the ids of jobs of this kind are compared: those of torrents are hashes, which have no case. */
export const comparableId = (kind: ClientKind, id: string): string =>
  factsOf(kind).loads === 'torrents' ? id.toLowerCase() : id;

/** Does the id by itself say which job of this kind it is, whichever client has it? */
export const isUniqueId = (kind: ClientKind, id: string): boolean => !factsOf(kind).numbersItems || !/^\d+$/.test(id);
