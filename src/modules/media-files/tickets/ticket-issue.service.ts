import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { FileHolder } from '../access/file-rights.service.js';
import { type FileAddress, FinishedFilesService } from '../finding/finished-files.service.js';
import { type FileTicket, FileTicketsService } from './file-tickets.service.js';

/** A ticket, and what it is for as its holder is shown it. */
export interface IssuedTicket {
  readonly ticket: FileTicket;
  readonly name: string;
  /** Bytes, at this moment. */
  readonly size: number;
}

/** Gives tickets to those who may have a file that is really there. Source: doc 4 section 8. */
@Injectable()
export class TicketIssueService {
  constructor(
    private readonly files: FinishedFilesService,
    private readonly tickets: FileTicketsService,
  ) {}

  /**
   * A ticket for a file of an instance. The right is judged once more when the manager has answered, which may take a while.
   *
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
}

/** A caller as the one who holds what they ask for. */
export const holderOf = ({ userId, deviceId }: Caller): FileHolder => ({ userId, deviceIds: new Set([deviceId]) });
