import { createHash, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

/** The text that replaces a secret wherever it would be printed. */
export const REDACTED = '[redacted]';

/**
 * A key, a password, a token. Printed it shows as `[redacted]`; only {@link Secret.reveal} gives the text, so that every use can be found.
 */
export class Secret {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(text: string): Secret {
    return new Secret(text);
  }

  /** The text itself, for the one who must present or store it. */
  reveal(): string {
    return this.#text;
  }

  /** Is this the same text? The time it takes says nothing about either of them. */
  equals(other: Secret | string): boolean {
    const text = typeof other === 'string' ? other : other.reveal();
    return timingSafeEqual(digest(this.#text), digest(text));
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
