import { Controller, Get, Header } from '@nestjs/common';
import { MetricsToken } from '../../core/access/access.decorators.js';
import { Answers } from '../../core/http/answers.decorators.js';
import { Meter } from '../../core/metrics/meter.js';

/** For the household's Prometheus. */
@Controller()
export class MetricsController {
  constructor(private readonly meter: Meter) {}

  /** Get all metrics since the start, in the text format of Prometheus. Source: doc 3 section 10. */
  @MetricsToken()
  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Answers({
    401: 'The token is missing or another one.',
    404: 'Nothing is measured: METRICS_TOKEN is not set.',
    429: 'Too many wrong tokens came from this address.',
  })
  metrics(): Promise<string> {
    return this.meter.text();
  }
}
