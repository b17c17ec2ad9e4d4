import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { EntryFigures } from '../../requests/requests.public.js';

/**
 * The version of the tracker's interface that this server speaks. Clients derive from it what they may request, so it is the
 * version of that interface and not of this program. Source: seerr facts.
 */
export const INTERFACE_VERSION = '3.1.0';

/** The answer of GET /api/v1/status. Source: doc 2 section 4; seerr-api.yml /status. */
export interface TrackerStatusView {
  /** The version of the tracker's interface; clients derive from it what they may request. */
  readonly version: string;
  /** Which program answers: `usher-1.2.3`. */
  readonly commitTag: string;
  /** Always false. */
  readonly updateAvailable: boolean;
  /** Always 0. */
  readonly commitsBehind: number;
  /** Always false. */
  readonly restartRequired: boolean;
}

/** The answer of GET /api/v1/settings/about. Source: doc 2 section 4; seerr-api.yml /settings/about. */
export interface AboutView {
  /** The version of the tracker's interface; clients derive from it what they may request. */
  readonly version: string;
  /** How many requests for films and series there are. */
  readonly totalRequests: number;
  /** How many different titles they are for. */
  readonly totalMediaItems: number;
  /** The server's time zone: `Europe/Berlin`. */
  readonly tz: string;
}

export function aboutView({ requests, titles }: EntryFigures): AboutView {
  const tz = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { version: INTERFACE_VERSION, totalRequests: requests, totalMediaItems: titles, tz };
}

/** How old what was read of a library becomes before it is read anew, in milliseconds. Source: doc 2 section 8. */
const READ_EVERY_MS = 120_000;

/** Work that the tracker does at its times. Source: seerr-api.yml, Job. */
export interface JobView {
  readonly id: 'availability-sync';
  readonly name: string;
  readonly type: 'process';
  readonly interval: 'fixed';
  /** The libraries are read anew when somebody looks and the last reading is two minutes old. */
  readonly cronSchedule: string;
  readonly nextExecutionTime: Rfc3339;
  /** Always false: it is done when it is answered. */
  readonly running: boolean;
}

/** @param now epoch milliseconds */
export function availabilitySyncView(now: number): JobView {
  return {
    id: 'availability-sync',
    name: 'Media Availability Sync',
    type: 'process',
    interval: 'fixed',
    cronSchedule: '0 */2 * * * *',
    nextExecutionTime: rfc3339((Math.floor(now / READ_EVERY_MS) + 1) * READ_EVERY_MS),
    running: false,
  };
}
