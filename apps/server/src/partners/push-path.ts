import type { Platform } from '@seller-connect/partners';

/** Returns the path of a partner's pushes on the application's origin. */
export function pushPath(platform: Platform): `/${string}` {
  return `/partner/push/${platform.toLowerCase()}`;
}
