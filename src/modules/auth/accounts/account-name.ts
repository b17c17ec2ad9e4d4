import { badRequest } from '../../../core/errors/app-error.js';
import { composed } from '../../../core/text/composed.js';
import { LONGEST_NAME } from '../../users/users.public.js';

/** Control characters: they can't be typed, break log lines, and PostgreSQL refuses NUL. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Names of accounts have no format rule (doc 3 §1.7): they are kept as typed, blanks around them included, and composed.
 * Two bounds keep them storable and printable, and they are ours: at most 255 bytes, and no control characters.
 *
 * @param field what the caller's input is called, for the text
 * @throws AppError 400
 */
export function requireAccountName(name: string, field: 'username' | 'name'): void {
  if (Buffer.byteLength(composed(name, LONGEST_NAME), 'utf8') > LONGEST_NAME)
    throw badRequest(`${field} must be at most ${LONGEST_NAME} bytes`);
  if (CONTROL.test(name)) throw badRequest(`${field} must not contain control characters`);
}
