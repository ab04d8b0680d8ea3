import { describe, expect, it } from 'vitest';
import { parseExportFile } from './parse-file.ts';

const zone = 'Asia/Ho_Chi_Minh';
const file = (...dates: readonly string[]) =>
  Buffer.from(
    [
      'Order ID,Created Time,SKU Subtotal After Discount',
      ...dates.map((date, at) => `57648523260000006${at},${date},159000`),
    ].join('\r\n'),
  );
const daysOf = ({ orders }: Awaited<ReturnType<typeof parseExportFile>>) =>
  orders.map(({ placedAt }) => placedAt.toISOString());

describe('numeric dates', () => {
  it('are parsed day first where one has a day above 12', async () => {
    const read = await parseExportFile(file('11/10/2026 20:15', '25/10/2026 20:15'), zone);
    expect(daysOf(read)).toEqual(['2026-10-11T13:15:00.000Z', '2026-10-25T13:15:00.000Z']);
    expect(read).toMatchObject({ monthFirst: false, isDateOrderClear: true });
  });

  it('are parsed month first where only that is valid', async () => {
    const read = await parseExportFile(file('10/11/2026 20:15', '10/25/2026 20:15'), zone);
    expect(daysOf(read)).toEqual(['2026-10-11T13:15:00.000Z', '2026-10-25T13:15:00.000Z']);
    expect(read).toMatchObject({ monthFirst: true, isDateOrderClear: true, unreadable: [] });
  });

  it('are parsed day first, or as requested, where both are valid', async () => {
    const either = file('10/11/2026 20:15', '10/12/2026 20:15');
    const read = await parseExportFile(either, zone);
    expect(daysOf(read)).toEqual(['2026-11-10T13:15:00.000Z', '2026-12-10T13:15:00.000Z']);
    expect(read).toMatchObject({ monthFirst: false, isDateOrderClear: false });
    const requested = await parseExportFile(either, zone, { monthFirst: true });
    expect(daysOf(requested)).toEqual(['2026-10-11T13:15:00.000Z', '2026-10-12T13:15:00.000Z']);
    expect(requested).toMatchObject({ monthFirst: true });
  });

  it('have a clear order where the month is a name or the year comes first', async () => {
    const read = await parseExportFile(file('11 Oct 2026 20:15', '2026-10-12 20:15'), zone);
    expect(read).toMatchObject({ monthFirst: false, isDateOrderClear: true });
  });
});
