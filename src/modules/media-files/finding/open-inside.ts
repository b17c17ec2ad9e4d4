import { createHash } from 'node:crypto';
import { type BigIntStats, constants, read } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { type DiskTurn, unlessRefused } from '../../instances/instances.public.js';

/** A file that is open for reading. Its holder closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** Strong: it is another one for another file, and for the same one with other bytes. With its quotes. */
  readonly etag: string;
}

interface Opened {
  readonly descriptor: number;
  readonly path: string;
  readonly facts: BigIntStats;
}

/** Where an open file lies, with all links resolved; null where the system doesn't say. */
export type LocateFile = (opened: Opened) => Promise<string | null>;

/**
 * Opens a regular file inside; null for anything else. What is judged is what is read: the open descriptor is asked where it lies, so that
 * folders and links that are turned meanwhile change nothing. A link as the last name is not followed, and a pipe is opened without waiting
 * for its other end.
 * @param isInside judges the place, with all links resolved
 * @throws the disk's own error where it fails
 */
export async function openInside(
  path: string,
  isInside: (place: string, facts: BigIntStats) => Promise<boolean>,
  locate: LocateFile = process.platform === 'linux' ? placeOfDescriptor : placeByIdentity,
): Promise<OpenFile | null> {
  const handle = await unlessRefused(open(path, READING));
  if (!handle) return null;
  let file: OpenFile | null = null;
  try {
    const facts = await handle.stat({ bigint: true });
    const place = facts.isFile() ? await locate({ descriptor: handle.fd, path, facts }) : null;
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

/** Elsewhere: where the path leads now, if the open file lies there. Links that are turned and turned back aren't found. */
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

/** An open file, read and closed in turns of its disk, so that all who have files of a disk that dies hold one thread. */
export class MediaFile {
  readonly size: number;
  /** Strong, with its quotes. */
  readonly etag: string;

  /** Called once the reading that waits or is under way has ended; null where there is none. */
  private afterReading: (() => void) | null = null;

  constructor(
    private readonly opened: OpenFile,
    private readonly turn: DiskTurn,
  ) {
    ({ size: this.size, etag: this.etag } = opened);
  }

  /** As much as there is room for, one reading at a time. By callback: a promise for each chunk costs more than the reading. */
  read(room: Buffer, at: number, done: (fault: Error | null, bytes: number) => void): void {
    this.afterReading = () => undefined;
    this.turn('read', (over) =>
      read(this.opened.handle.fd, room, 0, room.length, at, (fault, bytes) => {
        const next = this.afterReading;
        this.afterReading = null;
        over();
        next?.();
        done(fault, bytes);
      }),
    );
  }

  /**
   * Never fails, and takes as long as the disk does: no answer waits for it. A reading that waits for its turn comes first: closing goes
   * before everybody else's reading, and the number of a closed file may be another file's by then.
   */
  close(): Promise<void> {
    return new Promise((closed) => {
      const close = (): void =>
        this.turn('close', (over) => {
          const end = (): void => {
            over();
            closed();
          };
          // What the disk says to that is of no use to anybody.
          this.opened.handle.close().then(end, end);
        });
      if (this.afterReading) this.afterReading = close;
      else close();
    });
  }
}
