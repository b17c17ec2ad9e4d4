import { badRequest } from '../../../core/errors/app-error.js';

const LONGEST = 254;

/** White space and control characters, anywhere in the text. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f]/;

/** An e-mail address without the blanks around it. Only its outline is judged. @throws AppError 400 */
export function requireHubAddress(typed: string): string {
  const address = typed.trim();
  const outlined = address.includes('@') && !address.startsWith('@') && !address.endsWith('@');
  if (!outlined || address.length > LONGEST || UNPRINTABLE.test(address))
    throw badRequest('invalid', 'invalid email', { name: 'email' });
  return address;
}
