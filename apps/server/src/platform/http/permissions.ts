import type { Permission } from '@seller-connect/contract';
import { Problem, type Words } from './problem.ts';

const areas: Record<Permission, Words> = {
  'catalog:all:all': { vi: 'quản lý thương hiệu', en: 'manage brands' },
  'ppm:all:all': { vi: 'quản lý giá', en: 'manage prices' },
};

/**
 * Spec 6: the permission is compared with those that the person has at this moment, by its exact text.
 * @throws Problem 403 that says what is missing and who can grant it.
 */
export function demandPermission(held: readonly string[], needed: Permission): void {
  if (held.includes(needed)) return;
  const area = areas[needed];
  throw new Problem(
    403,
    'forbidden',
    {
      vi: `Tài khoản của bạn chưa có quyền ${area.vi}. Hãy nhờ người quản trị phân vai trò của công ty cấp quyền này cho bạn.`,
      en: `Your account may not ${area.en}. Ask whoever assigns roles in your company to grant it to you.`,
    },
    { permission: needed },
  );
}
