const GUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const NO_GUID = '0'.repeat(32);
const PLAIN_ID = /^[0-9A-Za-z_-]{1,64}$/;

/**
 * A GUID as we keep it: 32 digits in lower case, without dashes. Servers write it with and without them, and take both.
 *
 * @returns null for what is none, and for the one of zeros: a server reads that as no id at all, and answers about everybody
 */
export function guidOf(value: unknown): string | null {
  if (typeof value !== 'string' || !GUID.test(value)) return null;
  const guid = value.replaceAll('-', '').toLowerCase();
  return guid === NO_GUID ? null : guid;
}

/** An id of Emby, where some are short numbers: a GUID as {@link guidOf} keeps it, any other as it is; null for what is none. */
export function embyIdOf(value: unknown): string | null {
  if (typeof value !== 'string' || !PLAIN_ID.test(value) || /^[0-]+$/.test(value)) return null;
  return guidOf(value) ?? value;
}

/** A GUID with its dashes, as the document of Jellyfin describes it. @param guid as {@link guidOf} keeps it */
export const dashed = (guid: string): string =>
  [guid.slice(0, 8), guid.slice(8, 12), guid.slice(12, 16), guid.slice(16, 20), guid.slice(20)].join('-');
