/** What a measured process is asked; each question is answered with everything. */
export type ProbeQuestion = 'usage' | 'collect' | 'watch stalls' | 'watch memory' | 'stop watching';

/** What a process has used since it began. */
export interface ProbeAnswer {
  /** User and system, all threads. */
  readonly cpuMs: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly externalMiB: number;
  /** How long its event loop stood still at most while stalls were watched. */
  readonly longestStallMs: number;
  /** The most resident memory that was seen while it was watched; 0 before. */
  readonly peakRssMiB: number;
}
