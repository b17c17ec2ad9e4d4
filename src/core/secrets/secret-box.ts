import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { AppError, OUT_OF_ORDER } from '../errors/app-error.js';
import type { Random } from '../time/random.js';
import { Secret } from './secret.js';

const PREFIX = 'v1:';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed value is stored. A value opens only in the place for which it was sealed. */
export interface SecretLocation {
  readonly table: string;
  readonly column: string;
  /** The row's primary key, as text. */
  readonly row: string;
}

declare const declared: unique symbol;

/** A location in which something may be sealed. Only a `SealedColumn` gives one, so that a change of the key finds it. */
export interface DeclaredLocation extends SecretLocation {
  readonly [declared]: true;
}

/** A stored secret can't be opened: another key, a changed value, or one moved from another row. 503, since nothing has been judged. */
export class SecretUnreadable extends AppError {
  constructor(
    readonly place: SecretLocation,
    cause?: unknown,
  ) {
    super('secret_unreadable', 503, 'temporarily unavailable, retry shortly', { body: OUT_OF_ORDER, cause });
  }
}

/**
 * AES-256-GCM with a fresh nonce, bound to table, column and row. The text is `v1:` and base64 of nonce, ciphertext and tag. An empty
 * secret stays empty.
 */
export class SecretBox {
  private readonly sealingKey: Buffer;

  /** @param key 32 bytes, see `loadSecretKey`. @throws RangeError for another length */
  constructor(
    private readonly key: Buffer,
    private readonly random: Random,
  ) {
    if (key.length !== KEY_BYTES) throw new RangeError(`the key of a secret box has ${KEY_BYTES} bytes`);
    this.sealingKey = this.derive('seal');
  }

  /** The stored form of a secret, for this place alone. */
  seal(plain: Secret, place: DeclaredLocation): string {
    if (plain.reveal() === '') return '';
    const nonce = this.random.bytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.sealingKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(place));
    const parts = [nonce, cipher.update(plain.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()];
    return PREFIX + Buffer.concat(parts).toString('base64');
  }

  /** The secret that was sealed here. @throws SecretUnreadable when it can't be opened */
  open(sealed: string, place: SecretLocation): Secret {
    if (sealed === '') return Secret.of('');
    const bytes = sealedBytes(sealed);
    if (!bytes) throw new SecretUnreadable(place);
    const tagStart = bytes.length - TAG_BYTES;
    try {
      const decipher = createDecipheriv(CIPHER, this.sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associatedData(place));
      decipher.setAuthTag(bytes.subarray(tagStart));
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagStart)), decipher.final()]);
      return Secret.of(plain.toString('utf8'));
    } catch (error) {
      throw new SecretUnreadable(place, error);
    }
  }

  /** A key for another purpose, 32 bytes, always the same: HKDF-SHA256 (RFC 5869). Keys say nothing about each other. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, Buffer.alloc(0), `usher/${purpose}`, KEY_BYTES));
  }
}

/** Is this text written as {@link SecretBox.seal} writes what it has sealed? */
export const isSealed = (text: string): boolean => sealedBytes(text) !== undefined;

/** JSON keeps the three parts apart: no two places share one encoding. */
const associatedData = ({ table, column, row }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([table, column, row]), 'utf8');

/** The bytes of a sealed text, only when it is written exactly as {@link SecretBox.seal} writes it. */
function sealedBytes(sealed: string): Buffer | undefined {
  if (!sealed.startsWith(PREFIX)) return undefined;
  const text = sealed.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > NONCE_BYTES + TAG_BYTES && bytes.toString('base64') === text ? bytes : undefined;
}
