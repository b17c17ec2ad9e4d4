import { Controller, Get } from '@nestjs/common';
import { Public } from '../../../core/access/access.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { notFound } from '../../../core/errors/app-error.js';
import { Answers, MayBeKept } from '../../../core/http/answers.decorators.js';

/** GET /.well-known/apple-app-site-association. */
export interface AppleAppLinks {
  readonly webcredentials: { readonly apps: readonly string[] };
}

/** An entry of GET /.well-known/assetlinks.json. */
export interface AndroidAppLink {
  readonly relation: readonly ['delegate_permission/common.get_login_creds'];
  readonly target: {
    readonly namespace: 'android_app';
    readonly package_name: string;
    readonly sha256_cert_fingerprints: readonly string[];
  };
}

/** What the platforms of native apps ask before an app may use the passkeys of this host. */
@MayBeKept()
@Controller('.well-known')
export class AppLinksController {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** List the Apple apps that may use this host's passkeys. */
  @Public()
  @Get('apple-app-site-association')
  @Answers({ 404: 'None is configured.' })
  apple(): AppleAppLinks {
    const { appleAppIds } = this.settings;
    if (appleAppIds.length === 0) throw notFound();
    return { webcredentials: { apps: appleAppIds } };
  }

  /** List the Android apps that may use this host's passkeys. */
  @Public()
  @Get('assetlinks.json')
  @Answers({ 404: 'None is configured.' })
  android(): readonly AndroidAppLink[] {
    const { androidPackageName: name, androidCertSha256Fingerprints: fingerprints } = this.settings;
    if (name === undefined || fingerprints.length === 0) throw notFound();
    const target = { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints } as const;
    return [{ relation: ['delegate_permission/common.get_login_creds'], target }];
  }
}
