import { createDecipheriv, createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const POINT_BYTES = 65;

/** A byte string that isn't what the standards say. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

/** What a browser keeps to itself of a subscription. */
export interface ReceiverKeys {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** Keys of a new subscription. */
export function newReceiverKeys(): ReceiverKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, auth: randomBytes(16) };
}

/** Keys that are known, in base64url. */
export function receiverKeysOf(privateKey: string, auth: string): ReceiverKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { pair, auth: Buffer.from(auth, 'base64url') };
}

/**
 * Reads a message as a browser does: RFC 8291 sections 3 and 4 over RFC 8188 section 2, with Node's own cryptography and nothing
 * else. A message has one record, and its header names the sender's key.
 *
 * @throws UnreadableMessage for anything else
 */
export function readEncryptedMessage(body: Buffer, { pair, auth }: ReceiverKeys): string {
  if (body.length < SALT_BYTES + 5) throw new UnreadableMessage('there is no header');
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const idLength = body[SALT_BYTES + 4] ?? 0;
  const keyId = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength);
  const record = body.subarray(SALT_BYTES + 5 + idLength);
  if (idLength !== POINT_BYTES || keyId.length !== POINT_BYTES) throw new UnreadableMessage('the key id is no point');
  if (recordSize < 18) throw new UnreadableMessage('the record size is too small');
  if (record.length > recordSize) throw new UnreadableMessage('there is more than one record');
  if (record.length < TAG_BYTES + 1) throw new UnreadableMessage('the record is too short');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), keyId]);
  const input = hkdf(auth, sharedSecret(pair, keyId), info, 32);
  const key = hkdf(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  // The first record's number is 0: its nonce is the base nonce.
  const nonce = hkdf(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12);
  return unpadded(opened(record, key, nonce)).toString('utf8');
}

function sharedSecret(pair: ECDH, publicKey: Buffer): Buffer {
  try {
    return pair.computeSecret(publicKey);
  } catch {
    throw new UnreadableMessage('the key id is not on the curve');
  }
}

function opened(record: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new UnreadableMessage('it was encrypted for somebody else, or changed');
  }
}

/** Behind the text comes a 2, since the record is the last one, and zeros. */
function unpadded(padded: Buffer): Buffer {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (padded[end] !== 2) throw new UnreadableMessage('the end of the last record is not marked');
  return padded.subarray(0, end);
}

/** RFC 5869, for up to 32 bytes. */
function hkdf(salt: Buffer, input: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(input).digest();
  return createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
}
