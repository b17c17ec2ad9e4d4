import { AppError } from './app-error.js';
import { type Sentence, sayFrom } from './sentence.js';
import type { UpstreamError, UpstreamFault } from './upstream-error.js';

const say = sayFrom({
  metadata_provider: 'metadata provider',
  list_provider: 'list provider',
  music_provider: 'music provider',
  book_catalog: 'the book catalog',
  provider_unreachable: '{provider} could not be reached',
  provider_slow: '{provider} took too long to answer',
  provider_refused_key: '{provider} refused its key',
  provider_refused_client_id: '{provider} refused its client id',
  provider_refused_request: '{provider} refused the request',
  provider_asks_for_fewer: '{provider} asks for fewer requests, try again shortly',
  provider_out_of_order: '{provider} is out of order',
  provider_unreadable: '{provider} gave an answer that could not be read',
});

const CODES = {
  unreachable: 'provider_unreachable',
  timeout: 'provider_slow',
  aborted: 'provider_unreachable',
  unauthorized: 'provider_refused_request',
  not_found: 'provider_refused_request',
  rejected: 'provider_refused_request',
  rate_limited: 'provider_asks_for_fewer',
  failed: 'provider_out_of_order',
  redirected: 'provider_unreadable',
  malformed: 'provider_unreadable',
  too_large: 'provider_unreadable',
} as const satisfies Readonly<Record<UpstreamFault, string>>;

type Provider = 'metadata_provider' | 'list_provider' | 'music_provider' | 'book_catalog';

/** What the provider is known by here, where one has such a thing. */
const CREDENTIALS: Readonly<Partial<Record<Provider, 'provider_refused_key' | 'provider_refused_client_id'>>> = {
  metadata_provider: 'provider_refused_key',
  list_provider: 'provider_refused_client_id',
};

/** How a provider failed, in words for the person who waits for its answer. */
export function providerFault(provider: Provider, kind: UpstreamFault): Sentence {
  const refused = kind === 'unauthorized' ? CREDENTIALS[provider] : undefined;
  return say(refused ?? CODES[kind], { provider: say(provider) });
}

/** A refusal because a provider failed. @param before what its text says before how the provider failed */
export function providerRefusal(
  provider: Provider,
  cause: UpstreamError,
  { code, status, before = '' }: { readonly code: string; readonly status: number; readonly before?: string },
): AppError {
  const reason = providerFault(provider, cause.kind);
  return new AppError(code, status, `${before}${reason.text}`, { params: { reason }, cause });
}
