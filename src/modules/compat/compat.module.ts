import { Module, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { COMPAT_KEY_JUDGE } from '../auth/auth.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { KeyController } from './http/key.controller.js';
import { LedgerUsersController } from './http/ledger-users.controller.js';
import { RequestsLedgerController } from './http/requests-ledger.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { StatusController } from './http/status.controller.js';
import { TitlesLedgerController } from './http/titles-ledger.controller.js';
import { UnservedController } from './http/unserved.controller.js';
import { ForgetIssuer } from './key/forget-issuer.js';
import { IssuedKeys } from './key/issued-keys.js';
import { KeyDesk } from './key/key-desk.js';
import { KeyJudge } from './key/key-judge.js';
import { StandingKeys } from './key/standing-keys.js';
import { Ledger } from './ledger/ledger.js';
import { RequestDesk } from './ledger/request-desk.js';
import { SavedLedger } from './ledger/saved-ledger.js';
import { AccountDirectory } from './people/account-directory.js';
import { LedgerFigures } from './ledger/ledger-figures.js';
import { LibraryList } from './titles/library-list.js';
import { LiveFilms } from './titles/live-films.js';
import { LiveSeries } from './titles/live-series.js';
import { TitlePages } from './pages/title-pages.js';
import { TitleTexts } from './titles/title-texts.js';

/** The request tracker's interface, for tools that speak it, and the key to it. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, LibraryModule, MetadataModule, RequestsModule],
  // The last one takes every path that none before it has.
  controllers: [
    KeyController,
    StatusController,
    SettingsController,
    LedgerUsersController,
    RequestsLedgerController,
    TitlesLedgerController,
    UnservedController,
  ],
  providers: [
    IssuedKeys,
    StandingKeys,
    KeyJudge,
    KeyDesk,
    ForgetIssuer,
    LedgerFigures,
    AccountDirectory,
    LibraryList,
    LiveFilms,
    LiveSeries,
    SavedLedger,
    Ledger,
    RequestDesk,
    TitleTexts,
    TitlePages,
  ],
})
export class CompatModule implements OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly judge: KeyJudge,
  ) {}

  onModuleInit(): void {
    this.ports.register(COMPAT_KEY_JUDGE, this.judge);
  }
}
