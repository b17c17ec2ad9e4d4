import type { SentenceParams } from '../domain/sentence.js';

/** The members in which names of people and of what they set up are sent. */
const NAMES: ReadonlySet<unknown> = new Set(['name', 'username']);

/** What is said of such a name. */
export const ofName =
  (said: string) =>
  ({ name }: SentenceParams): string | undefined =>
    NAMES.has(name) ? said : undefined;

/**
 * Refusals of the server that a page may have to show, by their codes, each in words for people; undefined where the code is that
 * of others too, and the parameters are theirs. The server's own words are for those who write programs. Loaded once something is
 * refused.
 */
export const refusals = {
  delivery_in_progress: 'It’s being sent to the library right now. Try again in a moment.',
  request_decided: 'This request has been decided already.',
  request_declined: 'This request was declined or cancelled in the meantime.',
  request_not_cancellable: 'This request can’t be cancelled any more.',
  request_replaced: 'This was delivered and has been requested anew.',
  delivery_not_retryable: 'This can’t be tried again.',
  no_season_left: 'Nothing is left to request: the library or another request has all of it.',
  request_not_found: 'This request doesn’t exist any more.',
  request_library_removed: 'The library of this request was removed.',
  outside_requester_limits:
    'The child who requested it may not see this title. Change the limits, or decline the request.',
  catalog_retired: 'This entry comes from a book catalog that no longer exists.',
  username_taken: 'This name is taken already.',
  user_failed: 'Somebody has a name that looks like this one.',
  unprintable: ofName('This name has characters that can’t be shown.'),
  invisible_characters: ofName('This name has characters that nobody can see.'),
  required: ofName('Type a name.'),
  mixed_scripts: ofName('This name mixes letters of several scripts.'),
  password_too_short: 'A password has at least 8 characters.',
  too_many_bytes: ({ name }: SentenceParams): string | undefined =>
    name === 'password' ? 'This password is too long.' : undefined,
  setup_completed: 'This server is set up already.',
  connection_changed_meanwhile: 'Somebody has changed this in the meantime. Try again.',
  connection_changed: 'Somebody has changed this in the meantime. Try again.',
  no_failed_import: 'Only a failed import can be put back to waiting.',
  not_plain_ascii: 'That’s no key: it has blanks, line breaks or letters that keys don’t have. Copy it once more.',
  tv_match_paused: 'Requests for this series are on hold.',
  tv_match_ambiguous:
    'It isn’t sure which series or seasons of the library are meant. An administrator can choose the right ones.',
  tv_target_missing: 'The library doesn’t know this series. An administrator can choose the right one.',
  tv_match_changed: 'Another series is matched now. An administrator can decide whether requests go on with it.',
  tv_seasons_unmapped: ({ seasons }: SentenceParams): string | undefined =>
    seasons === undefined
      ? 'This series has no season that can be requested.'
      : 'The library counts the seasons differently. An administrator can say which season is which.',
  season_unknown: 'The series doesn’t have all of these seasons any more.',
  seasons_unknown: 'The series doesn’t have all of these seasons any more.',

  // Why it is unknown which series of the library is meant.
  match_ambiguous: 'The library knows several series like this one. Choose the right one.',
  match_target_missing: 'The library doesn’t know this series. Choose the right one.',
  match_not_told_by_provider: 'The series can’t be looked up right now.',
  match_not_told_by_library: 'The library doesn’t answer right now.',
};
