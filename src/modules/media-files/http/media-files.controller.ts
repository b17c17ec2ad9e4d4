import { Body, Controller, Get, Head, Headers, HttpCode, Param } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import { BodyLimit, RequirePermission, Ticket } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import { atMostItems } from '../../../core/http/at-most.js';
import { Post } from '../../../core/http/post.decorators.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { type FileAddress, FinishedFilesService } from '../finding/finished-files.service.js';
import { onlyReading } from '../media-files.errors.js';
import { FileDownloadService, holderOf, type IssuedTicket } from '../transfers/file-download.service.js';

const LONGEST_ID = 128;
const LARGEST_FILE_ID = 2_147_483_647;
const MOST_PATHS = 200;

const INSTANCE_ID = refusedValue('not_a_text', `instance_id must be a text of 1 to ${LONGEST_ID} characters`, {
  name: 'instance_id',
  least: 1,
  most: LONGEST_ID,
});
const FILE_ID = refusedValue('invalid', 'file_id must be the number of a file', { name: 'file_id' });
const PATHS = refusedValue('not_a_list', `paths must be a list of 1 to ${MOST_PATHS} texts`, {
  name: 'paths',
  least: 1,
  most: MOST_PATHS,
});

const instanceId = z.string(INSTANCE_ID).min(1, INSTANCE_ID).max(LONGEST_ID, INSTANCE_ID);

const TICKET_BODY = z
  .strictObject({
    instance_id: instanceId,
    file_id: z.int(FILE_ID).min(1, FILE_ID).max(LARGEST_FILE_ID, FILE_ID),
  })
  .transform(({ instance_id, file_id }): FileAddress => ({ instanceId: instance_id, fileId: file_id }));

interface CoverageInput {
  readonly instanceId: string;
  readonly paths: readonly string[];
}

const COVERAGE_BODY = z
  .strictObject({
    instance_id: instanceId,
    paths: atMostItems(MOST_PATHS, z.array(z.string(PATHS), PATHS).min(1, PATHS), PATHS),
  })
  .transform(({ instance_id, paths }): CoverageInput => ({ instanceId: instance_id, paths }));

/** A ticket for a file. */
interface FileTicketView {
  /** Where the file is fetched, below the address of this server. Everybody who knows it can read the file. */
  readonly url: string;
  /** Under which it is saved. */
  readonly filename: string;
  readonly size_bytes: number;
  readonly expires_at: Rfc3339;
}

/** Which paths lie in mapped folders. */
interface FileCoverageView {
  /** One for each path that was asked about, in their order. */
  readonly covered: readonly boolean[];
}

const fileTicketView = ({ ticket, name, size }: IssuedTicket): FileTicketView => ({
  url: `/api/media-files/download/${ticket.token}`,
  filename: name,
  size_bytes: size,
  expires_at: rfc3339(ticket.expiresAt),
});

/** Refuses every other method for a file, before anybody looks at its ticket. @throws AppError 405 */
export function refuseOtherMethods({ method }: Request, _response: Response, next: NextFunction): void {
  if (method !== 'GET' && method !== 'HEAD') throw onlyReading();
  next();
}

const TICKET_BYTES = 4_096;
const COVERAGE_BYTES = 256 * 1_024;

const NOT_OPENED = 'The ticket opens nothing, or no longer.';
const LOOKUP = 'The library could not be asked for the file.';

/** What members take home of the libraries that they use; files by ticket, for programs that save them, need no session. */
@Controller('api/media-files')
export class MediaFilesController {
  constructor(
    private readonly downloads: FileDownloadService,
    private readonly files: FinishedFilesService,
  ) {}

  /**
   * Get a ticket for one file of a library. It names the library and the library's own number of the file, and opens the file
   * for ten minutes.
   */
  @RequirePermission('media:download')
  @KidsJudgedByService()
  @BodyLimit(TICKET_BYTES)
  @Post('tickets')
  @HttpCode(201)
  @Answers({
    404: 'There is no such library or file for the caller, or its library serves no files.',
    409: 'The file does not lie where this server may read.',
    429: 'The caller has 32 tickets that are still good.',
    502: 'The library could not be asked for the file.',
    503: 'No folders are configured, too many tickets are given out, or the disk does not answer.',
  })
  async issue(
    @CurrentCaller() caller: Caller,
    @Body(new StrictBodyPipe(TICKET_BODY)) address: FileAddress,
  ): Promise<FileTicketView> {
    return fileTicketView(await this.downloads.issue(caller, address));
  }

  /** Get which paths of a library lie in folders that files are served from. Whether there are such files is not looked at. */
  @RequirePermission('media:download')
  @KidsUnlimited()
  @BodyLimit(COVERAGE_BYTES)
  @Post('coverage')
  @Answers({
    404: 'There is no such library for the caller.',
    503: 'No folders are configured.',
  })
  async coverage(
    @CurrentCaller() caller: Caller,
    @Body(new StrictBodyPipe(COVERAGE_BODY)) { instanceId, paths }: CoverageInput,
  ): Promise<FileCoverageView> {
    return { covered: await this.files.areCovered(holderOf(caller), instanceId, paths) };
  }

  /** Get what a download would say of a file, without its bytes. */
  @Head('download/:ticket')
  @Ticket()
  @Relays('The headers of the file.')
  @Answers({ 404: NOT_OPENED, 502: LOOKUP, 503: 'The disk does not answer. Try again after `Retry-After` seconds.' })
  head(@Param('ticket') ticket: string): Promise<RawAnswer> {
    return this.downloads.head(ticket);
  }

  /** Get a file, or one range of it. */
  @Get('download/:ticket')
  @Ticket()
  @Relays('The bytes of the file: 200 for the whole, 206 for the range that was asked for.')
  @Answers({
    404: NOT_OPENED,
    416: 'The file has no such range.',
    429: 'The account downloads eight files already. Try again after `Retry-After` seconds.',
    502: LOOKUP,
    503: 'Too many files are sent at once, or the disk does not answer. Try again after `Retry-After` seconds.',
  })
  send(
    @Param('ticket') ticket: string,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
  ): Promise<RawAnswer> {
    return this.downloads.send(ticket, { range, ifRange });
  }
}
