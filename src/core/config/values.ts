import { isAbsolute, normalize } from 'node:path';
import { z, type ZodType } from 'zod';
import { Secret } from '../secrets/secret.js';
import { parseSecretKey } from '../secrets/secret-key.js';
import { parsedUrl } from '../text/urls.js';

/**
 * A schema over one reading of a text.
 *
 * @param expected what is wrong with every text that the reading refuses; it must not repeat the text
 * @param read gives `undefined` for a text that is not what is expected
 */
export function reading<T>(expected: string, read: (text: string) => T | undefined): ZodType<T, string> {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', message: expected, input: undefined });
    return z.NEVER;
  });
}

/** Entries parted by commas; blanks around them and empty entries don't count. */
export function listOf<T>(entry: ZodType<T, string>): ZodType<readonly T[], string> {
  return z.string().transform((text, context): readonly T[] => {
    const values: T[] = [];
    const texts = text.split(',').map((part) => part.trim());
    for (const [position, part] of texts.filter((each) => each !== '').entries()) {
      const result = entry.safeParse(part);
      if (result.success) values.push(result.data);
      else {
        const message = `entry ${position + 1} ${result.error.issues[0]?.message ?? 'is not valid'}`;
        context.issues.push({ code: 'custom', message, input: undefined });
      }
    }
    return values;
  });
}

/** As {@link listOf}; the word `none` is the empty list, since an empty variable counts as not set. */
export const listOrNone = <T>(entry: ZodType<T, string>): ZodType<readonly T[], string> =>
  z
    .string()
    .transform((text) => (text.trim().toLowerCase() === 'none' ? '' : text))
    .pipe(listOf(entry));

/** One of a few words, in any case. */
export function oneOf<const T extends string>(words: readonly T[]): ZodType<T, string> {
  return reading(`must be one of ${words.join(', ')}`, (text) => words.find((word) => word === text.toLowerCase()));
}

/** A whole number of the range, both ends included. */
export const wholeNumber = (least: number, most: number): ZodType<number, string> =>
  reading(`must be a whole number from ${least} to ${most}`, (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? number : undefined;
  });

/** A text of one line. */
export const lineOfText = (maxLength: number): ZodType<string, string> =>
  reading(`must be 1 to ${maxLength} characters without control characters`, (text) =>
    text.length <= maxLength && !/\p{Cc}/u.test(text) ? text : undefined,
  );

/** A mail address or an https address without a user, valid in the comment of a header. */
export const contact = reading('must be a mail address or an https address without user and password', (text) => {
  if (text.length > 200) return undefined;
  if (/^[\w.+-]+@[\w.-]+$/.test(text)) return text;
  const url = /^https:\/\/[\w.~:/?#&=%+@-]+$/.test(text) ? parsedUrl(text) : null;
  return url?.username === '' && url.password === '' ? text : undefined;
});

/** A secret that goes into a header or a form. */
export const secretText = reading('must be printable ASCII without blanks', (text) =>
  /^[\x21-\x7e]+$/.test(text) ? Secret.of(text) : undefined,
);

/** A {@link secretText} that protects a route: long enough not to be tried out. */
export const guardingSecret = reading('must be at least 8 characters of printable ASCII without blanks', (text) =>
  text.length >= 8 ? secretText.safeParse(text).data : undefined,
);

/** The key of encryption at rest. */
export const secretKey = reading('must be base64 of exactly 32 bytes', (text) =>
  parseSecretKey(text) ? Secret.of(text) : undefined,
);

/** An identifier that another party has given us, public or not. */
export const identifier = reading('must be printable ASCII without blanks', (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : undefined,
);

/** A folder or file name of this machine. */
export const path = reading('must be a path without NUL', (text) => (text.includes('\0') ? undefined : text));

/** A path from the root of this machine. */
export const absolutePath = reading('must be an absolute path', (text) =>
  isAbsolute(text) && !text.includes('\0') ? normalize(text).replace(/(?<=.)\/$/, '') : undefined,
);
