import { randomBytes, randomUUID } from 'node:crypto';

/** Where unguessable values come from. Injected, so that a test can make them repeatable. */
export abstract class Random {
  /** `count` random bytes. */
  abstract bytes(count: number): Buffer;

  /** A UUID v4. */
  abstract uuid(): string;

  /** `count` random bytes in lower-case hex: twice as many characters. */
  hex(count: number): string {
    return this.bytes(count).toString('hex');
  }

  /** `count` random bytes in base64url without padding. */
  base64url(count: number): string {
    return this.bytes(count).toString('base64url');
  }
}

/** Cryptographic randomness of the operating system. */
export class SystemRandom extends Random {
  bytes(count: number): Buffer {
    return randomBytes(count);
  }

  uuid(): string {
    return randomUUID();
  }
}
