import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import { withoutTrailingSlashes } from '../../../core/text/urls.js';
import { parsedUrl } from '../../../core/text/urls.js';

const LONGEST = 2048;
const NAME = { name: 'url' };

const noAddress = (): AppError =>
  badRequest('not_a_web_address', 'url must be an absolute http or https address', NAME);

/** The address as it is stored: normalised, without trailing slashes. @throws AppError 400 unless it is plain, absolute http or https */
export function parseInstanceAddress(text: string): string {
  const typed = text.trim();
  if (typed === '') throw badRequest('required', 'url is required', NAME);
  // The scheme is looked at in the text, since URL also reads `http:host` and `http:\host`.
  const url = typed.length <= LONGEST && /^https?:\/\/[^\\/]/i.test(typed) ? parsedUrl(typed) : null;
  if (!url) throw noAddress();
  // An empty user name, query or fragment leaves no trace in the parsed URL, and none in what is stored.
  if (url.username !== '' || url.password !== '')
    throw badRequest('address_with_credentials', 'url must not contain a user name or password', NAME);
  if (url.search !== '') throw badRequest('address_with_query', 'url must not contain a query', NAME);
  if (url.hash !== '') throw badRequest('address_with_fragment', 'url must not contain a fragment', NAME);
  const address = withoutTrailingSlashes(`${url.origin}${url.pathname}`);
  if (address.length > LONGEST) throw noAddress();
  return address;
}
