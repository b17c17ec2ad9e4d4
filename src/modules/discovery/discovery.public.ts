export { DiscoveryVisibilityChanged } from './discovery.events.js';
export { DiscoveryModule } from './discovery.module.js';
export type { MediaType } from './preferences/discovery-choices.js';
export { HiddenTabsService } from './preferences/hidden-tabs.service.js';
