import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AppleTvHelper } from '../../../clients/appletv/appletv-helper.js';
import { HelperError, type HelperFault } from '../../../clients/appletv/helper-error.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { within } from '../../../core/time/waiting.js';
import { setboxRefusal } from '../setbox.errors.js';
import { helperRefusal, type Operation } from './operation-refusals.js';

export const HELPER_JOB = 'setbox.helper';

const EVERY_MS = 10 * 60_000;
const PROTOCOL = 1;

/** How long one waits for the first answer after the start, in milliseconds. */
const PATIENCE_MS = 2_000;

/** After these the helper may be another one than before. */
const OUT_OF_ORDER: ReadonlySet<HelperFault> = new Set(['missing', 'ended', 'malformed', 'unsupported', 'timeout']);

/** The program that speaks to boxes, and whether this server understands it: asked at the start, every ten minutes and after a failure. */
@Injectable()
export class SetboxHelperService implements OnModuleInit, OnModuleDestroy {
  private readonly helper: AppleTvHelper;
  private supported = false;
  private asked: () => void = () => undefined;
  private readonly firstAnswer = new Promise<void>((resolve) => (this.asked = resolve));
  private isAsked = false;

  constructor(
    @InjectSettings() { setboxHelper }: Pick<Settings, 'setboxHelper'>,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    @InjectLog() private readonly log: Log,
  ) {
    this.helper = new AppleTvHelper({ command: setboxHelper, clock });
  }

  onModuleInit(): void {
    this.jobs.register({
      name: HELPER_JOB,
      title: 'Check the set-top box helper',
      purpose: 'Finds out whether the program that speaks to set-top boxes is there and can be used.',
      everyMs: EVERY_MS,
      run: () => this.ask(),
    });
    this.jobs.wake(HELPER_JOB);
  }

  onModuleDestroy(): Promise<void> {
    return this.helper.close();
  }

  /** Can this server speak to boxes? By the last answer; right after the start it waits up to two seconds for the first. */
  async isSupported(): Promise<boolean> {
    if (!this.isAsked) await within(this.clock, PATIENCE_MS, this.firstAnswer);
    return this.supported;
  }

  /** @throws AppError 503 `unsupported` */
  async requireSupport(): Promise<void> {
    if (!(await this.isSupported())) throw setboxRefusal('unsupported');
  }

  /** Has the helper do something. @throws AppError as `helperRefusal` names it */
  async run<T>(operation: Operation, work: (helper: AppleTvHelper) => Promise<T>): Promise<T> {
    try {
      return await work(this.helper);
    } catch (fault) {
      throw this.refusalOf(fault, operation);
    }
  }

  /** As {@link helperRefusal}, and the helper is asked again which one it is where it seems out of order. */
  refusalOf(fault: unknown, operation: Operation): unknown {
    if (fault instanceof HelperError && OUT_OF_ORDER.has(fault.fault)) this.jobs.wake(HELPER_JOB);
    return helperRefusal(fault, operation);
  }

  /** A helper that isn't there is no fault: most households have none. */
  private async ask(): Promise<void> {
    const was = this.isAsked ? this.supported : undefined;
    try {
      const { protocol } = await this.helper.version();
      this.supported = protocol === PROTOCOL;
      if (was !== this.supported) this.log.info('set-top box helper was found', { protocol });
    } catch (fault) {
      if (!(fault instanceof HelperError)) throw fault;
      this.supported = false;
      if (was) this.log.warn('set-top box helper is out of order', { fault: fault.fault });
    } finally {
      this.isAsked = true;
      this.asked();
    }
  }
}
