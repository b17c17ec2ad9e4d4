import { createHash } from 'node:crypto';
import type { PushMessage } from '../../../clients/push-gateway/push-gateway.client.js';

/** Names a message, and where its reader is led. */
interface Named {
  /** The same for all attempts of one message, and for nothing else. */
  readonly id: string;
  /** Of the web app, below its base path. */
  readonly path: string;
}

/**
 * What the worker of the web app is sent: `{id, title, body, tag, path, type}`. A message of the same tag takes the place of the one
 * that is shown; one of the same id is the same message again. At most 3,993 bytes.
 */
export function webPushPayload({ title, body, collapseId, data }: PushMessage, { id, path }: Named): string {
  return JSON.stringify({ id, title, body, tag: collapseId ?? id, path, type: data.type });
}

/** By which topic a push service knows a message of this tag: 32 characters that say nothing. Source: RFC 8030 section 5.4. */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, LONGEST_TOPIC);

const LONGEST_TOPIC = 32;
