import { expect, it } from 'vitest';
import { renderNotification } from './render.ts';

const render = (reason: 'refused' | 'ended' | 'renewal_lost', language: 'vi' | 'en') =>
  renderNotification(
    'shop_needs_you',
    { platform: 'FACEBOOK', shops: [{ id: '1', name: 'Hoa Mai Ads' }], reason },
    language,
    new Date('2026-11-24T09:05:00Z'),
  );

it('a notification about an ad account calls it one, and not a shop', () => {
  expect(render('refused', 'vi')).toMatchObject({
    title: 'Facebook Ads đã ngắt quyền truy cập của tài khoản quảng cáo Hoa Mai Ads',
    text: 'Liên kết lại để tiếp tục cập nhật số liệu.',
  });
  expect(render('ended', 'vi').title).toBe(
    'Quyền truy cập tài khoản quảng cáo Hoa Mai Ads đã hết hạn',
  );
  expect(render('renewal_lost', 'vi').title).toBe(
    'Hãy liên kết lại tài khoản quảng cáo Hoa Mai Ads',
  );
  expect(render('refused', 'en').title).toBe('Facebook Ads ended access to Hoa Mai Ads');
});
