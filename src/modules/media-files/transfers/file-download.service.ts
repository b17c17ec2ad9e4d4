import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { type HeaderPairs, RawAnswer } from '../../../core/http/raw-answer.js';
import type { FileHolder } from '../access/file-rights.service.js';
import { attachment } from '../finding/download-name.js';
import { type FileAddress, FinishedFilesService, type FoundFile } from '../finding/finished-files.service.js';
import { rangeNotSatisfiable, ticketRefusal } from '../media-files.errors.js';
import { type FileTicket, FileTicketsService } from '../tickets/file-tickets.service.js';
import { type RangeHeaders, wantedBytes } from './byte-range.js';
import { type ByteSpan, FileBytes } from './file-bytes.js';
import { type Transfer, TransfersService } from './transfers.service.js';

export interface IssuedTicket {
  readonly ticket: FileTicket;
  readonly name: string;
  readonly size: number;
}

/** A caller as the one who holds what they ask for. */
export const holderOf = ({ userId, deviceId }: Caller): FileHolder => ({ userId, deviceIds: new Set([deviceId]) });

/** Gives tickets, and sends files. Everything is judged by each call, and the right every five seconds meanwhile. */
@Injectable()
export class FileDownloadService {
  constructor(
    private readonly tickets: FileTicketsService,
    private readonly files: FinishedFilesService,
    private readonly transfers: TransfersService,
  ) {}

  /**
   * The right is judged once more when the manager has answered.
   * @throws AppError as {@link FinishedFilesService.open} and {@link FileTicketsService.issue}
   */
  async issue(caller: Caller, address: FileAddress): Promise<IssuedTicket> {
    const holder = holderOf(caller);
    const { file, name, found } = await this.files.open(holder, address);
    void file.close();
    await this.files.confirm(holder, address.instanceId, found);
    const { userId, deviceId } = caller;
    return { ticket: this.tickets.issue({ userId, deviceId, ...address }), name, size: file.size };
  }

  /** The file, or the part of it that is wanted. @throws AppError 404 for whatever the ticket doesn't open, 416, 429, 502 and 503 */
  async send(token: string, range: RangeHeaders): Promise<RawAnswer> {
    const ticket = this.tickets.require(token);
    const transfer = this.transfers.begin(ticket.userId);
    try {
      const found = await this.open(ticket);
      try {
        return answer(found, range, transfer, () => this.files.confirm(ticket, ticket.instanceId, found.found));
      } catch (fault) {
        void found.file.close();
        throw fault;
      }
    } catch (fault) {
      transfer.end();
      throw fault;
    }
  }

  /** Ranges don't count here. @throws AppError as {@link send}, but for 416 and too many transfers */
  async head(token: string): Promise<RawAnswer> {
    const found = await this.open(this.tickets.require(token));
    void found.file.close();
    return new RawAnswer(200, [...headersOf(found), ['Content-Length', String(found.file.size)]]);
  }

  private async open(ticket: FileTicket): Promise<FoundFile> {
    let found: FoundFile | undefined;
    try {
      found = await this.files.open(ticket, ticket);
      await this.files.confirm(ticket, ticket.instanceId, found.found);
      return found;
    } catch (fault) {
      void found?.file.close();
      // The right to it has gone, and doesn't revive the ticket if it comes back.
      if (fault instanceof AppError && [401, 403, 404].includes(fault.status)) this.tickets.drop(ticket);
      throw ticketRefusal(fault);
    }
  }
}

function answer(found: FoundFile, range: RangeHeaders, transfer: Transfer, confirm: () => Promise<void>): RawAnswer {
  const { size, etag } = found.file;
  const wanted = wantedBytes(range, size, etag);
  if (wanted.kind === 'unsatisfiable') throw rangeNotSatisfiable(size);
  const span: ByteSpan = wanted.kind === 'part' ? wanted : { first: 0, last: size - 1 };
  const length = span.last - span.first + 1;
  transfer.expect(length);
  transfer.watch(confirm);
  const headers: HeaderPairs = [
    ...headersOf(found),
    ['Content-Length', String(length)],
    ...(wanted.kind === 'part' ? [['Content-Range', `bytes ${span.first}-${span.last}/${size}`] as const] : []),
  ];
  const bytes = new FileBytes(found.file, span, (count) => transfer.countSent(count));
  const end = (): void => {
    transfer.end();
    bytes.destroy();
  };
  return new RawAnswer(wanted.kind === 'part' ? 206 : 200, headers, bytes, end, transfer.broken);
}

/** The receiver saves it, and never shows, keeps or runs it. Nothing but its name says what it is. */
const headersOf = ({ name, file: { etag } }: FoundFile): HeaderPairs => [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', attachment(name)],
  ['Accept-Ranges', 'bytes'],
  ['ETag', etag],
  ['Cache-Control', 'private, no-store'],
  ['Pragma', 'no-cache'],
  // Beside the policy that every answer has, under which nothing is loaded: both hold.
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
