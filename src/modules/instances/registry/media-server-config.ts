import type { ValueTransformer } from 'typeorm';
import { z } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl, withoutTrailingSlashes } from '../../../core/text/urls.js';
import { notForProduct } from '../instances.errors.js';
import { factsOf, type MediaServerType } from '../service-kinds.js';
import {
  namesAnyApp,
  judgeListeningApps,
  judgeVideoApps,
  NO_APPS,
  type PlayerApps,
  storedApps,
} from './player-apps.js';

export interface MediaServerConfig {
  /** Where people open it: absolute http or https, without a slash at its end; empty where nothing is said. */
  readonly publicAddress: string;
  /** Which libraries accounts may see; empty for all, later ones too. Sorted, each once. */
  readonly libraryIds: readonly string[];
  /** Which server of the linked account it is; servers that are reached by themselves need none. */
  readonly machineIdentifier: string;
  /** Are accounts that name an address at the hub granted it and invited at once? Never so elsewhere. */
  readonly autoApprove: boolean;
  /** Do new accounts of adults see what the server marks as explicit? Never so but on an audiobook server, and off at first. */
  readonly explicitContent: boolean;
  readonly apps: PlayerApps;
}

export interface HubOwner {
  /** A whole number, as text. */
  readonly id: string;
  readonly username: string;
  /** Empty where the account has none. */
  readonly email: string;
}

/** With what an instance was linked; nobody is ever served it. */
export interface HubLinkage {
  /** The client identifier that its token was made for, and is good with; empty for servers with a key of their own. */
  readonly clientId: string;
  /** Null for instances from before owners were recorded, and for servers with a key of their own. */
  readonly owner: HubOwner | null;
}

/** Of a server that is reached by itself. */
export const NOT_LINKED: HubLinkage = { clientId: '', owner: null };

export interface StoredMediaServer extends MediaServerConfig, HubLinkage {}

export interface ServerContent {
  /** Empty where it has none. */
  readonly serverName: string;
  /** Empty where it doesn't say. */
  readonly version: string;
  /** By the ids that `media_server_config` names them with, in the server's order. */
  readonly libraries: readonly ServerLibrary[];
}

interface ServerLibrary {
  readonly id: string;
  readonly name: string;
  /** The server's word for what is in it: `movies`, `show`, `book`; empty where it has none. */
  readonly collectionType: string;
}

const LONGEST_ID = 128;
const LONGEST_ADDRESS = 2048;
const MOST_LIBRARIES = 500;
const LIBRARY_IDS = 'media_server_config library_ids';

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const WORD = /^[^\s\u0000-\u001f\u007f-\u009f]+$/;

type Sent = Readonly<Record<string, unknown>>;

/** What it leaves out is empty. @param publicAddress what an empty address stands for @throws AppError 400 naming the first fault */
export function judgeMediaServerConfig(
  sent: Sent,
  serviceType: MediaServerType,
  publicAddress: string,
): MediaServerConfig {
  return {
    publicAddress: judgeAddress(sent.public_address) || publicAddress,
    libraryIds: judgeLibraryIds(sent.library_ids),
    machineIdentifier: judgeText(sent.machine_identifier, 'machine_identifier'),
    autoApprove: judgeFlag(sent, 'auto_approve', serviceType === 'hub' ? null : 'Plex'),
    explicitContent: judgeFlag(sent, 'explicit_content', serviceType === 'audiobook_server' ? null : 'Audiobookshelf'),
    apps: judgeApps(sent, serviceType),
  };
}

/** Nothing is said in it: what clients send for kinds that have no such configuration. */
export function isEmptyConfig(sent: Sent): boolean {
  return Object.values(sent).every(isEmptyValue);
}

function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return value === '' || value === false;
  return value === null || Object.values(value).every((member) => member === null || member === '');
}

function judgeAddress(sent: unknown): string {
  const typed = judgeString(sent, 'public_address').trim();
  if (typed === '') return '';
  const url = typed.length <= LONGEST_ADDRESS && /^https?:\/\/[^\\/]/i.test(typed) ? parsedUrl(typed) : null;
  const isPlain = url && url.href === url.origin + url.pathname && !/[?#]/.test(typed);
  if (isPlain) return withoutTrailingSlashes(url.origin + url.pathname);
  const name = 'media_server_config public_address';
  throw badRequest(
    'not_a_plain_web_address',
    `${name} must be an absolute http or https address without credentials, query or fragment`,
    { name },
  );
}

/** Trimmed, each once, and sorted. @throws AppError 400 */
export function judgeLibraryIds(sent: unknown): readonly string[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent) || sent.length > MOST_LIBRARIES)
    throw badRequest('not_a_list', `${LIBRARY_IDS} must be a list of at most ${MOST_LIBRARIES} texts`, {
      name: LIBRARY_IDS,
      most: MOST_LIBRARIES,
    });
  const ids = sent.map((one: unknown) => judgeText(one, 'library_ids'));
  if (ids.includes(''))
    throw badRequest('empty_item', `${LIBRARY_IDS} must not hold an empty text`, { name: LIBRARY_IDS });
  return [...new Set(ids)].sort();
}

