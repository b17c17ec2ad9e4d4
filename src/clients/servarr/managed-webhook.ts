import { z } from 'zod';
import type { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';
import { readableRows } from '../http/lenient-members.js';
import { rowBy, type RowsRead } from './rows-read.js';
import type { ServarrCall, ServarrTransport } from './servarr-transport.js';
import type { WebhookProfile } from './webhook-profiles.js';

const LIMITS = { deadlineMs: 20_000, maxBytes: 2 * 1024 * 1024 } as const;

/** In zod every key is required unless declared optional, even with `z.unknown()`; managers leave out empty fields. */
const notificationSchema = z.looseObject({
  id: z.int().optional(),
  name: z.string().nullish(),
  implementation: z.string().nullish(),
  configContract: z.string().nullish(),
  fields: z.array(z.looseObject({ name: z.string().nullish(), value: z.unknown().optional() })).nullish(),
  tags: z.array(z.unknown()).nullish(),
});

/** A notification as the manager keeps or offers it, with all that it says of it: what isn't ours goes back as it came. */
export type ServarrNotification = z.infer<typeof notificationSchema>;

/** Whom a manager notifies. It is one shape for the whole family. Each call may take 20 seconds and answer 2 MiB. */
export class ServarrNotifications {
  constructor(private readonly transport: ServarrTransport) {}

  /** What may be made, one of each sort, as far as it can be read. */
  templates(): Promise<readonly ServarrNotification[]> {
    const call = { operation: 'notification.schema', method: 'GET', path: ['notification', 'schema'] } as const;
    return this.transport.json({ ...call, ...LIMITS }, readableRows(notificationSchema));
  }

  /** Those that there are, with those of them that can't be read: any may be ours. */
  list(): Promise<RowsRead<ServarrNotification>> {
    const call = { operation: 'notification.list', method: 'GET', path: ['notification'] } as const;
    return this.transport.rows({ ...call, ...LIMITS }, rowBy(notificationSchema));
  }

  /** Makes one, unasked whether its receiver answers. */
  async add(json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    await this.send({
      operation: 'notification.add',
      method: 'POST',
      path: ['notification'],
      query: SAVE,
      json,
      secrets,
    });
  }

  /** Has the manager call the receiver once. Warnings don't count. @throws UpstreamError `rejected` when it refused or didn't answer */
  async test(json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    const call = { operation: 'notification.test', method: 'POST', path: ['notification', 'test'] } as const;
    await this.send({ ...call, query: { forceTest: true }, json, secrets });
  }

  async change(id: number, json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    const call = { operation: 'notification.change', method: 'PUT', path: ['notification', id] } as const;
    await this.send({ ...call, query: SAVE, json, secrets });
  }

  async remove(id: number): Promise<void> {
    await this.send({ operation: 'notification.remove', method: 'DELETE', path: ['notification', id] });
  }

  private async send(call: ServarrCall): Promise<void> {
    await this.transport.send({ ...call, ...LIMITS });
  }
}

const SAVE = { forceSave: true } as const;

interface WebhookInput {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: Secret;
}

const POST_METHOD = 1;

/** Is it a webhook, or the template of one? */
export const isWebhook = ({ implementation, configContract }: ServarrNotification): boolean =>
  implementation === 'Webhook' || configContract === 'WebhookSettings';

/** Which of a manager's webhooks is meant. */
export interface ManagedWebhook {
  readonly name: string;
  /** Its name where another webhook of ours has {@link name}: managers take no name twice. */
  readonly otherName: string;
  readonly url: string;
  /** Where webhooks of ours call that are not meant. */
  readonly others: readonly string[];
}

/** The webhook of this name, or else the one that calls this path; none that calls the path of another one of ours. */
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

/** The present webhook, or a template, with our words in it. Flags that the product lacks are left alone; an `enable` is switched on. */
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
