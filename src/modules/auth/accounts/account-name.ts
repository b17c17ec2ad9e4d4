import { badRequest } from '../../../core/errors/app-error.js';

const MAX_BYTES = 255;

/** Control characters: they can't be typed, break log lines, and PostgreSQL refuses NUL. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Names of accounts have no format rule (doc 3 §1.7): they are kept exactly as typed, blanks around them included.
 * Two bounds keep them storable and printable, and they are ours: at most 255 bytes, and no control characters.
 *
 * @param field what the caller's input is called, for the text
 * @throws AppError 400
 */
export function requireAccountName(name: string, field: 'username' | 'name'): void {
  if (Buffer.byteLength(name, 'utf8') > MAX_BYTES) throw badRequest(`${field} must be at most ${MAX_BYTES} bytes`);
  if (CONTROL.test(name)) throw badRequest(`${field} must not contain control characters`);
}
