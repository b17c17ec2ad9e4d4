import { read } from 'node:fs';
import type { DiskTurn } from '../../instances/instances.public.js';
import type { OpenFile } from './open-inside.js';

/**
 * An open file of a media root. It is read and closed in turns of its disk, so that all who have files of a disk that dies
 * hold one thread.
 */
export class MediaFile {
  /** Bytes, when it was opened. */
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

  /**
   * Reads from a place on, as much as there is room for. One reading at a time, and not after {@link close}.
   *
   * @param done gets how many bytes were read, or the disk's error. By callback: a promise for each chunk costs more than the
   *   reading
   */
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
   * Resolves once it is closed, which may take as long as the disk does: no answer waits for it. It never fails. A reading that
   * waits for its turn comes first: closing goes before everybody else's reading, and the number of a closed file may be
   * another file's by then.
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
