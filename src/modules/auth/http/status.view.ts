import type { NativePasskeys } from '../passkeys/passkey-surroundings.js';

/** The answer of GET /api/auth/status. What is switched off is left out. Source: doc 3 section 1.3. */
export interface StatusView {
  readonly needs_setup: boolean;
  readonly webauthn_available: boolean;
  readonly native_passkeys: {
    readonly apple_configured: boolean;
    readonly android_configured: boolean;
    readonly windows_origin_trusted: boolean;
  };
}

/** What a client must know before anybody has signed in. */
export function statusView(facts: {
  readonly setupDone: boolean;
  readonly secureContext: boolean;
  readonly native: NativePasskeys;
}): StatusView {
  return {
    needs_setup: !facts.setupDone,
    webauthn_available: facts.secureContext,
    native_passkeys: {
      apple_configured: facts.native.apple,
      android_configured: facts.native.android,
      windows_origin_trusted: facts.native.windows,
    },
  };
}
