import {
  type ChannelFormat,
  type ChannelSeverity,
  HTTP_ADDRESS,
  isToken,
  plainAddress,
  TOKEN,
} from './channel-format.js';
import { judgeMade } from './channel-answer.js';

/** From 0 to 10. */
const PRIORITIES: Readonly<Record<ChannelSeverity, number>> = { info: 5, success: 5, warning: 6, failure: 8 };

/** An application of a Gotify server. Source: Gotify's interface description, POST /message, and message extras. */
export const GOTIFY: ChannelFormat<'gotify'> = {
  name: 'gotify',
  system: 'gotify',
  fields: { url: HTTP_ADDRESS, secret: TOKEN },
  readAddress(url) {
    const address = plainAddress(url);
    return { ...address, base: address.base.replace(/\/message$/, '') };
  },
  takesSecret: isToken,
  request({ title, text, severity, link }, { secret }) {
    const extras = {
      'client::display': { contentType: 'text/plain' },
      ...(link !== null && { 'client::notification': { click: { url: link } } }),
    };
    return {
      path: ['message'],
      headers: { ...(secret && { 'X-Gotify-Key': secret }) },
      json: { title, message: text, priority: PRIORITIES[severity], extras },
    };
  },
  judge: judgeMade,
};
