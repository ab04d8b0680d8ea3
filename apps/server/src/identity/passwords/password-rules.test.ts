import { describe, expect, it } from 'vitest';
import { createPasswordRules } from './password-rules.ts';

const rules = createPasswordRules(async (password) => password === 'stolen-and-sold-in-2019');
const account = { name: 'Nguyễn Thị Mai', email: 'mai.nguyen@hoamai.vn' };
const judge = (password: string, context = account) => rules.judge(password, context);

describe('a password', () => {
  it.each([
    'bốn con mèo trên mái',
    'chiếc xe đạp màu xanh lá',
    'aaB7-kkQz-19xp-Lw',
    'tôi đi chợ mua 3 quả xoài',
  ])('may be any long text, without rules of composition: %s', async (password) => {
    expect(await judge(password)).toBeNull();
  });

  it('has at least 15 characters, counted as code points', async () => {
    expect(await judge('quyển vở tím 8')).toBe('password_too_short');
    expect(await judge('quyển vở tím 88')).toBeNull();
    expect(await judge('🐱🐶🐭🐹🐰🦊🐻')).toBe('password_too_short');
  });

  it('may have 64 characters and more, up to 256 bytes', async () => {
    const words = 'sông núi nước non biển đảo ruộng đồng làng quê phố phường mưa nắng '.repeat(2);
    expect(await judge(Array.from(words).slice(0, 100).join(''))).toBeNull();
    expect(await judge(`${'0123456789abcdef'.repeat(16)}-`)).toBe('password_too_long');
  });
});

describe('a password is refused when it', () => {
  it.each([
    '123456789012345',
    'passwordpassword',
    'Password123456789',
    'P@ssw0rd-P@ssw0rd',
    'qwertyuiopasdfghjkl',
    '1q2w3e4r5t6y7u8i9o0p'.slice(0, 12) + '2024!',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'iloveyouiloveyou2',
    'matkhau123456789',
    'AnhYeuEm1234567890',
    'admin-admin-admin-2026',
    'zyxwvutsrqponmlk',
    'Welcome2026Welcome2026',
  ])('is common: %s', async (password) => {
    expect(await judge(password)).toBe('password_common');
  });

  it.each([
    'SellerConnect2026!',
    'seller-connect-123',
    'nguyenthimai1990',
    'Nguyễn Thị Mai 1990',
    'mai.nguyen@hoamai.vn',
    'hoamai-hoamai-2026',
  ])('is derived from the product, the user or the email address: %s', async (password) => {
    expect(await judge(password)).toBe('password_personal');
  });

  it('is known from a breach', async () => {
    expect(await judge('stolen-and-sold-in-2019')).toBe('password_common');
  });

  it('but not when it merely contains a name or a year', async () => {
    expect(await judge('Mai thích uống cà phê sữa')).toBeNull();
    expect(await judge('năm 1990 trời mưa rất to')).toBeNull();
  });
});
