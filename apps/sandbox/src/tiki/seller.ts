/** `/integration/v2/sellers/me`. */
import type { TikiCall } from './context.ts';

export function getSeller({ shop: { info } }: TikiCall): Readonly<Record<string, unknown>> {
  return {
    id: Number(info.externalShopId),
    sid: info.shortCode,
    name: info.name,
    logo: '',
    active: 1,
    operation_models: ['dropship'],
    can_update_product: 1,
    registration_status: 'completed',
    live_at: '2019-05-06 09:00:00',
  };
}
