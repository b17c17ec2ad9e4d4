import { foreignWords, type Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { HttpAnswer } from '../http/exchange.js';
import { OIDC } from './oidc-transport.js';
import { sayOidc } from './oidc.sentences.js';

/** The judgement of what came back: nothing that fails it is a fault of the network. */
export const ANSWER_JUDGED = 'answer.judge';

const REFUSAL = /^[a-z_]{1,64}$/;

/** A refusal of the token endpoint, in the provider's own code where it gives one. Source: RFC 6749 section 5.2. */
export function tokenRefusal(operation: string, { status, body }: HttpAnswer): UpstreamError {
  const refusal = refusalIn(body);
  return new UpstreamError({
    system: OIDC,
    operation,
    kind: status === 401 || refusal === 'invalid_client' ? 'unauthorized' : 'rejected',
    status,
    definitelyNotSent: false,
    refusals: refusal === null ? [] : [refusal],
    reason:
      refusal === null ? sayOidc('provider_answered_status', { status }) : sayOidc('provider_refused', { refusal }),
  });
}

function refusalIn(body: Buffer): string | null {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { readonly error?: unknown };
    return refusalWord(error);
  } catch {
    return null;
  }
}

const refusalWord = (word: unknown): string | null => (typeof word === 'string' && REFUSAL.test(word) ? word : null);

interface LibraryFault {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly error?: unknown;
  readonly cause?: unknown;
}

const asFault = (fault: unknown): LibraryFault => (typeof fault === 'object' && fault !== null ? fault : {});

/** Was the key that signed not among the known ones? Where keys have no names that shows in a signature that doesn't fit. */
export function isKeyFault(fault: unknown): boolean {
  const { code, cause } = asFault(fault);
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return true;
  const { cause: particulars } = asFault(cause);
  return (
    code === 'OAUTH_INVALID_RESPONSE' &&
    typeof particulars === 'object' &&
    particulars !== null &&
    'signature' in particulars
  );
}

/** What the library calls an answer that can't be read at all, as against one that says something unfit. */
const UNREADABLE = new Set(['OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** The library's fault in our words. What it carries along (claims, answers, tokens) stays behind. */
export function toUpstreamFault(fault: unknown, operation: string): unknown {
  const ours = ourFaultIn(fault);
  if (ours) return ours;
  const { name, code, error } = asFault(fault);
  if (name === 'AuthorizationResponseError') {
    const refusal = refusalWord(error) ?? 'unknown_error';
    const reason = sayOidc('provider_refused', { refusal });
    return new UpstreamError({
      system: OIDC,
      operation: 'authorization.answer',
      kind: 'rejected',
      definitelyNotSent: false,
      refusals: [refusal],
      reason,
    });
  }
  if (typeof code !== 'string' || !code.startsWith('OAUTH_')) return fault;
  if (!UNREADABLE.has(code))
    return judgedUnfit(sayOidc('provider_answer_does_not_hold', { why: foreignWords(codeWords(code)) }));
  const reason = sayOidc('provider_answer_not_json');
  return new UpstreamError({ system: OIDC, operation, kind: 'malformed', definitelyNotSent: false, reason });
}

/** The library wraps what our own network throws. */
function ourFaultIn(fault: unknown): UpstreamError | undefined {
  for (let at = fault, depth = 0; depth < 5 && at !== undefined; at = asFault(at).cause, depth += 1) {
    if (at instanceof UpstreamError) return at;
  }
  return undefined;
}

const codeWords = (code: string): string =>
  code
    .replace(/^OAUTH_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** What the provider said does not hold, for this reason. */
export const judgedUnfit = (reason: Sentence): UpstreamError =>
  new UpstreamError({ system: OIDC, operation: ANSWER_JUDGED, kind: 'malformed', definitelyNotSent: false, reason });
