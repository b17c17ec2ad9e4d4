import { InstanceGrantRow, InstancePreferenceRow, ServiceInstanceRow } from './registry/rows.js';

/** The tables of this module. */
export const instancesEntities = [ServiceInstanceRow, InstanceGrantRow, InstancePreferenceRow] as const;
