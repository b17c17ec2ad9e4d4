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
 * A new self-hosted media server out of what was sent. Without a configuration it shares all its libraries, and says nothing
 * of where people open it. Source: doc 1 section 2, doc 3 sections 3.1 and 3.4.
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
 * The changes to a stored self-hosted media server out of what was sent. A blank credential keeps the stored one, on the same
 * origin, and a configuration that is left out stays.
 *
 * @throws AppError 400 naming the first fault; another service_type than the stored one is a fault
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
