/**
 * The version of the tracker's interface that this server speaks. Clients tell by it what they may ask for, so it is the
 * version of that interface and not of this program. Source: seerr facts.
 */
export const INTERFACE_VERSION = '3.1.0';

/** The answer of GET /api/v1/status. Source: doc 2 section 4; seerr-api.yml /status. */
export interface TrackerStatusView {
  /** The version of the tracker's interface, by which clients tell what they may ask for. */
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
