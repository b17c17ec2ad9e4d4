/** What stands in the place of a credential in an answer that is passed on. Source: doc 3 §4.3. */
export const PLACEHOLDER = '[REDACTED]';
