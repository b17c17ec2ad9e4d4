export { MediaAccountsModule } from './media-accounts.module.js';
