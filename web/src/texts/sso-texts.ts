import { enSso, type SsoTexts } from './en-sso.js';
import { spoken } from './language.js';

/** What the settings of single sign-on say, in the reader's language. */
export const ssoTexts: SsoTexts = await spoken(enSso, async () => (await import('./de-sso.js')).deSso);
