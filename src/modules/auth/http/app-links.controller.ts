import { Controller, Get } from '@nestjs/common';
import { Public } from '../../../core/access/access.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { androidAppLinks, appleAppLinks, type AndroidAppLink, type AppleAppLinks } from './app-links.view.js';

/** What the platforms of native apps ask before an app may use the passkeys of this host. Source: doc 3 section 1.8. */
@Controller('.well-known')
export class AppLinksController {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** List the Apple apps that may use this host's passkeys. */
  @Public()
  @Get('apple-app-site-association')
  @Answers({ 404: 'None is configured.' })
  apple(): AppleAppLinks {
    return appleAppLinks(this.settings);
  }

  /** List the Android apps that may use this host's passkeys. */
  @Public()
  @Get('assetlinks.json')
  @Answers({ 404: 'None is configured.' })
  android(): readonly AndroidAppLink[] {
    return androidAppLinks(this.settings);
  }
}
