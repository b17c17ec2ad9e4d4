import { APPRISE } from './apprise.js';
import { type ChannelAddress, type ChannelFormat, type FieldRule, HTTP_ADDRESS, typedUrl } from './channel-format.js';
import { GOTIFY } from './gotify.js';
import { NTFY } from './ntfy.js';
import { WEBHOOK } from './webhook.js';

/** Every format that is offered. A format is offered by adding it here. */
export const CHANNEL_FORMATS = [WEBHOOK, NTFY, GOTIFY, APPRISE] as const;

/** The word for a format on the wire. */
export type ChannelFormatName = (typeof CHANNEL_FORMATS)[number]['name'];

export const CHANNEL_FORMAT_NAMES: readonly ChannelFormatName[] = CHANNEL_FORMATS.map(({ name }) => name);

export function channelFormat(name: ChannelFormatName): ChannelFormat {
  const format = CHANNEL_FORMATS.find((one) => one.name === name);
  if (!format) throw new TypeError('there is no such format');
  return format;
}

/** Reads an address as an administrator types it: http or https, without a user or a fragment, and as the format wants it. */
export function readChannelAddress(
  format: ChannelFormat,
  typed: string,
): ChannelAddress | { readonly refused: FieldRule } {
  const url = typedUrl(typed);
  if (!url) return { refused: HTTP_ADDRESS };
  return format.readAddress(url) ?? { refused: format.fields.url };
}
