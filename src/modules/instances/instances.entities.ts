import { InstanceGrantRow } from './access/instance-grant.entity.js';
import { InstancePreferenceRow } from './access/instance-preference.entity.js';
import { ServiceInstanceRow } from './registry/service-instance.entity.js';

/** The tables of this module. */
export const instancesEntities = [ServiceInstanceRow, InstanceGrantRow, InstancePreferenceRow] as const;
