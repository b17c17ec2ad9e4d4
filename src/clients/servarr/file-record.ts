import { z, type ZodType } from 'zod';
import type { HttpCall } from '../http/http-transport.js';
import { recordIdOf } from './plain-values.js';
import { readRecord, type ServarrTransport } from './servarr-transport.js';

/** A file of a title, as its manager keeps it. */
export interface ServarrFile {
  /** The manager's own id of the file. */
  readonly id: number;
  /** The manager's own id of the film, series, book or album that it belongs to; null where it names none. */
  readonly titleId: number | null;
  /** Absolute, as the manager's own system writes paths. */
  readonly path: string;
}

/** The name of a file's record in the address, and the member in which it names its title. */
export interface FileNames {
  readonly resource: 'moviefile' | 'episodefile' | 'bookfile' | 'trackfile';
  readonly title: 'movieId' | 'seriesId' | 'bookId' | 'albumId';
}

const schemaOf = (id: number, title: FileNames['title']): ZodType<ServarrFile> =>
  z
    .looseObject({ id: z.literal(id), path: z.string().min(1) })
    .transform((file) => ({ id, titleId: recordIdOf(file[title]), path: file.path }));

/**
 * A file by the manager's own id, read anew; null when the manager says that it has none of this id. A record without a
 * path or with another id says nothing of the file.
 *
 * @throws UpstreamError where the manager can't be read, of kind `malformed` for such a record
 */
export function readFile(
  transport: ServarrTransport,
  { resource, title }: FileNames,
  id: number,
  signal?: AbortSignal,
): Promise<ServarrFile | null> {
  const call = { operation: `${resource}.read`, method: 'GET', path: [resource, id], signal } as const;
  return readRecord(transport, call, schemaOf(id, title));
}

const anyRecord = z.looseObject({ id: z.int() });

/**
 * A record with every member as the manager wrote it, to be judged by somebody else; null when it is affirmed to be absent.
 *
 * @throws UpstreamError
 */
export function readWhole(
  transport: ServarrTransport,
  call: HttpCall,
): Promise<Readonly<Record<string, unknown>> | null> {
  return readRecord(transport, call, anyRecord);
}
