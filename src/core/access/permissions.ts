/** The two roles of an account. A kids account is a user with a content policy, not a role. */
export type Role = 'admin' | 'user';

const USER_PERMISSIONS = [
  'ai:chat',
  'arr:browse',
  'downloads:activity',
  'mcp:access',
  'media:discover',
  'media:download',
  'media:request',
] as const;

const ADMIN_ONLY_PERMISSIONS = [
  'admin:*',
  'ai_tools:manage',
  'arr:read',
  'arr:search',
  'credentials:manage',
  'downloads:manage',
  'downloads:read',
  'instances:manage',
  'monitoring:read',
  'remediation:manage',
  'requests:manage',
  'system:read',
  'users:manage',
] as const;

/** Every permission that a route may ask for. */
export type Permission = (typeof USER_PERMISSIONS)[number] | (typeof ADMIN_ONLY_PERMISSIONS)[number];

const BY_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  user: [...USER_PERMISSIONS].sort(),
  admin: [...USER_PERMISSIONS, ...ADMIN_ONLY_PERMISSIONS].sort(),
};

/** What a role may do, sorted alphabetically; administrators get the full list, `admin:*` included. */
export function permissionsOf(role: Role): readonly Permission[] {
  return BY_ROLE[role];
}

/** May this role do that? An empty permission never authorizes. */
export function roleHolds(role: Role, permission: Permission): boolean {
  return BY_ROLE[role].includes(permission);
}
