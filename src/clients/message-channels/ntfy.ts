import {
  authorization,
  type ChannelFormat,
  type ChannelSeverity,
  isTokenOrAccount,
  plainAddress,
  TOKEN_OR_ACCOUNT,
} from './channel-format.js';
import { judgeMade } from './channel-answer.js';

/** From 1 to 5. */
const PRIORITIES: Readonly<Record<ChannelSeverity, number>> = { info: 3, success: 3, warning: 4, failure: 4 };

/** A topic of an ntfy server. */
export const NTFY: ChannelFormat<'ntfy'> = {
  name: 'ntfy',
  system: 'ntfy',
  fields: {
    url: {
      code: 'not_a_topic_address',
      words: 'must end with the topic: up to 64 letters, digits, underscores and dashes',
    },
    secret: TOKEN_OR_ACCOUNT,
  },
  readAddress(url) {
    const address = plainAddress(url);
    const [, folders = '', topic] = /^(.*)\/([\w-]{1,64})$/.exec(address.base.slice(url.origin.length)) ?? [];
    // Messages as JSON go to the server, and name their topic.
    return topic === undefined ? null : { ...address, base: url.origin + folders, isFolder: true, recipient: topic };
  },
  takesSecret: isTokenOrAccount,
  request({ title, text, severity, link }, { address, secret }) {
    const json = { topic: address.recipient, title, message: text, priority: PRIORITIES[severity] };
    return { headers: authorization(secret), json: { ...json, ...(link !== null && { click: link }) } };
  },
  judge: judgeMade,
};
