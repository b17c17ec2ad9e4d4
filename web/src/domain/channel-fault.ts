import { ApiFailure } from './failure.js';

/** A field of the form for a channel; `channel` for what is about none of them. */
export type ChannelField = 'name' | 'url' | 'secret' | 'channel';

/** What is wrong with a channel; each has a sentence of its own at its field. `rule`: it isn't as its kind wants it. */
export type ChannelFaultName = 'name' | 'missing' | 'noAddress' | 'otherServer' | 'unfit' | 'rule' | 'full' | 'gone';

/** A refusal, and the field at which it is said. */
export interface ChannelFault {
  readonly at: ChannelField;
  readonly name: ChannelFaultName;
}

/** How the refusals begin that have a sentence of their own, by their status. */
const BEGINNINGS: readonly (readonly [number, string, ChannelField, ChannelFaultName])[] = [
  [400, 'name must ', 'name', 'name'],
  [400, 'url is required', 'url', 'missing'],
  [400, 'url must be a text ', 'url', 'noAddress'],
  [400, 'url must be an http ', 'url', 'noAddress'],
  [400, 'url must ', 'url', 'rule'],
  [400, 'url leads to another server', 'secret', 'otherServer'],
  [400, 'secret must be a text ', 'secret', 'unfit'],
  [400, 'secret must ', 'secret', 'rule'],
  [409, 'there can be at most ', 'channel', 'full'],
  [404, 'channel not found', 'channel', 'gone'],
];

/** Reads a refusal of a channel; undefined for every other failure. */
export function channelFault(failure: unknown): ChannelFault | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, message } = failure;
  const found = BEGINNINGS.find(([of, beginning]) => status === of && message.startsWith(beginning));
  return found && { at: found[2], name: found[3] };
}
