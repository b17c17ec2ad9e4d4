import { z } from 'zod';
import { BackupFault } from './backup-fault.js';

/** The content of a backup's `manifest.json`. */
const MANIFEST = z.object({
  format: z.literal(1),
  /** When its snapshot was taken, epoch milliseconds. */
  taken_at: z.number().int().nonnegative(),
  /** The version of the program that made it. */
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

/**
 * Reads a manifest.
 *
 * @throws BackupFault `newer` for a format of a later version, else `damaged`
 */
export function readManifest(text: string): BackupManifest {
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
