import { Body, Controller, HttpCode } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { type FileAddress, FinishedFilesService } from '../finding/finished-files.service.js';
import { holderOf, TicketIssueService } from '../tickets/ticket-issue.service.js';
import { COVERAGE_BODY, type CoverageInput, TICKET_BODY } from './media-files.body.js';
import { type FileCoverageView, type FileTicketView, fileTicketView } from './media-files.view.js';

/** Source: doc 4 section 8. */
const TICKET_BYTES = 4_096;
const COVERAGE_BYTES = 256 * 1_024;

/** What members take home of the libraries that they use. Source: doc 2 §4 Completed file downloads, doc 4 section 8. */
@Controller('api/media-files')
export class MediaFilesController {
  constructor(
    private readonly tickets: TicketIssueService,
    private readonly files: FinishedFilesService,
  ) {}

  /**
   * Get a ticket for one file of a library. It names the library and the library's own number of the file, and opens the file for
   * ten minutes.
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
    return fileTicketView(await this.tickets.issue(caller, address));
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
    return { covered: await this.files.covered(holderOf(caller), instanceId, paths) };
  }
}
