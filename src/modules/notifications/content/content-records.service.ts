import { Injectable } from '@nestjs/common';
import { InstanceMissing } from '../../instances/instances.public.js';
import { ReportedRecordsService, type ReportedRecord, type RecordReading } from '../../library/library.public.js';
import type { NotYet } from '../outbox/outbox-destination.js';
import type { ReportedTitle } from './new-content.js';

/** What does the manager's own record say of a title whose files are said to have come? */
@Injectable()
export class ContentRecordsService {
  constructor(private readonly records: ReportedRecordsService) {}

  /** Its record, null where there is none, or none with a file; or that the library can't be read now. */
  async of(title: ReportedTitle): Promise<{ readonly record: ReportedRecord | null } | NotYet> {
    try {
      const reading = await this.read(title);
      if (!reading.known) return { wait: 'The library can’t be read.' };
      return { record: reading.record?.hasFile ? reading.record : null };
    } catch (fault) {
      if (fault instanceof InstanceMissing) return { record: null };
      throw fault;
    }
  }

  private read({ mediaType, instanceId, titleId }: ReportedTitle): Promise<RecordReading> {
    switch (mediaType) {
      case 'movie':
        return this.records.film(instanceId, Number(titleId));
      case 'tv':
        return this.records.series(instanceId, Number(titleId));
      case 'book':
        return this.records.book(instanceId, Number(titleId));
      case 'music':
        return this.records.album(instanceId, String(titleId));
    }
  }
}
