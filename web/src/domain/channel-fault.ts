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

/** Refusals that are about no rule of a field. */
const BY_CODE: ReadonlyMap<string, ChannelFault> = new Map([
  ['channel_secret_required', { at: 'secret', name: 'otherServer' }],
  ['too_many_channels', { at: 'channel', name: 'full' }],
  ['notification_channel_not_found', { at: 'channel', name: 'gone' }],
]);

/** What every kind of channel wants of an address and a secret; each has more rules. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(['not_a_text', 'too_long', 'not_a_web_address']);
const OF_SECRETS: ReadonlySet<string> = new Set(['not_a_text', 'too_long', 'unprintable']);

/** Reads a refusal of a channel; undefined for every other failure. */
export function channelFault(failure: unknown): ChannelFault | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, code = '', params } = failure;
  const known = BY_CODE.get(code);
  if (known || status !== 400) return known;
  switch (params.name) {
    case 'name':
      return { at: 'name', name: 'name' };
    case 'url':
      return { at: 'url', name: code === 'required' ? 'missing' : OF_ADDRESSES.has(code) ? 'noAddress' : 'rule' };
    case 'secret':
      return { at: 'secret', name: OF_SECRETS.has(code) ? 'unfit' : 'rule' };
    default:
      return undefined;
  }
}
