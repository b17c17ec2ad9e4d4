import { Controller, Get, Header } from '@nestjs/common';
import { MetricsToken } from '../../core/access/access.decorators.js';
import { Meter } from '../../core/metrics/meter.js';

/** For the household's Prometheus. */
@Controller()
export class MetricsController {
  constructor(private readonly meter: Meter) {}

  /** Everything measured since the start, in the text format of Prometheus. Source: doc 3 section 10. */
  @MetricsToken()
  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  metrics(): Promise<string> {
    return this.meter.text();
  }
}
