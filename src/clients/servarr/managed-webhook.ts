import type { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';
import type { ServarrNotification } from './notifications.js';
import type { WebhookProfile } from './webhook-profiles.js';

/** What a managed webhook is to say. */
export interface WebhookInput {
  /** Under which people find it among the manager's connections. */
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: Secret;
}

const POST_METHOD = 1;

/** Is it a webhook, or the template of one? Source: doc 3 section 3.3, Install. */
export const isWebhook = ({ implementation, configContract }: ServarrNotification): boolean =>
  implementation === 'Webhook' || configContract === 'WebhookSettings';

/** Which of a manager's webhooks is meant. */
export interface ManagedWebhook {
  /** Under which people find it. */
  readonly name: string;
  /** Its name where another webhook of ours has {@link name}: managers take no name twice. */
  readonly otherName: string;
  /** Where it calls. */
  readonly url: string;
  /** Where webhooks of ours call that are not meant. */
  readonly others: readonly string[];
}

/**
 * The webhook of this name, or else the one that calls this path; none that calls the path of another one of ours. Source:
 * doc 3 section 3.3, Install.
 */
export function findManagedWebhook(
  notifications: readonly ServarrNotification[],
  { name, otherName, url, others }: ManagedWebhook,
): ServarrNotification | undefined {
  const callsOthers = pathIn(others);
  const callsUs = pathIn([url]);
  const webhooks = notifications.filter((one) => isWebhook(one) && !callsOthers(one));
  const named = [otherName, name].flatMap((wanted) => webhooks.filter((one) => one.name === wanted));
  return named.find(callsUs) ?? named[0] ?? webhooks.find(callsUs);
}

/** The name to save it under: the usual one, unless another one of ours has it. */
export function nameOfManaged(
  notifications: readonly ServarrNotification[],
  { name, otherName, others }: ManagedWebhook,
): string {
  const callsOthers = pathIn(others);
  return notifications.some((one) => isWebhook(one) && callsOthers(one) && one.name === name) ? otherName : name;
}

/** Where it calls; empty where it says nothing. */
export const webhookUrl = (webhook: ServarrNotification): string => textIn(webhook, 'url');

/** The password that it shows: its own or a mask of stars, empty for none. */
export const webhookPassword = (webhook: ServarrNotification): string => textIn(webhook, 'password');

/** The required flags that the template lacks; empty when it has all of them. */
export function missingFlags(template: ServarrNotification, { required }: WebhookProfile): readonly string[] {
  return required.filter((flag) => !isOffered(template, flag));
}

/**
 * A webhook as it is to be saved: the one that there is, or a template, with our words in it. Everything else in it stays.
 * Flags that the product lacks or doesn't support are left alone; a webhook that can be switched off is switched on.
 */
export function managedWebhook(
  from: ServarrNotification,
  input: WebhookInput,
  { on, off, clearsHeaders }: WebhookProfile,
): ServarrNotification {
  const values: Readonly<Record<string, unknown>> = {
    url: input.url,
    method: POST_METHOD,
    username: input.username,
    password: input.password.reveal(),
    ...(clearsHeaders && (from.fields ?? []).some(({ name }) => name === 'headers') && { headers: [] }),
  };
  const kept = (from.fields ?? []).filter(({ name }) => !Object.hasOwn(values, name ?? ''));
  return {
    ...from,
    ...Object.fromEntries(on.filter((flag) => isOffered(from, flag)).map((flag) => [flag, true])),
    ...Object.fromEntries(off.filter((flag) => isOffered(from, flag)).map((flag) => [flag, false])),
    ...('enable' in from && { enable: true }),
    name: input.name,
    tags: from.tags ?? [],
    fields: [...kept, ...Object.entries(values).map(([name, value]) => ({ name, value }))],
  };
}

function isOffered(webhook: ServarrNotification, flag: string): boolean {
  return flag in webhook && webhook[`supports${flag.charAt(0).toUpperCase()}${flag.slice(1)}`] !== false;
}

function textIn({ fields }: ServarrNotification, wanted: string): string {
  const value = (fields ?? []).find(({ name }) => name === wanted)?.value;
  return typeof value === 'string' ? value : '';
}

/** Does it call one of these paths, wherever they lie? */
function pathIn(urls: readonly string[]): (webhook: ServarrNotification) => boolean {
  const paths = new Set(urls.map(pathOf));
  return (webhook) => {
    const path = pathOf(webhookUrl(webhook));
    return path !== null && paths.has(path);
  };
}

const pathOf = (url: string): string | null => parsedUrl(url)?.pathname ?? null;
