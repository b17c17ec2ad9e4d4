import { Controller, Get } from '@nestjs/common';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import { INTERFACE_VERSION, type TrackerStatusView } from './tracker.view.js';

const STATUS: TrackerStatusView = {
  version: INTERFACE_VERSION,
  commitTag: `usher-${PROGRAM_VERSION}`,
  updateAvailable: false,
  commitsBehind: 0,
  restartRequired: false,
};

/** Is there a server, and what does it speak? Source: doc 2 section 4. */
@Controller('api/v1/status')
export class StatusController {
  /** Get which version of the interface the server speaks. */
  @CompatKey()
  @Get()
  read(): TrackerStatusView {
    return STATUS;
  }
}
