import helmet from 'helmet';

/**
 * Headers that every answer carries: nothing may be loaded, framed or sniffed unless a page says otherwise for itself.
 * Strict-Transport-Security stays with whoever terminates TLS, who alone knows the other sites of the household.
 */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});
