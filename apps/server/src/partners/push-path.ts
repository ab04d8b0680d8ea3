import type { Platform } from '@seller-connect/partners';

/** Where a partner's messages come in, on the origin of the application. */
export function pushPath(platform: Platform): `/${string}` {
  return `/partner/push/${platform.toLowerCase()}`;
}
