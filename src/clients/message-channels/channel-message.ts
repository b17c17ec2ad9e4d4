/** What a message means to its readers. */
export type ChannelSeverity = 'info' | 'success' | 'warning' | 'failure';

/** A message, before it takes the form of a channel. Its texts are plain, and other people's words are in them. */
export interface ChannelMessage {
  /** The same for all attempts, and for nothing else; visible ASCII without a full stop. */
  readonly id: string;
  /** What has happened, as a key: `request_available`. */
  readonly event: string;
  /** What has happened, in words. */
  readonly title: string;
  readonly text: string;
  readonly severity: ChannelSeverity;
  /** Where the web app shows more; null for nowhere. */
  readonly link: string | null;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** What a program reads; only webhooks carry it. */
  readonly data: Readonly<Record<string, unknown>>;
}
