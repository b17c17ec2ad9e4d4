import { ApiFailure } from './failure.js';

/** Can an app be reached? Unknown where the question itself got no answer. */
export type ConnectionState = 'reachable' | 'unreachable' | 'unknown' | 'checking';

/** What a question to the server about a connected app says of the app. */
export function connectionState(asked: { readonly isSuccess: boolean; readonly error: unknown }): ConnectionState {
  const { error } = asked;
  if (error === null || error === undefined) return asked.isSuccess ? 'reachable' : 'checking';
  const isAboutTheApp = error instanceof ApiFailure && (error.fault !== undefined || error.status === 502);
  return isAboutTheApp ? 'unreachable' : 'unknown';
}
