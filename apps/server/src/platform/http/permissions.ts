import type { Permission } from '@seller-connect/contract';
import { Problem, type LocalizedText } from './problem.ts';

const permissionTexts: Record<Permission, LocalizedText> = {
  'catalog:all:all': { vi: 'quản lý thương hiệu', en: 'manage brands' },
  'ppm:all:all': { vi: 'quản lý giá', en: 'manage prices' },
};

/**
 * Checks that the user's current permissions contain the exact text of the required one (specification, section 6).
 * @throws Problem 403 that says what is missing and who can grant it
 */
export function requirePermission(granted: readonly string[], required: Permission): void {
  if (granted.includes(required)) return;
  const area = permissionTexts[required];
  throw new Problem(
    403,
    'forbidden',
    {
      vi: `Tài khoản của bạn chưa có quyền ${area.vi}. Hãy nhờ người quản trị phân vai trò của công ty cấp quyền này cho bạn.`,
      en: `Your account doesn’t have permission to ${area.en}. Ask your company’s role administrator to grant it to you.`,
    },
    { permission: required },
  );
}
