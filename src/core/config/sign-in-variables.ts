import { httpsOrigin, origin } from './network-values.js';
import { listOf, reading } from './values.js';
import { optionalVariable, variable } from './variable.js';

const appleAppId = reading('must be TEAMID.bundle.id', (text) =>
  /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/.test(text) ? text : undefined,
);

const androidPackage = reading('must be an Android package name', (text) =>
  /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(text) ? text : undefined,
);

const sha256Fingerprint = reading('must be 32 bytes in hex, parted by colons', (text) =>
  /^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i.test(text) ? text.toUpperCase() : undefined,
);

/** Who may sign in from where. Source: doc 3 section 10, §1.8. */
export const SIGN_IN_VARIABLES = {
  oauthIssuer: optionalVariable('OAUTH_ISSUER', {
    schema: httpsOrigin,
    meaning: 'Stable https origin of this server as an OAuth issuer.',
  }),
  mcpAllowedOrigins: variable('MCP_ALLOWED_ORIGINS', {
    schema: listOf(origin),
    fallback: [],
    meaning: 'Comma list of the web origins that may call the MCP endpoint, beside the issuer.',
  }),
  webauthnExtraOrigins: variable('WEBAUTHN_EXTRA_ORIGINS', {
    schema: listOf(origin),
    fallback: [],
    meaning: 'Comma list of further web origins on which passkeys are accepted.',
  }),
  appleAppIds: variable('APPLE_APP_IDS', {
    schema: listOf(appleAppId),
    fallback: [],
    meaning: 'Comma list of the Apple apps (`TEAMID.bundle.id`) that share passkeys with this server.',
  }),
  androidPackageName: optionalVariable('ANDROID_PACKAGE_NAME', {
    schema: androidPackage,
    fallbackText: 'empty',
    meaning: 'Android app that shares passkeys with this server.',
  }),
  androidCertSha256Fingerprints: variable('ANDROID_CERT_SHA256_FINGERPRINTS', {
    schema: listOf(sha256Fingerprint),
    fallback: [],
    meaning: 'Comma list of the SHA-256 fingerprints of the certificates that sign that app.',
  }),
} as const;
