import { BoxGrantRow } from './boxes/box-grant-row.entity.js';
import { BoxRow } from './boxes/box-row.entity.js';

/** The tables of this module. */
export const setboxEntities = [BoxRow, BoxGrantRow] as const;
