import { Injectable } from '@nestjs/common';
import type { ServarrFile } from '../../../clients/servarr/servarr.client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { InstanceClientsService, InstanceMissing } from '../../instances/instances.public.js';
import { ContentLimitsService, limitsNotApplied, type KidsJudge } from '../../content-policy/content-policy.public.js';
import type { FileSource } from '../access/file-rights.service.js';
import { fileUnavailable, lookupFault } from '../media-files.errors.js';

/** How many managers are asked at once, and how many questions may wait: nobody's downloads keep a library from the others. */
const [ASKED_AT_ONCE, MOST_WAITING] = [8, 128];

/** A file as its manager has it at this moment, and by what its account was judged. */
export interface LiveFile {
  /** Absolute, as the manager's own system writes paths. */
  readonly path: string;
  readonly judge: KidsJudge | null;
}

/** What a manager says of one file and of its title, asked anew each time: nothing of it is remembered. */
@Injectable()
export class LiveFilesService {
  private readonly few = new FewAtATime(ASKED_AT_ONCE, MOST_WAITING);

  constructor(
    private readonly clients: InstanceClientsService,
    private readonly limits: ContentLimitsService,
  ) {}

  /**
   * The file with this id of the manager's own. A kids account doesn't find that of a film or series outside its limits.
   * @throws AppError 404 for no such file; 502 without the manager or where limits can't be applied; 503 where they can't be read or too
   *   many ask
   */
  require(source: FileSource['instance'], fileId: number, userId: number): Promise<LiveFile> {
    return this.few.run(() => this.ask(source, fileId, userId), shareOf(userId));
  }

  private async ask(source: FileSource['instance'], fileId: number, userId: number): Promise<LiveFile> {
    try {
      const judge = await this.limits.of(userId);
      const file = await this.read(source, fileId);
      if (!file || (judge && !(await this.isShown(source, file, judge)))) throw fileUnavailable();
      return { path: file.path, judge };
    } catch (fault) {
      throw fault instanceof InstanceMissing ? fileUnavailable() : lookupFault(fault);
    }
  }

  private async read({ id, serviceType }: FileSource['instance'], fileId: number): Promise<ServarrFile | null> {
    switch (serviceType) {
      case 'movie_manager':
        return (await this.clients.connect('movie_manager', id)).movieFile(fileId);
      case 'tv_manager':
        return (await this.clients.connect('tv_manager', id)).episodeFile(fileId);
      case 'book_manager':
        return (await this.clients.connect('book_manager', id)).bookFile(fileId);
      case 'music_manager':
        return (await this.clients.connect('music_manager', id)).trackFile(fileId);
    }
  }

  private async isShown(
    { id, serviceType }: FileSource['instance'],
    { titleId }: ServarrFile,
    judge: KidsJudge,
  ): Promise<boolean> {
    if (serviceType === 'book_manager' || serviceType === 'music_manager') return true;
    if (titleId === null) throw limitsNotApplied(new Error('a file names no title'));
    const [kind, record] =
      serviceType === 'movie_manager'
        ? (['movie', await (await this.clients.connect('movie_manager', id)).wholeMovie(titleId)] as const)
        : (['tv', await (await this.clients.connect('tv_manager', id)).wholeSeries(titleId)] as const);
    return record !== null && isShownBy(judge, kind, record);
  }
}

/** @throws AppError 502 for a record that can't be judged */
function isShownBy(judge: KidsJudge, kind: 'movie' | 'tv', record: unknown): boolean {
  try {
    return judge.record(kind, record).shown;
  } catch (fault) {
    throw limitsNotApplied(fault);
  }
}