/** Is this an id that a media server may give a library: at most 128 characters, without blanks and control characters? */
export const isLibraryId = (text: string): boolean => text.length <= LONGEST_ID && WORD.test(text);

function judgeText(sent: unknown, member: string): string {
  const text = judgeString(sent, member).trim();
  if (text === '' || isLibraryId(text)) return text;
  const name = `media_server_config ${member}`;
  throw badRequest('not_a_word', `${name} must be at most ${LONGEST_ID} characters without white space`, {
    name,
    most: LONGEST_ID,
  });
}

function judgeString(sent: unknown, member: string): string {
  if (sent === undefined || sent === null) return '';
  if (typeof sent === 'string') return sent;
  const name = `media_server_config ${member}`;
  throw badRequest('not_a_text', `${name} must be a string`, { name });
}

/** @param only the product that alone has it; null where that is the one */
function judgeFlag(sent: Sent, member: string, only: string | null): boolean {
  const flag = sent[member];
  if (flag === undefined || flag === null || flag === false) return false;
  const name = `media_server_config ${member}`;
  if (flag !== true) throw badRequest('not_a_flag', `${name} must be true or false`, { name });
  if (only === null) return true;
  throw badRequest('only_for_product', `${name} is for ${only} only`, { name, product: only });
}

/** Each kind has apps for what it holds, and may send the others empty. */
function judgeApps({ listening_apps, video_apps }: Sent, serviceType: MediaServerType): PlayerApps {
  const forBooks = serviceType === 'audiobook_server';
  const [foreign, member] = forBooks ? [video_apps, 'video_apps'] : [listening_apps, 'listening_apps'];
  if (foreign !== undefined && !isEmptyValue(foreign))
    throw notForProduct(`media_server_config ${member}`, factsOf(serviceType));
  if (forBooks)
    return { ...NO_APPS, listening: judgeListeningApps(listening_apps, 'media_server_config listening_apps') };
  return { ...NO_APPS, video: judgeVideoApps(video_apps, 'media_server_config video_apps') };
}

const stored = z.object({
  public_address: z.string(),
  library_ids: z.array(z.string()),
  machine_identifier: z.string(),
  auto_approve: z.boolean(),
  explicit_content: z.boolean().optional(),
  client_id: z.string(),
  hub_owner_id: z.string().optional(),
  hub_owner_username: z.string().optional(),
  hub_owner_email: z.string().optional(),
  listening_apps: storedApps.listening.optional(),
  video_apps: storedApps.video.optional(),
});

export const mediaServerAsJson: ValueTransformer = {
  to: (server: StoredMediaServer | null): string => {
    if (!server) return '';
    const { owner, apps } = server;
    return JSON.stringify({
      public_address: server.publicAddress,
      library_ids: [...server.libraryIds],
      machine_identifier: server.machineIdentifier,
      auto_approve: server.autoApprove,
      ...(server.explicitContent ? { explicit_content: true } : undefined),
      client_id: server.clientId,
      ...(owner
        ? { hub_owner_id: owner.id, hub_owner_username: owner.username, hub_owner_email: owner.email }
        : undefined),
      ...(namesAnyApp(apps.listening) ? { listening_apps: apps.listening } : undefined),
      ...(namesAnyApp(apps.video) ? { video_apps: apps.video } : undefined),
    } satisfies z.infer<typeof stored>);
  },
  from: (text: string): StoredMediaServer | null => {
    if (text === '') return null;
    const row = stored.parse(JSON.parse(text));
    const { hub_owner_id: id, hub_owner_username: username = '', hub_owner_email: email = '' } = row;
    return {
      publicAddress: row.public_address,
      libraryIds: row.library_ids,
      machineIdentifier: row.machine_identifier,
      autoApprove: row.auto_approve,
      explicitContent: row.explicit_content ?? false,
      apps: { listening: row.listening_apps ?? NO_APPS.listening, video: row.video_apps ?? NO_APPS.video },
      clientId: row.client_id,
      owner: id === undefined ? null : { id, username, email },
    };
  },
};
