import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import type { XmlElement } from '../http/xml-answer.js';
import { plexAddress } from './plex-schemas.js';

/** What somebody may do with what is shared, and what of it they see. */
export interface PlexShareSettings {
  readonly allowSync: boolean;
  readonly allowCameraUpload: boolean;
  readonly allowChannels: boolean;
  /** What is shown of films, `contentRating=G%2CPG`; empty shows all. */
  readonly filterMovies: string;
  /** What is shown of series. */
  readonly filterTelevision: string;
  /** What is shown of music. */
  readonly filterMusic: string;
}

/** Libraries by the ids that shares name. `all` includes those that are made later. */
export type PlexSharedLibraries = 'all' | readonly string[];

/** A server that is shared with somebody. */
export interface PlexShare {
  /** Of the share itself; a whole number, as text. Empty where it can't be read: then the share can't be changed. */
  readonly id: string;
  /** Whose share it is, a whole number as text; null where only an address is known. */
  readonly userId: string | null;
  readonly username: string;
  /** Empty where there is none: managed people of a home have no address. */
  readonly email: string;
  /** False as long as the invitation waits for an answer. */
  readonly isAccepted: boolean;
  /** Null where it can't be read in full. */
  readonly libraries: PlexSharedLibraries | null;
  /** Null where one of them can't be read. */
  readonly settings: PlexShareSettings | null;
}

/** An invitation that was sent and waits for an answer. */
export interface PlexInvite {
  /** A number as text, or the address of somebody who has no account yet. Empty where it can't be read. */
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** To be a friend. This and the next two are null where they can't be read. */
  readonly isFriend: boolean | null;
  /** To be a member of the home. */
  readonly isHome: boolean | null;
  /** To use servers. */
  readonly isServer: boolean | null;
  /** Names of the servers; nothing says which machines they are. */
  readonly serverNames: readonly string[];
}

/** Somebody who is connected with an account: a friend, or a member of its home. */
export interface PlexFriend {
  readonly id: string;
  /** The username, else the title. */
  readonly name: string;
  /** Empty for managed people of a home. */
  readonly email: string;
  /** The account's servers that they use or are invited to. */
  readonly servers: readonly {
    readonly machineIdentifier: string;
    readonly shareId: string;
    readonly isPending: boolean;
  }[];
}

/** Numbers are texts in XML and numbers in JSON. */
const id = z.union([z.string().regex(/^[1-9]\d{0,15}$/), z.int().positive()]).transform(String);

const flag = z.union([z.literal(['0', '1']), z.literal([0, 1])]).transform((value) => String(value) === '1');

const text = lenient(z.string().max(512)).transform((value) => value?.trim() ?? '');

/** Empty where there is none that can be read. */
const address = plexAddress.transform((value) => value ?? '');

/** A moment in seconds; an invitation that waits has none. */
const isMoment = lenient(z.union([z.string().regex(/^\d{1,12}$/), z.int()])).transform((at) => Number(at ?? 0) > 0);

const filter = z.string().max(4_096);

const settings: z.ZodType<PlexShareSettings> = z.object({
  allowSync: flag,
  allowCameraUpload: flag,
  allowChannels: flag,
  filterMovies: filter,
  filterTelevision: filter,
  filterMusic: filter,
});

const sections = z.array(z.object({ id, shared: flag }));

const share = z.object({
  id: lenient(id),
  userID: lenient(id),
  username: text,
  email: address,
  acceptedAt: isMoment,
  allLibraries: lenient(flag),
});

const inviteId = z
  .string()
  .max(320)
  .regex(/^(?:[1-9]\d{0,15}|[^\s@"{}]+@[^\s@"{}]+)$/);

const invite = z
  .object({
    id: lenient(inviteId).transform((value) => value ?? ''),
    username: text,
    email: address,
    friend: lenient(flag),
    home: lenient(flag),
    server: lenient(flag),
  })
  .transform(({ friend, home, server, ...rest }) => ({ ...rest, isFriend: friend, isHome: home, isServer: server }));

const friendServer = z
  .object({ id, machineIdentifier: z.string().regex(/^[\x21-\x7e]{1,128}$/), pending: flag })
  .transform(({ pending, machineIdentifier, id: shareId }) => ({ machineIdentifier, shareId, isPending: pending }));

/** Members that aren't asked for, such as who may see what, are dropped. */
const friend = z.object({ id, username: text, title: text, email: address, Server: z.array(friendServer) });

const friendOf = ({ id: friendId, username, title, email, Server }: z.infer<typeof friend>): PlexFriend => ({
  id: friendId,
  name: username === '' ? title : username,
  email,
  servers: Server,
});

