import type { RecordedCall } from '../fakes/fake-exchange.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Calls as a test can read them: what was called, and of what was sent whether it switches an account off, and which
 * libraries it names. Ids of accounts and shares are told from each other by nothing.
 */
export function callsInWords(calls: readonly RecordedCall[]): readonly string[] {
  return calls.map(({ method, path, body }) => [method, withoutIds(path), ...sent(body)].join(' '));
}

/** Numbers, GUIDs and UUIDs; the name of a machine stays. */
const withoutIds = (path: string): string => path.replaceAll(/\/(?:[0-9a-f]{32}|[0-9a-f-]{36}|\d+)(?=\/|$)/g, '/{id}');

function sent(body: unknown): readonly string[] {
  if (!isFields(body)) return [];
  const { permissions, shared_server: shared } = body;
  return [
    ...named('off', body.IsDisabled),
    ...named('active', body.isActive),
    ...libraries(body.EnableAllFolders, body.EnabledFolders),
    ...(isFields(permissions) ? libraries(permissions.accessAllLibraries, body.librariesAccessible) : []),
    ...(isFields(shared) ? named('sections', shared.library_section_ids) : []),
  ];
}

const named = (name: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [`${name}=${JSON.stringify(value)}`];

const libraries = (all: unknown, some: unknown): readonly string[] =>
  all === undefined ? [] : named('libraries', all === true ? 'all' : some);
