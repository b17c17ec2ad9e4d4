import { PLACEHOLDER } from './placeholder.js';
import { withoutSecretParameters } from './redact-parameters.js';
import { withoutUserinfo } from './redact-userinfo.js';

/** How deep addresses inside of query values are followed. What lies deeper goes altogether. */
const NESTING = 4;

const WHOLE_ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:[\\/]|[\\/?.])/i;

/**
 * A text without the credentials of the addresses in it, be it one address, absolute or relative, or prose with
 * addresses in it. All else stays as it is. Source: doc 3 §4.3, the row on strings.
 */
export function redactText(text: string): string {
  return redact(text, 0);
}

function redact(text: string, depth: number): string {
  if (depth > NESTING) return PLACEHOLDER;
  const inside = (value: string): string => redact(value, depth + 1);
  return withoutSecretParameters(withoutUserinfo(text), WHOLE_ADDRESS.test(text), inside);
}
