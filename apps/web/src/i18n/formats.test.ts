import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';

const vi = createFormats('vi');
const en = createFormats('en');
/** `Intl` separates the sign with a no-break space. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('money', () => {
  it('formats the exact amount with its currency sign', () => {
    expect(plain(vi.money('1234567', 'VND'))).toBe('1.234.567 ₫');
    expect(plain(en.money('1234567', 'VND'))).toBe('₫1,234,567');
    // A minus sign as in changes and short amounts, not a hyphen.
    expect(plain(vi.money('-1234567', 'VND'))).toBe('−1.234.567 ₫');
    expect(plain(en.money('-1234567', 'VND'))).toBe('−₫1,234,567');
    expect(en.shortMoney('-1250000', 'VND').text).toBe('−₫1.25M');
  });

  it('keeps amounts exact that a double cannot represent', () => {
    expect(plain(vi.money('9007199254740993', 'VND'))).toBe('9.007.199.254.740.993 ₫');
  });

  it.each([
    ['0', '0'],
    ['9999', '9.999'],
    ['10000', '10 nghìn'],
    ['950000', '950 nghìn'],
    ['999999', '1 triệu'],
    ['1250000', '1,25 triệu'],
    ['12540000', '12,5 triệu'],
    ['999500000', '1 tỷ'],
    ['1250000000', '1,25 tỷ'],
    ['1500000000', '1,5 tỷ'],
    ['1250000000000', '1.250 tỷ'],
    ['-1250000', '−1,25 triệu'],
    ['12345.5', '12,3 nghìn'],
  ])('shortens %s to %s', (amount, number) => {
    const short = vi.shortMoney(amount, 'VND');
    expect(plain(short.number)).toBe(number);
    expect(short.text, 'no line ends inside an amount').not.toContain(' ');
  });

  it('places the currency sign as the language does', () => {
    expect(plain(vi.shortMoney('1250000000', 'VND').text)).toBe('1,25 tỷ ₫');
    expect(en.shortMoney('1250000000', 'VND').text).toBe('₫1.25B');
  });

  it('distinguishes dollars of different countries', () => {
    const moneyTexts = (formats: typeof vi, currency: string) => [
      plain(formats.money('1234.5', currency)),
      plain(formats.shortMoney('12500', currency).text),
    ];
    expect(moneyTexts(en, 'USD')).toEqual(['USD 1,234.50', 'USD 12.5K']);
    expect(moneyTexts(en, 'SGD')).toEqual(['SGD 1,234.50', 'SGD 12.5K']);
    expect(moneyTexts(vi, 'USD')).toEqual(['1.234,50 USD', '12,5 nghìn USD']);
    expect(moneyTexts(vi, 'SGD')).toEqual(['1.234,50 SGD', '12,5 nghìn SGD']);
    expect(moneyTexts(en, 'GBP')).toEqual(['£1,234.50', '£12.5K']);
  });

  it('shows a dash for an invalid amount', () => {
    expect(vi.money('NaN', 'VND')).toBe('–');
    expect(vi.shortMoney('', 'VND').number).toBe('–');
  });
});

describe('dates', () => {
  it('spec 5: Vietnamese dates are D/M/YYYY', () => {
    expect(vi.date('2026-11-03T05:00:00Z')).toBe('3/11/2026');
    expect(vi.day('2026-11-03')).toBe('3/11/2026');
    expect(vi.day('2026-09-17')).toBe('17/9/2026');
    expect(vi.dateTime('2026-09-07T07:05:00Z')).toBe('7/9/2026, 14:05');
  });

  it('names the month in English, where numbers are ambiguous', () => {
    expect(plain(en.day('2026-09-07'))).toBe('7 Sep 2026');
    expect(plain(en.shortDay('2026-09-07'))).toBe('7 Sep');
    expect(plain(en.dateTime('2026-11-24T07:05:00Z'))).toBe('24 Nov 2026, 14:05');
    expect(plain(en.date('2026-11-03T17:30:00Z'))).toBe('4 Nov 2026');
  });

  it('ends no line of a range before its dash', () => {
    expect(vi.range('24/10', '20/11/2026')).toBe('24/10\u00a0– 20/11/2026');
    expect(vi.range('3/11/2026', '3/11/2026')).toBe('3/11/2026');
    expect(en.range(en.shortDay('2026-10-06'), en.day('2026-11-02'))).toBe(
      '6\u00a0Oct\u00a0– 2\u00a0Nov\u00a02026',
    );
  });

  it('uses the shop’s day, not the user’s', () => {
    expect(vi.date('2026-11-03T17:30:00Z')).toBe('4/11/2026');
    expect(vi.date('2026-11-03T17:30:00Z', 'UTC')).toBe('3/11/2026');
  });

  it('formats a day with time, and a day without its year', () => {
    expect(vi.dateTime('2026-11-03T07:05:00Z')).toBe('3/11/2026, 14:05');
    expect(vi.shortDay('2026-11-03')).toBe('3/11');
  });

  it('shows a dash for an invalid date', () => {
    expect(vi.date('soon')).toBe('–');
    expect(vi.day('3/11/2026')).toBe('–');
  });

  it.each([
    [-20, 'vừa xong', 'just now'],
    [-300, '5 phút trước', '5 minutes ago'],
    [-7200, '2 giờ trước', '2 hours ago'],
    [3600, 'sau 1 giờ nữa', 'in 1 hour'],
    [-90_000, '1 ngày trước', '1 day ago'],
  ])('formats %d seconds from now relatively', (seconds, vietnamese, english) => {
    const now = Date.parse('2026-11-03T07:00:00Z');
    const instant = new Date(now + seconds * 1000);
    expect(vi.relative(instant, now)).toBe(vietnamese);
    expect(en.relative(instant, now)).toBe(english);
  });

  it.each([
    [3600, 'sau 1 giờ nữa', 'in 1 hour'],
    [75, 'sau 1 phút nữa', 'in 1 minute'],
    [20, 'trong vài giây nữa', 'in a few seconds'],
    // Overdue, about to start.
    [-90, 'trong vài giây nữa', 'in a few seconds'],
  ])('never formats an upcoming instant, %d seconds from now, as past', (seconds, vi1, en1) => {
    const now = Date.parse('2026-11-03T07:00:00Z');
    const instant = new Date(now + seconds * 1000);
    expect(vi.upcoming(instant, now)).toBe(vi1);
    expect(en.upcoming(instant, now)).toBe(en1);
  });

  it('shows an instant slightly in the future as just now', () => {
    const now = Date.parse('2026-11-03T07:00:00Z');
    expect(vi.relative(now + 20_000, now)).toBe('vừa xong');
    expect(en.relative(now + 20_000, now)).toBe('just now');
  });
});

describe('percentages and lists', () => {
  it('formats a percentage with one digit', () => {
    expect(vi.percent(0.123)).toBe('12,3%');
    expect(en.percent(0.123)).toBe('12.3%');
  });

  it('formats a change with its sign, and zero without', () => {
    expect(vi.change(0.123)).toBe('+12,3%');
    expect(vi.change(-0.04)).toBe('−4,0%');
    expect(vi.change(-0.0001)).toBe('0,0%');
  });

  it('joins names as the language does', () => {
    expect(vi.list(['Lazada', 'Shopee', 'Tiki'])).toBe('Lazada, Shopee và Tiki');
  });
});
