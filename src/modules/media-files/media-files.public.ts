export { MediaFilesModule } from './media-files.module.js';
export { FileTicketsService } from './tickets/file-tickets.service.js';
