import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { IssuedTicket } from '../tickets/ticket-issue.service.js';

/** A ticket for a file. Source: doc 4 section 8. */
export interface FileTicketView {
  /** Where the file is fetched, below the address of this server. Everybody who knows it can read the file. */
  readonly url: string;
  /** Under which it is saved. */
  readonly filename: string;
  readonly size_bytes: number;
  readonly expires_at: Rfc3339;
}

/** Which paths lie in mapped folders. Source: doc 4 section 8. */
export interface FileCoverageView {
  /** One for each path that was asked about, in their order. */
  readonly covered: readonly boolean[];
}

/** The wire form of a ticket. */
export const fileTicketView = ({ ticket, name, size }: IssuedTicket): FileTicketView => ({
  url: `/api/media-files/download/${ticket.token}`,
  filename: name,
  size_bytes: size,
  expires_at: rfc3339(ticket.expiresAt),
});
