import { isIP } from 'node:net';
import { isAbsolute, normalize } from 'node:path';
import { z, type ZodType } from 'zod';
import { parseSecretKey } from '../secrets/secret-key.js';
import { Secret } from '../secrets/secret.js';
import { parsedUrl, withoutTrailingSlashes } from '../text/urls.js';

/** A schema over one reading of a text. `expected` says what is wrong and must not repeat the text; `read` gives `undefined` for it. */
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

/** A TCP port; 0 takes any that is free. */
export const port = wholeNumber(0, 65_535);

/** An address of this machine, or a name for it. What ends in a number is an address, or a mistyped one. */
export const listenHost = reading('must be an IP address or a host name', (text) =>
  isIP(text) !== 0 || (isHostName(text) && !/(^|\.)\d+$/.test(text)) ? text : undefined,
);

/** A path under which everything is served: empty, or `/a/b` without a slash at the end. */
export const mountPath = reading('must be a path such as /usher, of letters, digits and . _ ~ -', (text) => {
  const bare = text.replace(/\/$/, '');
  const segments = bare.split('/').slice(1);
  if (bare !== '' && !/^(\/[\w.~-]+)+$/.test(bare)) return undefined;
  return segments.some((segment) => segment === '.' || segment === '..') ? undefined : bare;
});

const RANGE = 'must be an address range such as 10.0.0.0/8; /0 is refused, for it would believe everybody';

/** A range of addresses, `10.0.0.0/8` or `fd00::/8`; an address alone is the range of just itself. Never of all addresses. */
export const cidr = reading(RANGE, (text) => {
  const [address = '', prefix, ...more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  // Express doesn't read every spelling of an IPv6 address.
  const written = version === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (prefix === undefined) return `${written}/${bits}`;
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
  return isPrefix ? `${written}/${Number(prefix)}` : undefined;
});

/** Scheme, host and port of a web site, in the form that browsers send. */
export const origin = reading('must be an http or https origin without a path', (text) => originOf(text));

/** An {@link origin} that is reached over TLS alone. */
export const httpsOrigin = reading('must be an https origin without a path', (text) => {
  const value = originOf(text);
  return value?.startsWith('https://') ? value : undefined;
});

/** The address of a service, without a slash at the end; paths are added to it. */
export const serviceUrl = reading('must be an http or https address without user, query and fragment', (text) => {
  const url = webAddress(text);
  return url && url.origin + withoutTrailingSlashes(url.pathname);
});

/** A host whose webhooks are accepted over https, or, for a test or a lab, the http origin of a loopback address. */
export const webhookHost = reading('must be a host name, or an http origin on a loopback address', (text) =>
  isHostName(text) ? text.toLowerCase() : loopbackOrigin(text),
);

/** As {@link webhookHost}, or all names below one, `*.push.example.com`; never all names below a whole top-level domain. */
export const pushHost = reading(
  'must be a host name, *. and a host name with a dot in it, or an http origin on a loopback address',
  (text) => {
    const name = text.replace(/^\*\./, '');
    const isName = isHostName(name) && (name === text || name.includes('.'));
    return isName ? text.toLowerCase() : loopbackOrigin(text);
  },
);

function loopbackOrigin(text: string): string | undefined {
  const value = originOf(text);
  return value && /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(value) ? value : undefined;
}

const isHostName = (text: string): boolean =>
  text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i.test(text);

function originOf(text: string): string | undefined {
  const url = webAddress(text);
  return url?.pathname === '/' ? url.origin : undefined;
}

/** Refuses what a parser would silently repair or drop: blanks, back slashes, user names, `?` and `#`. */
function webAddress(text: string): URL | undefined {
  return /^https?:\/\/[^\s\\?#@]+$/i.test(text) ? (parsedUrl(text) ?? undefined) : undefined;
}

/** What the defaults of some settings depend on. */
export interface DefaultsContext {
  /** Does a person see standard output? */
  readonly isTerminal: boolean;
}

/** One setting that the environment may give. */
export interface Variable<T> {
  readonly name: string;
  /** Reads the text of the variable; its messages say what is expected and never repeat the text. */
  readonly schema: ZodType<T, string>;
  /** What holds when the variable is not set or empty. */
  readonly fallback: (context: DefaultsContext) => T;
  /** The default in words, for the configuration document. */
  readonly fallbackText: string;
  /** What it does and in which unit, for the configuration document. */
  readonly meaning: string;
  /** True where NAME_FILE may name a file that holds the value instead. */
  readonly secret: boolean;
}

interface VariableOptions<T> {
  readonly schema: ZodType<T, string>;
  readonly meaning: string;
  /** In words; the fallback itself where it is left out, or `unset`. */
  readonly fallbackText?: string;
}

/** A setting that always has a value. */
export function variable<T>(name: string, parts: VariableOptions<T> & { readonly fallback: NoInfer<T> }): Variable<T> {
  const { schema, fallback, fallbackText = inWords(fallback), meaning } = parts;
  return { name, schema, fallback: () => fallback, fallbackText, meaning, secret: false };
}

/** A setting that may be missing. */
export function optionalVariable<T>(
  name: string,
  { schema, fallbackText = 'unset', meaning }: VariableOptions<T>,
): Variable<T | undefined> {
  return { name, schema, fallback: () => undefined, fallbackText, meaning, secret: false };
}

/** A setting that may be missing and must not be seen; a file may hold it. */
export function secretVariable<T>(name: string, parts: VariableOptions<T>): Variable<T | undefined> {
  return { ...optionalVariable(name, parts), secret: true };
}

function inWords(fallback: unknown): string {
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'empty' : `\`${fallback.join(',')}\``;
  return fallback === '' ? 'empty' : `\`${String(fallback)}\``;
}
