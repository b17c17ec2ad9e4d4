import { isIP } from 'node:net';
import { z } from 'zod';
import { isHouseholdHost, parsedUrl } from '../../core/text/urls.js';
import { lenient, readableRows } from '../http/lenient-members.js';

/** A machine of the provider's: its own id, which is part of addresses. */
const machineIdentifier = z.string().regex(/^[\x21-\x7e]{1,128}$/);

export const plexPin = z.object({
  id: z.number().int().positive(),
  code: z.string().regex(/^[A-Za-z0-9]{4,128}$/),
  expiresIn: z.number().positive(),
});

/** A PIN that is asked for. `authToken` is null until it is approved; a PIN without the member says nothing. */
export const plexPinState = z.object({
  id: z.number().int().positive(),
  authToken: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/)
    .nullable(),
});

/** The provider's own words for a refusal. */
export const plexRefusal = z.object({ errors: z.array(z.object({ code: lenient(z.number().int()) })) });

/** The most characters of an address. */
const LONGEST_ADDRESS = 320;

/** An address. One that is longer is ignored; some letters become two where they are written small. */
export const plexAddress = lenient(
  z
    .string()
    .trim()
    .refine((text) => text.length <= LONGEST_ADDRESS && text.toLowerCase().length <= LONGEST_ADDRESS),
);

/** A name of an account. One of more than 512 characters is ignored. */
const text = lenient(z.string().max(512));

/** The owner of a token. Managed people of a home have neither address nor username. */
export const plexUser = z.object({
  id: z.number().int().positive(),
  username: text,
  title: text,
  friendlyName: text,
  email: plexAddress,
});

/** Any device of an account; what it offers is a list with commas. */
const device = z.looseObject({ provides: z.string() });

/** A device that offers a server. */
const server = z.object({
  name: lenient(z.string()),
  productVersion: lenient(z.string()),
  clientIdentifier: machineIdentifier,
  owned: z.boolean(),
  /** Of a server that is shared; null for one's own. */
  ownerId: lenient(z.number().int().positive()),
});

const connection = z.object({ uri: z.url({ protocol: /^https?$/ }), local: z.boolean(), relay: z.boolean() });

const reach = z.object({
  clientIdentifier: machineIdentifier,
  owned: z.boolean(),
  accessToken: lenient(z.string().regex(/^[\x21-\x7e]{1,1024}$/)),
  connections: readableRows(connection),
});

/** Other devices are left out unread; a server that can't be read spoils the list, which would say that it isn't the account's. */
export const plexServers = readableRows(device).transform((devices, context) => {
  const servers = devices.filter(({ provides }) => provides.split(',').some((one) => one.trim() === 'server'));
  const judged = z.array(server).safeParse(servers);
  if (judged.success) return judged.data;
  context.addIssue('a server of it can not be read');
  return z.NEVER;
});

/** How the servers among an account's devices are reached. One that can't be read isn't reached. */
export const plexReaches = z.array(z.unknown()).transform((devices) =>
  devices.flatMap((device) => {
    const judged = reach.safeParse(device);
    return judged.success ? [judged.data] : [];
  }),
);

/** A server with its libraries; `id` is the one that shares name. A library without one is left out, since no share can name it. */
export const plexLibraries = z.object({
  machineIdentifier,
  name: lenient(z.string()),
  librarySections: readableRows(
    z.object({
      id: z.number().int().positive(),
      key: lenient(z.union([z.int().positive(), z.string().regex(/^\d{1,9}$/)])),
      title: lenient(z.string()),
      type: lenient(z.string()),
    }),
  ),
});

/** An address at which a server is reached, as the provider says. */
export interface PlexConnection {
  readonly uri: string;
  /** Is it an address of the server's own network? */
  readonly local: boolean;
  /** Does it lead through the provider? */
  readonly relay: boolean;
}

/** So many addresses of a server are tried. */
const MOST_ADDRESSES = 8;

/** Where a server may be given its token: encrypted first, then plain ones of private networks, since others hear it. No slow relays. */
export function serverAddresses(connections: readonly PlexConnection[]): readonly string[] {
  const direct = connections.filter(({ relay }) => !relay);
  const near = direct.sort((one, other) => Number(other.local) - Number(one.local)).map(({ uri }) => uri);
  const encrypted = near.filter((uri) => parsedUrl(uri)?.protocol === 'https:');
  return [...encrypted, ...near.filter(isPlainAndPrivate)].slice(0, MOST_ADDRESSES);
}

function isPlainAndPrivate(uri: string): boolean {
  const url = parsedUrl(uri);
  if (url?.protocol !== 'http:') return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && isHouseholdHost(url.hostname);
}
