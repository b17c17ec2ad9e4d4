import { InstanceGrantRow, InstancePreferenceRow, ServiceInstanceRow } from './registry/rows.js';

export const instancesEntities = [ServiceInstanceRow, InstanceGrantRow, InstancePreferenceRow] as const;
