import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { create, extract, type Unpack } from 'tar';
import { z } from 'zod';
import type { DatabaseContents, DatabaseCopies, StoredText } from '../database/database-copies.js';
import { StorageError } from '../database/storage-error.js';
import { parseSecretKey } from '../secrets/secret-key.js';
import type { BackupDisk } from './backup-disk.js';
import { BackupFault } from './backup-fault.js';

const MANIFEST = z.object({
  format: z.literal(1),
  taken_at: z.number().int().nonnegative(),
  version: z.string(),
  key: z.object({
    /** `file`: the key lies in the backup. `environment`: it came from SECRET_KEY and is not in it. */
    origin: z.enum(['file', 'environment']),
  }),
  database: z.object({
    bytes: z.number().int().nonnegative(),
    sha256: z.string(),
    migrations: z.array(z.string()),
    rows: z.record(z.string(), z.number().int().nonnegative()),
  }),
});
export type BackupManifest = z.infer<typeof MANIFEST>;

/** A format that this version doesn't know is distinguished from damage. */
const ANY_FORMAT = z.object({ format: z.number() });

/** The file of the manifest, for a person to read as well. */
export const writeManifest = (manifest: BackupManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** @throws BackupFault `newer` for a format of a later version, else `damaged` */
function readManifest(text: string): BackupManifest {
  const json = jsonOf(text);
  const known = MANIFEST.safeParse(json);
  if (known.success) return known.data;
  const other = ANY_FORMAT.safeParse(json);
  if (other.success && other.data.format > 1) {
    throw new BackupFault('newer', 'the backup has a format that this version of Usher doesn’t know');
  }
  throw new BackupFault('damaged', 'what the backup says of itself can’t be understood', known.error);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupFault('damaged', 'what the backup says of itself is no JSON', cause);
  }
}

/** The names inside a backup, which is a compressed tar file. */
export const INSIDE = { manifest: 'manifest.json', key: 'secret.key', database: 'usher.sqlite' } as const;

const NAMES: readonly string[] = Object.values(INSIDE);

/** How much of a file is read at once, in bytes. */
const READ_BYTES = 256 * 1024;

/** Neither the manifest nor the key is ever larger, in bytes. */
const SMALL_FILE_BYTES = 1024 * 1024;

/** A backup whose files have been taken out, and are what its manifest says. */
export interface UnpackedBackup {
  readonly manifest: BackupManifest;
  readonly databaseFile: string;
  /** The key that lies in the backup, 32 bytes; null for one whose key came from SECRET_KEY. */
  readonly key: Buffer | null;
}

/** Packs the files of a folder, each by its name in {@link INSIDE}, into one file. @throws the system's error; the signal's reason */
export async function packBackup(folder: string, file: string, disk: BackupDisk, signal?: AbortSignal): Promise<void> {
  const present = await disk.namesIn(folder);
  const names = NAMES.filter((name) => present.includes(name));
  const archive = create({ cwd: folder, portable: true, strict: true, maxReadSize: READ_BYTES }, names);
  await pipeline(bytesOf(archive), createGzip(), disk.newFile(file), { signal });
}

async function* bytesOf(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* archive;
}

/**
 * Takes a backup apart into a new folder and compares it with its manifest. An archive with any other entry, a link or a path in it, is
 * refused.
 * @throws BackupFault `damaged` or `newer`; the system's error; the signal's reason
 */
export async function unpackBackup(
  file: string,
  folder: string,
  disk: BackupDisk,
  signal?: AbortSignal,
): Promise<UnpackedBackup> {
  await disk.prepareFolder(folder);
  const strangers: string[] = [];
  const unpack = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      const known = NAMES.includes(path) && 'type' in entry && entry.type === 'File';
      if (!known) strangers.push(path);
      return known;
    },
  });
  try {
    await pipeline(disk.read(file), createGunzip(), intakeOf(unpack), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    // What the disk has to say bears the name of a system call; all else is said of the bytes.
    if (typeof error === 'object' && error !== null && 'syscall' in error) throw error;
    throw new BackupFault('damaged', 'the file is cut off or damaged, or is no backup', error);
  }
  const inside = await disk.namesIn(folder);
  if (strangers.length > 0) throw new BackupFault('damaged', 'the file is no backup: it holds something else');
  if (!inside.includes(INSIDE.manifest) || !inside.includes(INSIDE.database)) {
    throw new BackupFault('damaged', 'the file is no backup: a part of it is missing');
  }
  for (const name of inside) await chmod(join(folder, name), 0o600);
  return compareWithManifest(folder, disk, signal);
}

