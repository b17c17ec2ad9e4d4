export { BookcatalogConnectionChanged } from './bookcatalog.events.js';
export { BookcatalogModule } from './bookcatalog.module.js';
