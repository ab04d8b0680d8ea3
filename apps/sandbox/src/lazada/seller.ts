/** `/seller/get`. */
import type { LazadaPayload, LazadaCall } from './context.ts';

export function getSeller({ shop: { info } }: LazadaCall): LazadaPayload {
  return {
    data: {
      seller_id: Number(info.externalShopId),
      name: info.name,
      name_company: info.company,
      short_code: info.shortCode,
      logo_url: '',
      email: info.account.email,
      location: info.location,
      cb: false,
      verified: true,
      status: 'ACTIVE',
      marketplaceEaseMode: false,
    },
  };
}
