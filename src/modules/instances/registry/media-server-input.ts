import type { SelfHostedMediaServerType } from '../service-kinds.js';
import {
  type Connection,
  type InstanceInput,
  type InstanceUpdate,
  judgeCandidate,
  judgeMove,
  judgeNewSettings,
  judgeNoPin,
  judgeSettingsUpdate,
  type NewInstance,
} from './instance-input.js';
import type { InstanceRecord } from './instance-record.js';
import { judgeMediaServerConfig, NOT_LINKED } from './media-server-config.js';

/**
 * A new self-hosted media server. Without a configuration it shares all its libraries.
 *
 * @throws AppError 400 naming the first fault
 */
export function judgeNewMediaServer(
  input: InstanceInput,
  serviceType: SelfHostedMediaServerType,
): NewInstance & Connection<SelfHostedMediaServerType> {
  judgeNoPin(input);
  const { url, apiKey } = judgeCandidate(input, serviceType);
  const config = judgeMediaServerConfig(input.mediaServerConfig ?? {}, serviceType, '');
  return {
    ...judgeNewSettings(input, serviceType),
    serviceType,
    url,
    apiKey,
    mediaServer: { ...config, ...NOT_LINKED },
  };
}

/**
 * The changes to a stored self-hosted media server. A configuration that is left out stays.
 *
 * @throws AppError 400 naming the first fault
 */
export function judgeMediaServerUpdate(
  input: InstanceInput,
  stored: InstanceRecord & { readonly serviceType: SelfHostedMediaServerType },
): InstanceUpdate {
  judgeNoPin(input);
  const { mediaServerConfig: sent } = input;
  const mediaServerConfig = sent && judgeMediaServerConfig(sent, stored.serviceType, '');
  return { ...judgeSettingsUpdate(input, stored), ...judgeMove(input, stored), mediaServerConfig };
}