export const plexFriendsJson = z
  .object({ MediaContainer: z.object({ totalSize: lenient(z.int()), User: z.array(friend) }) })
  .refine(({ MediaContainer: { totalSize, User } }) => (totalSize ?? 0) <= User.length, 'it is not the whole list')
  .transform(({ MediaContainer }): readonly PlexFriend[] => MediaContainer.User.map(friendOf));

export const plexFriendsXml = (list: XmlElement): readonly PlexFriend[] | null =>
  rowsOf(list, 'User', (row) => {
    const judged = friend.safeParse({ ...row.attributes, Server: childrenOf(row, 'Server').map(attributesOf) });
    return judged.success ? friendOf(judged.data) : null;
  });

/** One that can't be read spoils no other. Null where it is no such list, of another server, or not whole. */
export function plexShares(list: XmlElement, machineIdentifier: string): readonly PlexShare[] | null {
  const machine = list.attributes['machineIdentifier'];
  if (machine !== undefined && machine !== machineIdentifier) return null;
  return rowsOf(list, 'SharedServer', shareOf);
}

/** The invitations that an account has sent, as {@link plexShares}; null where the document is no such list, or not the whole of it. */
export const plexInvites = (list: XmlElement): readonly PlexInvite[] | null =>
  rowsOf(list, 'Invite', (row) => {
    const names = childrenOf(row, 'Server').map((server) => server.attributes['name'] ?? '');
    return { ...invite.parse(row.attributes), serverNames: names.filter((name) => name !== '') };
  });

function shareOf(row: XmlElement): PlexShare {
  const { id: shareId, userID, username, email, acceptedAt, allLibraries } = share.parse(row.attributes);
  const named = sections.safeParse(childrenOf(row, 'Section').map(attributesOf));
  // Every library of the server is named, shared or not. A list without one was left out.
  const isNamed = named.success && named.data.length > 0;
  const shared = isNamed ? named.data.filter((one) => one.shared).map((one) => one.id) : null;
  const read = settings.safeParse(row.attributes);
  return {
    id: shareId ?? '',
    userId: userID,
    username,
    email,
    isAccepted: acceptedAt,
    libraries: allLibraries === null ? null : allLibraries ? 'all' : shared,
    settings: read.success ? read.data : null,
  };
}

/** The rows of a container; null where it is no container, has fewer than it says, or one of them can't be read. */
function rowsOf<T>(list: XmlElement, name: string, read: (row: XmlElement) => T | null): readonly T[] | null {
  if (list.name !== 'MediaContainer') return null;
  const found = childrenOf(list, name);
  const said = [list.attributes['size'], list.attributes['totalSize']].map((count) => Number(count ?? 0));
  if (!said.every((count) => count <= found.length)) return null;
  const rows = found.map(read);
  return rows.every((row) => row !== null) ? rows : null;
}

const childrenOf = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name);

const attributesOf = ({ attributes }: XmlElement): XmlElement['attributes'] => attributes;

/**
 * What a share shows, as Plex writes it: clauses with a bar between them, encoded commas between values.
 * `contentRating=G%2CPG|label=Family` shows what has one of both ratings and the label; empty shows all.
 */
const RATINGS = 'contentRating=';
const BETWEEN_CLAUSES = '|';

/** The ratings that a filter lets through; null where it judges by none, or where its ratings can't be read. */
export function contentRatingsOf(filter: string): readonly string[] | null {
  const clauses = filter.split(BETWEEN_CLAUSES).filter((clause) => clause.startsWith(RATINGS));
  const [clause] = clauses;
  if (clause === undefined || clauses.length > 1) return null;
  const ratings = decodeOrNull(clause.slice(RATINGS.length))
    ?.split(',')
    .filter((rating) => rating !== '');
  return ratings && ratings.length > 0 ? ratings : null;
}

/** Lets these ratings through and no others; other clauses stay. @throws TypeError for a comma, and without ratings: that would show all */
export function filterByRatings(filter: string, ratings: readonly string[]): string {
  const isPlain = ratings.length > 0 && ratings.every((rating) => rating.trim() !== '' && !rating.includes(','));
  if (!isPlain) throw new TypeError('no such list of ratings can be written');
  const others = filter.split(BETWEEN_CLAUSES).filter((clause) => clause !== '' && !clause.startsWith(RATINGS));
  return [`${RATINGS}${encodeURIComponent(ratings.join(','))}`, ...others].join(BETWEEN_CLAUSES);
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
