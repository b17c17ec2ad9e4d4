import { isDownloadKind, isMediaServer, LIBRARY_KINDS, type LibraryKind } from './library-kinds.js';

/** What connections are for: one kind of library each, media servers, and download clients. */
export type LibraryGroup = LibraryKind | 'servers' | 'clients' | 'others';

const GROUPS: readonly LibraryGroup[] = [...LIBRARY_KINDS, 'servers', 'clients', 'others'];

const groupOf = (kind: string): LibraryGroup =>
  LIBRARY_KINDS.find((one) => one === kind) ??
  (isMediaServer(kind) ? 'servers' : isDownloadKind(kind) ? 'clients' : 'others');

/** Connections by what they are for, in the order in which pages show them; groups without one are left out. */
export const libraryGroups = <T extends { readonly service_type: string }>(
  all: readonly T[],
): readonly { readonly group: LibraryGroup; readonly members: readonly T[] }[] =>
  GROUPS.map((group) => ({
    group,
    members: all.filter(({ service_type: kind }) => groupOf(kind) === group),
  })).filter(({ members }) => members.length > 0);
