import { matchPath } from '../app/routes.js';

/** A message, as it is shown. */
export interface Pushed {
  readonly title: string;
  readonly body: string;
  /** It takes the place of whatever is shown with the same tag. */
  readonly tag: string;
  /** The same for a message that comes once more. */
  readonly id: string;
  /** The page of the app that it leads to. */
  readonly path: string;
}

const LONGEST = 4_096;

/**
 * Reads what a push service has brought; undefined for what nobody of this server has sent. Whatever it says, it leads to a page of
 * the app.
 */
export function readPushed(text: string | undefined): Pushed | undefined {
  const { title, body, tag, id, path } = membersOf(text);
  if (!isText(title) || title === '' || !isText(body) || !isText(tag) || tag === '' || !isText(id)) return undefined;
  return { title, body, tag, id, path: pageOf(path) };
}

/** A path of the app that has a page; its start for everything else. */
export const pageOf = (path: unknown): string =>
  isText(path) && matchPath(path, true).page !== 'not-found' ? path : '/';

function membersOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;
