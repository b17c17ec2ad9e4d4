import { bookcatalogEntities } from '../modules/bookcatalog/rows.js';
import { instancesEntities } from '../modules/instances/instances.entities.js';
import { mediaAccountsEntities } from '../modules/media-accounts/rows.js';
import { notificationsEntities } from '../modules/notifications/notifications.entities.js';
import { quotasEntities } from '../modules/quotas/rows.js';
import { requestsEntities } from '../modules/requests/requests.entities.js';
import { setboxEntities } from '../modules/setbox/rows.js';
import { seriesMatchingEntities } from '../modules/series-matching/rows.js';
import { settingsEntities } from '../modules/settings/setting.entity.js';
import { usersEntities } from '../modules/users/users.entities.js';

export const entities = [
  ...settingsEntities,
  ...usersEntities,
  ...instancesEntities,
  ...bookcatalogEntities,
  ...mediaAccountsEntities,
  ...quotasEntities,
  ...seriesMatchingEntities,
  ...requestsEntities,
  ...setboxEntities,
  ...notificationsEntities,
] as const;
