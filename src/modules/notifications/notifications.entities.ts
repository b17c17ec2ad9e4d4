import { BaselineRow } from './observation/baseline-row.entity.js';
import { ObservationRow } from './observation/observation-row.entity.js';
import { OutboxDestinationRow } from './outbox/outbox-destination-row.entity.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';

/** The tables of this module. */
export const notificationsEntities = [OutboxRow, OutboxDestinationRow, ObservationRow, BaselineRow] as const;
