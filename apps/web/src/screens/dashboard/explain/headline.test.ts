import type { ReportExplanation } from '@seller-connect/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storageArea } from '../../../testing/storageArea.ts';
import { createPart, gmvExplanation } from '../testing/sampleExplanation.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  // Other files of this worker must not find modules in English.
  vi.resetModules();
});

async function headlineIn(language: 'vi' | 'en', explanation: ReportExplanation): Promise<string> {
  const localStorage = storageArea([['localization', language]]);
  vi.stubGlobal('window', { localStorage });
  vi.resetModules();
  const { headline } = await import('./headline.ts');
  return headline(explanation).replaceAll('\u00a0', ' ');
}

const only = (explanation: Partial<ReportExplanation>): ReportExplanation => ({
  ...gmvExplanation,
  ...explanation,
});
const shop = (part: Parameters<typeof createPart>[0]) => createPart({ kind: 'shop', ...part });

describe('the headline of an explanation', () => {
  it('names the shop that sold fewer orders, in both languages', async () => {
    expect(await headlineIn('vi', gmvExplanation)).toBe(
      'Doanh số (GMV) giảm 1,2 triệu ₫, chủ yếu vì gian hàng Hoa Mai Official (Lazada) bán ít hơn 12 đơn.',
    );
    expect(await headlineIn('en', gmvExplanation)).toBe(
      'GMV fell by ₫1.2M, mainly because Hoa Mai Official (Lazada) sold 12 fewer orders.',
    );
  });

  it('names an effect if there is one shop, and a product if no effect is half of the change', async () => {
    const [, byEffect, byProduct] = gmvExplanation.splits;
    if (!byEffect || !byProduct) throw new Error('the sample has three splits');
    expect(await headlineIn('en', only({ splits: [byEffect, byProduct] }))).toBe(
      'GMV fell by ₫1.2M, mainly because 24 fewer units were sold.',
    );
    const small = { by: 'effect' as const, parts: byEffect.parts.slice(3) };
    const products = { ...byProduct, parts: byProduct.parts.toSpliced(1, 1) };
    expect(await headlineIn('vi', only({ splits: [small, products] }))).toBe(
      'Doanh số (GMV) giảm 1,2 triệu ₫, chủ yếu vì “Áo thun cotton nữ dáng rộng, nhiều màu” bán ít hơn 9 sản phẩm.',
    );
    expect(await headlineIn('vi', only({ splits: [small] }))).toBe(
      'Doanh số (GMV) giảm 1,2 triệu ₫. Phần lớn nhất: hàng bị huỷ ít hơn.',
    );
  });

  it('states the amount if the number of orders moved the other way', async () => {
    const parts = [
      shop({ name: 'Trà Việt', difference: '-1200000', quantity: 9, previousQuantity: 7 }),
    ];
    expect(await headlineIn('en', only({ splits: [{ by: 'shop', parts }] }))).toBe(
      'GMV fell by ₫1.2M, mainly because Trà Việt fell by ₫1.2M.',
    );
  });

  it('states a rate in percentage points with its previous value in the shop', async () => {
    const parts = [
      shop({ name: 'Trà Việt', difference: '1.2', previous: '3.9', value: '6.5' }),
      createPart({ kind: 'shop_mix', difference: '0.1' }),
    ];
    const rate = only({
      metric: 'cancellationRate',
      previousValue: '3.9',
      value: '5.2',
      difference: '1.3',
      splits: [{ by: 'shop', parts }],
    });
    expect(await headlineIn('vi', rate)).toBe(
      'Tỷ lệ huỷ tăng 1,30 điểm %, chủ yếu vì gian hàng Trà Việt tăng từ 3,90% lên 6,50%.',
    );
    expect(await headlineIn('en', rate)).toBe(
      'The cancellation rate rose by 1.30 pts, mainly because Trà Việt rose from 3.90% to 6.50%.',
    );
  });

  it('says that a deduction grew if net sales fell', async () => {
    const parts = [
      createPart({ kind: 'gmv', difference: '100', value: '1100', previous: '1000' }),
      createPart({ kind: 'returned', difference: '-300', value: '400', previous: '100' }),
    ];
    const netSales = only({
      metric: 'netSales',
      previousValue: '900',
      value: '700',
      difference: '-200',
      splits: [{ by: 'effect', parts }],
    });
    expect(await headlineIn('en', netSales)).toBe(
      'Net sales fell by ₫200, mainly because more was returned.',
    );
  });

  it('names what offsets the largest part, instead of calling that the main cause', async () => {
    const parts = [
      shop({ name: 'A', difference: '8600000', quantity: 30, previousQuantity: 10 }),
      shop({ name: 'B', difference: '-8400000', quantity: 12, previousQuantity: 9 }),
    ];
    const balanced = only({ value: '10200000', splits: [{ by: 'shop', parts }] });
    expect(await headlineIn('en', { ...balanced, difference: '200000' })).toBe(
      'GMV rose by ₫200K: A sold 20 more orders, but B fell by ₫8.4M.',
    );
    expect(await headlineIn('vi', { ...balanced, difference: '200000' })).toBe(
      'Doanh số (GMV) tăng 200 nghìn ₫: gian hàng A bán nhiều hơn 20 đơn, nhưng gian hàng B giảm 8,4 triệu ₫.',
    );
  });

  it('says that nothing changed, or that the parts balance out', async () => {
    const same = { value: '10', previousValue: '10', difference: '0' };
    expect(await headlineIn('en', only({ ...same, splits: [] }))).toBe('GMV didn’t change.');
    expect(await headlineIn('en', only(same))).toBe(
      'GMV didn’t change: rises and falls balance out.',
    );
  });
});
