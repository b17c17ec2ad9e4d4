import { Controller, Get, Head, Headers, Param } from '@nestjs/common';
import { Ticket } from '../../../core/access/access.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { FileDownloadService } from '../transfers/file-download.service.js';

const NOT_OPENED = 'The ticket opens nothing, or no longer.';
const LOOKUP = 'The library could not be asked for the file.';

/** Files by ticket, for programs that save them: no session is needed. Source: doc 2 §4 Completed file downloads, doc 4 section 8. */
@Controller('api/media-files/download')
export class DownloadController {
  constructor(private readonly downloads: FileDownloadService) {}

  /** Get what a download would say of a file, without its bytes. */
  @Head(':ticket')
  @Ticket()
  @Relays('The headers of the file.')
  @Answers({ 404: NOT_OPENED, 502: LOOKUP, 503: 'The disk does not answer. Try again after `Retry-After` seconds.' })
  head(@Param('ticket') ticket: string): Promise<RawAnswer> {
    return this.downloads.head(ticket);
  }

  /** Get a file, or one range of it. */
  @Get(':ticket')
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