/** An unpacking archive as a stream of Node's, which ends when everything has been written. */
function intakeOf(unpack: Unpack): Writable {
  const intake = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (unpack.write(chunk)) done();
      else unpack.once('drain', () => done());
    },
    final: (done) => {
      unpack.once('close', () => done());
      unpack.end();
    },
  });
  unpack.on('error', (error: Error) => intake.destroy(error));
  return intake;
}

async function compareWithManifest(folder: string, disk: BackupDisk, signal?: AbortSignal): Promise<UnpackedBackup> {
  const manifest = readManifest(await smallFile(join(folder, INSIDE.manifest)));
  const databaseFile = join(folder, INSIDE.database);
  const { bytes, sha256 } = await fileDigest(databaseFile, signal);
  if (bytes !== manifest.database.bytes || sha256 !== manifest.database.sha256) {
    throw new BackupFault('damaged', 'the database in the backup is not the one that was put into it');
  }
  if (manifest.key.origin === 'environment') return { manifest, databaseFile, key: null };
  if (!(await disk.namesIn(folder)).includes(INSIDE.key))
    throw new BackupFault('damaged', 'the key is missing in the backup');
  const key = parseSecretKey(await smallFile(join(folder, INSIDE.key)));
  if (!key) throw new BackupFault('damaged', 'the key in the backup is no key');
  return { manifest, databaseFile, key };
}

async function smallFile(file: string): Promise<string> {
  if ((await stat(file)).size > SMALL_FILE_BYTES) throw new BackupFault('damaged', 'the file is no backup');
  return readFile(file, 'utf8');
}

/** The length of a file and its SHA-256, in hex. @throws the system's error; the signal's reason */
export async function fileDigest(file: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A secret that every database holds, sealed: a key that opens it belongs to the database. */
export interface SealedSample {
  readonly place: StoredText;
  /** Does the key open what is stored there? Null where nothing is stored. */
  opens(stored: string | null, key: Buffer): boolean;
}

interface ProofTools {
  readonly copies: DatabaseCopies;
  readonly sample: SealedSample;
  /** The key that is used beside the backup; undefined where there is none. */
  readonly ownKey?: Buffer;
  readonly signal?: AbortSignal;
}

/**
 * Proves that the database opens, has its migrations and rows, and that its secrets open with its key.
 * @throws BackupFault `damaged`, `key_mismatch` or `key_missing`; the signal's reason
 */
export async function proveBackup({ manifest, databaseFile, key }: UnpackedBackup, tools: ProofTools): Promise<void> {
  const { copies, sample, ownKey, signal } = tools;
  const { migrations, rows } = manifest.database;
  const opener = key ?? ownKey;
  try {
    await copies.inspect(
      databaseFile,
      async (copy) => {
        const [fault] = await copy.faults();
        if (fault !== undefined) throw new BackupFault('damaged', `the database in the backup is damaged: ${fault}`);
        if (fingerprint(await copy.contents()) !== fingerprint({ migrations, rows })) {
          throw new BackupFault('damaged', 'the database in the backup has not the rows that were put into it');
        }
        if (!opener) {
          throw new BackupFault('key_missing', 'the key is not in the backup, because it came from SECRET_KEY');
        }
        if (!sample.opens(await copy.text(sample.place), opener)) {
          throw new BackupFault('key_mismatch', `${keyName(key)} doesn’t open the secrets of the backup`);
        }
      },
      signal,
    );
  } catch (error) {
    if (error instanceof StorageError) {
      throw new BackupFault('damaged', 'the database in the backup can’t be opened or read', error);
    }
    throw error;
  }
}

const keyName = (inside: Buffer | null): string => (inside ? 'the key in the backup' : 'SECRET_KEY');

/** The same text for the same contents, in whatever order the tables are named. */
const fingerprint = ({ migrations, rows }: DatabaseContents): string =>
  JSON.stringify([migrations, Object.entries(rows).sort(([one], [other]) => (one < other ? -1 : 1))]);
