import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { unlessRefused } from '../../instances/instances.public.js';

/** A file that is open for reading. Its holder closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  /** Bytes, when it was opened. */
  readonly size: number;
  /** Strong: it is another one for another file, and for the same one with other bytes. With its quotes. */
  readonly etag: string;
}

/** An open file that is to be judged. */
interface Opened {
  readonly descriptor: number;
  /** By which it was opened. */
  readonly path: string;
  readonly facts: BigIntStats;
}

/** Where an open file lies, with all links resolved; null where the system doesn't say. */
export type PlaceOf = (opened: Opened) => Promise<string | null>;

/**
 * Opens a regular file, if it lies inside. What is judged is what is read: the file is opened first and its descriptor is
 * asked where it lies, so that folders and links that are turned meanwhile change nothing. The last name is not followed
 * where it is a link, and a pipe is opened without waiting for its other end.
 *
 * Null for whatever isn't a regular file inside: missing, forbidden, a folder, a device, or a place outside.
 *
 * @param isInside may the file be read that lies at this place, with all links resolved?
 * @throws the disk's own error where it fails. Source: doc 4 section 8, security 20
 */
export async function openInside(
  path: string,
  isInside: (place: string, facts: BigIntStats) => Promise<boolean>,
  placeOf: PlaceOf = process.platform === 'linux' ? placeOfDescriptor : placeByIdentity,
): Promise<OpenFile | null> {
  const handle = await unlessRefused(open(path, READING));
  if (!handle) return null;
  let file: OpenFile | null = null;
  try {
    const facts = await handle.stat({ bigint: true });
    const place = facts.isFile() ? await placeOf({ descriptor: handle.fd, path, facts }) : null;
    if (place !== null && (await isInside(place, facts)))
      file = { handle, size: Number(facts.size), etag: etagOf(facts) };
    return file;
  } finally {
    if (!file) await handle.close();
  }
}

/** Windows has neither flag. */
const READING =
  constants.O_RDONLY |
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** Linux says of each descriptor where it lies. Without `/proc` nothing is served there. */
export function placeOfDescriptor({ descriptor }: Pick<Opened, 'descriptor'>): Promise<string | null> {
  return unlessRefused(readlink(`/proc/self/fd/${descriptor}`));
}

/**
 * Elsewhere: where the path leads now, as long as the very file lies there that is open. It finds links that lead out, but not
 * folders that somebody on this machine turns into links and back in between: no other system tells the place of a descriptor.
 */
export async function placeByIdentity({ path, facts }: Omit<Opened, 'descriptor'>): Promise<string | null> {
  const place = await unlessRefused(realpath(path));
  const there = place === null ? null : await unlessRefused(stat(place, { bigint: true }));
  return there && there.dev === facts.dev && there.ino === facts.ino ? place : null;
}

/** Nobody can tell a device or a number of the disk by it. */
function etagOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  const facts = [dev, ino, size, mtimeNs].join(' ');
  return `"${createHash('sha256').update(facts).digest('base64url').slice(0, 27)}"`;
}
