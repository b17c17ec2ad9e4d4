import { Controller, Get, Header, Query, UseFilters } from '@nestjs/common';
import { Public } from '../../../core/access/access.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Relays } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { CREATE_PAGE_CSP, renderCreatePage, renderSetupPage, SETUP_PAGE_CSP } from '../passkeys/pages/passkey-pages.js';
import { safeReturn } from '../passkeys/pages/safe-return.js';
import { CurrentRelyingParty, type RelyingParty } from '../passkeys/relying-party.js';
import { requiredWord, type SetupQuery } from './passkey.view.js';
import { RefusalPageFilter } from './refusal-page.filter.js';

/** Query of GET /passkeys/setup. */
export interface SetupPageQuery {
  /** Where people go afterwards: an address of the app or a path of this server; anything else is left out. */
  readonly return?: string;
}

/** Pages on which people set up passkeys. */
@Controller('passkeys')
export class PasskeyPagesController {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** Show a page that leads to where passkeys are set up: the app, or the browser. */
  @Public()
  @Get('setup')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', SETUP_PAGE_CSP)
  setUp(@CurrentRelyingParty() { origin }: RelyingParty, @Query() query: UnvalidatedQuery<SetupPageQuery>): string {
    const { serverName, basePath } = this.settings;
    const returnTo = safeReturn(typeof query.return === 'string' ? query.return : undefined);
    return renderSetupPage({ serverName, basePath, origin, returnTo });
  }

  /** Show the page of a setup link, which registers one passkey; without a token, a page that says so. */
  @Public()
  @UseFilters(RefusalPageFilter)
  @Relays('The page of the link; where the token is missing, a page that says so.')
  @Get('create')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', CREATE_PAGE_CSP)
  create(@Query() query: UnvalidatedQuery<SetupQuery>): string {
    requiredWord(query, 'token');
    const { serverName, basePath } = this.settings;
    return renderCreatePage({ serverName, basePath });
  }
}
