import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../../core/access/access.decorators.js';
import type { Settings } from '../../core/config/settings.js';
import { InjectSettings } from '../../core/core.module.js';
import { SetupStateService } from '../../modules/auth/auth.public.js';
import { FRONT_PAGE_CSP, renderFrontPage } from './front-page.js';

/** GET /: for people who open the server's address in a browser. */
@Controller()
export class FrontPageController {
  constructor(
    private readonly setup: SetupStateService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Show the front page to a browser. */
  @Public()
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', FRONT_PAGE_CSP)
  @Header('Cache-Control', 'no-store')
  async page(): Promise<string> {
    const { serverName, basePath } = this.settings;
    return renderFrontPage({ serverName, basePath, setupDone: await this.setupDone() });
  }

  private async setupDone(): Promise<boolean | undefined> {
    try {
      return await this.setup.isComplete();
    } catch {
      return undefined;
    }
  }
}
