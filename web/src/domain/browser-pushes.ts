/** Can this browser be sent push messages, and is it? */
export type BrowserPushes =
  /** It knows nothing of them. */
  | 'unsupported'
  /** The address is no secure one, so that no browser takes them. */
  | 'needs-https'
  /** iPhones and iPads take them for an app on the home screen alone. */
  | 'needs-installing'
  /** Its reader has forbidden notifications. */
  | 'denied'
  | 'off'
  | 'on';

/** What is known of the browser. */
export interface PushFacts {
  /** HTTPS with a certificate that the browser trusts, or the same computer. */
  readonly isSecure: boolean;
  /** It has workers, subscriptions and notifications. */
  readonly isAble: boolean;
  /** This is the installed app. */
  readonly isInstalled: boolean;
  readonly userAgent: string;
  /** How many fingers its screen tells apart: an iPad calls itself a Mac. */
  readonly touchPoints: number;
  readonly permission: NotificationPermission;
  /** It has subscribed, as far as it says. */
  readonly isSubscribed: boolean;
  /** It did so for the account that is signed in. */
  readonly isChosen: boolean;
}

/** A subscription of somebody else who has used this browser is none. */
export function browserPushes(facts: PushFacts): BrowserPushes {
  if (!facts.isSecure) return 'needs-https';
  if (!facts.isAble) return isOfApple(facts) && !facts.isInstalled ? 'needs-installing' : 'unsupported';
  if (facts.permission === 'denied') return 'denied';
  return facts.permission === 'granted' && facts.isSubscribed && facts.isChosen ? 'on' : 'off';
}

const isOfApple = ({ userAgent, touchPoints }: PushFacts): boolean =>
  /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1);

/** Has the browser subscribed with this key of the server? One that doesn't say is taken at its word. */
export function isSubscribedWith(key: Uint8Array, subscribedWith: ArrayBuffer | null): boolean {
  if (subscribedWith === null) return true;
  const bytes = new Uint8Array(subscribedWith);
  return bytes.length === key.length && bytes.every((byte, place) => byte === key[place]);
}
