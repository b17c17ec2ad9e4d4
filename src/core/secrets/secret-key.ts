import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../time/random.js';
import type { Secret } from './secret.js';

/** The names of keys in a data folder: of the one in use, and of the one that is to take its place. */
export const KEY_FILES = { current: 'secret.key', next: 'secret.key.next' } as const;

/** The length of the key in bytes. */
const KEY_BYTES = 32;

const FILE_ROLE = `the secret key file (${KEY_FILES.current} in DATA_DIR)`;

interface SecretKeySource {
  /** The folder that holds `secret.key`; made with mode 0700 where it doesn't exist. */
  readonly dataDir: string;
  /** The key itself, base64 of 32 bytes; the file is neither read nor made then. */
  readonly secretKey?: Secret;
  readonly random: Random;
}

/**
 * The key of secrets at rest, 32 bytes: SECRET_KEY, else the file `secret.key` in the data folder, made at the first start. Programs that
 * start together agree on one key, and a crash leaves no half file.
 * @throws Error when it is not base64 of 32 bytes, or can't be read or made. A file is never replaced: only its key may open what is stored
 */
export function loadSecretKey({ dataDir, secretKey, random }: SecretKeySource): Buffer {
  if (secretKey) return requireKey(secretKey.reveal(), 'SECRET_KEY');
  const file = join(dataDir, KEY_FILES.current);
  const text = readKeyFile(file) ?? createOnce(dataDir, file, random);
  return requireKey(text, FILE_ROLE);
}

/** The key that a text encodes: base64 of exactly 32 bytes. Anything else is `undefined`. */
export function parseSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text.trim() ? key : undefined;
}

/** A key that nobody has had before, 32 bytes. */
export const drawSecretKey = (random: Random): Buffer => random.bytes(KEY_BYTES);

/** The text of a key in its file; {@link parseSecretKey} reads it. */
export const secretKeyText = (key: Buffer): string => `${key.toString('base64')}\n`;

/** The system's own error would show the path. */
function readKeyFile(file: string): string | undefined {
  try {
    return readIfPresent(file);
  } catch (error) {
    throw new Error(`${FILE_ROLE} can't be read (${String(codeOf(error))}): it has to belong to the server's account`, {
      cause: error,
    });
  }
}

function requireKey(text: string, role: string): Buffer {
  const key = parseSecretKey(text);
  if (!key) throw new Error(`${role} must hold base64 of exactly ${KEY_BYTES} bytes`);
  return key;
}

/** Written and synced under another name, then linked, which succeeds for one process only; the second takes the key of the first. */
function createOnce(dataDir: string, file: string, random: Random): string {
  const draft = `${file}.${random.hex(8)}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeSynced(draft, secretKeyText(drawSecretKey(random)));
    linkUnlessPresent(draft, file);
    syncFolder(dataDir);
  } catch (error) {
    throw new Error('the secret key file could not be made in DATA_DIR; SECRET_KEY may be set instead', {
      cause: error,
    });
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function linkUnlessPresent(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The key of the encryption at rest, and where it is kept. */
export interface KeyEnvelope {
  /** `file`: `secret.key` in the data folder. `environment`: SECRET_KEY, which the household keeps itself. */
  readonly origin: 'file' | 'environment';
  readonly key: Buffer;
}

/** The token under which the {@link KeyEnvelope} is injected. Only a backup needs the key itself. */
export const KEY_ENVELOPE = Symbol('key envelope');

/** Makes a new file, mode 0600, that is on the disk when this returns. @throws the system's own error */
export function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes new names in a folder durable, so that a power cut can't take a key away from what was encrypted with it. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file; undefined where there is none. @throws the system's own error */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The short name under which the system knows a fault, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
