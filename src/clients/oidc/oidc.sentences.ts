import { sayFrom } from '../../core/errors/sentence.js';

/** What is wrong with an OpenID provider, or with what it has answered. */
const OIDC_SENTENCES = {
  provider_answered_status: 'provider returned status {status}',
  /** `refusal` is a word of OAuth: `invalid_client`. */
  provider_refused: 'the provider refused: {refusal}',
  provider_redirects_too_often: 'more than {most} redirects',
  provider_address_not_https: 'the provider names an address that is not https',
  provider_answer_too_large: 'provider answered with more data than we take',
  provider_answer_not_json: 'provider answered with something other than JSON',
  provider_answer_does_not_hold: "the provider's answer does not hold: {why}",
  provider_takes_no_client_secret: 'the provider takes a client secret in no way that we know',

  // Its document.
  provider_names_another_issuer: 'the provider names another issuer than the configured one',
  provider_lists_no_asymmetric_algorithm: 'the provider lists no asymmetric algorithm for ID tokens',
  provider_document_lacks: "the provider's document has no {name}",
  provider_endpoint_not_https: 'the {name} of the provider must be an https address',

  // The ID token.
  id_token_missing: 'the provider answered without an ID token',
  id_token_without_subject: 'the ID token has no usable subject',
  id_token_expired: 'the ID token has expired',
  id_token_from_the_future: 'the ID token is from the future',
  id_token_not_valid_yet: 'the ID token is not valid yet',
  id_token_for_another_client: 'the ID token was made for another client',
} as const;

export const sayOidc = sayFrom(OIDC_SENTENCES);
