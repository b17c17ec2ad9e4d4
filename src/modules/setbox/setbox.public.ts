export { SetboxModule } from './setbox.module.js';
export { isSetboxCode } from './setbox.errors.js';
