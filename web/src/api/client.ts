import createClient from 'openapi-fetch';
import { BASE_PATH } from '../app/base-path.js';
import { failureOf, noAnswer } from '../domain/failure.js';
import { authorizedFetch } from '../session/session.svelte.js';
import type { components, paths } from './schema.js';

/** What the server's answers are called in its description. */
export type Schemas = components['schemas'];

/** The server's interface as the account that is signed in; the types are those of dist/openapi.json. */
export const api = createClient<paths>({ baseUrl: BASE_PATH, fetch: authorizedFetch });

/** The same without a session, for what happens before a sign-in. */
export const publicApi = createClient<paths>({
  baseUrl: BASE_PATH,
  fetch: (request: Request) =>
    fetch(request).catch((): never => {
      throw noAnswer();
    }),
});

/** What a call has brought. */
interface Brought<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a success.
 *
 * @throws ApiFailure for everything else
 */
export async function bodyOf<T>(call: Promise<Brought<T>>): Promise<T> {
  const { data, error, response } = await call.catch((fault: unknown): never => {
    throw isBrokenOff(fault) ? noAnswer() : fault;
  });
  if (!response.ok) throw failureOf(response.status, response.headers, error);
  return data as T;
}

/** Did the connection end, or the browser leave the page, in the middle of an answer? */
const isBrokenOff = (fault: unknown): boolean => fault instanceof TypeError || fault instanceof DOMException;
