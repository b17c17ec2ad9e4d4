import { plexDocument, plexXml } from './plex-xml.js';
import type { PlexDeviceGiven } from './plex-devices.js';
import type { PlexShareSettingsGiven } from './plex-shares.js';

/** An offer of version 1, judged. */
export interface PlexShareOrder {
  readonly libraries: 'all' | readonly number[];
  readonly invitedEmail?: string;
  readonly invitedId?: number;
  readonly settings?: PlexShareSettingsGiven;
}

type Fields = Readonly<Record<string, unknown>>;

const ALLOWANCES = ['allowSync', 'allowCameraUpload', 'allowChannels'] as const;
const FILTERS = ['filterMovies', 'filterTelevision', 'filterMusic'] as const;

/** Reads the body of a call of version 1; null where it isn't one. Source: plex examples, v1.shared_servers.create.request. */
export function shareOrderOf(body: unknown, device: PlexDeviceGiven): PlexShareOrder | null {
  const { server_id: server, shared_server: shared, sharing_settings: sharing } = fieldsOf(body);
  const { library_section_ids: ids, invited_email: email, invited_id: id } = fieldsOf(shared);
  const libraries = librariesOf(ids, device);
  if (server !== device.machineIdentifier || libraries === null) return null;
  if (email !== undefined && typeof email !== 'string') return null;
  if (id !== undefined && !Number.isInteger(id)) return null;
  const settings = sharing === undefined ? undefined : settingsOf(sharing, (value) => value === '0' || value === '1');
  if (settings === null) return null;
  return { libraries, invitedEmail: email, invitedId: id as number | undefined, settings };
}

/** Reads the body of a call of version 2 that changes a share; null where it isn't one. Source: plex facts, Sharing. */
export function shareChangeOf(
  body: unknown,
  device: PlexDeviceGiven,
): Required<Pick<PlexShareOrder, 'libraries' | 'settings'>> | null {
  const { settings, librarySectionIds } = fieldsOf(body);
  const libraries = librariesOf(librarySectionIds, device);
  const read = settingsOf(settings, (value) => typeof value === 'boolean');
  // What an empty list means here is written nowhere.
  return libraries === null || libraries === 'all' || read === null ? null : { libraries, settings: read };
}

/** An answer of version 1 that says no. */
export const shareRefusal = (status: number, message: string) => ({
  status,
  body: plexDocument(plexXml('Response', { code: status, status: message })),
  headers: { 'content-type': 'application/xml; charset=utf-8' },
});

/** An empty list means all libraries. Source: plex facts, Sharing. */
function librariesOf(ids: unknown, { libraries = [] }: PlexDeviceGiven): 'all' | readonly number[] | null {
  if (!Array.isArray(ids)) return null;
  const known = libraries.map(({ id }) => id);
  if (!ids.every((id): id is number => known.includes(id as number))) return null;
  return ids.length === 0 ? 'all' : ids;
}

function settingsOf(value: unknown, isAllowance: (value: unknown) => boolean): PlexShareSettingsGiven | null {
  const fields = fieldsOf(value);
  const areRead =
    ALLOWANCES.every((name) => isAllowance(fields[name])) && FILTERS.every((name) => typeof fields[name] === 'string');
  if (!areRead) return null;
  const on = (name: (typeof ALLOWANCES)[number]): boolean => fields[name] === true || fields[name] === '1';
  const filter = (name: (typeof FILTERS)[number]): string => String(fields[name]);
  return {
    allowSync: on('allowSync'),
    allowCameraUpload: on('allowCameraUpload'),
    allowChannels: on('allowChannels'),
    filterMovies: filter('filterMovies'),
    filterTelevision: filter('filterTelevision'),
    filterMusic: filter('filterMusic'),
  };
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
